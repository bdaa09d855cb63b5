//! The engine of an API: it calls the address of the description, if that names one.

use super::source::{Described, find_origin};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use toolc_base::diagnostic::Diagnostics;
use toolc_compile::compile::{Options, compile};
use toolc_read::load::{Overlay, load_from};

/// An engine that can run the operations of a description.
pub(super) struct ChosenEngine {
    /// Its settings.
    pub settings: Value,
    /// The same as YAML.
    pub text: String,
    /// What to say above it.
    pub comment: &'static str,
}

/// An address for a description that names none: where people run a service that they write.
const NEARBY: &str = "http://127.0.0.1:8080";

/// The first engine with which a description compiles. If none does, the first of all, with which its errors are told.
pub(super) fn choose_engine(described: &Described, source: &str) -> ChosenEngine {
    let origin = find_origin(source).unwrap_or_else(|| NEARBY.to_owned());
    let plain = ChosenEngine {
        settings: json!({ "type": "http" }),
        text: "{ type: http }".to_owned(),
        comment: "it calls the address of the description; `base_url: …` is another one",
    };
    let private = ChosenEngine {
        settings: json!({ "type": "http", "private": true }),
        text: "{ type: http, private: true }".to_owned(),
        comment: "it calls the address of the description, which is not on the public internet",
    };
    let public = ChosenEngine {
        settings: json!({ "type": "http", "base_url": &origin }),
        text: format!("{{ type: http, base_url: {} }}", json!(origin)),
        comment: "the description names no host: it comes from this one",
    };
    let nearby = ChosenEngine {
        settings: json!({ "type": "http", "base_url": &origin, "private": true }),
        text: format!(
            "{{ type: http, base_url: {}, private: true }}",
            json!(origin)
        ),
        comment: "the description names no host: write the address of the API, and leave `private` out if it is a public one",
    };
    for engine in [private, public, nearby] {
        if compiles_with(described, &plain.settings) {
            break;
        }
        if compiles_with(described, &engine.settings) {
            return engine;
        }
    }
    plain
}

fn compiles_with(described: &Described, settings: &Value) -> bool {
    let Described { name, file, text } = described;
    let (files, path) = lay_out(&entry_of(name, file), (name, settings), file, text);
    let mut diagnostics = Diagnostics::default();
    let loaded = load_from(&mut diagnostics, &files, &[path], &|_| None);
    compile(diagnostics, &loaded, &Options::default())
        .checked
        .is_some()
}

/// The registry entry of a description.
pub(super) fn entry_of(name: &str, file: &str) -> Value {
    json!({ "type": "rest", "spec": file, "namespace": name, "engine": name })
}

/// One document with an engine, as files that are only in memory, and the path of their `toolc.yaml`.
pub(super) fn lay_out(
    entry: &Value,
    (name, settings): (&str, &Value),
    file: &str,
    text: &str,
) -> (Overlay, PathBuf) {
    let folder = Path::new(".");
    let mut files = Overlay::default();
    let config = json!({ "tools": { "registry": [entry], "engines": { name: settings } } });
    let path = folder.join("toolc.yaml");
    files.replace_file(&path, config.to_string());
    files.replace_file(&folder.join(file), text);
    (files, path)
}
