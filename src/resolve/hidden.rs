//! What the authors of a tool hide from those who approve its calls.

use crate::diagnostic::quote::quote_some;
use crate::diagnostic::{Code, Diagnostic};
use crate::draft::DraftTool;

/// The finding on a third-party tool whose author determines what approvers are not shown.
pub fn hidden_by_others(draft: &DraftTool, pointers: &[String]) -> Diagnostic {
    let name = &draft.name.value;
    let message = format!(
        "whoever approves a call of `{name}` is not shown {}: its spec, which others wrote, says that it is secret",
        quote_some(pointers, 4)
    );
    Diagnostic::new(Code::HIDDEN_BY_OTHERS, draft.name.span, message)
        .label("a part of its arguments is hidden")
        .help("an approver should see what the call does: block the tool, or write `x-secret: false` there")
}
