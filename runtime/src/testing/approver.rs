//! An approver that follows a script.

use crate::approve::{ApprovalRequest, Approver, Decision};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Returns the decisions in a list, one per request, and records the requests. After the end of the list,
/// everything is denied. Clones share both.
#[derive(Debug, Clone, Default)]
pub struct ScriptedApprover(Arc<Mutex<Script>>);

#[derive(Debug, Default)]
struct Script {
    decisions: VecDeque<Decision>,
    requests: Vec<ApprovalRequest>,
}

impl ScriptedApprover {
    /// Creates an approver with these decisions.
    pub fn new(decisions: impl IntoIterator<Item = Decision>) -> Self {
        let script = Script {
            decisions: decisions.into_iter().collect(),
            requests: Vec::new(),
        };
        ScriptedApprover(Arc::new(Mutex::new(script)))
    }

    /// The requests so far.
    pub fn requests(&self) -> Vec<ApprovalRequest> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .requests
            .clone()
    }
}

impl Approver for ScriptedApprover {
    async fn decide(&self, request: &ApprovalRequest) -> Decision {
        let mut script = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        script.requests.push(request.clone());
        script
            .decisions
            .pop_front()
            .unwrap_or_else(|| Decision::deny("the script has no more decisions"))
    }
}
