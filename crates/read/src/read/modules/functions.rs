//! Settings that toolsets make for the functions they list: each must be for a listed function, and made once.

use crate::read::fields::quote_names;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_model::draft::{DraftFunction, DraftModule, DraftToolset};
use toolc_model::model::ToolName;

/// The settings that a toolset makes for functions. Those for functions that it does not list are
/// reported and left out.
pub(super) fn list_functions<'d>(
    diagnostics: &mut Diagnostics,
    toolset: &DraftToolset,
    module: &'d DraftModule,
    tools: &[&ToolName],
) -> Vec<&'d DraftFunction> {
    let namespace = &toolset.name.value;
    let mut known: Vec<&DraftFunction> = Vec::new();
    for function in &module.functions {
        let name = function.name.bare();
        let is_listed = tools.iter().any(|tool| tool.bare() == name);
        if is_listed {
            add_function(diagnostics, &mut known, function);
        } else {
            diagnostics.push(unlisted(namespace, name, &function.name, tools));
        }
    }
    known
}

/// Merges the settings of another toolset for the same module. A function is one tool, whoever may
/// call it.
pub(super) fn join_functions<'d>(
    diagnostics: &mut Diagnostics,
    known: &mut Vec<&'d DraftFunction>,
    others: Vec<&'d DraftFunction>,
) {
    for other in others {
        add_function(diagnostics, known, other);
    }
}

fn add_function<'d>(
    diagnostics: &mut Diagnostics,
    known: &mut Vec<&'d DraftFunction>,
    function: &'d DraftFunction,
) {
    let name = function.name.bare();
    let is_same = |known: &&&DraftFunction| known.name.bare() == name;
    match known.iter().find(is_same) {
        Some(first) => diagnostics.push(repeated(name, &function.name, &first.name)),
        None => known.push(function),
    }
}

fn unlisted(namespace: &str, name: &str, written: &ToolName, tools: &[&ToolName]) -> Diagnostic {
    let message = format!("the toolset `{namespace}` does not list the function `{name}`");
    let names: Vec<&str> = tools.iter().map(|tool| tool.bare()).collect();
    let help = match did_you_mean(name, names.iter().copied()) {
        Some(help) => help,
        None => format!(
            "add `{name}` to `tools`, or remove this; the toolset lists {}",
            quote_names(names)
        )
        .into(),
    };
    Diagnostic::new(Code::UNLISTED_FUNCTION, written.span, message)
        .label("this applies to no function")
        .help(help)
}

fn repeated(name: &str, second: &ToolName, first: &ToolName) -> Diagnostic {
    let message = format!("the function `{name}` is described twice");
    Diagnostic::new(Code::REPEATED_FUNCTION, second.span, message)
        .label("and again here")
        .also(first.span, "the first")
        .help("keep one of them: it holds for every worker that lists the function")
}
