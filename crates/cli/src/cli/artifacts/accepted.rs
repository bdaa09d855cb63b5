//! What models said, and what of it the lock has.

use super::is_artifact;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use toolc_base::diagnostic::Diagnostics;
use toolc_base::sha256::sha256_hex;
use toolc_base::source::Sources;
use toolc_compile::compare::read_accepted_from;
use toolc_enrich::file::artifact_path;
use toolc_lock::drift::compare_artifacts;
use toolc_lock::lock::{Lock, LockedArtifact};
use toolc_model::model::enrichment::Enrichment;
use toolc_read::load::{Files, read_lock_from};

/// The files on disk that models had a part in, as a lock has them. One that is missing has its own finding.
pub(in crate::cli) fn take_artifacts(
    enrichments: &[Enrichment],
    folder: &Path,
) -> BTreeMap<String, LockedArtifact> {
    let asking = enrichments
        .iter()
        .filter_map(|entry| Some((entry, entry.kind.endpoint()?)));
    let taken = asking.filter_map(|(entry, endpoint)| {
        let path = folder.join(artifact_path(&entry.name.value));
        let bytes = is_artifact(&path).then(|| fs::read(&path).ok()).flatten()?;
        let artifact = LockedArtifact {
            model: endpoint.model.value.clone(),
            sha256: sha256_hex(bytes),
        };
        Some((entry.name.value.clone(), artifact))
    });
    taken.collect()
}

/// Reports what the lock has otherwise than the disk, or not at all.
pub(in crate::cli) fn report_unaccepted(
    diagnostics: &mut Diagnostics,
    (enrichments, folder): (&[Enrichment], &Path),
    lock: &Lock,
    command: &str,
) {
    let now = Lock {
        artifacts: take_artifacts(enrichments, folder),
        ..Lock::default()
    };
    let is_missing = |name: &str| {
        let is_listed = enrichments.iter().any(|entry| entry.name.value == name);
        is_listed && !now.artifacts.contains_key(name)
    };
    let mut old = lock.clone();
    old.artifacts.retain(|name, _| !is_missing(name));
    let place_of = |name: &str| {
        let mut entries = enrichments.iter();
        let entry = entries.find(|entry| entry.name.value == name);
        entry.map(|entry| entry.name.span)
    };
    compare_artifacts(diagnostics, command, (&old, &now), &place_of);
}

/// The same of the lock at a path, if it can be read; if not, that is told elsewhere.
pub(in crate::cli) fn compare_with_disk(
    files: &dyn Files,
    diagnostics: &mut Diagnostics,
    sources: &mut Sources,
    found: (&[Enrichment], &Path),
    lock: &Path,
    command: &str,
) {
    // nothing of a model, now or when the lock was written: it need not be read again
    let asks = found.0.iter().any(|entry| entry.kind.endpoint().is_some());
    let text = read_lock_from(files, lock, "").unwrap_or_default();
    if !asks && !text.contains("\nartifacts:") {
        return;
    }
    let read = read_accepted_from(files, &mut Diagnostics::silent(), sources, lock, command);
    if let Some(lock) = read {
        report_unaccepted(diagnostics, found, &lock, command);
    }
}
