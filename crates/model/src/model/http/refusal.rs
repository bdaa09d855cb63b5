//! Noun: an error response that a model may read.

use super::Statuses;
use toolc_schema::schema::shape::ShapeId;

/// The response of a service for some statuses.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// The statuses.
    pub statuses: Statuses,
    /// The schema; `None` if the description has none that can be compiled.
    pub shape: Option<ShapeId>,
    /// SHA-256 of what the schema accepts; empty if there is no schema.
    pub fingerprint: String,
    /// Where it contains secrets, as pointers in the runtime's syntax.
    pub secrets: Vec<String>,
}
