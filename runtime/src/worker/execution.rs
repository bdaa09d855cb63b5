//! Who may call a tool, and who does.

/// Who may call a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Execution {
    /// Models and people.
    Both,
    /// Models alone.
    Llm,
    /// People alone. No model is shown the tool, and for one that calls it, it does not exist.
    Manual,
}

/// Who calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Caller {
    Model,
    Person,
}

impl Execution {
    /// Whether the tool is there for a caller.
    #[inline]
    pub(super) fn is_for(self, caller: Caller) -> bool {
        match self {
            Execution::Both => true,
            Execution::Llm => caller == Caller::Model,
            Execution::Manual => caller == Caller::Person,
        }
    }
}
