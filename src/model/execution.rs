//! Noun: who may call a tool at all.

/// Who may call a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Execution {
    /// Models and people.
    #[default]
    Both,
    /// Models alone.
    Llm,
    /// People alone: no model is shown it.
    Manual,
}

impl Execution {
    /// Every value with the word that stands for it in a file.
    pub const ALL: &'static [(&'static str, Execution)] = &[
        ("both", Execution::Both),
        ("llm", Execution::Llm),
        ("manual", Execution::Manual),
    ];

    /// The word for it in a file.
    pub fn name(self) -> &'static str {
        let mut all = Self::ALL.iter();
        all.find(|(_, execution)| *execution == self)
            .map_or("", |(name, _)| name)
    }
}
