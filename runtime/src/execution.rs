//! Who may call a tool, and who does.

/// Who may call a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Execution {
    /// Models and people.
    Both,
    /// Models only.
    Llm,
    /// People only. The tool is not shown to models, and does not exist for a model that calls it.
    Manual,
}

/// Who makes a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Caller {
    Model,
    Person,
}

impl Execution {
    /// Whether the tool exists for a caller.
    #[inline]
    pub(crate) fn is_for(self, caller: Caller) -> bool {
        match self {
            Execution::Both => true,
            Execution::Llm => caller == Caller::Model,
            Execution::Manual => caller == Caller::Person,
        }
    }
}
