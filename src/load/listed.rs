//! `toolc.yaml` and the files that it lists.

use super::{Loader, Shown, canonical, glob, has_known_extension, walk};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::draft::Config;
use crate::parse::parse;
use crate::read::config::{ListedFile, Settings, read_config};
use crate::source::{Listing, Role, SourceId, Spanned};
use std::path::{Path, PathBuf};

/// A path as it is written, and what it means on this machine.
pub(super) struct Expanded {
    pub(super) path: String,
    /// Variables that were replaced, with their values.
    variables: Vec<(String, String)>,
}

impl Loader<'_> {
    /// Loads `toolc.yaml` and all that it lists. `folder` is what its paths are relative to.
    pub(super) fn config(&mut self, path: &Path, folder: &Path, shown: &Shown) {
        let name = path
            .file_name()
            .map_or(String::new(), |name| name.to_string_lossy().into_owned());
        if self.seen.contains(path) {
            return;
        }
        let Some(id) = self.read(path, shown.join(&name), Role::Config, None) else {
            return;
        };
        // Faults of its syntax are reported when all sources are parsed.
        let node = parse(&mut Diagnostics::default(), &self.loaded.sources, id);
        let Some(node) = node else { return };
        let settings = read_config(self.diagnostics, &node);
        self.folders.push(canonical(folder));
        self.files(folder, shown, settings);
    }

    fn files(&mut self, folder: &Path, shown: &Shown, settings: Settings) {
        for ListedFile {
            path,
            mut listing,
            overlays,
            advice,
        } in settings.files
        {
            listing.overlays = self.overlays(folder, shown, &listing, &overlays);
            let role = Role::Listed(listing);
            self.pattern(folder, shown, &path, &role, &advice);
        }
        for entry in &settings.schemas {
            self.schemas(folder, shown, entry);
        }
        for pattern in &settings.workers {
            self.pattern(
                folder,
                shown,
                pattern,
                &Role::Worker,
                "correct the path, or remove it from `workers`",
            );
        }
        let config = self.loaded.config.get_or_insert_with(Config::default);
        config.targets.extend(settings.config.targets);
        config.engines.extend(settings.config.engines);
        config.routes.extend(settings.config.routes);
        config.rust = std::mem::take(&mut config.rust).over(&settings.config.rust);
        config.formats = config.formats.or(settings.config.formats);
        config.entries.extend(settings.config.entries);
        config.lints.extend(settings.config.lints);
    }

    /// Loads the overlays of a description.
    fn overlays(
        &mut self,
        folder: &Path,
        shown: &Shown,
        listing: &Listing,
        written: &[Spanned<String>],
    ) -> Vec<SourceId> {
        let mut loaded = Vec::new();
        for written in written {
            let Some(expanded) = self.expand(written) else {
                continue;
            };
            let path = folder.join(&expanded.path);
            if !path.is_file() {
                let advice = "correct the path; it is relative to `toolc.yaml`";
                self.nothing_found(written, advice);
                continue;
            }
            let name = show(folder, shown, &path, &expanded);
            let role = Role::Overlay(listing.clone());
            loaded.extend(self.read(&path, name, role, Some(written.span)));
        }
        loaded
    }

    fn pattern(
        &mut self,
        folder: &Path,
        shown: &Shown,
        written: &Spanned<String>,
        role: &Role,
        advice: &str,
    ) {
        let Some(expanded) = self.expand(written) else {
            return;
        };
        let (mut found, folders) = glob::expand(folder, &expanded.path);
        if *role == Role::Worker && glob::is_pattern(&expanded.path) {
            found.retain(|path| path.is_dir() || has_known_extension(path));
        }
        self.loaded.watched.extend(folders);
        if found.is_empty() {
            return self.nothing_found(written, advice);
        }
        for path in found {
            if !path.is_dir() {
                self.listed(&path, show(folder, shown, &path, &expanded), role, written);
                continue;
            }
            for file in walk::files(self, &path) {
                self.listed(&file, show(folder, shown, &file, &expanded), role, written);
            }
        }
    }

    /// Reports a path or a pattern that leads to no file.
    pub(super) fn nothing_found(&mut self, written: &Spanned<String>, advice: &str) {
        let (code, message) = match glob::is_pattern(&written.value) {
            true => (
                Code::NO_MATCH,
                format!("no file matches `{}`", written.value),
            ),
            false => (
                Code::NO_SUCH_PATH,
                format!("there is no file `{}`", written.value),
            ),
        };
        self.diagnostics
            .push(Diagnostic::new(code, written.span, message).help(advice));
    }

    pub(super) fn listed(
        &mut self,
        path: &Path,
        shown: String,
        role: &Role,
        written: &Spanned<String>,
    ) {
        if !has_known_extension(path) {
            let message = format!("`{shown}` is no YAML or JSON file");
            let finding = Diagnostic::new(Code::WRONG_SHAPE, written.span, message);
            return self
                .diagnostics
                .push(finding.help("list a file that ends in `.yaml`, `.yml` or `.json`"));
        }
        if self.is_new(path, &shown, role, written.span) {
            self.read(path, shown, role.clone(), Some(written.span));
        }
    }

    /// Replaces `${VAR}`; `None` where a variable is not set, which is reported.
    pub(super) fn expand(&mut self, written: &Spanned<String>) -> Option<Expanded> {
        let mut expanded = Expanded {
            path: String::new(),
            variables: Vec::new(),
        };
        let mut rest = written.value.as_str();
        while let Some((before, after)) = rest.split_once("${") {
            let Some((name, after)) = after.split_once('}') else {
                break;
            };
            let value = (self.environment)(name);
            if !self.loaded.variables.iter().any(|known| known == name) {
                self.loaded.variables.push(name.to_owned());
            }
            let Some(value) = value else {
                let message = format!("the environment variable `{name}` is not set");
                let finding = Diagnostic::new(Code::UNSET_VARIABLE, written.span, message);
                self.diagnostics
                    .push(finding.help(format!("set `{name}`, or write the path without it")));
                return None;
            };
            expanded.path.push_str(before);
            expanded.path.push_str(&value);
            expanded.variables.push((name.to_owned(), value));
            rest = after;
        }
        expanded.path.push_str(rest);
        Some(expanded)
    }
}

/// A path as messages show it: below the folder, or with the variable in place of its value, or
/// without what stands before its last parts. What is the machine's own is never shown.
pub(super) fn show(folder: &Path, shown: &Shown, path: &Path, expanded: &Expanded) -> String {
    if !expanded.path.starts_with('/') && !Path::new(&expanded.path).is_absolute() {
        return shown.below(folder, path);
    }
    for (name, value) in &expanded.variables {
        if let Some(rest) = rest_below(path, Path::new(value)) {
            return format!("${{{name}}}/{rest}");
        }
    }
    if let Some(rest) = rest_below(&canonical(path), &canonical(folder)) {
        return shown.join(&rest);
    }
    let name = Path::new(path.file_name().unwrap_or_default());
    let rest = fixed_part(&expanded.path)
        .parent()
        .and_then(|start| rest_below(path, start))
        .unwrap_or_else(|| name.to_string_lossy().into_owned());
    format!("…/{rest}")
}

/// What of a path stands below a folder, with `/`.
fn rest_below(path: &Path, folder: &Path) -> Option<String> {
    let rest = path.strip_prefix(folder).ok()?;
    let rest = rest.to_string_lossy().replace('\\', "/");
    (!rest.is_empty()).then_some(rest)
}

/// The part of a path before its first wildcard.
fn fixed_part(path: &str) -> PathBuf {
    let parts = Path::new(path).components();
    parts
        .take_while(|part| !glob::is_pattern(&part.as_os_str().to_string_lossy()))
        .collect()
}
