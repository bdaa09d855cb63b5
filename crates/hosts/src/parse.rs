//! Verb: the text of a host's file to a tree with places: TOML, or JSON in which there may be comments.

mod comments;
mod table;

use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::Node;
use toolc_base::parse::parse_json_part;
use toolc_base::source::{SourceId, Sources, Spanned};

/// Parses a file by the end of its name. Reports what is wrong with it.
pub fn parse_host_file(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    id: SourceId,
) -> Option<Node> {
    let source = sources.get(id);
    let is_table = source.path.to_ascii_lowercase().ends_with(".toml");
    let parsed = match is_table {
        true => table::parse_table(&source.text, id),
        false => {
            let text = comments::blank_comments(&source.text);
            let mut without = sources.clone();
            without.set_text(id, &text);
            parse_json_part(diagnostics, &without, id, 0..text.len())
        }
    };
    match parsed {
        Ok(node) => Some(node),
        Err(Spanned { value, span }) => {
            let form = if is_table { "TOML" } else { "JSON" };
            let message = format!("`{}` is not {form}: {value}", source.path);
            let found = Diagnostic::new(Code::UNFIT_HOST_FILE, span, message);
            diagnostics.push(found.help("name the file that the host reads"));
            None
        }
    }
}
