//! The methods of operations: those with a key of their own, and how each is sent.

/// The methods that have a key of their own; `query` since 3.2.
pub(super) const METHODS: &[&str] = &[
    "get", "put", "post", "delete", "patch", "head", "options", "trace", "query",
];

/// The key of operations of other methods, which are names there as they are sent (3.2).
pub(super) const ADDITIONAL: &str = "additionalOperations";

/// A method as it is sent: those of a key of their own in capitals.
pub(super) fn sent_method(method: &str) -> String {
    if METHODS.contains(&method) {
        method.to_ascii_uppercase()
    } else {
        method.to_owned()
    }
}
