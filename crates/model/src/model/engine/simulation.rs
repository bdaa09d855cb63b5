//! Noun: the settings of engines that simulate: `mock`, and what `lm` has in common with it.

use super::setting::{LockedSetting, Recorded, Rows, Setting, SettingValue};
use crate::model::field::field;
use crate::model::locked::quote_word;
use toolc_base::source::Span;
use toolc_runtime::v1 as rt;
use toolc_schema::data::data;
use toolc_schema::rust::Text;

/// The settings of an engine of type `mock`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MockEngine {
    /// Where the random numbers start that decide about results and faults.
    pub seed: u32,
    /// What happens to some calls in place of a result.
    pub faults: Vec<Fault>,
}

/// A fault that happens to some calls.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// What kind it is.
    pub category: Category,
    /// How likely it is, from 0 to 1.
    pub probability: f64,
    /// What is told of it.
    pub message: String,
    /// Its place.
    pub span: Span,
}

/// The kinds of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Category {
    /// The service cannot be reached.
    NetworkError,
    /// The tool fails.
    ExecutionError,
    /// The result is a text that means nothing.
    UnparseableResult,
    /// The output schema refuses the result.
    SchemaViolation,
    /// The result is an empty list.
    EmptyResult,
}

impl Category {
    /// Every kind, by its name in the configuration.
    pub const ALL: &[(&str, Category)] = &[
        ("network_error", Category::NetworkError),
        ("execution_error", Category::ExecutionError),
        ("unparseable_result", Category::UnparseableResult),
        ("schema_violation", Category::SchemaViolation),
        ("empty_result", Category::EmptyResult),
    ];

    /// Its name in the configuration.
    pub fn name(self) -> &'static str {
        let mut all = Self::ALL.iter();
        let found = all.find(|(_, category)| *category == self);
        found.map_or("", |(name, _)| *name)
    }

    /// What is told of it if its entry does not say.
    pub const fn usual_message(self) -> &'static str {
        match self {
            Category::NetworkError => "Connection timed out",
            Category::UnparseableResult => "simulated unparseable result",
            Category::ExecutionError | Category::SchemaViolation | Category::EmptyResult => {
                "Tool execution failed"
            }
        }
    }
}

impl Fault {
    /// How the lock writes it: `network_error 0.1 "Connection timed out"`.
    fn words(&self) -> String {
        let (name, probability) = (self.category.name(), self.probability);
        format!("{name} {probability} {}", quote_word(&self.message))
    }
}

/// The faults as the lock has them.
pub(super) fn list_faults(faults: &[Fault]) -> Vec<String> {
    faults.iter().map(Fault::words).collect()
}

/// A row for each setting.
pub const MOCK_SETTINGS: Rows<MockEngine> = &[&[
    Setting {
        key: "seed",
        value: SettingValue::Count(0, u32::MAX, field!(seed)),
        recorded: Recorded::Always(&LockedSetting::SEED),
    },
    Setting {
        key: "faults",
        value: SettingValue::Parts(|engine| list_faults(&engine.faults)),
        recorded: Recorded::IfSet(&LockedSetting::FAULTS),
    },
]];

data! {
    Fault as [rt::simulate::Fault] =>
    Fault { category, probability, message, span: _ } => {
        category: category,
        probability: *probability,
        message: Text(message),
    },
}

data! {
    Category as [rt::simulate::Category] =>
    Category::NetworkError => NetworkError,
    Category::ExecutionError => ExecutionError,
    Category::UnparseableResult => UnparseableResult,
    Category::SchemaViolation => SchemaViolation,
    Category::EmptyResult => EmptyResult,
}
