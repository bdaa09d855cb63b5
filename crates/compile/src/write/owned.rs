//! Files of others that toolc writes for them. A record beside them says which they are, so that those which are no longer
//! made are removed, and only those.

use super::below::{Target, target_below};
use super::beside::Beside;
use super::{
    Difference, DifferenceKind, Written, foreign, is_same, plan, shown, stage, take_away,
    unwritable,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use toolc_base::node::Node;
use toolc_base::parse::parse_source;
use toolc_base::sha256::sha256_hex;
use toolc_base::source::{Role, Source, Sources};
use toolc_emit::artifact::Artifact;
use toolc_runtime::json::write_string;

/// The name of the record, in the folder of the files.
pub const RECORD: &str = ".toolc-plugin.json";

/// No record is longer: it has 10,000 files at most.
const LONGEST: u64 = 16 << 20;

/// The files of a record, with the SHA-256 of what was written.
type Record = BTreeMap<String, String>;

/// Files on disk beside those that they will replace. What is dropped instead of being put in place changes nothing.
pub struct Staged<'f> {
    folder: &'f Path,
    changed: Vec<(&'f Artifact, Beside)>,
    unchanged: usize,
    before: Record,
    after: Record,
}

/// Prepares to make a folder's recorded files exactly these; `None`, with findings, if one of them must not or cannot be
/// written.
pub fn stage_files<'f>(
    diagnostics: &mut Diagnostics,
    folder: &'f Path,
    files: &'f [Artifact],
) -> Option<Staged<'f>> {
    let before = read_record(folder).map_err(|found| diagnostics.push(found));
    let before = before.ok()?;
    let mut wanted = Vec::new();
    let mut is_refused = false;
    for file in files {
        match plan(folder, file, &|_| Ok(before.contains_key(&file.path))) {
            Ok(true) => wanted.push(file),
            Ok(false) => {}
            Err(found) => {
                is_refused = true;
                diagnostics.push(found);
            }
        }
    }
    if is_refused {
        return None;
    }
    let mut changed = Vec::new();
    for file in wanted {
        match stage(folder, file) {
            Ok(beside) => changed.push((file, beside)),
            Err(error) => {
                diagnostics.push(unwritable(folder, &file.path, &error));
                return None;
            }
        }
    }
    Some(Staged {
        folder,
        unchanged: files.len() - changed.len(),
        changed,
        before,
        after: record_of(files),
    })
}

impl Staged<'_> {
    /// Puts the files in place, and removes those that are no longer made unless somebody has changed them since.
    pub fn put_in_place(self, diagnostics: &mut Diagnostics) -> Written {
        let Staged {
            folder,
            changed,
            unchanged,
            before,
            after,
        } = self;
        let mut written = Written {
            unchanged,
            ..Written::default()
        };
        // A record of both states first: what a build writes that is stopped midway is known to the next one.
        let both: Record = before
            .iter()
            .chain(&after)
            .map(|(path, digest)| (path.clone(), digest.clone()))
            .collect();
        if before != after {
            write_record(diagnostics, folder, &both);
        }
        for (file, beside) in changed {
            match beside.move_over() {
                Ok(()) => written.written.push(file.path.clone()),
                Err(error) => diagnostics.push(unwritable(folder, &file.path, &error)),
            }
        }
        for (path, digest) in before.iter().filter(|(path, _)| !after.contains_key(*path)) {
            match is_untouched(folder, path, digest) {
                None => {}
                Some(false) => diagnostics.push(edited(folder, path)),
                Some(true) => match take_away(folder, path) {
                    Ok(()) => written.removed.push(path.clone()),
                    Err(error) => diagnostics.push(unwritable(folder, path, &error)),
                },
            }
        }
        if before != after && both != after {
            write_record(diagnostics, folder, &after);
        }
        written
    }
}

/// What [`stage_files`] would change; nothing is written.
pub fn compare_files(
    diagnostics: &mut Diagnostics,
    folder: &Path,
    files: &[Artifact],
) -> Vec<Difference> {
    let before = match read_record(folder) {
        Ok(before) => before,
        Err(found) => {
            diagnostics.push(found);
            return Vec::new();
        }
    };
    let difference = |path: &str, kind| Difference {
        path: path.to_owned(),
        kind,
    };
    let mut differences = Vec::new();
    for file in files {
        match target_below(folder, &file.path) {
            Ok(Target::Absent) => differences.push(difference(&file.path, DifferenceKind::Missing)),
            Ok(Target::File) if is_same(&folder.join(&file.path), file) => {}
            Ok(_) | Err(_) => differences.push(difference(&file.path, DifferenceKind::Differs)),
        }
    }
    let after = record_of(files);
    for (path, digest) in before.iter().filter(|(path, _)| !after.contains_key(*path)) {
        if is_untouched(folder, path, digest) == Some(true) {
            differences.push(difference(path, DifferenceKind::Stale));
        }
    }
    if before != after && differences.is_empty() {
        differences.push(difference(RECORD, DifferenceKind::Differs));
    }
    differences
}

/// The SHA-256 of a file; `None` if it cannot be read.
pub fn digest_file(path: &Path) -> Option<String> {
    fs::read(path).ok().map(|bytes| sha256_hex(&bytes))
}

fn record_of(files: &[Artifact]) -> Record {
    let digest = |file: &Artifact| (file.path.clone(), sha256_hex(&file.text));
    files.iter().map(digest).collect()
}

/// Whether a file still has the contents that toolc wrote; `None` if the file is gone.
fn is_untouched(folder: &Path, path: &str, digest: &str) -> Option<bool> {
    match target_below(folder, path) {
        Ok(Target::File) => {
            let bytes = fs::read(folder.join(path)).ok()?;
            Some(sha256_hex(&bytes) == digest)
        }
        Ok(Target::Absent) => None,
        Ok(Target::Other) | Err(_) => Some(false),
    }
}

fn edited(folder: &Path, path: &str) -> Diagnostic {
    let path = shown(folder, path);
    let message = format!("`{path}` is no longer made, but was edited by hand, so it is kept");
    Diagnostic::placeless(Code::EDITED_LEFTOVER, message)
        .help("remove the file, or keep it as your own: later builds leave it alone")
}

fn write_record(diagnostics: &mut Diagnostics, folder: &Path, record: &Record) {
    let mut text = String::from("{\n  \"version\": 1,\n  \"files\": {");
    for (at, (path, digest)) in record.iter().enumerate() {
        text.push_str(if at == 0 { "\n    " } else { ",\n    " });
        write_string(path, &mut text);
        text.push_str(": ");
        write_string(digest, &mut text);
    }
    text.push_str(if record.is_empty() {
        "}\n}\n"
    } else {
        "\n  }\n}\n"
    });
    let file = Artifact {
        path: RECORD.to_owned(),
        text,
    };
    let put = stage(folder, &file).and_then(Beside::move_over);
    if let Err(error) = put {
        diagnostics.push(unwritable(folder, RECORD, &error));
    }
}

/// The record of a folder; empty if there is none.
fn read_record(folder: &Path) -> Result<Record, Diagnostic> {
    match target_below(folder, RECORD) {
        Ok(Target::Absent) => return Ok(Record::new()),
        Ok(Target::File) => {}
        Ok(Target::Other) => return Err(foreign(folder, RECORD)),
        Err(error) => return Err(unwritable(folder, RECORD, &error)),
    }
    let path = folder.join(RECORD);
    let size = fs::metadata(&path).map_or(0, |metadata| metadata.len());
    if size == 0 {
        // as after a loss of power: nothing is known to be toolc's
        return Ok(Record::new());
    }
    let text = Some(()).filter(|()| size <= LONGEST);
    let text = text.and_then(|()| fs::read_to_string(&path).ok());
    text.and_then(read_files).ok_or_else(|| {
        let path = shown(folder, RECORD);
        let message = format!("`{path}` is not a record of files that plug-ins made");
        Diagnostic::placeless(Code::UNREADABLE_RECORD, message).help(
            "restore it, for instance from version control; or remove it together with the files that plug-ins made",
        )
    })
}

fn read_files(text: String) -> Option<Record> {
    let mut sources = Sources::default();
    let id = sources.add(Source {
        path: RECORD.to_owned(),
        text: text.into(),
        role: Role::Worker,
    });
    let mut found = Diagnostics::default();
    let node = parse_source(&mut found, &sources, id)?;
    let errors = found.into_sorted();
    let is_error = |found: &Diagnostic| found.severity == Severity::Error;
    if errors.iter().any(is_error) || node.get("version")?.to_json() != "1" {
        return None;
    }
    let files = node.get("files")?.as_map()?;
    let file = |path: &str, digest: &Node| Some((path.to_owned(), digest.as_str()?.to_owned()));
    let record: Option<Record> = files
        .iter()
        .map(|entry| file(&entry.key, &entry.value))
        .collect();
    // two names of one file would let one of them remove the other
    let folded: BTreeSet<String> = files
        .iter()
        .map(|entry| entry.key.to_ascii_lowercase())
        .collect();
    record.filter(|record| record.len() == folded.len())
}
