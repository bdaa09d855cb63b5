//! Noun: the old names of a tool and of its arguments, and until when something is there.

use toolc_base::date::Date;
use toolc_base::source::{Span, Spanned};
use toolc_runtime::v1 as rt;
use toolc_schema::data::{Maybe, OwnText, Ref, data, list};
use toolc_schema::rust::Text;

/// What the user's own files say about a tool that changes: a call under an old name runs it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Evolution {
    /// `aliases` and `renamed_from`: the names that the tool had, qualified once it is in the catalog.
    pub old_names: Vec<OldName>,
    /// `deprecated`
    pub deprecated: Option<Deprecation>,
    /// What the schema says about old and deprecated arguments.
    pub arguments: Vec<OldArgument>,
}

/// A name that a tool had.
#[derive(Debug, Clone, PartialEq)]
pub struct OldName {
    /// The name.
    pub name: Spanned<String>,
    /// The last day on which it is meant to be there.
    pub last_day: Option<Spanned<Date>>,
}

/// What is meant to go.
#[derive(Debug, Clone, PartialEq)]
pub struct Deprecation {
    /// The first day on which it was deprecated.
    pub since: Option<Spanned<Date>>,
    /// What to use in its place: a qualified name of a tool once it is in the catalog, or the name of an argument.
    pub instead: Option<Spanned<String>>,
    /// The last day on which it is meant to be there.
    pub last_day: Option<Spanned<Date>>,
    /// Its place.
    pub span: Span,
}

/// A name that calls may use for an argument and should not.
#[derive(Debug, Clone, PartialEq)]
pub struct OldArgument {
    /// The name.
    pub name: Spanned<String>,
    /// The argument that is meant; `None` if the argument itself is deprecated.
    pub now: Option<String>,
    /// The last day on which it is meant to be there.
    pub last_day: Option<Spanned<Date>>,
    /// What is said about it.
    pub deprecated: Option<Deprecation>,
}

impl Evolution {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.old_names.is_empty() && self.deprecated.is_none() && self.arguments.is_empty()
    }

    /// What a row says about old and deprecated names; `None` if calls need not be looked at, other than by the name
    /// that they use.
    pub fn row(&self) -> Option<Ref<EvolutionData<'_>>> {
        let has_row = self.deprecated.is_some() || !self.arguments.is_empty();
        has_row.then_some(Ref(EvolutionData(self)))
    }
}

impl Deprecation {
    /// `since 2026-01-01, until 2027-06-30, use shop::find`; `deprecated` if nothing else is known.
    pub fn words(&self) -> String {
        let mut words = Vec::new();
        words.extend(
            self.since
                .as_ref()
                .map(|day| format!("since {}", day.value)),
        );
        words.extend(
            self.last_day
                .as_ref()
                .map(|day| format!("until {}", day.value)),
        );
        words.extend(
            self.instead
                .as_ref()
                .map(|name| format!("use {}", name.value)),
        );
        match words.is_empty() {
            true => "deprecated".to_owned(),
            false => words.join(", "),
        }
    }
}

/// What a row says about old and deprecated names.
pub struct EvolutionData<'c>(&'c Evolution);

data! {
    EvolutionData<'_> as [rt::Evolution] =>
    EvolutionData(evolution) => {
        deprecated: Maybe(evolution.deprecated.as_ref().map(|said| OwnText(said.words()))),
        arguments: list(&evolution.arguments, |argument| argument),
    },
}

data! {
    OldArgument as [rt::OldArgument] =>
    OldArgument { name, now, last_day: _, deprecated } => {
        name: Text(&name.value),
        now: Maybe(now.as_deref().map(Text)),
        deprecated: Maybe(deprecated.as_ref().map(|said| OwnText(said.words()))),
    },
}
