//! Old names of tools and arguments, as written in the lock.

use toolc_base::date::Date;
use toolc_base::node::Node;
use toolc_base::source::Spanned;
use toolc_model::model::locked::list_texts;
use toolc_model::model::{Catalog, Tool};

/// The setting of a tool with the names that it had.
pub(crate) const ALIASES: &str = "aliases";

/// The setting of a tool with the names that its arguments had.
pub(crate) const ARGUMENT_ALIASES: &str = "argument_aliases";

/// What follows a name that is meant to go.
const UNTIL: &str = " until ";

/// What stands between an old name of an argument and the new one.
const MEANS: &str = " = ";

/// The names that a tool had, with their last days.
pub(super) fn write_aliases(_: &Catalog, tool: &Tool) -> Option<Node> {
    let names = &tool.evolution.old_names;
    let words = names
        .iter()
        .map(|old| with_day(old.name.value.clone(), old.last_day.as_ref()));
    Some(list_texts(words, names.first()?.name.span))
}

/// The names that its arguments had, each with the argument that it means.
pub(super) fn write_argument_aliases(_: &Catalog, tool: &Tool) -> Option<Node> {
    let old = || {
        let arguments = tool.evolution.arguments.iter();
        arguments.filter_map(|argument| Some((argument, argument.now.as_ref()?)))
    };
    let words = old().map(|(argument, now)| {
        let word = format!("{}{MEANS}{now}", argument.name.value);
        with_day(word, argument.last_day.as_ref())
    });
    let (first, _) = old().next()?;
    Some(list_texts(words, first.name.span))
}

/// What is said about a deprecated tool.
pub(super) fn write_deprecated(_: &Catalog, tool: &Tool) -> Option<Node> {
    let said = tool.evolution.deprecated.as_ref()?;
    Some(Node::string(said.words(), said.span))
}

/// What is said about deprecated arguments.
pub(super) fn write_deprecated_arguments(_: &Catalog, tool: &Tool) -> Option<Node> {
    let deprecated = || {
        let arguments = tool.evolution.arguments.iter();
        arguments.filter_map(|argument| Some((argument, argument.deprecated.as_ref()?)))
    };
    let words =
        deprecated().map(|(argument, said)| format!("{}: {}", argument.name.value, said.words()));
    let (first, _) = deprecated().next()?;
    Some(list_texts(words, first.name.span))
}

fn with_day(word: String, last_day: Option<&Spanned<Date>>) -> String {
    match last_day {
        Some(day) => format!("{word}{UNTIL}{}", day.value),
        None => word,
    }
}

/// An old name without its last day.
#[cfg(feature = "drift")]
pub(crate) fn read_alias(word: &str) -> &str {
    word.split_once(UNTIL).map_or(word, |(name, _)| name)
}

/// The old names of a tool or its arguments, as its lock has them.
#[cfg(feature = "drift")]
pub(crate) fn list_aliases<'l>(
    settings: &'l super::Settings,
    key: &str,
) -> impl Iterator<Item = &'l str> + use<'l> {
    let words = settings.get(key).and_then(Node::as_list);
    let words = words.unwrap_or_default().iter();
    words.filter_map(Node::as_str).map(read_alias)
}

/// An old name of an argument, and the argument that it means.
#[cfg(feature = "drift")]
pub(crate) fn split_argument_alias(word: &str) -> Option<(&str, &str)> {
    word.split_once(MEANS)
}

/// The names that a tool had, qualified: calls under them run.
#[cfg(feature = "drift")]
pub fn list_old_names(tool: &super::LockedTool) -> Vec<&str> {
    list_aliases(&tool.settings, ALIASES).collect()
}

/// The names that arguments of a tool had, each with the argument that it is taken for.
#[cfg(feature = "drift")]
pub fn list_old_arguments(tool: &super::LockedTool) -> Vec<(&str, &str)> {
    let words = list_aliases(&tool.settings, ARGUMENT_ALIASES);
    words.filter_map(split_argument_alias).collect()
}
