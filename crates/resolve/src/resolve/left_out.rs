//! Tools that are left out, or compiled without a part of them, and the findings on these.

use super::names::Named;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_model::draft::{DraftTool, Skipped};
use toolc_schema::schema::keywords::Fault;

/// The finding on a tool whose schemas cannot be joined within the limit.
pub fn too_many_joins(draft: &DraftTool) -> Diagnostic {
    let message = format!(
        "the schemas of `{}` refer to each other in more combinations than can be compiled",
        draft.name.value
    );
    Diagnostic::new(Code::SCHEMA_TOO_LARGE, draft.span, message)
        .label("the tool is left out")
        .help("join fewer schemas in `allOf`, or beside `$ref`")
}

/// Records a tool that is left out.
pub fn skip_tool(tool: &Named, fault: Fault) -> Skipped {
    let draft = &tool.draft;
    Skipped {
        name: draft.name.value.clone(),
        namespace: Some(tool.namespace.clone()),
        foreign: draft.foreign,
        code: fault.code,
        cause: fault.span,
        span: draft.span,
    }
}

/// Records a tool that is compiled without its output schema: the promise is recorded, but no
/// result is checked against it.
pub fn uncheck_output(tool: &Named) -> Skipped {
    let cause = tool.draft.name.span;
    let code = Code::UNCHECKED_OUTPUT;
    skip_tool(tool, Fault { code, span: cause })
}

/// The finding on such a tool.
pub fn unchecked_output(draft: &DraftTool, fault: Fault) -> Diagnostic {
    let message = format!(
        "the result of `{}` is not checked: its output schema cannot be compiled",
        draft.name.value
    );
    Diagnostic::new(Code::UNCHECKED_OUTPUT, draft.name.span, message)
        .also(fault.span, "this cannot be compiled")
        .help("correct the output schema, or remove it")
}
