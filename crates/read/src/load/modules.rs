//! The Rust files that workers name under `module`.

use super::listed::show_listed;
use super::shown::{Name, Shown};
use super::within::root_of;
use super::{Loader, folder_of, near};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::Node;
use toolc_base::parse::parse_source;
use toolc_base::source::{Lists, Role, Source, SourceId, Span, Spanned, next_number};
use toolc_model::model::native::schemas_beside;

/// Extensions of modules in other languages, which other systems use.
const OTHERS: &[(&str, &str)] = &[
    ("ts", "TypeScript"),
    ("mts", "TypeScript"),
    ("js", "JavaScript"),
    ("mjs", "JavaScript"),
    ("py", "Python"),
];

impl Loader<'_> {
    /// Loads the modules of all workers. A module that several workers name is read once.
    pub(super) fn load_modules(&mut self) {
        let mut asked = Vec::new();
        for (id, source) in self.loaded.sources.iter() {
            if may_name_modules(source) {
                // errors are reported when all sources are parsed
                let node = parse_source(&mut Diagnostics::silent(), &self.loaded.sources, id);
                let named = node.iter().flat_map(named_modules);
                asked.extend(named.map(|module| (id, module)));
            }
        }
        let mut known: HashMap<PathBuf, (SourceId, Vec<Span>)> = HashMap::new();
        for (worker, module) in asked {
            self.module(&mut known, worker, &module);
        }
    }

    fn module(
        &mut self,
        known: &mut HashMap<PathBuf, (SourceId, Vec<Span>)>,
        worker: SourceId,
        written: &Spanned<String>,
    ) {
        let Some(expanded) = self.expand_variables(written) else {
            return;
        };
        let folder = folder_of(&self.loaded.paths[worker.0 as usize]).to_owned();
        let shown = Shown::around(&self.name_of(worker));
        let path = folder.join(&expanded.path);
        let Some(path) = self.in_rust(path, written) else {
            return;
        };
        if let Some((id, places)) = known.get_mut(&self.files.canonical(&path)) {
            places.push(written.span);
            let role = Role::Module(places.clone());
            return self.loaded.sources.set_role(*id, role);
        }
        let root = root_of(self.files, &folder, &expanded.path);
        let name = show_listed(self.files, &folder, &shown, &path, &expanded);
        let places = vec![written.span];
        let role = Role::Module(places.clone());
        let Some(id) = self.read(&path, &root, name, role, Some(written.span)) else {
            return;
        };
        known.insert(self.files.canonical(&path), (id, places));
        self.schemas_of_module(id, &path, &root);
    }

    /// Loads the schemas that a generated test wrote for types of a module.
    fn schemas_of_module(&mut self, module: SourceId, path: &Path, root: &Path) {
        let path = path.with_extension("schemas.json");
        if !self.files.is_file(&path) {
            return;
        }
        let role = Role::ModuleSchemas(module);
        let canonical = self.files.canonical(&path);
        let is_it = |other: &PathBuf| self.files.canonical(other) == canonical;
        // the module may be in the folder of specs, where every file was read
        if let Some(at) = self.loaded.paths.iter().position(is_it) {
            return self
                .loaded
                .sources
                .set_role(SourceId(next_number(at)), role);
        }
        let sources = &self.loaded.sources;
        let name = Name {
            shown: schemas_beside(&sources.get(module).path),
            origin: schemas_beside(sources.origin(module)),
        };
        self.read(&path, root, name, role, None);
    }

    /// The Rust file that a path stands for: itself, or the file of the same name next to a module
    /// in another language.
    fn in_rust(&mut self, path: PathBuf, written: &Spanned<String>) -> Option<PathBuf> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        let extension = extension.unwrap_or("");
        if extension == "rs" {
            if self.files.is_file(&path) {
                return Some(path);
            }
            let advice = "correct the path; it is relative to the worker file";
            self.loaded.watched.push(folder_of(&path).to_owned());
            self.nothing_found(&path, written, advice);
            return None;
        }
        let rust = path.with_extension("rs");
        let mut others = OTHERS.iter();
        let Some((_, language)) = others.find(|(known, _)| *known == extension) else {
            let message = format!("the module `{}` is not a Rust file", written.value);
            let advice = near::of_module(
                self.files,
                &path,
                &written.value,
                "name a file that ends in `.rs`",
            );
            let finding = Diagnostic::new(Code::UNREADABLE_MODULE, written.span, message);
            self.diagnostics.push(finding.help(advice));
            return None;
        };
        self.loaded.watched.push(folder_of(&path).to_owned());
        let stem = written.value.trim_end_matches(extension);
        if self.files.is_file(&rust) {
            let message = format!(
                "the module `{}` is {language}: `{stem}rs` beside it is read in its place",
                written.value
            );
            let finding = Diagnostic::new(Code::REPLACED_MODULE, written.span, message).help(
                format!("write `module: \"{stem}rs\"` where no other system reads this file"),
            );
            self.diagnostics.push(finding);
            return Some(rust);
        }
        let message = format!(
            "the module `{}` is {language}, and toolc reads Rust",
            written.value
        );
        let finding =
            Diagnostic::new(Code::UNREADABLE_MODULE, written.span, message).help(format!(
                "write its functions in Rust, with a struct for the arguments of each, and say \
             `module: \"{stem}rs\"`"
            ));
        self.diagnostics.push(finding);
        None
    }
}

/// Whether a source may be a worker that names modules.
fn may_name_modules(source: &Source) -> bool {
    let may_be_worker = match source.role {
        Role::Worker | Role::Found => true,
        Role::Beside(Lists { workers, .. }) => workers.is_none(),
        _ => false,
    };
    may_be_worker && source.text.contains("toolsets") && source.text.contains("module")
}

/// The values of `module` in the toolsets of a worker.
fn named_modules(node: &Node) -> Vec<Spanned<String>> {
    let toolsets = node.get("toolsets").and_then(Node::as_map);
    let toolsets = toolsets.into_iter().flat_map(|map| map.iter());
    let modules = toolsets.filter_map(|toolset| toolset.value.get("module"));
    let texts = modules.filter_map(|node| Some((node.as_str()?, node.span)));
    texts
        .map(|(text, span)| Spanned::new(text.to_owned(), span))
        .collect()
}
