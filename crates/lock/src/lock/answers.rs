//! The error responses that models may read, as written in the lock.

use toolc_model::model::Tool;

/// The error responses that models may read: `422: ` and the fingerprint of the schema, for
/// example.
pub(super) fn list_answers(tool: &Tool) -> impl Iterator<Item = String> {
    tool.refusals.iter().map(|refusal| {
        let schema = match refusal.fingerprint.as_str() {
            "" => "no schema",
            fingerprint => fingerprint,
        };
        let secrets = match refusal.secrets.is_empty() {
            true => String::new(),
            false => format!(", secrets at {}", refusal.secrets.join(" ")),
        };
        format!("{}: {schema}{secrets}", refusal.statuses)
    })
}
