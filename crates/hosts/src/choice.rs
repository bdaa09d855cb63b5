//! Noun: what a host is to do about a tool.

use toolc_model::model::approval::Approval;

/// What a host is to do about one tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// `namespace::name`
    pub tool: String,
    /// The wire name.
    pub wire_name: String,
    /// Its name at the host.
    pub host_name: String,
    /// What is to happen to a call.
    pub approval: Approval,
    /// Whether a server of the worker offers it.
    pub is_offered: bool,
}

/// What a host does.
pub(crate) fn describe_approval(approval: Approval) -> &'static str {
    match approval {
        Approval::PreApproved => "runs",
        Approval::Ask => "asks about",
        Approval::Blocked => "denies",
    }
}
