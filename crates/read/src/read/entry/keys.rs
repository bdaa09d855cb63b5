//! The keys of a tool that are not read: typos, names from other systems, keys that ought to
//! restrict, and keys kept for others.

use super::hints::{check_annotations, check_strict};
use super::{INPUT_KEYS, OUTPUT_KEYS};
use crate::read::fields;
use crate::read::foreign::{self, Foreign, Requested};
use crate::read::{Reading, restricted};
use toolc_base::diagnostic::suggest::nearest;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Help, Severity};
use toolc_base::node::{Entry, Map, Node};
use toolc_base::restriction::OF_TOOL;
use toolc_base::source::{Span, Spanned};
use toolc_model::model::approval::Approval;
use toolc_model::model::exports::HINTS;
use toolc_runtime::definition::EXTRAS;

/// Keys that have been read before.
const READ: &[&str] = &[
    "name",
    "namespace",
    "description",
    "title",
    "approval",
    "needsApproval",
    "needs_approval",
    "effect",
    "untrusted",
];

/// Keys that are read if the definition is the user's own.
const OWN: &[&str] = &[
    "errors",
    "inject",
    "timeout",
    "execution",
    "manualExecution",
    "manual_execution",
    "overload",
    "engine",
    "wire_name",
    "aliases",
    "renamed_from",
    "deprecated",
];

/// Keys meant for others. Those that are not exported are reported by a check.
const KEPT: &[&str] = &["metadata", "annotations", "tags"];

/// Keys of MCP and OpenAI that are kept too.
const OF_OTHERS: &[&str] = &["_meta", "strict"];

/// Names of an input schema in other systems.
const INPUT_NAMES: &[&str] = &[
    "input",
    "inputs",
    "arguments",
    "args",
    "params",
    "schema",
    "args_schema",
    "input_parameters",
    "inputParameters",
];

/// Names of an output schema in other systems.
const OUTPUT_NAMES: &[&str] = &[
    "output",
    "outputs",
    "returns",
    "return",
    "result",
    "results",
    "output_params",
    "outputParams",
    "return_schema",
    "result_schema",
    "resultSchema",
];

/// Names of a description in other systems.
const DESCRIPTION_NAMES: &[&str] = &["desc", "summary", "doc", "docs", "docstring"];

/// Advice on keys that restrict nothing.
const ADVICE: &[(&str, &str)] = &[
    ("category", BY_NAME),
    ("group", BY_NAME),
    ("module", BY_HANDLER),
    ("handler", BY_HANDLER),
    ("function", BY_HANDLER),
    ("func", BY_HANDLER),
    ("callable", BY_HANDLER),
    ("implementation", BY_HANDLER),
    ("command", BY_ENGINE),
    ("endpoint", BY_ENGINE),
    ("method", BY_ENGINE),
    ("path", BY_ENGINE),
    ("server", BY_ENGINE),
    ("url", BY_ENGINE),
    ("examples", "write `examples` within `parameters`"),
];

const BY_NAME: &str = "tools are chosen by their names, in the whitelists of the workers";

const BY_HANDLER: &str = "remove it: the program runs the tool, by `impl Handle<…>` for its type";

const BY_ENGINE: &str =
    "remove it: what runs a tool is an engine in `toolc.yaml`, or `impl Handle<…>` for its type";

/// The keys of a tool, except those of its schemas.
pub(in crate::read) fn other_keys() -> impl Iterator<Item = &'static str> {
    [READ, OWN, KEPT].into_iter().flatten().copied()
}

/// The tool key that was probably meant, if a key is close to one.
pub(super) fn find_slip(key: &str) -> Option<&'static str> {
    let known = || {
        let of_schemas = [INPUT_KEYS, OUTPUT_KEYS].into_iter().flatten().copied();
        of_schemas.chain(other_keys())
    };
    nearest(key, known()).filter(|_| key.len() > 4 && known().all(|known| known != key))
}

/// The input schema key that was meant, be it a typo or a name from another system.
pub(super) fn meant_input(entry: &Entry) -> Option<&'static str> {
    let is_named = INPUT_NAMES.contains(&entry.key.as_str()) && entry.value.as_map().is_some();
    let slip = find_slip(&entry.key).filter(|meant| INPUT_KEYS.contains(meant));
    slip.or(is_named.then_some("parameters"))
}

/// What a tool has besides its schemas.
#[derive(Default)]
pub(super) struct Rest {
    /// Keys that are kept for others.
    pub(super) kept: Vec<(String, Node)>,
    /// The approval that third parties request through keys that are not toolc's.
    pub(super) requested: Option<Spanned<Approval>>,
    /// The key that was probably meant as `description`.
    pub(super) described: Option<Span>,
}

/// Takes the remaining keys of a tool, and reports each that seems to have a meaning.
pub(super) fn take_rest(
    reading: &mut Reading<'_>,
    map: Map,
    foreign: Option<Foreign>,
    tool: &str,
    has_output: bool,
) -> Rest {
    let mut rest = Rest::default();
    let definition = Definition {
        all: map.clone(),
        foreign,
        tool,
        has_output,
    };
    for entry in map.into_entries() {
        let key = entry.key.as_str();
        if READ.contains(&key) || foreign.is_none() && OWN.contains(&key) {
            continue;
        }
        let is_restriction = definition.take_restriction(reading, &entry, &mut rest.requested);
        if !is_restriction && !is_kept(key) {
            let meant = definition.report_key(reading, &entry);
            let is_description = meant == Some("description");
            rest.described = rest.described.or(is_description.then_some(entry.key_span));
        }
        check_value(reading.diagnostics, &entry, foreign);
        rest.kept.push((entry.key, entry.value));
    }
    rest
}

/// What the meaning of a key depends on.
struct Definition<'t> {
    all: Map,
    foreign: Option<Foreign>,
    tool: &'t str,
    has_output: bool,
}

impl Definition<'_> {
    /// Takes the approval that a key requests, or reports that it restricts nothing; returns
    /// whether the key ought to restrict the tool.
    fn take_restriction(
        &self,
        reading: &mut Reading<'_>,
        entry: &Entry,
        requested: &mut Option<Spanned<Approval>>,
    ) -> bool {
        let Some(foreign) = self.foreign else {
            return report_restriction(reading, entry);
        };
        match foreign::foreign_restriction(reading, entry, foreign, self.tool) {
            Requested::Nothing => false,
            Requested::InVain => true,
            Requested::For(approval) => {
                *requested = stricter_approval(requested.take(), Some(approval));
                true
            }
        }
    }

    /// Reports a key without a meaning; returns the one that was probably meant.
    fn report_key(&self, reading: &mut Reading<'_>, entry: &Entry) -> Option<&'static str> {
        let key = entry.key.as_str();
        let named = match key {
            _ if OUTPUT_NAMES.contains(&key) && !self.has_output => Some("output_parameters"),
            _ if DESCRIPTION_NAMES.contains(&key) && !self.all.contains("description") => {
                Some("description")
            }
            _ => None,
        };
        let help = |meant: &str| match meant {
            _ if INPUT_KEYS.contains(&meant) => already_there(key, "the input schema"),
            _ if OUTPUT_KEYS.contains(&meant) && self.has_output => {
                already_there(key, "the output schema")
            }
            _ => fields::ask_or_remove(key, meant, &self.all),
        };
        report(reading, entry, self.foreign, named, help)
    }
}

/// Whether a key is kept for others without a finding.
fn is_kept(key: &str) -> bool {
    let is_exported = EXTRAS.iter().any(|(name, _)| *name == key);
    is_exported || KEPT.contains(&key) || OF_OTHERS.contains(&key) || key.starts_with("x-")
}

/// Checks the value of a key that is kept for others, but known.
fn check_value(diagnostics: &mut Diagnostics, entry: &Entry, foreign: Option<Foreign>) {
    let (value, is_foreign) = (&entry.value, foreign.is_some());
    match entry.key.as_str() {
        "annotations" => {
            check_annotations(diagnostics, value, is_foreign);
            if !is_foreign {
                report_hints(diagnostics, value);
            }
        }
        "strict" => check_strict(diagnostics, value, is_foreign),
        // read only to report problems: a tool keeps its tags as written
        "tags" if !is_foreign => {
            let tags = fields::read_strings(diagnostics, value, "`tags`").unwrap_or_default();
            fields::report_repeated(diagnostics, Severity::Warning, "tags", &tags);
        }
        _ => {}
    }
}

/// Reports keys that are close to a hint, or consist of the first word of one.
pub(in crate::read) fn report_hints(diagnostics: &mut Diagnostics, annotations: &Node) {
    let Some(map) = annotations.as_map() else {
        return;
    };
    for entry in map.iter() {
        let key = entry.key.as_str();
        let known = || HINTS.iter().copied();
        if key == "title" || known().any(|hint| hint == key) {
            continue;
        }
        let begins = |hint: &&str| *hint == format!("{key}Hint");
        if let Some(meant) = known().find(begins).or_else(|| nearest(key, known())) {
            let message = format!("`{key}` is not an MCP hint");
            let finding = Diagnostic::new(Code::UNKNOWN_KEY, entry.key_span, message);
            diagnostics.push(Diagnostic {
                severity: Severity::Warning,
                ..finding.help(fields::ask_or_remove(key, meant, map))
            });
        }
    }
}

/// The stricter of two approvals, with its place.
pub(super) fn stricter_approval(
    one: Option<Spanned<Approval>>,
    other: Option<Spanned<Approval>>,
) -> Option<Spanned<Approval>> {
    match (one, other) {
        (Some(one), Some(other)) if other.value > one.value => Some(other),
        (one, other) => one.or(other),
    }
}

/// Reports a key in the user's own tool that ought to restrict it; returns whether the key is one.
fn report_restriction(reading: &mut Reading<'_>, entry: &Entry) -> bool {
    let found = restricted::restriction_finding(entry, OF_TOOL, "a tool");
    let is_restriction = found.is_some();
    if let Some(found) = found {
        reading.diagnostics.push(found);
    }
    is_restriction
}

/// The help line for a misspelled key whose value is taken from another key.
fn already_there(key: &str, what: &str) -> Help {
    Help::from(format!("{what} is there already: remove `{key}`"))
}

/// Reports a key without a meaning; returns the one that was probably meant.
fn report(
    reading: &mut Reading<'_>,
    entry: &Entry,
    foreign: Option<Foreign>,
    named: Option<&'static str>,
    help: impl Fn(&str) -> Help,
) -> Option<&'static str> {
    // others may use the same word for something else: a string is not a schema
    let is_schema = entry.value.as_map().is_some() || named == Some("description");
    let named = named.filter(|_| foreign.is_none() && is_schema);
    let Some(meant) = find_slip(&entry.key).or(named) else {
        report_idle(reading, entry, foreign);
        return None;
    };
    // a typo must not open what the key should close
    let is_policy = ["approval", "execution"].contains(&meant) && foreign.is_none();
    let (severity, rest) = match is_policy {
        true => (Severity::Error, ""),
        false => (Severity::Warning, "; it is kept as metadata"),
    };
    let message = format!("a tool has no key `{}`{rest}", entry.key);
    let finding = Diagnostic::new(Code::UNKNOWN_KEY, entry.key_span, message);
    reading.diagnostics.push(Diagnostic {
        severity,
        ..finding.help(help(meant))
    });
    Some(meant)
}

/// Reports a key without a meaning, only at its first occurrence in the file.
fn report_idle(reading: &mut Reading<'_>, entry: &Entry, foreign: Option<Foreign>) {
    if !reading.idle.insert(entry.key.clone()) {
        return;
    }
    let advice = ADVICE.iter().find(|(key, _)| *key == entry.key);
    let help = match (advice, foreign) {
        (Some((_, help)), None) => help,
        (None, None) => "move it under `metadata:` if it is meant for other programs",
        (_, Some(_)) => "",
    };
    let finding = restricted::idle_finding(entry, "a tool", help);
    reading.diagnostics.push(match foreign {
        None => finding.severity(Severity::Warning),
        Some(_) => finding,
    });
}
