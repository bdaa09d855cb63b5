//! The files that API descriptions refer to. A description may come from a third party, so it can only refer to files
//! beneath its own folder or that of `toolc.yaml`, and to files that are read anyway.

use super::shown::{Name, Shown};
use super::{Loader, folder_of, has_known_extension};
use crate::read::{Wanted, follow_reference, is_description, is_known, may_refer_out};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::Node;
use toolc_base::source::{Role, SourceId};
use toolc_model::config::Config;
use toolc_schema::schema::uri;

/// How many files all descriptions together may refer to.
const MAX_FILES: usize = 4096;

/// The limit on the total size of these files.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// The parts read so far.
struct Parts<'p> {
    config: &'p Config,
    /// All sources, by address.
    known: HashMap<String, SourceId>,
    files: usize,
    bytes: usize,
}

/// A description whose references are followed.
struct Entry<'e> {
    address: String,
    folder: &'e Path,
    /// How the folder is shown in messages.
    shown: Shown,
    /// The folders beneath which files may be read.
    roots: Vec<PathBuf>,
}

impl Loader<'_> {
    /// Loads the parts of all descriptions.
    pub(super) fn load_parts(&mut self) {
        let sources = &self.loaded.sources;
        let config = &self.loaded.config.clone();
        let entries = sources
            .iter()
            .filter(|(_, source)| may_refer_out(sources, config, source));
        let entries: Vec<SourceId> = entries.map(|(id, _)| id).collect();
        if entries.is_empty() {
            return;
        }
        let mut parts = Parts {
            config,
            known: HashMap::new(),
            files: 0,
            bytes: 0,
        };
        for (id, source) in sources.iter() {
            let address = uri::of_path(&source.path);
            parts.known.entry(address).or_insert(id);
        }
        for id in entries {
            let Some(node) = self.node(&parts, id).filter(|node| is_description(node)) else {
                continue;
            };
            let path = self.loaded.paths[id.0 as usize].clone();
            let name = self.name_of(id);
            let folder = folder_of(&path);
            let folders = self.folders.iter().map(|(folder, _)| folder.clone());
            let mut roots: Vec<PathBuf> = folders.collect();
            roots.push(self.files.canonical(folder));
            let entry = Entry {
                address: uri::of_path(&name.shown),
                folder,
                shown: Shown::around(&name),
                roots,
            };
            let address = entry.address.clone();
            follow_reference(node, &address, &mut |wanted| {
                self.part(&mut parts, &entry, wanted)
            });
        }
    }

    /// The two paths of a source.
    pub(super) fn name_of(&self, id: SourceId) -> Name {
        let sources = &self.loaded.sources;
        Name {
            shown: sources.get(id).path.clone(),
            origin: sources.origin(id).to_owned(),
        }
    }

    /// The tree of a source. What was found in it is reported when all sources are read.
    fn node(&mut self, parts: &Parts<'_>, id: SourceId) -> Option<Arc<Node>> {
        let (sources, config) = (&self.loaded.sources, parts.config);
        self.loaded.trees.parse(self.earlier, sources, config, id)
    }

    /// The file that a reference leads into, if it may be read.
    fn part(
        &mut self,
        parts: &mut Parts<'_>,
        entry: &Entry<'_>,
        wanted: &Wanted<'_>,
    ) -> Option<Arc<Node>> {
        let id = match parts.known.get(wanted.address) {
            Some(id) => *id,
            None => self.read_part(parts, entry, wanted)?,
        };
        let node = self.node(parts, id)?;
        // a file with schemas may be a tool file as well
        let is_itself = is_description(&node) || wanted.is_schema && is_known(&node);
        let is_part = match &self.loaded.sources.get(id).role {
            Role::Found => !is_itself,
            // it contributes no tools anyway
            Role::Beside(lists) => lists.tools.is_some() || !is_itself,
            _ => false,
        };
        if is_part {
            self.loaded.sources.set_role(id, Role::Part);
        }
        Some(node)
    }

    fn read_part(
        &mut self,
        parts: &mut Parts<'_>,
        entry: &Entry<'_>,
        wanted: &Wanted<'_>,
    ) -> Option<SourceId> {
        let below = below(&entry.address, wanted.address)?;
        let path = entry.folder.join(&below);
        let real = self.files.resolve(&path).ok()?;
        let root = entry.roots.iter().find(|root| real.starts_with(root))?;
        if !self.files.is_file(&real) || !has_known_extension(&path) {
            return None;
        }
        if parts.files >= MAX_FILES || parts.bytes >= MAX_BYTES {
            self.diagnostics.push(too_many(wanted));
            return None;
        }
        let name = entry.shown.join(&below);
        let id = self.read(&path, root, name, Role::Part, Some(wanted.span))?;
        parts.files += 1;
        parts.bytes += self.loaded.sources.get(id).text.len();
        parts.known.insert(wanted.address.to_owned(), id);
        Some(id)
    }
}

fn too_many(wanted: &Wanted<'_>) -> Diagnostic {
    let message = format!(
        "API descriptions refer to more than {MAX_FILES} files or {} MiB",
        MAX_BYTES >> 20
    );
    Diagnostic::new(Code::FILE_TOO_LARGE, wanted.span, message)
        .label("no further file is read")
        .help("bundle the description into one file, or compile fewer of them at once")
}

/// The path of one address relative to the folder of another.
fn below(from: &str, to: &str) -> Option<String> {
    if !to.starts_with("file:///") {
        return None;
    }
    let mut from: Vec<&str> = from.split('/').collect();
    let mut to: Vec<&str> = to.split('/').collect();
    from.pop();
    let name = to.pop()?;
    let same = from.iter().zip(&to).take_while(|(one, other)| one == other);
    let same = same.count();
    let up = from[same..].iter().map(|_| "..".to_owned());
    let down = to[same..].iter().chain([&name]);
    let mut path: Vec<String> = up.collect();
    for segment in down {
        path.push(uri::decode_percent(segment).filter(|name| !name.contains(['/', '\0']))?);
    }
    Some(path.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_from_folder_to_file() {
        let rows = [
            ("file:///a.yaml", "file:///b.yaml", Some("b.yaml")),
            (
                "file:///x/a.yaml",
                "file:///x/y/b%20c.yaml",
                Some("y/b c.yaml"),
            ),
            (
                "file:///x/y/a.yaml",
                "file:///z/b.yaml",
                Some("../../z/b.yaml"),
            ),
            ("file:///a.yaml", "file:///..%2Fb.yaml", None),
            ("file:///a.yaml", "https://example.com/b.yaml", None),
        ];
        for (from, to, path) in rows {
            assert_eq!(below(from, to).as_deref(), path);
        }
    }
}
