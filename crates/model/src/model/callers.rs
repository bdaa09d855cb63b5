//! Who may call a tool, besides that it is granted: the names under `allowed_callers`.

/// The callers that a tool may name. OpenAI and Anthropic share the first; each target is shown its own name for the
/// second.
pub const CALLERS: &[&str] = &["direct", "programmatic"];

/// The beginning of Anthropic's names for programs, which end with the version of its code execution tool.
const CODE_EXECUTION: &str = "code_execution_";

/// Whether a name under `allowed_callers` means something.
pub fn is_known_caller(name: &str) -> bool {
    let version = name.strip_prefix(CODE_EXECUTION);
    let is_version =
        |version: &str| version.len() == 8 && version.bytes().all(|byte| byte.is_ascii_digit());
    CALLERS.contains(&name) || version.is_some_and(is_version)
}
