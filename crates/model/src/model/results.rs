//! Noun: what a worker shows of the results of tools.

mod data;
mod projection;

use super::rule::Step;
use super::tool_name::ToolName;
pub use data::{ProjectedText, ResultsData};
pub use projection::{Parts, Projection};
use std::sync::Arc;
use toolc_base::source::{Span, Spanned};
use toolc_runtime::v1::USUAL_BYTES;

/// What is shown of the results of a tool, or of each tool of a toolset or worker.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ResultSettings {
    /// `keep`: only these parts are shown.
    pub keep: Option<Spanned<Vec<ResultPointer>>>,
    /// `drop`: these parts are not shown.
    pub drop: Option<Spanned<Vec<ResultPointer>>>,
    /// `items`: how many items of each list are shown.
    pub items: Option<Spanned<u64>>,
    /// `tokens` or `bytes`: how much of the JSON text is shown.
    pub budget: Option<Spanned<Budget>>,
    /// `rest`: what happens to the rest.
    pub rest: Option<Spanned<Rest>>,
}

/// What happens to what is not shown because of a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    /// A model is told what is missing.
    Cut,
    /// A model can read on.
    Page,
}

impl Rest {
    /// Every value, by its name in workers.
    pub const ALL: &'static [(&'static str, Rest)] = &[("cut", Rest::Cut), ("page", Rest::Page)];

    fn name(self) -> &'static str {
        match self {
            Rest::Cut => "cut",
            Rest::Page => "page",
        }
    }
}

/// A JSON pointer into results, in which `*` stands for every item or property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultPointer {
    /// As written.
    pub text: Spanned<String>,
    /// The parsed pointer; no step is [`Step::Some`].
    pub steps: Vec<Step>,
}

/// How much of a result is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// An estimate of tokens.
    Tokens(u64),
    /// The length of the JSON text.
    Bytes(u64),
}

/// How many bytes of JSON count as a token. By the estimate of `token.rs`, the ten largest response examples in GitHub's
/// description take 3.2 to 3.3 bytes for each token, and half of all 797 more than 3.2 (2026-11-27): what is long enough to be
/// cut takes fewer tokens than allowed rather than more.
pub const BYTES_PER_TOKEN: u64 = 3;

/// The smallest budget, in bytes: below it, hardly more than the mark of what is cut would be shown.
pub const LEAST_BYTES: u64 = 300;

impl Budget {
    /// The budget in bytes.
    pub fn bytes(self) -> u64 {
        match self {
            Budget::Tokens(tokens) => tokens.saturating_mul(BYTES_PER_TOKEN),
            Budget::Bytes(bytes) => bytes,
        }
    }

    /// The budget in words.
    pub fn words(self) -> String {
        match self {
            Budget::Tokens(tokens) => format!("{tokens} tokens"),
            Budget::Bytes(bytes) => format!("{bytes} bytes"),
        }
    }
}

/// What a setting is set to.
pub enum ResultValue {
    /// Pointers into results.
    Pointers(fn(&mut ResultSettings) -> &mut Option<Spanned<Vec<ResultPointer>>>),
    /// A number of items.
    Items,
    /// A budget, made of the number that is written.
    Budget(fn(u64) -> Budget),
    /// The word `cut` or `page`.
    Rest,
}

/// A setting as a row.
pub struct ResultSetting {
    /// Its key in workers.
    pub key: &'static str,
    /// What it is set to.
    pub value: ResultValue,
    /// Its value in words, as in the lock, with its place.
    words: fn(&ResultSettings) -> Option<Spanned<String>>,
}

/// A row for each setting, in the order in which they are told.
pub const RESULT_SETTINGS: &[ResultSetting] = &[
    ResultSetting {
        key: "keep",
        value: ResultValue::Pointers(|settings| &mut settings.keep),
        words: |settings| list_pointers("keep", settings.keep.as_ref()),
    },
    ResultSetting {
        key: "drop",
        value: ResultValue::Pointers(|settings| &mut settings.drop),
        words: |settings| list_pointers("drop", settings.drop.as_ref()),
    },
    ResultSetting {
        key: "items",
        value: ResultValue::Items,
        words: |settings| {
            let items = settings.items.as_ref()?;
            Some(Spanned::new(format!("{} items", items.value), items.span))
        },
    },
    ResultSetting {
        key: "tokens",
        value: ResultValue::Budget(Budget::Tokens),
        words: |settings| tell_budget(settings, |budget| matches!(budget, Budget::Tokens(_))),
    },
    ResultSetting {
        key: "bytes",
        value: ResultValue::Budget(Budget::Bytes),
        words: |settings| tell_budget(settings, |budget| matches!(budget, Budget::Bytes(_))),
    },
    ResultSetting {
        key: "rest",
        value: ResultValue::Rest,
        words: |settings| {
            let rest = settings.rest.as_ref()?;
            Some(Spanned::new(
                format!("rest {}", rest.value.name()),
                rest.span,
            ))
        },
    },
];

fn list_pointers(
    key: &str,
    pointers: Option<&Spanned<Vec<ResultPointer>>>,
) -> Option<Spanned<String>> {
    let pointers = pointers?;
    let texts = pointers.value.iter().map(|it| it.text.value.as_str());
    let texts: Vec<&str> = texts.collect();
    let words = format!("{key} {}", texts.join(", "));
    Some(Spanned::new(words, pointers.span))
}

fn tell_budget(settings: &ResultSettings, is_it: fn(&Budget) -> bool) -> Option<Spanned<String>> {
    let budget = settings.budget.as_ref().filter(|it| is_it(&it.value))?;
    Some(Spanned::new(budget.value.words(), budget.span))
}

impl ResultSettings {
    /// The settings in words, as in the lock: `keep /id, /name; 50 items; 2000 tokens`.
    pub fn words(&self) -> String {
        let words = RESULT_SETTINGS.iter().filter_map(|row| (row.words)(self));
        let words: Vec<String> = words.map(|words| words.value).collect();
        words.join("; ")
    }

    /// Whether it is said that the rest can be read on.
    pub fn says_page(&self) -> bool {
        let rest = self.rest.as_ref();
        rest.is_some_and(|rest| rest.value == Rest::Page)
    }

    /// The place of one of them.
    pub fn span(&self) -> Option<Span> {
        let mut words = RESULT_SETTINGS.iter().filter_map(|row| (row.words)(self));
        words.next().map(|words| words.span)
    }
}

/// What settings are about; the nearest first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ResultSubject {
    /// A tool, in its toolset or by its qualified name in the worker.
    Tool(String),
    /// Each tool of a namespace.
    Namespace(String),
    /// Each tool of the worker.
    Worker,
    /// Each tool that an engine runs.
    Engine(String),
}

impl ResultSubject {
    /// Its name in the lock.
    pub fn name(&self) -> &str {
        match self {
            ResultSubject::Tool(name) | ResultSubject::Namespace(name) => name,
            ResultSubject::Worker | ResultSubject::Engine(_) => "defaults",
        }
    }

    /// Whether it is several tools, to which not every pointer has to lead.
    pub fn is_default(&self) -> bool {
        !matches!(self, ResultSubject::Tool(_))
    }
}

/// One entry under `results`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultEntry {
    /// What it is about.
    pub subject: ResultSubject,
    /// The name of the tool as written, if it is about one.
    pub name: Option<ToolName>,
    /// The settings.
    pub settings: Arc<ResultSettings>,
    /// Its place.
    pub span: Span,
}

/// What applies to the results of a granted tool.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GrantedResults {
    /// The entries of the worker, and those of each worker that it extends, the nearest of each first. What one of them
    /// does not show is not shown. The settings of the tool's engine are a level too.
    pub levels: Vec<Vec<ResultEntry>>,
    /// Whether the rest can be read page by page: the worker says so, and has the tool for it.
    pub pages: bool,
}

/// An entry as the lock has it: `shop::list: keep /id, /name; 50 items`.
pub fn write_entry(entry: &ResultEntry) -> String {
    format!("{}: {}", entry.subject.name(), entry.settings.words())
}

/// The limit in words that holds for a tool of an API or an MCP server, if nobody sets one.
pub fn write_usual_limit() -> String {
    format!("{USUAL_BYTES} bytes (the limit of APIs and MCP servers, where nobody sets one)")
}

impl GrantedResults {
    fn settings(&self) -> impl Iterator<Item = &ResultSettings> {
        let entries = self.levels.iter().flatten();
        entries.map(|entry| &*entry.settings)
    }

    /// Where `rest: page` is, if the nearest entry of each worker says so that says anything of `rest`. A worker that is extended
    /// and has limits, but says nothing of it, has the rest cut.
    pub fn find_pages(&self) -> Option<Span> {
        let mut found = None;
        for entries in &self.levels {
            let rest = entries.iter().find_map(|entry| entry.settings.rest.clone());
            let has_limit = |entry: &ResultEntry| {
                entry.settings.items.is_some() || entry.settings.budget.is_some()
            };
            match rest {
                Some(rest) if rest.value == Rest::Page => found = found.or(Some(rest.span)),
                Some(_) => return None,
                None if entries.iter().any(has_limit) => return None,
                None => {}
            }
        }
        found
    }

    /// The smallest limit of items.
    pub fn items(&self) -> Option<Spanned<u64>> {
        let items = self.settings().filter_map(|it| it.items.clone());
        items.min_by_key(|items| items.value)
    }

    /// The smallest budget.
    pub fn budget(&self) -> Option<Spanned<Budget>> {
        let budgets = self.settings().filter_map(|it| it.budget.clone());
        budgets.min_by_key(|budget| budget.value.bytes())
    }
}
