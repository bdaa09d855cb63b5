//! Tools of one's own that take arguments which they do not declare.

use std::collections::BTreeMap;
use toolc_base::diagnostic::quote::quote_some;
use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics};
use toolc_base::source::SourceId;
use toolc_model::model::{Catalog, Tool};
use toolc_schema::schema::shape::{Keyword, Shape, ShapeId, Shapes};

/// How many tools a finding names.
const NAMED: usize = 5;

/// Notes, once for each file, the tools whose arguments are open at the root. Only what the file itself describes is
/// looked at: what others wrote is as open as they want it, and a tool without any schema has a note of its own.
pub(super) fn check_open_roots(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let mut files: BTreeMap<SourceId, Vec<&Tool>> = BTreeMap::new();
    for tool in &catalog.tools {
        let is_written = tool.http.is_none() && tool.remote.is_none();
        let is_own = is_written && tool.native.is_none() && tool.shipped.is_none();
        if is_own && is_open(&catalog.shapes, tool.input) {
            files.entry(tool.span.source).or_default().push(tool);
        }
    }
    files
        .into_values()
        .filter_map(|tools| open_roots(&tools))
        .for_each(|found| diagnostics.push(found));
}

/// Whether an object with declared properties takes others too.
fn is_open(shapes: &Shapes, id: ShapeId) -> bool {
    match &shapes.get(id).shape {
        Shape::Object(object) => {
            let is_any = matches!(shapes.get(object.rest).shape, Shape::Any);
            is_any && !object.fields.is_empty() && object.patterns.is_empty()
        }
        Shape::Complete(base, keywords) => {
            let closes = |keyword: &Keyword| matches!(keyword, Keyword::UnevaluatedProperties(..));
            !keywords.iter().any(closes) && is_open(shapes, *base)
        }
        _ => false,
    }
}

fn open_roots(tools: &[&Tool]) -> Option<Diagnostic> {
    let first = tools.first()?;
    let names = quote_some(tools.iter().map(|tool| tool.name.as_str()), NAMED);
    let message = match tools.len() {
        1 => format!("{names} takes arguments that it does not declare"),
        count => format!("{count} tools take arguments that they do not declare: {names}"),
    };
    Some(
        Diagnostic::new(Code::OPEN_ROOT, first.span, message)
            .about(About::tool(first.qualified()))
            .label("a misspelt argument passes, and is ignored")
            .help(
                "write `additionalProperties: false` beside `properties`, or `closed_objects: true` in the registry entry \
                 of the file",
            ),
    )
}
