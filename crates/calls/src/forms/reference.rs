//! Questions with an answer, and settings of how it is checked, as generators of training data write them.

use super::{read_id, read_text, read_tools, unfit_key};
use crate::record::{Checks, Record};
use toolc_base::diagnostic::Diagnostics;
use toolc_base::node::{Map, Node, Value};

pub(super) const NAME: &str = "a question with its answer";

pub(super) fn is_reference(node: &Node) -> bool {
    node.get("answer").is_some()
}

pub(super) fn read_reference(diagnostics: &mut Diagnostics, node: &Node) -> Vec<Record> {
    let Some(answer) = node.get("answer") else {
        return Vec::new();
    };
    vec![Record {
        span: node.span,
        form: NAME,
        id: read_id(node),
        question: node.get("question").and_then(read_text),
        tools: read_tools(node),
        answer: answer.clone(),
        results: read_results(diagnostics, node),
        checks: read_checks(diagnostics, node),
    }]
}

/// What the calls returned: a mapping from their ids.
fn read_results(diagnostics: &mut Diagnostics, node: &Node) -> Option<Map> {
    let said = node.get("results")?;
    if said.as_map().is_none() {
        diagnostics.push(unfit_key(said, "results", "a mapping from ids to results"));
    }
    said.as_map().cloned()
}

fn read_checks(diagnostics: &mut Diagnostics, node: &Node) -> Checks {
    let mut checks = Checks::of_samples();
    let flags = [
        ("check_arg_question_overlap", &mut checks.overlap),
        ("require_nested", &mut checks.require_nested),
        ("allow_nested", &mut checks.allow_nested),
        ("multi_output", &mut checks.multi_output),
        ("validate_question", &mut checks.validate_question),
    ];
    for (key, flag) in flags {
        match node.get(key).map(|said| (said, said.as_bool())) {
            None => {}
            Some((_, Some(said))) => *flag = said,
            Some((said, None)) => diagnostics.push(unfit_key(said, key, "true or false")),
        }
    }
    if let Some(said) = node.get("ignore_types") {
        let names = |list: &[Node]| {
            let names = list.iter().map(|item| item.as_str().map(str::to_owned));
            names.collect::<Option<Vec<String>>>()
        };
        match &said.value {
            Value::List(list) if names(list).is_some() => {
                checks.ignore_types = names(list).unwrap_or_default();
            }
            _ => diagnostics.push(unfit_key(said, "ignore_types", "a list of types")),
        }
    }
    checks
}
