//! What the authors of a tool keep out of logs.

use toolc_base::diagnostic::quote::quote_some;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_model::draft::DraftTool;

/// The finding on a third-party tool whose author determines what logs do not have.
pub fn hidden_by_others(draft: &DraftTool, pointers: &[String]) -> Diagnostic {
    let name = &draft.name.value;
    let message = format!(
        "logs of calls of `{name}` do not have {}, as its spec, which others wrote, says that it is secret",
        quote_some(pointers, 4)
    );
    Diagnostic::new(Code::HIDDEN_BY_OTHERS, draft.name.span, message)
        .label("a part of its arguments is kept out of logs")
        .help("whoever approves a call sees it: what others mark hides nothing from the person who decides")
}
