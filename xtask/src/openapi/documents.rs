//! The API descriptions of the corpus.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Descriptions that consist of several files, with their versions.
const SEVERAL_FILES: &[(&str, &str)] = &[
    (
        "openapi/multifile/digitalocean/DigitalOcean-public.v2.yaml",
        "3.0",
    ),
    ("openapi/multifile/openziti-edge/client.yml", "2.0"),
    ("openapi/multifile/openziti-edge/management.yml", "2.0"),
];

/// An API description of the corpus.
pub struct Document {
    /// Its path in the corpus.
    pub name: String,
    pub version: String,
    /// The number of its operations according to the corpus.
    pub operations: Option<u64>,
}

/// The documents in the index of the corpus, and those that consist of several files.
pub fn documents(corpus: &Path) -> Result<Vec<Document>, String> {
    let index = fs::read_to_string(corpus.join("openapi/index.jsonl"))
        .map_err(|error| format!("the index of the corpus: {error}"))?;
    let mut documents = Vec::new();
    for line in index.lines() {
        let row: serde_json::Value =
            serde_json::from_str(line).map_err(|error| error.to_string())?;
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        documents.push(Document {
            name: text("file"),
            version: text("version"),
            operations: row["operations"].as_u64(),
        });
    }
    documents.extend(SEVERAL_FILES.iter().map(|(name, version)| Document {
        name: (*name).to_owned(),
        version: (*version).to_owned(),
        operations: None,
    }));
    Ok(documents)
}

/// The document as an uncompressed file.
pub fn unpacked(folder: &Path, path: &Path) -> Result<PathBuf, String> {
    if path.extension().is_none_or(|extension| extension != "gz") {
        return Ok(path.to_owned());
    }
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let target = folder.join(path.file_stem().unwrap_or_default());
    let output = Command::new("gzip").arg("-dc").arg(path).output();
    let output = output.map_err(|error| format!("gzip: {error}"))?;
    fs::write(&target, output.stdout).map_err(|error| error.to_string())?;
    Ok(target)
}

/// A folder of specs: the document, and an engine that sends the calls of its operations.
pub fn with_engine(folder: &Path, source: &Path) -> Result<PathBuf, String> {
    let specs = folder.join("specs");
    let config = format!(
        "tools:\n  registry: [{{ type: rest, spec: {source:?}, namespace: api, engine: api }}]\n  \
         engines: {{ api: {{ type: http, base_url: \"https://api.example\" }} }}\n"
    );
    fs::create_dir_all(&specs)
        .and_then(|()| fs::write(specs.join("toolc.yaml"), config))
        .map_err(|error| format!("toolc.yaml: {error}"))?;
    Ok(specs)
}
