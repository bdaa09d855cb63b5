//! Loaders by name: what a program adds to the types of registry entries.

use super::file::MAX_BYTES;
use super::shown::{Name, Shown};
use crate::read::config::{AddedKind, ListedLoader, is_built_in};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::Map;
use toolc_base::source::{EntryId, Role, Source};
use toolc_model::config::EntryKind;

/// Makes the definitions of tools for registry entries of its type: from a registry of one's own, a database, or code.
///
/// A build calls it once for each entry. toolc reads what it returns as it reads a file, with the same checks.
pub trait Loader: Send + Sync {
    /// The keys of entries that it reads, besides those that every entry has. Others are errors.
    fn keys(&self) -> &[&str] {
        &[]
    }

    /// What it returns.
    fn format(&self) -> Format {
        Format::Tools
    }

    /// Makes the definitions for an entry.
    ///
    /// # Errors
    /// Returns why it cannot, as the end of a sentence: "the registry does not answer".
    fn load(&self, entry: &LoaderEntry<'_>) -> Result<Definitions, String>;
}

/// What a loader returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A tool file of one's own, or tools in any format that a `file` entry reads.
    Tools,
    /// What an MCP server lists: it is trusted no more than a server.
    Mcp,
    /// The description of an API, likewise.
    OpenApi,
}

/// An entry of the registry.
#[derive(Debug)]
pub struct LoaderEntry<'e> {
    settings: &'e Map,
    /// The folder of `toolc.yaml`, to which paths of the entry are relative.
    pub folder: &'e Path,
    /// The namespace of its tools, where they have none of their own.
    pub namespace: Option<&'e str>,
}

impl LoaderEntry<'_> {
    /// The value of a key, if it is a string.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.settings.get_str(key)
    }

    /// The value of a key as JSON.
    pub fn json(&self, key: &str) -> Option<String> {
        Some(self.settings.get(key)?.to_json())
    }
}

/// The definitions of tools, in JSON or YAML.
#[derive(Debug, Clone, Default)]
pub struct Definitions {
    /// The text.
    pub text: String,
    /// The files and folders that it was made of: a build script runs again when one of them changes.
    pub files: Vec<PathBuf>,
    /// The environment variables that it was made of, likewise.
    pub variables: Vec<String>,
}

impl From<String> for Definitions {
    fn from(text: String) -> Self {
        Definitions {
            text,
            ..Definitions::default()
        }
    }
}

/// Loaders by name.
#[derive(Clone, Default)]
pub struct Loaders(Vec<(String, Arc<dyn Loader>)>);

impl fmt::Debug for Loaders {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.0.iter().map(|(name, _)| name);
        out.debug_set().entries(names).finish()
    }
}

impl Loaders {
    /// Adds a loader. Whether its name is free is judged when entries are read.
    pub fn add(&mut self, name: &str, loader: Arc<dyn Loader>) {
        self.0.push((name.to_owned(), loader));
    }

    /// The findings on names that are taken, or that no entry could say.
    pub fn find_faults(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (at, (name, _)) in self.0.iter().enumerate() {
            let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-".contains(letter);
            let problem = if name.is_empty() || !name.chars().all(is_plain) {
                "is not made of letters, digits, `_` and `-`"
            } else if is_built_in(name) {
                "conflicts with a type of registry entry that toolc has"
            } else if self.0[..at].iter().any(|(other, _)| other == name) {
                "conflicts with another of the same name"
            } else {
                continue;
            };
            let message = format!("the loader `{name}` {problem}");
            found.push(
                Diagnostic::placeless(Code::CONFLICTING_LOADER, message)
                    .help("give the loader a name of its own, such as `our-registry`"),
            );
        }
        found
    }

    /// The types of entries that they add.
    pub(super) fn kinds(&self) -> Vec<AddedKind<'_>> {
        let kinds = self.0.iter().map(|(name, loader)| AddedKind {
            name,
            kind: match loader.format() {
                Format::Tools => EntryKind::File,
                Format::Mcp => EntryKind::Mcp,
                Format::OpenApi => EntryKind::Rest,
            },
            keys: loader.keys(),
        });
        kinds.collect()
    }

    fn find(&self, name: &str) -> Option<&Arc<dyn Loader>> {
        let mut loaders = self.0.iter();
        loaders
            .find(|(known, _)| known == name)
            .map(|(_, loader)| loader)
    }
}

impl super::Loader<'_> {
    /// Lets the loader of an entry make its definitions, which are read as if they were in a file.
    pub(super) fn load_by_loader(
        &mut self,
        folder: &Path,
        shown: &Shown,
        id: EntryId,
        listed: &ListedLoader,
    ) {
        let role = Role::Listed(id);
        let name = &listed.name.value;
        let namespace = self
            .entry_of(&role)
            .and_then(|entry| entry.namespace.clone());
        let namespace = namespace.as_ref().map(|namespace| namespace.value.as_str());
        let entry = LoaderEntry {
            settings: &listed.settings,
            folder,
            namespace,
        };
        let Some(loader) = self.loaders.find(name) else {
            return self.lose(&role);
        };
        let made = loader
            .load(&entry)
            .and_then(|made| match made.text.len() as u64 {
                0 => Err("it returns nothing".to_owned()),
                size if size > MAX_BYTES => {
                    Err(format!("it returns more than {} MiB", MAX_BYTES >> 20))
                }
                _ => Ok(made),
            });
        let made = match made {
            Ok(made) => made,
            Err(why) => {
                let message = format!("the loader `{name}` failed: {why}");
                let found = Diagnostic::new(Code::FAILED_LOADER, listed.name.span, message);
                self.diagnostics.push(
                    found.help("the build script has this loader; what it says is the reason"),
                );
                return self.lose(&role);
            }
        };
        self.loaded.watched.extend(made.files);
        for variable in made.variables {
            if !self.loaded.variables.contains(&variable) {
                self.loaded.variables.push(variable);
            }
        }
        let end = match made.text.trim_start().starts_with(['{', '[']) {
            true => "json",
            false => "yaml",
        };
        let what = namespace.map_or_else(|| id.0.to_string(), str::to_owned);
        let Name { shown, origin } = shown.join(&format!("{name}:{what}.{end}"));
        self.bytes += made.text.len() as u64;
        self.loaded.paths.push(folder.join("toolc.yaml"));
        let source = self.loaded.sources.add(Source {
            path: shown,
            text: made.text.into(),
            role,
        });
        self.loaded.sources.set_origin(source, origin);
    }
}
