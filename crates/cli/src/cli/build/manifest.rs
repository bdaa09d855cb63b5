//! `--manifest`: what a build read and wrote, with digests, as an in-toto statement with SLSA provenance. Nothing in it depends
//! on the day or on where the folders are.

use super::outputs::Outputs;
use super::write::Files;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Component, Path};
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::sha256::sha256_hex;
use toolc_compile::write::{check_replaceable, replace_file};
use toolc_enrich::file::artifact_path;
use toolc_plugin::Plugin;
use toolc_read::load::{Loaded, MANIFEST_HEAD};

/// The JSON Schema of the file.
pub(in crate::cli) const SCHEMA: &str = include_str!("../../../schemas/manifest.json");

/// What a build was asked for.
pub(super) struct Asked<'a> {
    pub strict: bool,
    pub hermetic: bool,
    pub outputs: &'a Outputs,
    /// The lock of the specs, if there is one.
    pub lock: Option<&'a Path>,
}

/// Writes the text of the manifest; an error if something that was read cannot be read again.
pub(super) fn write_manifest(
    asked: &Asked<'_>,
    loaded: &Loaded,
    files: &Files<'_>,
) -> Result<String, Diagnostic> {
    let subject: Vec<String> = files
        .list_files()
        .map(|(folder, file)| {
            let name = format!("{}/{}", show_path(folder), file.path);
            describe(&name, file.text.as_bytes(), None)
        })
        .collect();
    let dependencies = list_dependencies(asked, loaded)?;
    let outputs: Vec<Value> = list_outputs(asked.outputs);
    let mut variables = loaded.variables.clone();
    variables.sort();
    variables.dedup();
    let parameters = json!({
        "hermetic": asked.hermetic,
        "outputs": outputs,
        "strict": asked.strict,
        "variables": variables,
    });
    let version = env!("CARGO_PKG_VERSION");
    let details = json!({ "builder": { "id": "toolc:build", "version": { "toolc": version } } });
    Ok(format!(
        "{MANIFEST_HEAD}\n\"subject\":[\n{}\n],\n\"predicate\":{{\n\"buildDefinition\":{{\n\"buildType\":\"toolc:build/1\",\n\
         \"externalParameters\":{parameters},\n\"resolvedDependencies\":[\n{}\n]}},\n\"runDetails\":{details}}}}}\n",
        subject.join(",\n"),
        dependencies.join(",\n"),
    ))
}

/// Each file that was read, sorted by name: specs, then programs of plug-ins, then artifacts, then the lock.
fn list_dependencies(asked: &Asked<'_>, loaded: &Loaded) -> Result<Vec<String>, Diagnostic> {
    let sources = &loaded.sources;
    let specs: BTreeMap<&str, &str> = sources
        .iter()
        .map(|(id, source)| (sources.origin(id), &*source.text))
        .collect();
    let mut lines: Vec<String> = specs
        .iter()
        .map(|(name, text)| describe(name, text.as_bytes(), Some("spec")))
        .collect();
    let programs = asked.outputs.plugins.iter();
    let programs = programs.flat_map(|output| output.plugin.files());
    let programs: BTreeMap<String, &Path> = programs.map(|path| (show_path(path), path)).collect();
    for (name, path) in programs {
        lines.push(describe(&name, &read(path)?, Some("plugin")));
    }
    for one in &loaded.artifacts {
        let text = one.text.as_deref().unwrap_or_default();
        lines.push(describe(
            &artifact_path(&one.name),
            text.as_bytes(),
            Some("artifact"),
        ));
    }
    if let Some(lock) = asked.lock {
        lines.push(describe("toolc.lock", &read(lock)?, Some("lock")));
    }
    Ok(lines)
}

fn read(path: &Path) -> Result<Vec<u8>, Diagnostic> {
    fs::read(path).map_err(|error| unreadable(path, &error))
}

fn list_outputs(outputs: &Outputs) -> Vec<Value> {
    let rust = outputs.rust.iter();
    let rust = rust.map(|folder| json!({ "folder": show_path(folder) }));
    let plugins = outputs.plugins.iter().map(|output| {
        let plugin = &output.plugin;
        json!({
            "folder": show_path(&output.folder),
            "options": plugin.options(),
            "plugin": show_command(plugin),
        })
    });
    rust.chain(plugins).collect()
}

/// A command without what differs between machines.
fn show_command(plugin: &Plugin) -> String {
    let words = plugin.words().iter();
    let words: Vec<String> = words
        .map(|word| match Path::new(word).is_absolute() {
            true => show_path(Path::new(word)),
            false => word.clone(),
        })
        .collect();
    words.join(" ")
}

/// A resource descriptor.
fn describe(name: &str, bytes: &[u8], kind: Option<&str>) -> String {
    let mut resource = json!({ "digest": { "sha256": sha256_hex(bytes) }, "name": name });
    if let Some(kind) = kind {
        resource["annotations"] = json!({ "kind": kind });
    }
    resource.to_string()
}

/// A path as it is written if it leads down from the current folder, else its last part.
fn show_path(path: &Path) -> String {
    let mut parts = Vec::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => parts.push(name.to_string_lossy()),
            Component::CurDir => {}
            _ => parts.clear(),
        }
    }
    let leads_down = path
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    match parts.last() {
        Some(last) if !leads_down => last.to_string(),
        Some(_) => parts.join("/"),
        None => ".".to_owned(),
    }
}

/// Writes the file, or compares it; returns the finding if that fails.
pub(super) fn put_manifest(path: &Path, text: &str, is_check: bool) -> Option<Diagnostic> {
    let shown = path.display();
    if is_check {
        let message = match fs::read(path) {
            Ok(found) if found == text.as_bytes() => return None,
            Ok(_) => format!("`{shown}` is not the manifest of this build"),
            Err(_) => format!("the manifest `{shown}` is missing"),
        };
        let found = Diagnostic::placeless(Code::STALE_OUTPUT, message);
        return Some(
            found.help("run `toolc build` with the same options, and commit what it writes"),
        );
    }
    replace_file(path, text)
        .err()
        .map(|error| unwritable(path, &error))
}

/// The finding if the file must not be overwritten, before anything else is written.
pub(super) fn refuse_manifest(path: &Path, text: &str) -> Option<Diagnostic> {
    check_replaceable(path, text)
        .err()
        .map(|error| unwritable(path, &error))
}

fn unwritable(path: &Path, error: &io::Error) -> Diagnostic {
    let message = format!("cannot write `{}`: {error}", path.display());
    Diagnostic::placeless(Code::UNWRITABLE_OUTPUT, message)
        .help("name another file with `--manifest`, or move this one away")
}

/// A file whose digest the manifest cannot have.
fn unreadable(path: &Path, error: &io::Error) -> Diagnostic {
    let message = format!("cannot read `{}`: {error}", path.display());
    Diagnostic::placeless(Code::UNREADABLE_FILE, message)
        .help("the manifest has the digest of everything that was read: make it readable, or build without `--manifest`")
}
