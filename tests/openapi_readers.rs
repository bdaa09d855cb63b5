//! How toolc reads API descriptions, compared with independent readers: `openapiv3` for OpenAPI 3.0, `oas3`
//! for 3.1. They must find the same operations, parameters, places, required flags and kinds of bodies. Each
//! kind of difference is listed in `openapi_readers/differences.json` with its reason.
//!
//! `TOOLC_CORPUS=… cargo test --test openapi_readers -- --nocapture` prints what was compared.

#[path = "openapi_readers/openapiv3.rs"]
mod reader_30;
#[path = "openapi_readers/oas3.rs"]
mod reader_31;
#[path = "openapi_readers/reference.rs"]
mod reference;
#[path = "support/skip.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod skip;
#[path = "openapi_readers/toolc.rs"]
mod subject;
#[path = "openapi_readers/view.rs"]
mod view;

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use view::{Api, differences};

/// An independent reader: turns a document into an `Api`, or says why it refuses it.
type Reader = fn(&Value) -> Result<Api, String>;

/// The result for one version.
#[derive(Default)]
struct Compared {
    documents: usize,
    operations: usize,
    refused: Vec<String>,
    /// Document and kind of difference, with their number and the first example.
    found: BTreeMap<(String, String), (usize, String)>,
}

#[test]
fn openapi_30_is_read_as_openapiv3_reads_it() {
    compare("3.0", reader_30::read, 95);
}

#[test]
fn openapi_31_is_read_as_oas3_reads_it() {
    compare("3.1", reader_31::read, 17);
}

fn compare(version: &str, reader: Reader, least: usize) {
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    let mut compared = Compared::default();
    for path in documents(&corpus.join("openapi").join(version)) {
        compare_document(&mut compared, &path, reader);
    }
    eprintln!(
        "OpenAPI {version}: {} documents and {} operations compared; refused by the other reader: {}",
        compared.documents,
        compared.operations,
        compared.refused.len()
    );
    for refusal in &compared.refused {
        eprintln!("  {refusal}");
    }
    let explained = explained(version);
    let mut faults = Vec::new();
    for ((document, kind), (number, first)) in &compared.found {
        let row = (document.clone(), kind.clone());
        match explained.get(&row) {
            Some((known, reason)) if known == number => {
                eprintln!("  {document}: {number} × {kind}: {reason}");
            }
            _ => faults.push(format!(
                "{{ \"version\": \"{version}\", \"document\": \"{document}\", \"difference\": \"{kind}\", \"count\": {number}, \"reason\": \"\" }}  such as {first}"
            )),
        }
    }
    let gone = explained
        .keys()
        .filter(|row| !compared.found.contains_key(row));
    faults.extend(gone.map(|(document, kind)| format!("no longer: {document}: {kind}")));
    assert!(
        faults.is_empty(),
        "not explained, or with another number:\n{}",
        faults.join("\n")
    );
    assert!(
        compared.documents >= least,
        "{} documents",
        compared.documents
    );
}

fn compare_document(compared: &mut Compared, path: &Path, reader: Reader) {
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let document = subject::Document::load(path);
    let other = match reader(&document.json) {
        Ok(other) => other,
        Err(reason) => {
            let reason: String = reason.chars().take(120).collect();
            return compared.refused.push(format!("{name}: {reason}"));
        }
    };
    let own = document.read();
    compared.documents += 1;
    compared.operations += other.values().map(Vec::len).sum::<usize>();
    for (kind, example) in differences(&own, &other) {
        let found = compared.found.entry((name.clone(), kind));
        found.or_insert((0, example)).0 += 1;
    }
}

/// Returns the documents of a folder; compressed ones are unpacked to another folder.
fn documents(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder of a version");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let paths = paths.into_iter().filter_map(|path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension {
            Some("json" | "yaml" | "yml") => Some(path),
            Some("gz") => Some(unpacked(&path)),
            _ => None,
        }
    });
    paths.collect()
}

fn unpacked(path: &Path) -> PathBuf {
    let name = path.file_stem().expect("a name");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let output = Command::new("gzip").arg("-dc").arg(path).output();
    let text = output.expect("gzip unpacks").stdout;
    std::fs::write(&target, text).expect("an unpacked document");
    target
}

/// Returns documents and kinds of differences, with their numbers and reasons.
fn explained(version: &str) -> BTreeMap<(String, String), (usize, String)> {
    let rows: Value = serde_json::from_str(include_str!("openapi_readers/differences.json"))
        .expect("the explained differences");
    let rows = rows.as_array().expect("a list").iter();
    let rows = rows.filter(|row| row["version"] == version).map(|row| {
        let text = |key: &str| row[key].as_str().expect(key).to_owned();
        assert!(!text("reason").is_empty(), "{row} has no reason");
        let count = row["count"]
            .as_u64()
            .and_then(|count| usize::try_from(count).ok());
        let value = (count.expect("a count"), text("reason"));
        ((text("document"), text("difference")), value)
    });
    rows.collect()
}
