//! Operations that are replaced by other tools, which must exist.

use super::names::{DEFAULT_NAMESPACE, Named};
use toolc_base::diagnostic::suggest::{ask_whether, nearest};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Help};
use toolc_model::draft::Replaced;

/// Reports replacements, and replacements by tools that do not exist.
pub fn check_replaced(diagnostics: &mut Diagnostics, replaced: &[Replaced], tools: &[Named]) {
    for Replaced {
        operation,
        span,
        namespace,
        by,
    } in replaced
    {
        let (namespace, name) = match by.value.split_once("::") {
            Some(whole) => whole,
            None => (
                namespace.as_deref().unwrap_or(DEFAULT_NAMESPACE),
                by.value.as_str(),
            ),
        };
        let is_meant = |tool: &&Named| tool.namespace == namespace && tool.draft.name.value == name;
        diagnostics.push(match tools.iter().find(is_meant) {
            Some(tool) => {
                let message = format!("`{operation}` is replaced by `{namespace}::{name}`");
                Diagnostic::new(Code::NORMALIZED_OPERATION, *span, message)
                    .also(tool.draft.span, "this tool")
            }
            None => {
                let message = format!(
                    "`{operation}` is replaced by `{namespace}::{name}`, which is not a tool"
                );
                Diagnostic::new(Code::UNKNOWN_TOOL, by.span, message)
                    .help(help(&by.value, namespace, name, tools))
            }
        });
    }
}

fn help(written: &str, namespace: &str, name: &str, tools: &[Named]) -> Help {
    let known = tools.iter().filter(|tool| tool.namespace == namespace);
    let names = known.map(|tool| tool.draft.name.value.as_str());
    if let Some(meant) = nearest(name, names) {
        return match written.contains("::") {
            true => ask_whether(written, format_args!("{namespace}::{meant}")),
            false => ask_whether(written, meant),
        };
    }
    let elsewhere = tools.iter().find(|tool| tool.draft.name.value == name);
    match elsewhere {
        Some(tool) => ask_whether(written, format_args!("{}::{name}", tool.namespace)),
        None => Help::from(format!(
            "define the tool `{name}` in a file of the namespace `{namespace}`"
        )),
    }
}
