//! Text that a reviewer does not see but a model reads: control, bidirectional, zero-width and tag
//! characters.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{Catalog, SchemaText, Tool};
use toolc_runtime::hidden;

/// Reports the first hidden character of each text of a tool. A definition that several tools
/// share is reported at the first of them.
pub(super) fn check_hidden_characters(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let mut definitions: Vec<Option<char>> = catalog
        .definitions
        .iter()
        .map(|definition| find_in_json(&definition.schema.text))
        .collect();
    for tool in &catalog.tools {
        for (what, text) in prose(tool) {
            report(diagnostics, tool, what, find_hidden(text));
        }
        let metadata = tool
            .metadata
            .iter()
            .find_map(|(_, node)| find_in_json(&node.to_json()));
        report(diagnostics, tool, "metadata", metadata);
        let schemas = [
            ("input schema", Some(&tool.input_text)),
            ("output schema", tool.output_text.as_ref()),
        ];
        for (what, schema) in schemas {
            let found = schema.and_then(|schema| find_in_schema(catalog, schema, &mut definitions));
            report(diagnostics, tool, what, found);
        }
    }
}

fn prose(tool: &Tool) -> impl Iterator<Item = (&'static str, &str)> {
    [
        ("namespace", tool.namespace.as_str()),
        ("name", &tool.name),
        ("description", &tool.description),
    ]
    .into_iter()
    .chain(tool.title.as_deref().map(|title| ("title", title)))
}

fn find_in_schema(
    catalog: &Catalog,
    schema: &SchemaText,
    definitions: &mut [Option<char>],
) -> Option<char> {
    find_in_json(&schema.text).or_else(|| {
        if definitions.iter().all(Option::is_none) {
            return None;
        }
        let mut reached = catalog.reached(schema).into_iter();
        reached.find_map(|index| definitions.get_mut(index).and_then(Option::take))
    })
}

fn find_hidden(text: &str) -> Option<char> {
    text.chars()
        .find(|&character| hidden::describe(character).is_some())
}

/// In JSON text a control character stands as an escape, all but the last of ASCII.
fn find_in_json(text: &str) -> Option<char> {
    let is_plain = text.is_ascii() && !text.contains('\u{7f}');
    let plainly = if is_plain { None } else { find_hidden(text) };
    plainly.or_else(|| {
        text.match_indices('\\')
            .filter(|(at, _)| is_escape(text, *at))
            .find_map(|(at, _)| unescape(text, at))
    })
}

/// Whether the backslash at `at` begins an escape: an even number of backslashes stands before it.
fn is_escape(text: &str, at: usize) -> bool {
    text.as_bytes()[..at]
        .iter()
        .rev()
        .take_while(|&&byte| byte == b'\\')
        .count()
        % 2
        == 0
}

fn unescape(text: &str, at: usize) -> Option<char> {
    let rest = text.get(at + 1..)?;
    let character = match rest.as_bytes().first()? {
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'u' => char::from_u32(u32::from_str_radix(rest.get(1..5)?, 16).ok()?)?,
        _ => return None,
    };
    hidden::describe(character).map(|_| character)
}

fn report(diagnostics: &mut Diagnostics, tool: &Tool, what: &str, found: Option<char>) {
    let Some(character) = found else { return };
    let code_point = format!("U+{:04X}", u32::from(character));
    let description = hidden::describe(character).unwrap_or("a hidden character");
    let message = format!(
        "the {what} of `{}` has {description}, {code_point}",
        hidden::show(&tool.qualified())
    );
    diagnostics.push(
        Diagnostic::new(Code::HIDDEN_CHARACTER, tool.span, message)
            .label("a model reads it, a reviewer does not see it")
            .help(format!("remove {code_point} from the {what}")),
    );
}
