//! Applies the settings that a toolset makes for a function to the tool.

use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_model::draft::{DraftFunction, DraftTool};
use toolc_model::model::failure;
use toolc_model::model::native::{NativeKind, Returns};

/// Adds the settings for its function to a tool. Reports declared errors that the function cannot
/// return.
pub(super) fn describe_tool(
    diagnostics: &mut Diagnostics,
    tool: &mut DraftTool,
    said: &DraftFunction,
) {
    tool.effect = said.effect.clone();
    tool.untrusted = said.untrusted.clone();
    tool.timeout = said.timeout.clone();
    tool.execution = said.execution;
    tool.inject = said.inject.clone();
    let declared = failure::to_node(&said.errors.value);
    tool.metadata
        .extend(declared.map(|node| ("errors".to_owned(), node)));
    tool.errors = said.errors.value.clone();
    if let Some(found) = idle_errors(tool, said) {
        diagnostics.push(found);
    }
}

/// A function that returns no `Result`, or one whose error is a string or a box, hides what failed.
fn idle_errors(tool: &DraftTool, said: &DraftFunction) -> Option<Diagnostic> {
    let NativeKind::Function { returns, .. } = &tool.native.as_ref()?.kind else {
        return None;
    };
    let what = match returns {
        _ if said.errors.value.is_empty() => return None,
        Returns::Fallible => return None,
        Returns::Value => "returns no `Result`",
        Returns::Boxed => "returns an untyped error, which no model is shown",
    };
    let name = &tool.name.value;
    let message = format!("the function `{name}` declares errors, and {what}");
    let finding = Diagnostic::new(Code::IDLE_ERRORS, said.errors.span, message)
        .label("no call ends with these")
        .also(tool.span, "the function")
        .help(
            "let it return `Result<_, Failure<…>>` with the enum of its errors, or remove `errors`",
        );
    Some(finding)
}
