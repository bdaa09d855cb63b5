//! Noun: who makes a call: the names under `allowed_callers` of a tool, and in the conditions of rules.

use toolc_runtime::v1 as rt;
use toolc_schema::data::data;

/// The callers that a tool may name. OpenAI and Anthropic share the first; each target is shown its own name for the
/// second.
pub const CALLERS: &[&str] = &["direct", "programmatic"];

/// The key under which a tool names its callers.
pub const ALLOWED_CALLERS: &str = "allowed_callers";

/// The beginning of Anthropic's names for programs, which end with the version of its code execution tool.
const CODE_EXECUTION: &str = "code_execution_";

/// Whether a name under `allowed_callers` means something.
pub fn is_known_caller(name: &str) -> bool {
    CALLERS.contains(&name) || is_code_execution(name)
}

/// Whether a name is one of Anthropic's for programs.
pub fn is_code_execution(name: &str) -> bool {
    let version = name.strip_prefix(CODE_EXECUTION);
    let is_version =
        |version: &str| version.len() == 8 && version.bytes().all(|byte| byte.is_ascii_digit());
    version.is_some_and(is_version)
}

/// Who makes a call, as rules see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Caller {
    /// The model itself.
    Direct,
    /// A program that the model wrote.
    Programmatic,
    /// Nothing says who.
    Unknown,
}

impl Caller {
    /// Everybody, with their names in files.
    pub const ALL: &'static [(&'static str, Caller)] = &[
        ("direct", Caller::Direct),
        ("programmatic", Caller::Programmatic),
        ("unknown", Caller::Unknown),
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        let mut rows = Self::ALL.iter();
        rows.find(|(_, caller)| *caller == self)
            .map_or("", |(name, _)| name)
    }

    /// The caller with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut rows = Self::ALL.iter();
        rows.find(|(word, _)| *word == name)
            .map(|(_, caller)| *caller)
    }
}

data! {
    Caller as [rt::CalledBy] =>
    Caller::Direct => Model,
    Caller::Programmatic => Program,
    Caller::Unknown => Unknown,
}
