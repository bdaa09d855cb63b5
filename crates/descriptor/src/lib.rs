//! A checked catalog as one JSON document: what plug-ins and other programs read.

mod answer;
mod policy;
mod results;
mod tool;

use std::collections::HashMap;
use toolc_base::diagnostic::render::Places;
use toolc_base::json_text::{Object, write_array};
use toolc_base::source::{Sources, Span};
use toolc_lock::lock::take_lock;
use toolc_model::model::Catalog;
use toolc_model::model::enrichment::ARTIFACTS;
use toolc_resolve::check::Checked;

/// The version of the document. It changes when a key goes or changes its meaning; keys may be added without that.
pub const VERSION: u32 = 1;

/// The JSON Schema of the document.
pub const SCHEMA: &str = include_str!("../schemas/descriptor.json");

/// Writes the document, on one line. Tools, answers, engines and workers are sorted by name; schemas have their keys in the
/// order that models see. `digest` gives the SHA-256 of an artifact by its path beside the lock, if it is there.
pub fn write_descriptor(
    sources: &Sources,
    checked: &Checked,
    digest: &dyn Fn(&str) -> Option<String>,
) -> String {
    let lock = take_lock(checked);
    let places = Places::new(sources);
    let catalog = checked.catalog();
    let known = tool::Tools::of(&catalog.tools);
    let known_answers = tool::Tools::of(&catalog.answers);
    let (mut tools, mut answers) = (Vec::new(), Vec::new());
    let mut keys = HashMap::new();
    for locked in &lock.tools {
        if locked.is_answer() {
            let answer = known_answers.find(locked);
            answers.extend(answer.map(|it| answer::write_answer(catalog, &places, it, locked)));
        } else if let Some(tool) = known.find(locked) {
            tools.push(tool::write_tool(catalog, &places, tool, locked));
            keys.insert(locked.key(), tool);
        }
    }
    let engines = lock.engines.iter();
    let engines = engines.map(|engine| policy::write_engine(&places, engine));
    let workers = lock.workers.iter();
    let workers = workers.map(|worker| policy::write_worker(catalog, &places, &keys, worker));
    let mut document = Object::default();
    document.add_json("version", &VERSION.to_string());
    document.add_text("toolc", env!("CARGO_PKG_VERSION"));
    document.add_json("tools", &write_array(tools));
    document.add_json("answers", &write_array(answers));
    document.add_json("engines", &write_array(engines));
    document.add_json("workers", &write_array(workers));
    document.add_json("artifacts", &write_artifacts(catalog, digest));
    document.into_text()
}

/// Artifacts by name: the type of what makes each, its file beside the lock, and the digest of that.
fn write_artifacts(catalog: &Catalog, digest: &dyn Fn(&str) -> Option<String>) -> String {
    let entries = catalog.enrichments.iter();
    let mut entries: Vec<_> = entries.collect();
    entries.sort_by(|one, other| one.name.value.cmp(&other.name.value));
    let mut artifacts = Object::default();
    for entry in entries {
        let path = format!("{ARTIFACTS}/{}.json", entry.name.value);
        let mut object = Object::default();
        object.add_text("type", entry.kind.type_name());
        object.add_text("path", &path);
        object.add_optional("sha256", digest(&path).as_deref());
        artifacts.add_json(&entry.name.value, &object.into_text());
    }
    artifacts.into_text()
}

/// `path:line:column`, or null where no file decides.
fn add_place(object: &mut Object, places: &Places<'_>, key: &str, span: Option<Span>) {
    match span {
        Some(span) => object.add_text(key, &places.show(span)),
        None => object.add_json(key, "null"),
    }
}
