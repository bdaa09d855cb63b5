//! Workers in Markdown: front matter with `toolsets`, followed by instructions. They are not
//! supported, but are reported, since without any worker every tool is granted.

use super::Files;
use std::path::Path;
use toolc_base::diagnostic::{Code, Diagnostic};

/// How many bytes are searched for the front matter of a worker.
const MAX_HEAD: u64 = 64 * 1024;

/// Whether a file beneath a folder is such a worker: Markdown with `toolsets` in its front matter.
pub(super) fn is_foreign(files: &dyn Files, path: &Path, root: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension {
        Some("md" | "markdown") => has_toolsets(files, path, root),
        _ => false,
    }
}

fn has_toolsets(files: &dyn Files, path: &Path, root: &Path) -> bool {
    let is_within = files.resolve(path).is_ok_and(|real| real.starts_with(root));
    if !is_within || !files.is_file(path) {
        return false;
    }
    let Ok(head) = files.read(path, MAX_HEAD) else {
        return false;
    };
    let head = String::from_utf8_lossy(&head);
    let front = head.strip_prefix("---").and_then(|rest| {
        let (front, _) = rest.split_once("\n---")?;
        Some(front)
    });
    front.is_some_and(|front| front.contains("\ntoolsets:"))
}

/// The finding on such a file.
pub(super) fn foreign_worker(shown: &str) -> Diagnostic {
    let name = shown.rsplit('/').next().unwrap_or(shown);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let message = format!("the worker `{shown}` is not read, because it is a Markdown file");
    Diagnostic::placeless(Code::FOREIGN_WORKER, message).help(format!(
        "call it `{stem}.worker`: the part between the two `---` lines is read as YAML, and \
         the rest is kept as the worker's instructions"
    ))
}
