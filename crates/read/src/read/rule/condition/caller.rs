//! The condition of a rule on who calls.

use crate::read::fields;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Help};
use toolc_base::node::{Entry, Node, Value};
use toolc_base::source::Spanned;
use toolc_model::model::callers::{Caller, is_code_execution};
use toolc_model::model::rule::{CALLED_BY, Test, When};

/// What may stand under the key.
const WANTED: &str = "`direct` for the model itself, `programmatic` for programs that it writes, `unknown` for calls of \
                      which nothing says who made them, or a list of these";

/// What somebody may write in place of the key.
const CALLED: &[&str] = &[
    "caller",
    "callers",
    "allowed_callers",
    "calledBy",
    "called-by",
    "called_from",
];

/// The help on a key of another name that means who calls.
pub(super) fn suggest_key(key: &str) -> Option<String> {
    let is_it = CALLED.contains(&key) || did_you_mean(key, [CALLED_BY]).is_some();
    is_it.then(|| {
        format!("write `{CALLED_BY}` for who calls, or `/{key}` for an argument of this name")
    })
}

/// Reads `called_by: NAME`, or a list of names.
pub(super) fn read_caller(diagnostics: &mut Diagnostics, entry: &Entry) -> Option<When> {
    let nodes = match &entry.value.value {
        Value::List(nodes) if !nodes.is_empty() => nodes.as_slice(),
        Value::String(_) => std::slice::from_ref(&entry.value),
        _ => {
            let what = format!("`{CALLED_BY}`");
            fields::wrong_kind(diagnostics, &entry.value, &what, WANTED);
            return None;
        }
    };
    let mut callers = Vec::new();
    for node in nodes {
        let caller = read_name(diagnostics, node)?;
        if callers.contains(&caller) {
            let message = format!("`{CALLED_BY}` names `{}` twice", caller.name());
            let finding = Diagnostic::new(Code::REPEATED_APPROVAL, node.span, message);
            diagnostics.push(finding.help("remove it here"));
            continue;
        }
        callers.push(caller);
    }
    Some(When {
        pointer: Spanned::new(entry.key.clone(), entry.key_span),
        steps: Vec::new(),
        tests: vec![Test::CalledBy(callers)],
    })
}

fn read_name(diagnostics: &mut Diagnostics, node: &Node) -> Option<Caller> {
    let name = node.as_str().unwrap_or_default();
    let caller = Caller::from_name(name);
    if caller.is_none() {
        let shown = node.as_str().map_or_else(|| node.to_json(), str::to_owned);
        let message = format!("`{shown}` is not a caller that a rule can name");
        let finding = Diagnostic::new(Code::WRONG_SHAPE, node.span, message);
        diagnostics.push(finding.help(suggest_name(name)));
    }
    caller
}

fn suggest_name(name: &str) -> Help {
    let meant = match name {
        "model" | "user" => Some("direct"),
        "program" | "code" | "code_execution" => Some("programmatic"),
        version if is_code_execution(version) => Some("programmatic"),
        _ => None,
    };
    if let Some(meant) = meant {
        return format!("write `{meant}`").into();
    }
    let names = Caller::ALL.iter().map(|(name, _)| *name);
    did_you_mean(name, names).unwrap_or_else(|| format!("write {WANTED}").into())
}
