//! Advice on a path that does not exist: what it is relative to, and which name was probably meant.

use super::folder_of;
use crate::diagnostic::suggest::{ask_whether, nearest};
use std::path::Path;

/// For a path from the command line or a build script.
pub(super) fn of_argument(path: &Path) -> String {
    let here = std::env::current_dir().ok();
    let here = here.as_deref().and_then(Path::file_name);
    let here = here.map_or(String::new(), |name| {
        format!(", `{}`", name.to_string_lossy())
    });
    let advice = match path.is_absolute() {
        true => "correct the path".to_owned(),
        false => format!("correct the path; it is relative to the current folder{here}"),
    };
    with_neighbour(path, &path.to_string_lossy(), advice)
}

/// For a path written in `toolc.yaml`: a help line, including other advice.
pub(super) fn of_listed(path: &Path, written: &str, advice: &str) -> String {
    with_neighbour(path, written, advice.to_owned())
}

/// For the path of a Rust module: only a file that may be one is proposed.
pub(super) fn of_module(path: &Path, written: &str, advice: &str) -> String {
    with_neighbour_like(path, written, advice.to_owned(), |name| {
        name.ends_with(".rs")
    })
}

fn with_neighbour(path: &Path, written: &str, advice: String) -> String {
    let is_module = written.ends_with(".rs");
    with_neighbour_like(path, written, advice, |name| {
        !is_module || name.ends_with(".rs")
    })
}

fn with_neighbour_like(
    path: &Path,
    written: &str,
    advice: String,
    is_fit: impl Fn(&str) -> bool,
) -> String {
    if written.contains('\\') {
        return format!(
            "write `{}`: paths use `/` on every system",
            written.replace('\\', "/")
        );
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let entries = std::fs::read_dir(folder_of(path)).into_iter().flatten();
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names
        .filter(|name| !name.starts_with('.') && is_fit(name))
        .collect();
    names.sort();
    match nearest(&name, names.iter().map(String::as_str)) {
        Some(near) => {
            let start = written.strip_suffix(&*name).unwrap_or("");
            let meant = ask_whether(format_args!("{start}{near}"));
            format!("{meant} {advice}")
        }
        None => advice,
    }
}
