//! Patterns that look as if they described whole texts, though a part of a text is enough for them.

use crate::pattern::{Looseness, find_looseness, write_whole};
use crate::schema::read::SchemaReader;
use toolc_base::diagnostic::{Code, Diagnostic, Severity};
use toolc_base::node::Node;

/// Notes such a pattern in files of one's own: what others wrote is as loose as they want it. Under `not`, a pattern is
/// for texts that have a part like it.
pub(super) fn report_looseness(reader: &mut SchemaReader<'_, '_>, source: &str, node: &Node) {
    if !reader.names_types || reader.is_negated {
        return;
    }
    let Some(looseness) = find_looseness(source) else {
        return;
    };
    let whole = write_whole(source);
    let message = match looseness {
        Looseness::Everything => {
            format!(
                "the pattern `{source}` refuses no text: it matches even where there is nothing"
            )
        }
        Looseness::Anywhere => {
            format!("a part of the text is enough for the pattern `{source}`")
        }
        Looseness::Before => {
            format!("any text may come before what the pattern `{source}` matches")
        }
        Looseness::After => format!("any text may follow what the pattern `{source}` matches"),
        Looseness::Alternatives => {
            format!("`^` and `$` of the pattern `{source}` hold for one alternative only")
        }
    };
    let finding = Diagnostic::new(Code::UNANCHORED_PATTERN, node.span, message);
    reader.diagnostics.push(match looseness {
        Looseness::Everything => finding
            .severity(Severity::Warning)
            .help(format!("write `{whole}`, or remove the pattern")),
        _ => finding.help(format!("write `{whole}` if it describes the whole text")),
    });
}
