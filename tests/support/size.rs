//! How much a test does: a little by default, more where `cargo xtask` asks for it.

/// The number in an environment variable.
pub fn size(variable: &str, usual: usize) -> usize {
    let text = std::env::var(variable).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(usual)
}
