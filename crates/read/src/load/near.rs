//! Advice on a path that does not exist: what it is relative to, and which name was probably meant.

use super::glob::is_pattern;
use super::{CONFIG_NAMES, Files, folder_of, has_known_extension};
use std::path::Path;
use toolc_base::diagnostic::Help;
use toolc_base::diagnostic::quote::quote_some;
use toolc_base::diagnostic::suggest::{ask_whether, nearest};

/// How many other files a help names.
const SHOWN: usize = 3;

/// For a path from the command line or a build script.
pub(super) fn of_argument(files: &dyn Files, path: &Path) -> Help {
    let here = std::env::current_dir().ok();
    let here = here.as_deref().and_then(Path::file_name);
    let here = here.map_or(String::new(), |name| {
        format!(", `{}`", name.to_string_lossy())
    });
    let advice = match path.is_absolute() {
        true => "correct the path".to_owned(),
        false => format!("correct the path; it is relative to the current folder{here}"),
    };
    with_neighbour(files, path, &path.to_string_lossy(), advice)
}

/// For a path written in `toolc.yaml`: a help line, including other advice.
pub(super) fn of_listed(files: &dyn Files, path: &Path, written: &str, advice: &str) -> Help {
    with_neighbour(files, path, written, advice.to_owned())
}

/// For a pattern that matches nothing: the files where it looks, if their names end in another way.
pub(super) fn of_pattern(files: &dyn Files, path: &Path, written: &str) -> Option<String> {
    let (folder, name) = (folder_of(path), path.file_name()?.to_str()?);
    if !is_pattern(name) || is_pattern(&folder.to_string_lossy()) {
        return None;
    }
    let (start, ending) = name.rsplit_once('.')?;
    let Ok(entries) = files.list(folder) else {
        return of_folder(files, folder, written, name);
    };
    let entries = entries.iter().filter(|path| has_known_extension(path));
    let mut names: Vec<&str> = entries
        .filter_map(|path| path.file_name()?.to_str())
        .collect();
    names.sort_unstable();
    let beside = names
        .iter()
        .find(|name| !name.ends_with(&format!(".{ending}")));
    let name = beside.or(names.first())?;
    let above = written.strip_suffix(path.file_name()?.to_str()?)?;
    let found = format!("`{above}{name}` is there");
    Some(match name.rsplit_once('.') {
        Some((_, other)) if other != ending => {
            format!("{found}: write `{above}{start}.{other}`, or name the file")
        }
        _ => format!("{found}: write a pattern that matches it, or name the file"),
    })
}

/// For a pattern in a folder that is not there: the folder that was probably meant.
fn of_folder(files: &dyn Files, folder: &Path, written: &str, pattern: &str) -> Option<String> {
    let name = folder.file_name()?.to_str()?;
    let mut names = Vec::new();
    for path in files.list(folder_of(folder)).ok()? {
        if files.is_folder(&path) {
            names.push(path.file_name()?.to_str()?.to_owned());
        }
    }
    names.sort_unstable();
    let near = nearest(name, names.iter().map(String::as_str))?;
    let above = written.strip_suffix(&format!("{name}/{pattern}"))?;
    Some(format!(
        "there is no folder `{above}{name}`: did you mean `{above}{near}/{pattern}`?"
    ))
}

/// For the path of a Rust module: only a file that may be one is proposed.
pub(super) fn of_module(files: &dyn Files, path: &Path, written: &str, advice: &str) -> Help {
    with_neighbour_like(files, path, written, advice.to_owned(), |name| {
        name.ends_with(".rs")
    })
}

fn with_neighbour(files: &dyn Files, path: &Path, written: &str, advice: String) -> Help {
    let is_module = written.ends_with(".rs");
    with_neighbour_like(files, path, written, advice, |name| {
        !is_module || name.ends_with(".rs")
    })
}

fn with_neighbour_like(
    files: &dyn Files,
    path: &Path,
    written: &str,
    advice: String,
    is_fit: impl Fn(&str) -> bool,
) -> Help {
    if written.contains('\\') {
        let path = written.replace('\\', "/");
        return Help::from(format!("write `{path}`: paths use `/` on every system"));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let entries = files.list(folder_of(path)).unwrap_or_default();
    let names = entries
        .iter()
        .filter_map(|entry| entry.file_name()?.to_str());
    let names = names.map(str::to_owned);
    let mut names: Vec<String> = names
        .filter(|name| !name.starts_with('.') && is_fit(name))
        .collect();
    names.sort();
    match nearest(&name, names.iter().map(String::as_str)) {
        Some(near) => {
            let start = written.strip_suffix(&*name).unwrap_or("");
            ask_whether(written, format_args!("{start}{near}")).and(&advice)
        }
        None => {
            let is_spec = |name: &&String| {
                has_known_extension(Path::new(name)) && !CONFIG_NAMES.contains(&name.as_str())
            };
            let beside: Vec<&String> = names.iter().filter(is_spec).collect();
            match beside.is_empty() {
                true => advice.into(),
                false => format!("{advice}; the folder has {}", quote_some(beside, SHOWN)).into(),
            }
        }
    }
}
