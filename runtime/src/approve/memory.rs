//! Approvals that hold for a session.

use super::ApprovalRequest;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What was approved for a session. Clones share it, so that several workers can.
///
/// An approval holds for the same worker, tool, input schema and arguments. Without a session
/// nothing is kept.
#[derive(Clone, Default)]
pub struct ApprovalMemory(Arc<Mutex<HashMap<String, HashSet<Key>>>>);

/// Everything that must be the same.
#[derive(PartialEq, Eq, Hash)]
struct Key {
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
        self.sessions().remove(session);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.sessions().clear();
    }

    pub(super) fn recalls(&self, request: &ApprovalRequest) -> bool {
        let Some(session) = &request.session else {
            return false;
        };
        self.sessions()
            .get(session)
            .is_some_and(|kept| kept.contains(&Key::of(request)))
    }

    pub(super) fn keep(&self, request: &ApprovalRequest) {
        if let Some(session) = &request.session {
            self.sessions()
                .entry(session.clone())
                .or_default()
                .insert(Key::of(request));
        }
    }

    fn sessions(&self) -> MutexGuard<'_, HashMap<String, HashSet<Key>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Key {
    fn of(request: &ApprovalRequest) -> Self {
        Key {
            worker: request.worker,
            wire_name: request.wire_name,
            tool: request.tool,
            fingerprint: request.fingerprint,
            arguments: request.arguments.clone(),
        }
    }
}

impl fmt::Debug for ApprovalMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApprovalMemory")
            .field("sessions", &self.sessions().len())
            .finish()
    }
}
