//! Noun: what one check of a folder knows: the texts that it read, what it found, and the catalog.

use crate::documents::find_place;
use crate::lines::{Encoding, Lines};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use toolc_base::diagnostic::{Diagnostic, Diagnostics};
use toolc_base::node::Node;
use toolc_base::parse::parse_source;
use toolc_base::source::{Role, SourceId, Span};
use toolc_compile::compile::Outcome;
use toolc_model::model::Catalog;
use toolc_read::load::Loaded;

/// The result of a check.
pub struct Analysis {
    /// What was read, and the lock.
    pub loaded: Loaded,
    /// Everything that `toolc check` reports.
    pub diagnostics: Vec<Diagnostic>,
    outcome: Outcome,
    /// The path of each source below the folder.
    paths: Vec<PathBuf>,
    /// The same without links.
    places: Vec<PathBuf>,
    /// Files and folders that were read, without links.
    watched: HashSet<PathBuf>,
    lines: Vec<OnceLock<Lines>>,
    trees: Vec<OnceLock<Option<Node>>>,
}

impl Analysis {
    /// Keeps the result of a check in a folder.
    pub fn of_check(folder: &Path, loaded: Loaded, mut outcome: Outcome) -> Self {
        let sources = loaded.sources.iter();
        let shown = |(at, path): (usize, &str)| {
            let read = loaded.paths.get(at).map(PathBuf::as_path);
            let path = folder.join(read.unwrap_or(Path::new(path)));
            // `specs/./tools.yaml` is `specs/tools.yaml`
            path.components().collect::<PathBuf>()
        };
        let named = sources.map(|(_, source)| source.path.as_str()).enumerate();
        let paths: Vec<PathBuf> = named.map(shown).collect();
        let watched = loaded.watched.iter();
        let watched = watched.map(|path| find_place(&folder.join(path)));
        Analysis {
            diagnostics: std::mem::take(&mut outcome.diagnostics),
            places: paths.iter().map(|path| find_place(path)).collect(),
            watched: watched.collect(),
            lines: paths.iter().map(|_| OnceLock::new()).collect(),
            trees: paths.iter().map(|_| OnceLock::new()).collect(),
            paths,
            loaded,
            outcome,
        }
    }

    /// What could be compiled; `None` if nothing could be told.
    pub fn catalog(&self) -> Option<&Catalog> {
        let checked = self.outcome.checked.as_ref();
        let checked = checked.map(|checked| checked.catalog());
        checked.or(self.outcome.partial.as_deref())
    }

    /// The first source that is a file.
    pub fn source_at(&self, place: &Path) -> Option<SourceId> {
        let at = self.places.iter().position(|known| known == place)?;
        let mut sources = self.loaded.sources.iter();
        sources.nth(at).map(|(id, _)| id)
    }

    /// Whether a file was read, or is in a folder that was.
    pub fn reads(&self, place: &Path) -> bool {
        let folder = place.parent().is_some_and(|it| self.watched.contains(it));
        folder || self.watched.contains(place) || self.places.iter().any(|it| it == place)
    }

    /// The path of a source, and the same without links; `None` for the spec of a built-in toolset, which is not a file.
    pub fn path(&self, id: SourceId) -> Option<(&Path, &Path)> {
        let at = self.loaded.sources.position(id);
        Some((self.paths.get(at)?, self.places.get(at)?))
    }

    /// The lines of a source.
    pub fn lines(&self, id: SourceId) -> Option<&Lines> {
        let cell = self.lines.get(self.loaded.sources.position(id))?;
        Some(cell.get_or_init(|| Lines::of_text(&self.loaded.sources.get(id).text)))
    }

    /// The tree of a source; `None` if nothing of it can be parsed.
    pub fn tree(&self, id: SourceId) -> Option<&Node> {
        let sources = &self.loaded.sources;
        let cell = self.trees.get(sources.position(id))?;
        let parse = || parse_source(&mut Diagnostics::silent(), sources, id);
        cell.get_or_init(parse).as_ref()
    }

    /// A place as a range of the protocol.
    pub fn range(&self, span: Span, encoding: Encoding) -> Option<Value> {
        let text = &self.loaded.sources.get(span.source).text;
        Some(write_range(
            text,
            self.lines(span.source)?,
            (span.start as usize, span.end as usize),
            encoding,
        ))
    }

    /// The `toolc.yaml`, or else the first file.
    pub fn main_source(&self) -> Option<SourceId> {
        let mut sources = self.loaded.sources.iter();
        let config = sources.find(|(_, source)| source.role == Role::Config);
        let first = || self.loaded.sources.iter().next();
        config.or_else(first).map(|(id, _)| id)
    }
}

/// A range of bytes as the protocol writes it.
pub fn write_range(
    text: &str,
    lines: &Lines,
    (start, end): (usize, usize),
    encoding: Encoding,
) -> Value {
    let place = |byte| {
        let position = lines.position(text, byte, encoding);
        json!({ "line": position.line, "character": position.character })
    };
    json!({ "start": place(start), "end": place(end.max(start)) })
}
