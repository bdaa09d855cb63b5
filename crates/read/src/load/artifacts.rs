//! The files of artifacts that generated code has, beside the lock.

use super::Loaded;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use toolc_base::sha256::sha256_hex;
use toolc_model::model::enrichment::{ARTIFACT_HEAD, ARTIFACTS, EnrichmentKind, StoredArtifact};

/// Larger files are none that a program can have.
const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// Reads the artifacts that are to be constants of generated code (`constant: true`) from the folder of the lock.
pub fn load_artifacts(loaded: &mut Loaded, folder: &Path) {
    let entries = loaded.config.enrichments.iter();
    let entries: Vec<_> = entries.filter(|entry| entry.is_constant).cloned().collect();
    for entry in entries {
        let made_of = match entry.kind {
            EnrichmentKind::Neighbors(_) => entry.kind.needs(),
            _ => &[],
        };
        let made_of = made_of.iter().filter_map(|name| read(loaded, folder, name));
        let made_of = made_of.map(sha256_hex).next_back().unwrap_or_default();
        let text = read(loaded, folder, &entry.name.value);
        loaded.artifacts.push(StoredArtifact {
            name: entry.name.value.clone(),
            text,
            made_of,
        });
    }
}

/// The text of a file that toolc wrote.
fn read(loaded: &mut Loaded, folder: &Path, name: &str) -> Option<String> {
    let path = folder.join(format!("{ARTIFACTS}/{name}.json"));
    // a link may lead anywhere
    let is_file = fs::symlink_metadata(&path).ok()?.is_file();
    let file = File::open(&path).ok().filter(|_| is_file)?;
    let mut text = String::new();
    file.take(MAX_BYTES).read_to_string(&mut text).ok()?;
    loaded.watched.push(path);
    text.starts_with(ARTIFACT_HEAD).then_some(text)
}
