//! Keywords that models are not shown, because a schema with them is not valid: what is said about each kind.

use super::names::Named;
use super::text::{LeftOut, ToolTexts, Unshown};
use std::collections::HashSet;
use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics, Severity};
use toolc_runtime::hidden;
use toolc_runtime::meta_schema::Unfit;

/// Reports what was left out of each tool's schemas, once for each keyword and fault. In what others wrote, it is
/// noted.
pub(super) fn report_unfit(diagnostics: &mut Diagnostics, named: &[Named], texts: &[ToolTexts]) {
    for (tool, texts) in named.iter().zip(texts) {
        let mut rest: Vec<&LeftOut> = texts.left_out.iter().collect();
        while let Some(first) = rest.first().copied() {
            let is_same =
                |other: &&LeftOut| other.keyword == first.keyword && other.unfit == first.unfit;
            let count = rest.iter().filter(|other| is_same(other)).count();
            rest.retain(|other| !is_same(other));
            if !tool.draft.foreign && is_missing_description(first) {
                continue;
            }
            let finding = unfit_annotation(tool, first, count);
            let severity = match tool.draft.foreign {
                true => Severity::Note,
                false => finding.severity,
            };
            diagnostics.push(Diagnostic {
                severity,
                ..finding
            });
        }
    }
}

/// Reports the patterns that models are not shown, each once.
pub(super) fn report_unshown(diagnostics: &mut Diagnostics, named: &[Named], texts: &[ToolTexts]) {
    for (tool, texts) in named.iter().zip(texts) {
        let mut reported: HashSet<&str> = HashSet::new();
        for unshown in &texts.unshown {
            if reported.insert(&unshown.pattern) {
                diagnostics.push(unshown_pattern(tool, unshown));
            }
        }
    }
}

fn unshown_pattern(tool: &Named, unshown: &Unshown) -> Diagnostic {
    let pattern = hidden::show_hidden(&unshown.pattern);
    let qualified = format!("{}::{}", tool.namespace, tool.draft.name.value);
    let message =
        format!("models are not shown the pattern `{pattern}`: ECMA-262 cannot express it");
    let finding = Diagnostic::new(Code::UNSHOWN_PATTERN, unshown.span, message);
    let severity = match tool.draft.foreign {
        true => Severity::Note,
        false => finding.severity,
    };
    let finding = finding
        .label("calls are held to it all the same")
        .help(
            "write both cases of letters instead of `(?i)`, as in `[Aa]`, or alternatives instead of the back-reference",
        )
        .about(About::tool(&qualified));
    Diagnostic {
        severity,
        ..finding
    }
}

/// In one's own files, a description that is null is reported as one that is missing.
fn is_missing_description(left_out: &LeftOut) -> bool {
    let is_null = matches!(left_out.unfit, Unfit::Form { found: "null", .. });
    is_null && left_out.keyword == "description"
}

fn unfit_annotation(tool: &Named, left_out: &LeftOut, count: usize) -> Diagnostic {
    let keyword = hidden::show_hidden(&left_out.keyword);
    let wrong = match left_out.unfit {
        Unfit::Form { expected, found } => format!("must be {expected}, found {found}"),
        Unfit::Address => {
            "has an `$id` or an anchor in it, which clients take for that of a schema".to_owned()
        }
        Unfit::Dangling => "refers to nothing".to_owned(),
        Unfit::Refused => {
            "is not a keyword of JSON Schema 2020-12, and clients refuse a schema that has it"
                .to_owned()
        }
    };
    let help = match left_out.unfit {
        Unfit::Form { expected, .. } => format!("write {expected}, or remove `{keyword}`"),
        Unfit::Address | Unfit::Dangling => format!("correct it, or remove `{keyword}`"),
        Unfit::Refused if left_out.keyword == "nullable" => {
            "write `null` among the types, or remove `nullable`".to_owned()
        }
        Unfit::Refused => format!("remove `{keyword}`"),
    };
    let more = match count {
        1 => String::new(),
        _ => format!(" (in {count} places)"),
    };
    let qualified = format!("{}::{}", tool.namespace, tool.draft.name.value);
    Diagnostic::new(
        Code::UNFIT_ANNOTATION,
        left_out.span,
        format!("`{keyword}` {wrong}{more}"),
    )
    .label("models are not shown it, since a provider refuses a list with it")
    .help(help)
    .about(About::tool(&qualified))
}
