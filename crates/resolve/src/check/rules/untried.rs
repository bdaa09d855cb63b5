//! Rules that block calls or let them run, and of which no example shows what they do.

use super::List;
use std::sync::Arc;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_model::model::approval::Approval;
use toolc_model::model::rule::Rule;

/// Notes each such rule once. A rule without conditions on arguments needs no example.
pub(super) fn check_untried(diagnostics: &mut Diagnostics, lists: &[List<'_>]) {
    let mut seen: Vec<*const Rule> = Vec::new();
    for rule in lists.iter().flat_map(|list| list.rules) {
        let names_arguments = rule.when.iter().any(|when| !when.is_on_caller());
        let decides = rule.approval.value != Approval::Ask && names_arguments;
        let is_tried = !rule.matches.is_empty() || !rule.no_matches.is_empty();
        if decides && !is_tried && !seen.contains(&Arc::as_ptr(rule)) {
            seen.push(Arc::as_ptr(rule));
            diagnostics.push(untried(rule));
        }
    }
}

fn untried(rule: &Rule) -> Diagnostic {
    let (does, label) = match rule.approval.value {
        Approval::Blocked => (
            "blocks calls",
            "if its conditions are wrong, nothing is blocked",
        ),
        _ => (
            "lets calls run unasked",
            "if its conditions are wrong, others run too",
        ),
    };
    let message = format!("this rule {does}, and no example shows which");
    Diagnostic::new(Code::UNTRIED_RULE, rule.span, message)
        .label(label)
        .help(
            "add `match: [{ … }]` with the arguments of a call that it decides, and `no_match` with those of one \
             that it does not: every build tries them",
        )
}
