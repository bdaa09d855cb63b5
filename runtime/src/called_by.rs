//! Who made a call: the model itself, or a program that it wrote and that runs at the provider. Tools say under
//! `allowed_callers` who may.

/// Who made a call, as the provider says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum CalledBy {
    /// Nothing says who. Tools with `allowed_callers` refuse the call.
    #[default]
    Unknown,
    /// The model itself: `direct`.
    Model,
    /// A program that the model wrote: `program` at OpenAI, `code_execution_…` at Anthropic.
    Program,
}

impl CalledBy {
    /// The stable name: `unknown`, `model` or `program`.
    pub fn name(self) -> &'static str {
        match self {
            CalledBy::Unknown => "unknown",
            CalledBy::Model => "model",
            CalledBy::Program => "program",
        }
    }

    /// Whether a tool with this list under `allowed_callers`, as JSON, may be called by them.
    #[doc(hidden)]
    pub fn is_listed(self, callers: &str) -> bool {
        match self {
            CalledBy::Unknown => false,
            CalledBy::Model => has_model(callers),
            CalledBy::Program => has_programs(callers),
        }
    }

    /// The caller with a name; `None` if nobody has it.
    #[cfg(feature = "approvals")]
    pub(crate) fn named(name: &str) -> Option<Self> {
        let all = [CalledBy::Unknown, CalledBy::Model, CalledBy::Program];
        all.into_iter().find(|caller| caller.name() == name)
    }
}

/// The field of a definition that says who may call a tool: a list as JSON, without white space.
pub(crate) const ALLOWED_CALLERS: &str = "allowed_callers";

/// The model itself, in such a list.
const DIRECT: &str = "\"direct\"";

/// A program that the model wrote, in such a list.
pub(crate) const PROGRAMMATIC: &str = "\"programmatic\"";

/// The beginning of what Anthropic calls such a program; the version of its code execution tool follows.
const CODE_EXECUTION: &str = "\"code_execution_";

/// Whether a list has the model itself.
pub(crate) fn has_model(callers: &str) -> bool {
    callers.contains(DIRECT)
}

/// Whether a list has programs of the model.
pub(crate) fn has_programs(callers: &str) -> bool {
    callers.contains(PROGRAMMATIC) || callers.contains(CODE_EXECUTION)
}
