//! Old names and last days: `aliases`, `renamed_from` and `deprecated` of a tool of the user's own.

use crate::read::fields;
use toolc_base::date::Date;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node, Value};
use toolc_base::source::Spanned;
use toolc_model::model::evolution::{Deprecation, Evolution, OldName};

/// What a tool says about its old names and its end.
pub(in crate::read) fn read_evolution(diagnostics: &mut Diagnostics, map: &Map) -> Evolution {
    let mut old_names = read_old_names(diagnostics, map, "aliases");
    old_names.extend(read_former(diagnostics, map, "renamed_from"));
    Evolution {
        old_names,
        deprecated: read_deprecation(diagnostics, map, "deprecated"),
        arguments: Vec::new(),
    }
}

/// A list of old names, each a string or a mapping with its last day.
pub(in crate::read) fn read_old_names(
    diagnostics: &mut Diagnostics,
    map: &Map,
    key: &str,
) -> Vec<OldName> {
    let Some(node) = map.get(key) else {
        return Vec::new();
    };
    let what = format!("`{key}`");
    let Some(items) = node.as_list() else {
        fields::wrong_kind(
            diagnostics,
            node,
            &what,
            "a list of old names: `[old_name]`",
        );
        return Vec::new();
    };
    let mut names = Vec::new();
    for item in items {
        let Value::Map(one) = &item.value else {
            let name = fields::read_string(diagnostics, item, "an old name");
            let last_day = None;
            names.extend(name.map(|name| OldName { name, last_day }));
            continue;
        };
        fields::refuse_unknown(diagnostics, one, &["name", "last_day"], "an old name");
        if !one.contains("name") {
            let message = "an old name has no `name`";
            let found = Diagnostic::new(Code::WRONG_SHAPE, item.span, message);
            diagnostics.push(found.help("write `{ name: old_name, last_day: 2027-06-30 }`"));
        }
        let last_day = read_day(diagnostics, one, "last_day");
        let name = fields::string_at(diagnostics, one, "name");
        names.extend(name.map(|name| OldName { name, last_day }));
    }
    names.retain(|old| !report_blank(diagnostics, &old.name));
    names
}

/// One old name.
pub(in crate::read) fn read_former(
    diagnostics: &mut Diagnostics,
    map: &Map,
    key: &str,
) -> Option<OldName> {
    let name = fields::string_at(diagnostics, map, key)?;
    let last_day = None;
    (!report_blank(diagnostics, &name)).then_some(OldName { name, last_day })
}

fn report_blank(diagnostics: &mut Diagnostics, name: &Spanned<String>) -> bool {
    let is_blank = name.value.trim().is_empty();
    if is_blank {
        let found = Diagnostic::new(Code::WRONG_SHAPE, name.span, "an old name is blank");
        diagnostics.push(found.help("write the name that it had, or remove the entry"));
    }
    is_blank
}

/// `{ since: 2027-01-01, use: other_tool, last_day: 2027-06-30 }`, each of them optional.
pub(in crate::read) fn read_deprecation(
    diagnostics: &mut Diagnostics,
    map: &Map,
    key: &str,
) -> Option<Deprecation> {
    let node = map.get(key)?;
    let Value::Map(said) = &node.value else {
        if !is_never(node) {
            let wanted =
                "a mapping: `{ since: 2027-01-01, use: other_name, last_day: 2027-06-30 }`";
            fields::wrong_kind(diagnostics, node, &format!("`{key}`"), wanted);
        }
        return None;
    };
    let known = ["since", "use", "last_day"];
    fields::refuse_unknown(diagnostics, said, &known, &format!("`{key}`"));
    let since = read_day(diagnostics, said, "since");
    let last_day = read_day(diagnostics, said, "last_day");
    if let (Some(since), Some(last)) = (&since, &last_day)
        && last.value < since.value
    {
        let message = format!("the last day, {}, is before the first", last.value);
        let found = Diagnostic::new(Code::WRONG_SHAPE, last.span, message)
            .also(since.span, "deprecated since then")
            .help("correct one of the two days");
        diagnostics.push(found);
    }
    Some(Deprecation {
        since,
        instead: fields::string_at(diagnostics, said, "use"),
        last_day,
        span: node.span,
    })
}

/// `deprecated: false` says nothing.
fn is_never(node: &Node) -> bool {
    matches!(node.value, Value::Null) || node.as_bool() == Some(false)
}

fn read_day(diagnostics: &mut Diagnostics, map: &Map, key: &str) -> Option<Spanned<Date>> {
    let word = fields::string_at(diagnostics, map, key)?;
    let date = Date::parse(&word.value);
    if date.is_none() {
        let message = format!("`{}` is not a valid date", word.value);
        let found = Diagnostic::new(Code::WRONG_SHAPE, word.span, message);
        diagnostics.push(found.help("write year, month and day, such as `2027-06-30`"));
    }
    Some(Spanned::new(date?, word.span))
}
