//! A final answer: its names, texts and schema.

use crate::add_place;
use crate::tool::{write_fingerprints, write_nodes};
use toolc_base::diagnostic::render::Places;
use toolc_base::json_text::Object;
use toolc_lock::lock::LockedTool;
use toolc_model::model::{Catalog, Tool};

/// Writes an answer. Its schema is whole, like those of tools.
pub(crate) fn write_answer(
    catalog: &Catalog,
    places: &Places<'_>,
    answer: &Tool,
    locked: &LockedTool,
) -> String {
    let mut object = Object::default();
    object.add_text("name", &answer.name);
    object.add_text("wire_name", &answer.wire_name);
    object.add_optional("title", answer.title.as_deref());
    object.add_text("description", &answer.description);
    object.add_json("schema", &catalog.compose_text(&answer.input_text));
    object.add_json("metadata", &write_nodes(&locked.metadata));
    object.add_json("fingerprints", &write_fingerprints(answer));
    add_place(&mut object, places, "place", Some(answer.span));
    object.into_text()
}
