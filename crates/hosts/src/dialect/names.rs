//! Lists of names in a host's file, and the unknown names in them.

use crate::deployed::Remark;
use toolc_base::node::Node;
use toolc_base::source::{Span, Spanned};

/// The strings of a list; what else is there names nothing.
pub(super) fn read_names(node: Option<&Node>) -> Option<Vec<Spanned<String>>> {
    let items = node?.as_list()?.iter();
    let names = items.filter_map(|item| Some(Spanned::new(item.as_str()?.to_owned(), item.span)));
    Some(names.collect())
}

/// The place of a name in a list.
pub(super) fn find_name(names: &[Spanned<String>], name: &str) -> Option<Span> {
    let mut names = names.iter();
    names.find(|it| it.value == name).map(|it| it.span)
}

/// A remark on each name that no tool has.
pub(super) fn find_unknown<'n>(
    names: impl IntoIterator<Item = (&'n str, Span)>,
    known: &[&str],
    host: &str,
) -> Vec<Remark> {
    let names = names.into_iter().filter(|(name, _)| !known.contains(name));
    let remarks = names.map(|(name, place)| {
        let end = known.iter().find(|tool| name.ends_with(*tool));
        let why = match end {
            Some(tool) => format!("{host} calls the tool `{tool}`"),
            None => "no tool of the server has this name".to_owned(),
        };
        Remark::new(place, format!("`{name}` never matches: {why}"))
    });
    remarks.collect()
}
