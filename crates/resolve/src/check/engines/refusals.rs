//! Whether the descriptions have schemas for the error responses that models may read.

use super::Call;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use toolc_base::source::Spanned;
use toolc_model::model::Tool;
use toolc_model::model::engine::{Engine, HttpEngine};
use toolc_model::model::http::Statuses;

/// Reports exposed statuses whose bodies are never shown to models: one finding each, however many
/// operations there are.
pub(super) fn check_refusals(
    diagnostics: &mut Diagnostics,
    engine: &Engine,
    settings: &HttpEngine,
    calls: &[Call<'_>],
) {
    for exposed in &settings.expose {
        let silent = calls
            .iter()
            .filter(|(tool, _)| !is_declared(tool, exposed.value));
        let silent: Vec<&Call<'_>> = silent.collect();
        if let Some((tool, call)) = silent.first() {
            let found = undeclared(engine, exposed, (silent.len(), calls.len()));
            let label = format!("such as `{}`", tool.qualified());
            diagnostics.push(found.also(call.operation.span, label));
        }
    }
}

/// Whether a tool has a schema for one of these statuses.
fn is_declared(tool: &Tool, exposed: Statuses) -> bool {
    let mut of_status = tool
        .refusals
        .iter()
        .filter(|refusal| refusal.statuses.overlaps(exposed));
    match exposed.count() {
        // the most specific one decides
        1 => of_status
            .next()
            .is_some_and(|refusal| refusal.shape.is_some()),
        _ => of_status.any(|refusal| refusal.shape.is_some()),
    }
}

fn undeclared(
    engine: &Engine,
    exposed: &Spanned<Statuses>,
    (silent, all): (usize, usize),
) -> Diagnostic {
    let Statuses { first, last } = exposed.value;
    let status = match first == last {
        true => format!("`{first}`"),
        false => format!("`{}xx`", first / 100),
    };
    let (name, severity) = (&engine.name, Code::UNDECLARED_REFUSAL.severity());
    let (severity, message) = if silent == all {
        (
            severity,
            format!(
                "models are shown no answer with status {status} of the engine `{name}`: no operation has a schema for it"
            ),
        )
    } else {
        // it is normal that most operations never answer with a certain status
        (
            Severity::Note,
            format!(
                "models are not shown what {silent} of {all} operations of the engine `{name}` answer with status {status}: they have no schema for it"
            ),
        )
    };
    Diagnostic::new(Code::UNDECLARED_REFUSAL, exposed.span, message)
        .severity(severity)
        .help(format!(
        "describe the response {status} with a JSON schema, in an overlay where the document is not yours, or take the status out of `expose`"
    ))
}
