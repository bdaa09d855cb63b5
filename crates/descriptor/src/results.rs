//! What models, programs and clients are shown of the results of a granted tool.

use toolc_base::json_text::{Object, write_string};
use toolc_model::model::Catalog;
use toolc_model::model::policy::Grant;
use toolc_model::model::results::Projection;
use toolc_runtime::v1::USUAL_BYTES;

/// The parts and the limits; null if results are shown whole, whatever their length.
pub(crate) fn write_results(catalog: &Catalog, grant: &Grant) -> String {
    let shown = catalog.show_results(grant);
    let has_usual_limit = catalog.has_usual_limit(catalog.tool(grant.tool));
    let mut object = Object::default();
    match shown {
        None if !has_usual_limit => return "null".to_owned(),
        None => add_limits(&mut object, "all", None, Some(USUAL_BYTES), false),
        Some(shown) => {
            let parts = match shown.data.projection {
                Projection::Whole => "all",
                Projection::Nothing => "none",
                Projection::Parts(_) => "some",
            };
            let data = &shown.data;
            add_limits(&mut object, parts, data.items, data.bytes, data.pages);
            if let Some(schema) = &shown.schema {
                object.add_json("schema", &schema.compose(&schema.text));
                return object.into_text();
            }
        }
    }
    object.add_json("schema", "null");
    object.into_text()
}

fn add_limits(
    object: &mut Object,
    parts: &str,
    items: Option<u64>,
    bytes: Option<u64>,
    pages: bool,
) {
    let write = |number: Option<u64>| number.map_or("null".to_owned(), |number| number.to_string());
    object.add_text("parts", parts);
    object.add_json("items", &write(items));
    object.add_json("bytes", &write(bytes));
    object.add_json("rest", &write_string(if pages { "page" } else { "cut" }));
}
