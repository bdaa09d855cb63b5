//! Files that were meant as specs, in formats that toolc does not read. They are reported: without any worker every tool is
//! granted, and a tool that is not read is missed only later.

use super::Files;
use std::path::Path;
use toolc_base::diagnostic::{Code, Diagnostic};

/// How many bytes are searched for what only specs have.
const MAX_HEAD: u64 = 64 * 1024;

/// Extensions of data formats that are not read, with their names.
const FORMATS: &[(&str, &str)] = &[
    ("toml", "TOML"),
    ("json5", "JSON5"),
    ("jsonc", "JSON with comments"),
];

/// Keys that only tools and workers have.
const SIGNS: &[&str] = &[
    "toolsets",
    "tools",
    "parameters",
    "input_schema",
    "inputSchema",
];

/// Whether a file beneath a folder is such a file.
pub(super) fn is_unread(files: &dyn Files, path: &Path, root: &Path) -> bool {
    let is_data = format_of(path).is_some();
    is_foreign_worker(files, path, root)
        || is_data && read_head(files, path, root).is_some_and(|head| has_sign(&head))
}

/// Whether a file is a worker in Markdown: front matter with `toolsets`, followed by instructions.
pub(super) fn is_foreign_worker(files: &dyn Files, path: &Path, root: &Path) -> bool {
    let is_markdown = matches!(extension_of(path), "md" | "markdown");
    is_markdown && read_head(files, path, root).is_some_and(|head| has_toolsets(&head))
}

fn extension_of(path: &Path) -> &str {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.unwrap_or_default()
}

/// The format of files with an extension.
fn format_of(path: &Path) -> Option<&'static str> {
    let extension = extension_of(path);
    let found = FORMATS.iter().find(|(known, _)| *known == extension);
    found.map(|(_, name)| *name)
}

fn read_head(files: &dyn Files, path: &Path, root: &Path) -> Option<String> {
    let is_within = files.resolve(path).is_ok_and(|real| real.starts_with(root));
    if !is_within || !files.is_file(path) {
        return None;
    }
    let head = files.read(path, MAX_HEAD).ok()?;
    Some(String::from_utf8_lossy(&head).into_owned())
}

fn has_toolsets(head: &str) -> bool {
    let front = head.strip_prefix("---").and_then(|rest| {
        let (front, _) = rest.split_once("\n---")?;
        Some(front)
    });
    front.is_some_and(|front| front.contains("\ntoolsets:"))
}

/// Whether a line begins with a key of a spec: `[[tools]]`, `toolsets = …`, `"parameters": …`.
fn has_sign(head: &str) -> bool {
    head.lines().any(|line| {
        let line = line.trim_start_matches(['[', '{', '"', '\'', ' ', '\t']);
        let is_letter =
            |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
        let end = line.find(|letter| !is_letter(letter)).unwrap_or(line.len());
        SIGNS.contains(&&line[..end])
    })
}

/// The finding on such a file.
pub(super) fn unread_file(shown: &str) -> Diagnostic {
    let name = shown.rsplit('/').next().unwrap_or(shown);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    if let Some(format) = format_of(Path::new(name)) {
        let message =
            format!("`{shown}` is not read, because it is {format}: toolc reads YAML and JSON");
        return Diagnostic::placeless(Code::UNKNOWN_FORMAT, message).help(format!(
            "write what it says into `{stem}.yaml`, or move it elsewhere"
        ));
    }
    let message = format!("the worker `{shown}` is not read, because it is a Markdown file");
    Diagnostic::placeless(Code::FOREIGN_WORKER, message).help(format!(
        "call it `{stem}.worker`: the part between the two `---` lines is read as YAML, and \
         the rest is kept as the worker's instructions"
    ))
}
