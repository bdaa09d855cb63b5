//! Changes of the schemas of arguments, results and answers: the class of each change, and a value that demonstrates it.

use super::comparison::Comparison;
use super::effects::{Effects, Known};
use super::old_names::rename_arguments;
use super::report::{Kind, Report, TEXT, drift_finding, join_some, push_change};
use super::schema::{Difference, compare_schemas};
use super::witness::{Side, Witness, formats_of};
use crate::lock::{LockedTool, Subject, same_raw};
use toolc_base::diagnostic::{Class, Code};
use toolc_base::node::Node;
use toolc_schema::schema::formats::Formats;

/// A schema of a tool, or that of a final answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Input,
    Output,
    Answer,
}

impl Part {
    fn word(self) -> &'static str {
        match self {
            Part::Input => "input",
            Part::Output => "output",
            Part::Answer => "form",
        }
    }

    fn kind(self, effects: Effects) -> Kind {
        match self {
            Part::Input => kind_of_input(effects),
            // like results, answers come from elsewhere and are read by the program
            Part::Output | Part::Answer => kind_of_output(effects),
        }
    }
}

/// A call that is now refused fails loudly. A call that used to be refused affects no caller.
fn kind_of_input(effects: Effects) -> Kind {
    match (effects.lost, effects.gained) {
        (Known::Yes, _) => (Code::INPUT_CHANGED, Class::InputBreaking),
        (Known::Unknown, _) => (Code::INPUT_CHANGED, Class::InputUndecided),
        (Known::No, Known::No) => (Code::SCHEMA_REWRITTEN, Class::InputEquivalent),
        (Known::No, _) => (Code::INPUT_WIDENED, Class::InputCompatible),
    }
}

/// A new kind of result goes unnoticed by a model, which is worse than an error. One that can no
/// longer occur affects no reader of results.
fn kind_of_output(effects: Effects) -> Kind {
    match (effects.gained, effects.lost) {
        (Known::Yes, _) => (Code::OUTPUT_CHANGED, Class::OutputBreaking),
        (Known::Unknown, _) => (Code::OUTPUT_CHANGED, Class::OutputUndecided),
        (Known::No, Known::No) => (Code::SCHEMA_REWRITTEN, Class::OutputEquivalent),
        (Known::No, _) => (Code::OUTPUT_NARROWED, Class::OutputCompatible),
    }
}

/// The schemas decide, not their fingerprints: anyone who edits a lock can edit both.
pub(super) fn compare_input(
    report: &mut Report<'_>,
    comparison: &mut Comparison<'_, '_>,
    old: &LockedTool,
    new: &LockedTool,
) {
    let part = match new.is_answer() {
        true => Part::Answer,
        false => Part::Input,
    };
    let restructured = old.structural_fingerprint != new.structural_fingerprint;
    let renamed = rename_arguments(old, new);
    let old = renamed.as_ref().unwrap_or(old);
    let is_same = !comparison.definitions.differ(&old.input, &new.input);
    if is_same && formats_of(old) == formats_of(new) {
        if renamed.is_some() {
            // the fingerprints differ by what is reported of the old names
            return;
        }
        return compare_fingerprints(report, new, part, !same_raw(old, new), restructured);
    }
    let schemas = [(old, &old.input), (new, &new.input)];
    compare_part(report, comparison, part, schemas, restructured);
}

/// Reports fingerprints that differ although the schemas do not. The raw fingerprint also covers
/// parts that models are not shown, such as unreferenced definitions.
fn compare_fingerprints(
    report: &mut Report<'_>,
    new: &LockedTool,
    part: Part,
    rewritten: bool,
    restructured: bool,
) {
    let (code, _) = part.kind(Effects::UNKNOWN);
    let (which, kind) = match (rewritten, restructured) {
        (false, false) => return,
        (true, false) => ("raw fingerprint", part.kind(Effects::NONE)),
        (false, true) => ("structural fingerprint", (code, Class::Fingerprint)),
        (true, true) => (
            "raw and the structural fingerprint",
            (code, Class::Fingerprint),
        ),
    };
    let message = format!(
        "the {which} of `{}` differs from the lock, although the {} schema is the same",
        new.name,
        part.word()
    );
    push_change(report, kind, new, None, message);
}

pub(super) fn compare_output(
    report: &mut Report<'_>,
    comparison: &mut Comparison<'_, '_>,
    old: &LockedTool,
    new: &LockedTool,
) {
    let (change, effects) = match (&old.output, &new.output) {
        (_, None) if old.output_fingerprint.is_some() || new.output_fingerprint.is_some() => {
            return compare_hidden_output(report, old, new);
        }
        (None, None) => return,
        (Some(was), Some(is)) => {
            let is_same = !comparison.definitions.differ(was, is);
            if !is_same || formats_of(old) != formats_of(new) {
                compare_part(
                    report,
                    comparison,
                    Part::Output,
                    [(old, was), (new, is)],
                    false,
                );
            }
            return;
        }
        // an output that is not described may be anything
        (None, Some(_)) => ("is now described", Effects::NARROWED),
        (Some(_), None) => ("is no longer described", Effects::WIDENED),
    };
    let message = format!("the output of `{}` {change}", new.name);
    push_change(report, kind_of_output(effects), new, None, message);
}

/// Reports on an output schema that nobody is shown and no result is held to. The lock has only its fingerprint.
fn compare_hidden_output(report: &mut Report<'_>, old: &LockedTool, new: &LockedTool) {
    let name = &new.name;
    let change = match (
        &old.output,
        &old.output_fingerprint,
        &new.output_fingerprint,
    ) {
        (None, was, is) if was == is => return,
        (Some(_), ..) => "is no longer shown to models, and no result is held to it",
        (None, None, _) => "is now described, but models are not shown it",
        (None, _, None) => "is no longer described; models were not shown it",
        (None, ..) => "has another structure; models are not shown it, and no result is held to it",
    };
    let kind = (Code::SCHEMA_REWRITTEN, Class::OutputHidden);
    let message = format!("the output schema of `{name}` {change}");
    push_change(report, kind, new, None, message);
}

/// Reports on two schemas that are written differently.
fn compare_part(
    report: &mut Report<'_>,
    comparison: &mut Comparison<'_, '_>,
    part: Part,
    [(old, was), (new, is)]: [(&LockedTool, &Node); 2],
    restructured: bool,
) {
    let mut difference = compare_schemas(comparison.definitions, was, is);
    let formats = compare_formats(old, new);
    let is_same = !comparison.definitions.differ(was, is);
    difference.changes.extend(formats);
    if restructured || !difference.changes.is_empty() {
        // The rules of others are in their schemas, and in no structural fingerprint.
        let confines_paths = restructured && !difference.paths.is_empty();
        if confines_paths {
            report_paths(report, new, &difference.paths);
        }
        let side = |schema, tool| Side {
            schema,
            formats: formats_of(tool),
            confines_paths,
        };
        let was = side(comparison.definitions.draft_old(was), old);
        let is = side(comparison.definitions.draft_new(is), new);
        let witness = comparison
            .search
            .find_witness(&was, &is, part != Part::Output);
        let effects = witness.as_ref().map_or(Effects::UNKNOWN, Witness::effects);
        if is_same && effects == Effects::NONE {
            // nothing in this schema has a format
            return;
        }
        let change = difference.describe(effects);
        let message = format!("the {} of `{}` {change}", part.word(), new.name);
        let label = witness.and_then(|witness| match part {
            Part::Input => witness.describe_calls(),
            Part::Output => witness.describe_results(),
            Part::Answer => witness.describe_answers(),
        });
        let found = drift_finding(part.kind(effects), new.span, message);
        let found = found.label(label.unwrap_or_default());
        report.push(found, &[Subject::Tool(&new.name)]);
    } else {
        difference.name_rest(comparison.definitions, was, is);
        report_spelling(report, new, part, &difference);
    }
    report_secrets(report, new, part, &difference);
    report_prose(report, new, part, &difference);
}

/// Whether `format` checks strings, which applies to a whole schema.
fn compare_formats(old: &LockedTool, new: &LockedTool) -> Option<String> {
    let text = match (formats_of(old), formats_of(new)) {
        (Formats::Assert, Formats::Annotate) => "formats are not checked any more",
        (Formats::Annotate, Formats::Assert) => "formats are now checked",
        _ => return None,
    };
    Some(text.to_owned())
}

fn report_paths(report: &mut Report<'_>, tool: &LockedTool, paths: &[String]) {
    let message = format!(
        "the files that arguments of `{}` may name changed: {}",
        tool.name,
        join_some(paths, "; ")
    );
    let kind = (Code::INPUT_CHANGED, Class::Confinement);
    push_change(report, kind, tool, None, message);
}

/// What approvers, logs and events show of a value is decided by its schema.
fn report_secrets(report: &mut Report<'_>, tool: &LockedTool, part: Part, difference: &Difference) {
    if difference.secrets.is_empty() {
        return;
    }
    let message = format!(
        "what approvers and logs may see of the {} of `{}` changed: {}",
        part.word(),
        tool.name,
        join_some(&difference.secrets, ", ")
    );
    let kind = (Code::SECRECY_CHANGED, Class::Confinement);
    push_change(report, kind, tool, None, message);
}

/// Reports changes of spelling that do not change the meaning.
fn report_spelling(
    report: &mut Report<'_>,
    tool: &LockedTool,
    part: Part,
    difference: &Difference,
) {
    if difference.spelling.is_empty() {
        return;
    }
    let message = format!(
        "the {} of `{}` accepts the same, written differently: {}",
        part.word(),
        tool.name,
        join_some(&difference.spelling, ", ")
    );
    push_change(report, part.kind(Effects::NONE), tool, None, message);
}

/// Prose within a schema is read by the model.
fn report_prose(report: &mut Report<'_>, tool: &LockedTool, part: Part, difference: &Difference) {
    if difference.prose.is_empty() {
        return;
    }
    let message = format!(
        "text within the {} schema of `{}` changed: {}",
        part.word(),
        tool.name,
        join_some(&difference.prose, "; ")
    );
    push_change(report, TEXT, tool, None, message);
}
