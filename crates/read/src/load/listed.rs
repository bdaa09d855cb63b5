//! `toolc.yaml` and the files it lists.

use super::agree::find_disagreements;
use super::shown::{Name, Shown};
use super::unread::{is_foreign_worker, is_unread, unread_file};
use super::within::{link_out, root_of};
use super::{Files, Loader, glob, has_known_extension, near, walk};
use crate::read::config::{ListedEntry, ListedFile, Settings, read_config_by};
use std::path::{Path, PathBuf};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Help, Label, Severity};
use toolc_base::parse::parse_source;
use toolc_base::source::{EntryId, Role, SourceId, Span, Spanned};
use toolc_runtime::variables::{Part, split_variables};

/// A path as written, with its variables replaced.
pub(super) struct Expanded {
    pub(super) path: String,
    /// The replaced variables, with their values.
    variables: Vec<(String, String)>,
}

impl Loader<'_> {
    /// Loads `toolc.yaml` and everything it lists. Its paths are relative to `folder`.
    pub(super) fn config(&mut self, path: &Path, folder: &Path, shown: &Shown) {
        let name = path
            .file_name()
            .map_or(String::new(), |name| name.to_string_lossy().into_owned());
        if self.is_seen(path) {
            return;
        }
        let root = self.files.canonical(folder);
        let Some(id) = self.read(path, &root, shown.join(&name), Role::Config, None) else {
            return;
        };
        // Syntax errors are reported when all sources are parsed.
        let node = parse_source(&mut Diagnostics::silent(), &self.loaded.sources, id);
        let Some(node) = node else { return };
        let settings = read_config_by(self.diagnostics, &node, &self.loaders.kinds());
        self.loaded.lost.extend(settings.lost.iter().cloned());
        self.folders.push((root, settings.lists));
        match &self.settled {
            Some(first) => find_disagreements(first, &node)
                .into_iter()
                .for_each(|found| self.diagnostics.push(found)),
            None => self.settled = Some(node),
        }
        self.files(folder, shown, settings);
    }

    fn files(&mut self, folder: &Path, shown: &Shown, settings: Settings) {
        let config = &mut self.loaded.config;
        config.targets.extend(settings.config.targets);
        config.exports.extend(settings.config.exports);
        config.engines.extend(settings.config.engines);
        config.rust = std::mem::take(&mut config.rust).over(&settings.config.rust);
        config.formats = config.formats.or(settings.config.formats);
        config.lists_workers |= settings.lists.workers.is_some();
        // all configurations agree on these
        if config.lints.is_empty() {
            config.lints = settings.config.lints;
        }
        if config.enrichments.is_empty() {
            config.enrichments = settings.config.enrichments;
        }
        if config.budgets.is_empty() && config.deferred.is_empty() && config.flow.is_silent() {
            config.flow = settings.config.flow;
            config.budgets = settings.config.budgets;
            config.deferred = settings.config.deferred;
        }
        for listed in settings.entries {
            let ListedEntry {
                entry,
                file,
                loader,
            } = listed;
            let id = self.loaded.config.add(entry);
            if let Some(file) = file {
                self.listed_file(folder, shown, id, &file);
            }
            if let Some(loader) = loader {
                self.load_by_loader(folder, shown, id, &loader);
            }
        }
        for entry in &settings.schemas {
            self.load_schemas(folder, shown, entry);
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
    }

    /// Loads the file of an entry, after its overlays.
    fn listed_file(&mut self, folder: &Path, shown: &Shown, id: EntryId, file: &ListedFile) {
        let overlays = self.overlays(folder, shown, id, &file.overlays);
        self.loaded.config.set_overlays(id, overlays);
        self.pattern(folder, shown, &file.path, &Role::Listed(id), &file.advice);
    }

    /// Loads the overlays of a description.
    fn overlays(
        &mut self,
        folder: &Path,
        shown: &Shown,
        entry: EntryId,
        written: &[Spanned<String>],
    ) -> Vec<SourceId> {
        let mut loaded = Vec::new();
        for written in written {
            let Some(expanded) = self.expand_variables(written) else {
                continue;
            };
            let path = folder.join(&expanded.path);
            if !self.files.is_file(&path) {
                let advice = "correct the path; it is relative to `toolc.yaml`";
                self.nothing_found(&path, written, advice);
                continue;
            }
            let root = root_of(self.files, folder, &expanded.path);
            let name = show_listed(self.files, folder, shown, &path, &expanded);
            let role = Role::Overlay(entry);
            loaded.extend(self.read(&path, &root, name, role, Some(written.span)));
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
        let Some(expanded) = self.expand_variables(written) else {
            return self.lose(role);
        };
        let (mut found, folders) = glob::expand_glob(self.files, folder, &expanded.path);
        let root = root_of(self.files, folder, &expanded.path);
        if *role == Role::Worker && glob::is_pattern(&expanded.path) {
            found.retain(|path| {
                self.files.is_folder(path)
                    || has_known_extension(path)
                    || is_unread(self.files, path, &root)
            });
        }
        self.loaded.watched.extend(folders);
        if found.is_empty() {
            self.lose(role);
            return self.nothing_found(&folder.join(&expanded.path), written, advice);
        }
        for path in found {
            let files = match self.files.is_folder(&path) {
                true => self.files_listed(&path, written),
                false => vec![path],
            };
            for file in files {
                let name = show_listed(self.files, folder, shown, &file, &expanded);
                self.load_listed(&file, &root, name, role, written);
            }
        }
    }

    /// The files below a listed folder.
    pub(super) fn files_listed(
        &mut self,
        folder: &Path,
        written: &Spanned<String>,
    ) -> Vec<PathBuf> {
        let walked = walk::walk_folder(self, folder);
        for link in walked.links {
            let name = link.file_name().unwrap_or_default().to_string_lossy();
            let finding = link_out(&name);
            self.diagnostics.push(listed_at(finding, written.span));
        }
        [walked.files, walked.unread].concat()
    }

    /// Reports a path or a pattern that matches no file.
    pub(super) fn nothing_found(&mut self, path: &Path, written: &Spanned<String>, advice: &str) {
        let beside = near::of_pattern(self.files, path, &written.value);
        let advice = beside
            .map(Help::from)
            .unwrap_or_else(|| near::of_listed(self.files, path, &written.value, advice));
        let (code, message) = if glob::is_pattern(&written.value) {
            (
                Code::NO_MATCH,
                format!("no file matches `{}`", written.value),
            )
        } else {
            (
                Code::NO_SUCH_PATH,
                format!("there is no file `{}`", written.value),
            )
        };
        self.diagnostics
            .push(Diagnostic::new(code, written.span, message).help(advice));
    }

    pub(super) fn load_listed(
        &mut self,
        path: &Path,
        root: &Path,
        name: Name,
        role: &Role,
        written: &Spanned<String>,
    ) {
        let shown = &name.shown;
        if *role == Role::Worker && is_foreign_worker(self.files, path, root) {
            let finding = unread_file(shown).severity(Severity::Error);
            self.note_file(path, role, Some(written.span));
            return self.diagnostics.push(listed_at(finding, written.span));
        }
        if !has_known_extension(path) {
            let message = format!("`{shown}` is not a YAML or JSON file");
            let finding = Diagnostic::new(Code::WRONG_SHAPE, written.span, message);
            return self
                .diagnostics
                .push(finding.help("list a file that ends in `.yaml`, `.yml` or `.json`"));
        }
        if self.is_new(path, shown, role, written.span) {
            self.read(path, root, name, role.clone(), Some(written.span));
        }
    }

    /// Replaces `${VAR}`; `None` if a variable is not set or nothing is left, which is reported.
    pub(super) fn expand_variables(&mut self, written: &Spanned<String>) -> Option<Expanded> {
        let mut expanded = Expanded {
            path: String::new(),
            variables: Vec::new(),
        };
        for part in split_variables(&written.value) {
            let name = match part {
                Part::Text(text) => {
                    expanded.path.push_str(text);
                    continue;
                }
                Part::Variable(name) => name,
            };
            if !self.loaded.variables.iter().any(|known| known == name) {
                self.loaded.variables.push(name.to_owned());
            }
            let Some(value) = (self.environment)(name) else {
                let message = format!("the environment variable `{name}` is not set");
                let finding = Diagnostic::new(Code::UNSET_VARIABLE, written.span, message);
                self.diagnostics
                    .push(finding.help(format!("set `{name}`, or write the path without it")));
                return None;
            };
            expanded.path.push_str(&value);
            expanded.variables.push((name.to_owned(), value));
        }
        if expanded.path.trim().is_empty() {
            let finding = Diagnostic::new(Code::WRONG_SHAPE, written.span, "the path is empty");
            self.diagnostics.push(
                finding
                    .help("write the path of a file or a folder; `.` is the folder of this file"),
            );
            return None;
        }
        Some(expanded)
    }
}

/// Adds to a finding the place that lists the file.
pub(super) fn listed_at(mut finding: Diagnostic, span: Span) -> Diagnostic {
    let text = "listed here".to_owned();
    finding.labels.push(Label { span, text });
    finding
}

/// A path as shown in messages: relative to the folder, with the variable instead of its value, or
/// with only its last parts. Machine-specific parts are never shown.
pub(super) fn show_listed(
    files: &dyn Files,
    folder: &Path,
    shown: &Shown,
    path: &Path,
    expanded: &Expanded,
) -> Name {
    if !expanded.path.starts_with('/') && !Path::new(&expanded.path).is_absolute() {
        return shown.below(folder, path);
    }
    for (name, value) in &expanded.variables {
        if let Some(rest) = rest_below(path, Path::new(value)) {
            return Name::of(format!("${{{name}}}/{rest}"));
        }
    }
    if let Some(rest) = rest_below(&files.canonical(path), &files.canonical(folder)) {
        return shown.join(&rest);
    }
    let name = Path::new(path.file_name().unwrap_or_default());
    let rest = glob::fixed_part(&expanded.path)
        .parent()
        .and_then(|start| rest_below(path, start))
        .unwrap_or_else(|| name.to_string_lossy().into_owned());
    Name::of(format!("…/{rest}"))
}

/// The path relative to a folder, with `/` separators.
fn rest_below(path: &Path, folder: &Path) -> Option<String> {
    let rest = path.strip_prefix(folder).ok()?;
    let rest = rest.to_string_lossy().replace('\\', "/");
    (!rest.is_empty()).then_some(rest)
}
