//! Approvals that hold for a session.

use super::ApprovalRequest;
use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What was approved for a session. Clones share it, so that several workers can.
///
/// An approval holds for the same worker, tool, input schema and arguments, where `1` and `1.0` are
/// not the same. Without a session nothing is kept.
#[derive(Clone, Default)]
pub struct ApprovalMemory(Arc<Mutex<HashSet<Key>>>);

/// Everything that must be the same.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    session: String,
    worker: &'static str,
    wire_name: &'static str,
    tool: &'static str,
    fingerprint: &'static str,
    arguments: String,
}

impl ApprovalMemory {
    /// A memory of nothing.
    pub fn new() -> Self {
        ApprovalMemory::default()
    }

    /// Forgets what was approved in a session.
    pub fn end_session(&self, session: &str) {
        self.kept().retain(|key| key.session != session);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.kept().clear();
    }

    pub(super) fn recalls(&self, request: &ApprovalRequest) -> bool {
        Key::of(request).is_some_and(|key| self.kept().contains(&key))
    }

    pub(super) fn keep(&self, request: &ApprovalRequest) {
        if let Some(key) = Key::of(request) {
            self.kept().insert(key);
        }
    }

    fn kept(&self) -> MutexGuard<'_, HashSet<Key>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Key {
    /// None without a session.
    fn of(request: &ApprovalRequest) -> Option<Self> {
        Some(Key {
            session: request.session.clone()?,
            worker: request.worker,
            wire_name: request.wire_name,
            tool: request.tool,
            fingerprint: request.fingerprint,
            arguments: request.arguments.clone(),
        })
    }
}

impl fmt::Debug for ApprovalMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApprovalMemory")
            .field("approvals", &self.kept().len())
            .finish()
    }
}
