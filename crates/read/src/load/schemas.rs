//! The documents listed under `schemas` in `toolc.yaml`.

use super::listed::show_listed;
use super::shown::Shown;
use super::within::root_of;
use super::{Loader, glob, has_known_extension};
use crate::read::config::ListedSchemas;
use std::path::{Path, PathBuf};
use toolc_base::source::{Role, SchemaListing};
use toolc_schema::schema::uri;

impl Loader<'_> {
    /// Loads the files of one entry. In a folder, the address of each file is that of the folder
    /// plus its path.
    pub(super) fn load_schemas(&mut self, folder: &Path, shown: &Shown, entry: &ListedSchemas) {
        let ListedSchemas { path, listing } = entry;
        let Some(expanded) = self.expand_variables(path) else {
            return;
        };
        let (found, folders) = glob::expand_glob(self.files, folder, &expanded.path);
        let root = root_of(self.files, folder, &expanded.path);
        self.loaded.watched.extend(folders);
        if found.is_empty() {
            let advice = "correct the path, or remove it from `schemas`";
            return self.nothing_found(&folder.join(&expanded.path), path, advice);
        }
        let is_pattern = glob::is_pattern(&expanded.path);
        for path in found {
            let is_folder = self.files.is_folder(&path);
            let files = if is_folder {
                self.files_listed(&path, &entry.path)
            } else {
                vec![path.clone()]
            };
            for file in files {
                if is_pattern && !has_known_extension(&file) {
                    continue;
                }
                let below = if is_folder {
                    file.strip_prefix(&path).map(Path::to_owned)
                } else {
                    Ok(file.file_name().map(PathBuf::from).unwrap_or_default())
                };
                let role = Role::Schema(SchemaListing {
                    uri: address(listing, is_folder, &below.unwrap_or_default()),
                    dialect: listing.dialect.clone(),
                });
                let name = show_listed(self.files, folder, shown, &file, &expanded);
                self.load_listed(&file, &root, name, &role, &entry.path);
            }
        }
    }
}

/// The address of a file: that of the entry or, if the entry is a folder, relative to it.
fn address(listing: &SchemaListing, is_folder: bool, below: &Path) -> Option<String> {
    let mut base = listing.uri.clone()?;
    if is_folder && !base.ends_with('/') {
        base.push('/');
    }
    if !base.ends_with('/') {
        return Some(base);
    }
    let below = below.to_string_lossy().replace('\\', "/");
    Some(uri::resolve_reference(
        &base,
        &format!("./{}", uri::escape_path(&below)),
    ))
}
