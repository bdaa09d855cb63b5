//! The way of `toolc explain-call`, from specs to what is printed.

use super::super::Exit;
use super::super::input::compile_input;
use super::super::output::{DataFormat, print_data};
use super::explain::explain;
use super::{ExplainCall, json, text};
use toolc_base::diagnostic::render::Places;
use toolc_compile::compile::Options;
use toolc_model::model::callers::Caller;
use toolc_runtime::Verdict;

/// Explains a call on standard output.
pub(super) fn explain_call(command: &ExplainCall) -> Exit {
    let call = &command.call;
    let answer = match compile_input(&call.paths, &Options::default()) {
        Ok(answer) => answer,
        Err(exit) => return exit,
    };
    let caller = Caller::from_name(&command.called_by).unwrap_or(Caller::Unknown);
    let explanation = match explain(call, caller, &answer) {
        Ok(explanation) => explanation,
        Err(exit) => return exit,
    };
    let places = Places::new(&answer.sources);
    let catalog = answer.checked.catalog();
    let printed = print_data(&match command.format {
        DataFormat::Human => text::write_text(catalog, &places, &explanation),
        DataFormat::Json => json::write_json(catalog, &places, &explanation),
    });
    match explanation.outcome.verdict {
        Verdict::Refused(_) => Exit::Findings.or(printed),
        _ => printed,
    }
}
