//! The result of a call as text: its output keeps the order of its keys and the digits of its numbers.

use super::pages::Era;
use crate::definition::structured_content;
use crate::json::write_string;
use crate::result::ToolResult;
use std::borrow::Cow;

/// The result of `tools/call`: a text, and of a success the same as structured content. What a
/// client of the handshake takes there are objects alone, so any other value is under `result`, as
/// the output schema of the list says.
pub(super) fn write_result(result: &ToolResult, era: Era) -> String {
    let mut out = String::from(match era {
        Era::Discovery => "{\"resultType\":\"complete\",",
        Era::Handshake => "{",
    });
    out.push_str("\"content\":[{\"type\":\"text\",\"text\":");
    write_string(&result.to_llm_message(), &mut out);
    out.push_str("}]");
    // what another tool returned agrees with that tool's schema
    let is_own = result.metadata.ran.is_none();
    if let (Some(output), None, true) = (&result.output, &result.error, is_own) {
        out.push_str(",\"structuredContent\":");
        out.push_str(&match era {
            Era::Handshake => structured_content(output),
            Era::Discovery => Cow::Borrowed(output.as_text()),
        });
        if result.metadata.untrusted {
            out.push_str(",\"_meta\":{\"untrusted\":true}");
        }
    }
    out.push_str(&format!(",\"isError\":{}}}", !result.success));
    out
}
