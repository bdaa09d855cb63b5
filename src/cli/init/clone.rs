//! The location of a clone of toolc's repository, as written in a `Cargo.toml`.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// The path of a clone, relative to the folder of the crate unless it was given as absolute.
pub(super) struct Clone(String);

impl Clone {
    /// The clone at a path.
    pub fn find(path: &Path, folder: &Path) -> Result<Self, String> {
        let is_ours = |manifest: &str, name: &str| {
            let text = fs::read_to_string(path.join(manifest)).unwrap_or_default();
            let line = format!("name = \"{name}\"");
            text.lines().any(|known| known.trim() == line)
        };
        if !is_ours("Cargo.toml", "toolc") || !is_ours("runtime/Cargo.toml", "toolc-runtime") {
            return Err(format!(
                "no clone of toolc was found at `{}`",
                path.display()
            ));
        }
        let shown = if path.is_absolute() {
            path.to_path_buf()
        } else {
            relative(path, folder).unwrap_or_else(|| path.to_path_buf())
        };
        let shown = shown.to_string_lossy().replace('\\', "/");
        if shown.contains(|letter: char| letter == '"' || letter.is_control()) {
            return Err(format!(
                "`{shown}` has characters that `Cargo.toml` does not allow"
            ));
        }
        Ok(Clone(shown))
    }

    /// The path to a folder of the clone.
    pub fn below(&self, folder: &str) -> String {
        match folder {
            "" => self.0.clone(),
            folder => format!("{}/{folder}", self.0.trim_end_matches('/')),
        }
    }
}

/// The relative path from a folder to a path.
fn relative(path: &Path, folder: &Path) -> Option<PathBuf> {
    let (path, folder) = (fs::canonicalize(path).ok()?, fs::canonicalize(folder).ok()?);
    let (mut to, mut from) = (path.components().peekable(), folder.components().peekable());
    while to.peek().is_some() && to.peek() == from.peek() {
        to.next();
        from.next();
    }
    if matches!(to.peek(), Some(Component::Prefix(_))) {
        return None;
    }
    let way: PathBuf = from.map(|_| Component::ParentDir).chain(to).collect();
    Some(if way.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        way
    })
}
