//! The result of a call as text: its output keeps the order of its keys and the digits of its numbers.

use super::pages::Era;
use super::tools::Called;
use crate::definition::structure_text;
use crate::json::write_string;
use crate::result::ToolResult;
use rmcp::model::ContentBlock;
use std::borrow::Cow;

/// The result of `tools/call`: a text and, on success, the same as structured content. Clients of the
/// handshake only accept objects there, so any other value is put under `result`, as in the listed output
/// schema. A list of content blocks (images, audio, resources) is sent as it is, if the tool may return some.
/// What is not as the listed output schema says is the text of an error: the official clients fail otherwise.
pub(super) fn write_result(result: &ToolResult, called: Option<&Called>, era: Era) -> String {
    let mut out = String::from(match era {
        Era::Discovery => "{\"resultType\":\"complete\",",
        Era::Handshake => "{",
    });
    if let Some(blocks) = find_blocks(result, called) {
        out.push_str(&format!("\"content\":{blocks},\"isError\":false}}"));
        return out;
    }
    out.push_str("\"content\":[{\"type\":\"text\",\"text\":");
    write_string(&result.to_client_message(), &mut out);
    out.push_str("}]");
    // A result of another tool matches that tool's schema, not this one's.
    let is_own = result.metadata.ran.is_none() && !result.metadata.differs;
    if let (Some(output), None, true) = (result.shown_output(), &result.error, is_own) {
        out.push_str(",\"structuredContent\":");
        out.push_str(&match era {
            Era::Handshake => structure_text(output),
            Era::Discovery => Cow::Borrowed(output),
        });
        if result.metadata.untrusted {
            out.push_str(",\"_meta\":{\"untrusted\":true}");
        }
    }
    out.push_str(&format!(",\"isError\":{}}}", result.is_error_for_client()));
    out
}

/// The content blocks that a handler or the tool of a server returned by itself; what an API, a file or a
/// command looks like is its own business. Untrusted output stays a single text, which says that it is
/// untrusted.
fn find_blocks<'r>(result: &'r ToolResult, called: Option<&Called>) -> Option<&'r str> {
    let may_return = called.is_some_and(|called| called.returns_blocks);
    let has_schema = called.is_none_or(|called| called.entry.output_text.is_some());
    let is_plain = result.success && result.error.is_none() && !result.metadata.untrusted;
    // a part of an image cannot be shown as one
    let shown = result.metadata.shown.as_ref();
    let keeps = shown.is_some_and(|shown| shown.keeps_blocks);
    let is_cut = shown.is_some_and(|shown| shown.is_cut() && !keeps);
    if !may_return || has_schema || !is_plain || is_cut || result.metadata.ran.is_some() {
        return None;
    }
    let text = match (keeps, &result.output) {
        (true, Some(output)) => output.as_text(),
        _ => result.shown_output()?,
    };
    let blocks: Vec<ContentBlock> = serde_json::from_str(text).ok()?;
    (!blocks.is_empty()).then_some(text)
}
