//! The conditions of a rule: JSON pointers into the arguments, and what must hold there; and who calls.

mod caller;

use crate::read::fields::{self, Keys};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use toolc_base::node::{Entry, Map, Node, Value, unescape_pointer};
use toolc_base::restriction::OF_CONFIG;
use toolc_base::source::Spanned;
use toolc_model::model::rule::{CALLED_BY, Literal, Step, Test, When};
use toolc_schema::pattern;
use toolc_schema::schema::pattern::Pattern;
use toolc_schema::schema::rules::{self, Reads};
use toolc_schema::schema::shape::{Bound, Number};

/// The conditions other than numeric limits.
const CONDITIONS: &[&str] = &[
    "equals",
    "one_of",
    "starts_with",
    "path_prefix",
    "pattern",
    "under",
    EXISTS,
];

/// The former name of `path_prefix`, which says less than it means.
const PREFIX: &str = "prefix";

const EXISTS: &str = "exists";

/// A condition that is a limit: the JSON Schema keyword, its names in other systems, and how to set
/// it.
type Limit = (
    &'static str,
    &'static [&'static str],
    fn(&mut Number, Bound),
);

/// Names of the other conditions in other systems.
const CALLED: &[(&str, &str)] = &[
    ("const", "equals"),
    ("eq", "equals"),
    ("is", "equals"),
    ("enum", "one_of"),
    ("in", "one_of"),
    ("oneOf", "one_of"),
    ("any_of", "one_of"),
    ("regex", "pattern"),
    ("matches", "pattern"),
    ("path_under", "under"),
    ("within", "under"),
    ("present", "exists"),
    ("startsWith", "starts_with"),
    ("begins_with", "starts_with"),
    ("path_starts_with", "path_prefix"),
];

/// What has no name here, and what to write instead.
const NAMES: &[(&str, &str)] = &[
    ("glob", "write `under: folder` for a folder, or a `pattern`"),
    (
        "not",
        "add an earlier rule for the calls that this one must leave alone",
    ),
];

/// The conditions of a rule; `None` if one of them cannot be read, since the rule would match more
/// without it.
pub(super) fn read_when(diagnostics: &mut Diagnostics, node: &Node) -> Option<Vec<When>> {
    let Some(map) = node.as_map() else {
        let wanted = "a mapping of JSON pointers, such as `{ /argument: { equals: 1 } }`";
        fields::wrong_kind(diagnostics, node, "`when`", wanted);
        return None;
    };
    if map.is_empty() {
        let finding = Diagnostic::new(Code::WRONG_SHAPE, node.span, "`when` has no condition")
            .help("add a condition, or remove `when`: the rule then matches every call");
        diagnostics.push(finding);
        return None;
    }
    let mut read = Vec::new();
    for entry in map.iter() {
        read.push(match entry.key == CALLED_BY {
            true => caller::read_caller(diagnostics, entry),
            false => read_entry(diagnostics, entry),
        });
    }
    read.into_iter().collect()
}

fn read_entry(diagnostics: &mut Diagnostics, entry: &Entry) -> Option<When> {
    if let Some(help) = caller::suggest_key(&entry.key) {
        let message = format!("`{}` is not a condition on a call", entry.key);
        let finding = Diagnostic::new(Code::WRONG_SHAPE, entry.key_span, message);
        diagnostics.push(finding.help(help));
        return None;
    }
    let steps = read_pointer(diagnostics, entry);
    let tests = read_tests(diagnostics, entry);
    Some(When {
        pointer: Spanned::new(entry.key.clone(), entry.key_span),
        steps: steps?,
        tests: tests?,
    })
}

fn read_pointer(diagnostics: &mut Diagnostics, entry: &Entry) -> Option<Vec<Step>> {
    let key = entry.key.as_str();
    let mut report = |message: String, help: String| {
        let finding = Diagnostic::new(Code::WRONG_SHAPE, entry.key_span, message);
        diagnostics.push(finding.help(help));
        None
    };
    let Some(rest) = key.strip_prefix('/') else {
        if key.is_empty() {
            return report(
                "a condition must name an argument, and an empty pointer names none".to_owned(),
                "write `/` and the name of the argument".to_owned(),
            );
        }
        let name = key.trim_start_matches("$.").replace('.', "/");
        return report(
            format!("`{key}` is not a JSON pointer into the arguments"),
            format!("write `/{name}`"),
        );
    };
    let mut escapes = rest.split('~').skip(1);
    if escapes.any(|behind| !behind.starts_with(['0', '1'])) {
        return report(
            format!("`{key}` has a `~` that escapes nothing"),
            "write `~0` for `~` and `~1` for `/`".to_owned(),
        );
    }
    let step = |segment: &str| match segment {
        "*" => Step::Every,
        "?" => Step::Some,
        segment => Step::Key(unescape_pointer(segment).into_owned()),
    };
    Some(rest.split('/').map(step).collect())
}

fn read_tests(diagnostics: &mut Diagnostics, entry: &Entry) -> Option<Vec<Test>> {
    let Some(map) = entry.value.as_map().filter(|map| !map.is_empty()) else {
        let value = match &entry.value.value {
            Value::List(_) => "{ one_of: […] }".to_owned(),
            Value::Map(_) => "{ equals: … }".to_owned(),
            _ => format!("{{ equals: {} }}", entry.value.to_json()),
        };
        let message = format!(
            "the condition on `{}` must be a mapping, found {}",
            entry.key,
            match entry.value.as_map() {
                Some(_) => "an empty one",
                None => entry.value.kind(),
            }
        );
        let finding = Diagnostic::new(Code::WRONG_SHAPE, entry.value.span, message);
        diagnostics.push(finding.help(format!("write `{}: {value}`", entry.key)));
        return None;
    };
    check_names(diagnostics, map);
    let is_plain = |entry: &&Entry| CONDITIONS.contains(&entry.key.as_str());
    let is_limit = |entry: &Entry| list_limits().any(|(keyword, ..)| keyword == entry.key);
    let mut tests = Vec::new();
    for entry in map.iter().filter(is_plain) {
        tests.push(read_test(diagnostics, entry)?);
    }
    if map.iter().any(is_limit) {
        tests.push(read_limits(diagnostics, map)?);
    }
    let mut entries = map.iter();
    let all_known = entries.all(|entry| is_plain(&entry) || is_limit(entry));
    all_known.then_some(tests)
}

/// Reports keys that are not conditions.
fn check_names(diagnostics: &mut Diagnostics, map: &Map) {
    let plain = CONDITIONS.iter().copied().filter(|name| *name != EXISTS);
    let known: Vec<&str> = plain
        .chain(list_limits().map(|(keyword, ..)| keyword))
        .chain([EXISTS])
        .collect();
    let called: Vec<(&str, &str)> = list_limits()
        .flat_map(|(keyword, names, _)| names.iter().map(move |name| (*name, keyword)))
        .chain(CALLED.iter().copied())
        .collect();
    let prefix = map.get(PREFIX).map(|node| (PREFIX, advise_on_prefix(node)));
    let prefix = prefix.iter().map(|(name, help)| (*name, help.as_str()));
    let elsewhere: Vec<(&str, &str)> = prefix.chain(NAMES.iter().copied()).collect();
    let keys = Keys {
        owner: "a condition",
        known: &known,
        restrictions: OF_CONFIG,
        idle: &[],
        called: &called,
        elsewhere: &elsewhere,
    };
    fields::check_keys(diagnostics, map, &keys);
}

fn advise_on_prefix(node: &Node) -> String {
    let value = node.to_json();
    format!(
        "write `starts_with: {value}` for every string that begins like this, or `path_prefix: {value}` for this \
         string and what continues it with a `/`, as the key `prefix` meant"
    )
}

/// The conditions that are limits, derived from the rules of JSON Schema.
fn list_limits() -> impl Iterator<Item = Limit> {
    let rows = rules::NUMBER.iter();
    rows.filter_map(|rule| match rule.reads {
        Reads::Limit(set) => Some((rule.keyword, rule.also_called, set)),
        _ => None,
    })
}

fn read_test(diagnostics: &mut Diagnostics, entry: &Entry) -> Option<Test> {
    let node = &entry.value;
    let what = format!("`{}`", entry.key);
    Some(match entry.key.as_str() {
        "equals" => Test::OneOf(vec![read_literal(diagnostics, node, &what)?]),
        "one_of" => Test::OneOf(read_literals(diagnostics, node)?),
        "starts_with" => Test::StartsWith(read_text(diagnostics, node, &what)?),
        "path_prefix" => Test::PathPrefix(read_text(diagnostics, node, &what)?),
        "under" => Test::Under(read_folder(diagnostics, node)?),
        "pattern" => Test::Pattern(read_pattern(diagnostics, node)?),
        _ => match node.as_bool() {
            Some(exists) => Test::Exists(exists),
            None => {
                fields::wrong_kind(diagnostics, node, &what, "`true` or `false`");
                return None;
            }
        },
    })
}

fn read_literals(diagnostics: &mut Diagnostics, node: &Node) -> Option<Vec<Literal>> {
    let Some(items) = node.as_list().filter(|items| !items.is_empty()) else {
        fields::wrong_kind(diagnostics, node, "`one_of`", "a list of values");
        return None;
    };
    let each = items.iter();
    let each = each.map(|item| read_literal(diagnostics, item, "an element of `one_of`"));
    let read: Vec<Option<Literal>> = each.collect();
    read.into_iter().collect()
}

fn read_literal(diagnostics: &mut Diagnostics, node: &Node, what: &str) -> Option<Literal> {
    match &node.value {
        Value::Null => Some(Literal::Null),
        Value::Bool(flag) => Some(Literal::Boolean(*flag)),
        Value::String(text) => Some(Literal::Text(text.clone())),
        Value::Number(_) => read_bound(diagnostics, node, what).map(Literal::Number),
        Value::List(_) | Value::Map(_) => {
            let message = format!("{what} must be a single value, found {}", node.kind());
            let finding = Diagnostic::new(Code::WRONG_SHAPE, node.span, message);
            let help = "write one condition for each part: in the pointer, `*` means every item and a name means a property";
            diagnostics.push(finding.help(help));
            None
        }
    }
}

fn read_bound(diagnostics: &mut Diagnostics, node: &Node, what: &str) -> Option<Bound> {
    let is_number = matches!(node.value, Value::Number(_));
    let bound = Bound::parse(&node.to_json()).filter(|_| is_number);
    if bound.is_none() {
        fields::wrong_kind(diagnostics, node, what, "a number");
    }
    bound
}

fn read_limits(diagnostics: &mut Diagnostics, map: &Map) -> Option<Test> {
    let mut number = Number::default();
    for (keyword, _, set) in list_limits() {
        if let Some(node) = map.get(keyword) {
            let bound = read_bound(diagnostics, node, &format!("`{keyword}`"))?;
            set(&mut number, bound);
        }
    }
    Some(Test::Within(number))
}

/// A non-empty string.
fn read_text(diagnostics: &mut Diagnostics, node: &Node, what: &str) -> Option<String> {
    let text = fields::read_string(diagnostics, node, what)?.value;
    if text.is_empty() {
        fields::wrong_kind(diagnostics, node, what, "a non-empty string");
        return None;
    }
    Some(text)
}

/// A folder in canonical form: without `..`, and without anything that other systems interpret
/// differently.
fn read_folder(diagnostics: &mut Diagnostics, node: &Node) -> Option<String> {
    let folder = read_text(diagnostics, node, "`under`")?;
    let is_it = toolc_runtime::rule::is_under(&folder, &folder);
    let goes_up = folder.split('/').any(|name| name == "..");
    if is_it && !goes_up {
        return Some(folder);
    }
    let message = format!("`{folder}` is not a valid folder for `under`");
    let finding = Diagnostic::new(Code::WRONG_SHAPE, node.span, message).help(
        "write the folder as it appears in paths, with `/` and without `..`, `~`, `\\` or a drive letter, such as `under: docs/api`",
    );
    diagnostics.push(finding);
    None
}

fn read_pattern(diagnostics: &mut Diagnostics, node: &Node) -> Option<Pattern> {
    let source = read_text(diagnostics, node, "`pattern`")?;
    match pattern::compile_pattern(&source) {
        Ok(compiled) => Some(Pattern { source, compiled }),
        Err(fault) => {
            let message = format!("the pattern cannot be compiled: {}", fault.reason);
            let finding = Diagnostic::new(Code::UNSUPPORTED_PATTERN, node.span, message)
                .label(format!("at character {} of the pattern", fault.offset + 1))
                .help(fault.help);
            diagnostics.push(Diagnostic {
                severity: Severity::Error,
                ..finding
            });
            None
        }
    }
}

/// Reports patterns that can match anywhere in a text, as in a schema: in a rule that lets calls
/// run unasked, this is seldom intended.
pub(super) fn report_loose_patterns(diagnostics: &mut Diagnostics, when: &[When]) {
    for condition in when {
        let mut tests = condition.tests.iter();
        let loose = tests.find_map(|test| match test {
            Test::Pattern(pattern) if !pattern::covers_whole(&pattern.source) => {
                Some(&pattern.source)
            }
            _ => None,
        });
        if let Some(source) = loose {
            let message = format!("the pattern `{source}` may match only part of the string");
            let finding = Diagnostic::new(Code::LOOSE_PATTERN, condition.pointer.span, message)
                .label("lets calls run without asking")
                .help(format!(
                    "write `{}` to match the whole string",
                    pattern::write_whole(source)
                ));
            diagnostics.push(finding);
        }
    }
}
