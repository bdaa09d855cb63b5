//! The methods of operations: those with their own key, and how each is sent.

/// The methods that have a key of their own; `query` since 3.2.
pub(super) const METHODS: &[&str] = &[
    "get", "put", "post", "delete", "patch", "head", "options", "trace", "query",
];

/// The key for operations with other methods, which are written there exactly as they are sent
/// (3.2).
pub(super) const ADDITIONAL: &str = "additionalOperations";

/// A method as it is sent: those with their own key in upper case.
pub(super) fn sent_method(method: &str) -> String {
    if METHODS.contains(&method) {
        method.to_ascii_uppercase()
    } else {
        method.to_owned()
    }
}
