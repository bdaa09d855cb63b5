//! `budgets`: how many tokens a worker's definitions may take for a target.

use super::targets::suggest_target;
use crate::read::fields;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node, Value};
use toolc_base::source::Spanned;
use toolc_model::model::Target;
use toolc_model::model::exports::Budget;

/// `budgets: { anthropic: 4000, openai: { support: 2000 } }`
pub(super) fn read_budgets(diagnostics: &mut Diagnostics, map: &Map) -> Vec<Budget> {
    let Some(node) = map.get("budgets") else {
        return Vec::new();
    };
    let Some(map) = node.as_map() else {
        let wanted = "a mapping of targets to numbers of tokens, such as `{anthropic: 4000}`";
        fields::wrong_kind(diagnostics, node, "`budgets`", wanted);
        return Vec::new();
    };
    let mut budgets = Vec::new();
    for entry in map.iter() {
        let Some(target) = Target::named(&entry.key) else {
            let help = suggest_target(&entry.key);
            let message = format!("`{}` is not a target", entry.key);
            let finding = Diagnostic::new(Code::WRONG_SHAPE, entry.key_span, message);
            diagnostics.push(finding.help(help));
            continue;
        };
        let mut add = |worker, node: &Node| {
            let tokens = read_tokens(diagnostics, node);
            budgets.extend(tokens.map(|tokens| Budget {
                target,
                worker,
                tokens,
            }));
        };
        match &entry.value.value {
            Value::Map(workers) => {
                for each in workers.iter() {
                    add(
                        Some(Spanned::new(each.key.clone(), each.key_span)),
                        &each.value,
                    );
                }
            }
            _ => add(None, &entry.value),
        }
    }
    budgets
}

fn read_tokens(diagnostics: &mut Diagnostics, node: &Node) -> Option<Spanned<u64>> {
    let number = match &node.value {
        Value::Number(number) => number.to_string().parse::<u64>().ok(),
        _ => None,
    };
    match number.filter(|number| *number > 0) {
        Some(number) => Some(Spanned::new(number, node.span)),
        None => {
            let wanted =
                "a whole number of tokens above 0, or a mapping from workers to such numbers";
            fields::wrong_kind(diagnostics, node, "a budget", wanted);
            None
        }
    }
}
