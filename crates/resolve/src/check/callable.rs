//! Tools that can never be called, and results that can never be valid, unless a keyword was
//! already reported as the cause.

use std::collections::HashSet;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::Span;
use toolc_model::model::Catalog;
use toolc_schema::schema::prove::inhabited::Inhabited;
use toolc_schema::schema::shape::ShapeId;

/// Reports every tool whose arguments or results no value satisfies.
pub(super) fn check_callable(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let inhabited = Inhabited::of(&catalog.shapes);
    let reported = &catalog.unsatisfiable;
    let unexplained = catalog
        .tools
        .iter()
        .filter(|tool| !reported.contains(&tool.span));
    for tool in unexplained {
        let name = tool.qualified();
        let input = format!("`{name}` can never be called: no arguments satisfy its schema");
        let output = format!("no result of `{name}` satisfies its output schema");
        let schemas = [(Some(tool.input), input), (tool.output, output)];
        for (shape, message) in schemas {
            let Some(shape) = shape.filter(|shape| !inhabited.has(*shape)) else {
                continue;
            };
            if let Some(reason) = reason(catalog, &inhabited, reported, shape) {
                diagnostics.push(
                    Diagnostic::new(Code::UNSATISFIABLE, tool.span, format!("{message}{reason}"))
                        .help("correct the schema, or take the tool out"),
                );
            }
        }
    }
}

/// Why no value satisfies a shape; `None` if that has been reported already.
fn reason(
    catalog: &Catalog,
    inhabited: &Inhabited,
    reported: &HashSet<Span>,
    shape: ShapeId,
) -> Option<String> {
    let (way, keys) = inhabited.path(&catalog.shapes, shape);
    let is_reported = |id: &ShapeId| reported.contains(&catalog.shapes.get(*id).span);
    if way.iter().any(is_reported) {
        return None;
    }
    Some(match keys.last() {
        Some(key) => format!(", because nothing can be given for its required `{key}`"),
        None => String::new(),
    })
}
