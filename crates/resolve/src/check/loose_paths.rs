//! Arguments that name files without being confined to a folder.

use std::collections::HashSet;
use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics};
use toolc_model::model::{Catalog, Tool, ToolId};
use toolc_runtime::hidden;
use toolc_schema::schema::shape::{Shape, ShapeId};

/// The last words of names that suggest a path.
const NAMES: &[&str] = &[
    "path",
    "filepath",
    "file",
    "filename",
    "dir",
    "directory",
    "folder",
];

/// Reports arguments of handler tools that are named like paths and may be any string. How engines
/// and servers treat their arguments is decided elsewhere.
pub(super) fn check_loose_paths(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let grants = catalog.workers.iter().flat_map(|worker| &worker.grants);
    let granted: HashSet<ToolId> = grants.map(|grant| grant.tool).collect();
    for (id, tool) in catalog.numbered() {
        let is_own = tool.is_handled() && tool.http.is_none() && tool.remote.is_none();
        if !is_own || !granted.contains(&id) {
            continue;
        }
        let Shape::Object(object) = &catalog.shapes.get(tool.input).shape else {
            continue;
        };
        let fields = object.fields.iter();
        let loose =
            fields.filter(|field| is_called_path(&field.name) && is_any(catalog, field.shape));
        let names: Vec<&str> = loose.map(|field| field.name.as_str()).collect();
        if !names.is_empty() {
            diagnostics.push(loose_paths(tool, &names));
        }
    }
}

/// Matches `path`, `file_path` and `outputDir`, for example.
fn is_called_path(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    NAMES.iter().any(|known| {
        let Some(before) = lower.strip_suffix(known) else {
            return false;
        };
        let begins_word =
            name[before.len()..].starts_with(|letter: char| letter.is_ascii_uppercase());
        before.is_empty() || before.ends_with(['_', '-']) || begins_word
    })
}

/// Whether a string is unconstrained: neither a confined path nor bound to a format or pattern.
fn is_any(catalog: &Catalog, id: ShapeId) -> bool {
    match &catalog.shapes.get(id).shape {
        Shape::Text(text) => text.path.is_none() && text.pattern.is_none() && text.format.is_none(),
        Shape::Nullable(inner) => is_any(catalog, *inner),
        _ => false,
    }
}

fn loose_paths(tool: &Tool, names: &[&str]) -> Diagnostic {
    let shown: Vec<String> = names
        .iter()
        .map(|name| format!("`{}`", hidden::show_hidden(name)))
        .collect();
    let name = tool.qualified();
    let message = format!(
        "{} of `{}` may be any path",
        shown.join(", "),
        hidden::show_hidden(&name)
    );
    Diagnostic::new(Code::UNCONFINED_ARGUMENT, tool.span, message)
        .about(About::tool(name))
        .label("a model may name files outside of the workspace")
        .help("write `x-path: read` or `x-path: write` beside its `type`: then it cannot leave the workspace")
}
