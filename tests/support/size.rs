//! How much a test does: little by default, more if `cargo xtask` asks for it.

/// Returns the number in an environment variable, or the default.
pub fn size(variable: &str, usual: usize) -> usize {
    let text = std::env::var(variable).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(usual)
}
