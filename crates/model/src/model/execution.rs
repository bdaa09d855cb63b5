//! Noun: who may call a tool at all.

use toolc_runtime::v1 as rt;
use toolc_schema::data::data;

/// Who may call a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Execution {
    /// Both models and people.
    #[default]
    Both,
    /// Only models.
    Llm,
    /// Only people: the tool is not shown to models.
    Manual,
}

impl Execution {
    /// Every value, with its name in files.
    pub const ALL: &'static [(&'static str, Execution)] = &[
        ("both", Execution::Both),
        ("llm", Execution::Llm),
        ("manual", Execution::Manual),
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        let mut all = Self::ALL.iter();
        all.find(|(_, execution)| *execution == self)
            .map_or("", |(name, _)| name)
    }
}

data! {
    Execution as [rt::Execution] =>
    Execution::Both => Both,
    Execution::Llm => Llm,
    Execution::Manual => Manual,
}
