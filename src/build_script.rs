//! Entry point: build scripts. Compiles to `OUT_DIR`, tells cargo when to rerun the script, and prints the findings.

mod cargo;
mod outputs;

use outputs::Outputs;
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toolc_base::diagnostic::render::{RenderOptions, render_human};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use toolc_base::source::{SourceId, Sources};
use toolc_compile::compare::{explain_by_lock, report_drift};
use toolc_compile::compile::{Options, Outcome, compile};
use toolc_compile::write::Written;
use toolc_emit::emit::Attributes;
use toolc_read::load::loaders::{Loader, Loaders};
use toolc_read::load::{Loaded, find_locks, load_artifacts, load_sources_by};
use toolc_resolve::check::Checked;

/// Compiles a folder or file of specs for `toolc_runtime::include_tools!()`. Meant to be called
/// from `build.rs`; exits the build script if there are errors.
pub fn build(path: impl AsRef<Path>) {
    if let Err(errors) = Builder::default().specs(path).run() {
        cargo::exit_with(&errors);
    }
}

/// Compiles with settings other than the defaults of [`build`]. Settings of a single tool belong in
/// its spec.
#[derive(Debug, Clone, Default)]
pub struct Builder {
    specs: Vec<PathBuf>,
    out_dir: Option<PathBuf>,
    strict: bool,
    locked: bool,
    outputs: Outputs,
    loaders: Loaders,
    attributes: Attributes,
}

impl Builder {
    /// Adds a folder or file of specs. If none is added, the folder `specs` is compiled.
    pub fn specs(mut self, path: impl AsRef<Path>) -> Self {
        self.specs.push(path.as_ref().to_path_buf());
        self
    }

    /// Writes to a folder other than cargo's `OUT_DIR`.
    pub fn out_dir(mut self, folder: impl AsRef<Path>) -> Self {
        self.out_dir = Some(folder.as_ref().to_path_buf());
        self
    }

    /// Treats a tool that cannot be compiled as an error even if it comes from a server, a provider
    /// or an API. In the user's own files it always is one.
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// Makes it an error if anything has changed since `toolc.lock` was accepted, or if there is no
    /// lock; nothing is written then. Without this it is a warning. With the feature `drift` (on by default)
    /// there is a finding for each change, which says what it does to calls; otherwise one, which names what differs.
    pub fn locked(mut self, locked: bool) -> Self {
        self.locked = locked;
        self
    }

    /// Adds a type of registry entries: `{ type: NAME, … }` in `toolc.yaml` lists the tools that the loader makes. A name that
    /// toolc has itself, or that was added before, is an error of [`run`](Self::run).
    ///
    /// ```no_run
    /// use toolc::loaders::{Definitions, Loader, LoaderEntry};
    ///
    /// struct Registry;
    ///
    /// impl Loader for Registry {
    ///     fn keys(&self) -> &[&str] {
    ///         &["team"]
    ///     }
    ///
    ///     fn load(&self, entry: &LoaderEntry<'_>) -> Result<Definitions, String> {
    ///         let team = entry.text("team").ok_or("the entry names no team")?;
    ///         Ok(format!("- {{ name: ping_{team}, description: Says pong., parameters: {{ type: object }} }}").into())
    ///     }
    /// }
    ///
    /// toolc::Builder::default()
    ///     .loader("our-registry", Registry)
    ///     .run()
    ///     .expect("the specs compile");
    /// ```
    pub fn loader(mut self, name: &str, loader: impl Loader + 'static) -> Self {
        self.loaders.add(name, Arc::new(loader));
        self
    }

    /// Adds an attribute to generated types of arguments and results. The path is `module::Type`, as in the generated code
    /// below `tools`, or a beginning of it: `module` for all types of a module, `.` for all types. Attributes come after those
    /// of toolc, in the order in which they were added. A path that leads to no type is an error of [`run`](Self::run).
    ///
    /// ```no_run
    /// toolc::Builder::default()
    ///     .type_attribute("weather_api", "#[derive(schemars::JsonSchema)]")
    ///     .field_attribute("weather_api::GetWeatherArgs::location", "#[schemars(length(max = 80))]")
    ///     .run()
    ///     .expect("the specs compile");
    /// ```
    pub fn type_attribute(mut self, path: &str, attribute: &str) -> Self {
        self.attributes.add_to_types(path, attribute);
        self
    }

    /// Adds an attribute to fields of structs and variants of enums: `module::Type::field`, or a beginning of it. The rest is
    /// as for [`type_attribute`](Self::type_attribute).
    pub fn field_attribute(mut self, path: &str, attribute: &str) -> Self {
        self.attributes.add_to_members(path, attribute);
        self
    }

    /// Runs a program on the descriptor of what is compiled, and writes the files that it answers with to a folder. The
    /// command is `CMD` or `CMD=OPTIONS`, as for `toolc build --plugin`; relative paths in it are relative to the package.
    /// Anything wrong with the program or its answer is an error, and then nothing is written.
    ///
    /// ```no_run
    /// toolc::Builder::default()
    ///     .plugin("python3 tools/catalogue.py=title=Our tools", "docs/tools")
    ///     .run()
    ///     .expect("the specs compile");
    /// ```
    #[cfg(feature = "plugins")]
    pub fn plugin(mut self, command: &str, folder: impl AsRef<Path>) -> Self {
        self.outputs.add_plugin(command, folder.as_ref());
        self
    }

    /// Compiles and writes. Prints to stdout, as directives for cargo, the files and variables that
    /// were read and the warnings.
    ///
    /// # Errors
    ///
    /// Returns all findings if any of them is an error; nothing is written then.
    pub fn run(self) -> Result<Report, Errors> {
        let paths = if self.specs.is_empty() {
            vec![PathBuf::from("specs")]
        } else {
            self.specs.clone()
        };
        let mut diagnostics = Diagnostics::default();
        let mut loaded = load_sources_by(&mut diagnostics, &paths, &self.loaders);
        load_artifacts(&mut loaded, &beside_lock(&paths));
        cargo::print_rerun(&loaded.watched, &loaded.variables);
        cargo::print_rerun(&self.outputs.list_programs(), &[]);
        let mut outcome = compile(
            diagnostics,
            &loaded,
            &Options {
                strict: self.strict,
                attributes: self.attributes.clone(),
                ..Options::default()
            },
        );
        explain_by_lock(&mut outcome, &mut loaded.sources, &paths, lock_base(&paths));
        cargo::print_rerun(&list_awaited(&loaded, &outcome), &[]);
        let mut diagnostics = std::mem::take(&mut outcome.diagnostics);
        let drift = match &outcome.checked {
            Some(checked) if !has_errors(&diagnostics) => {
                self.compare(&mut loaded, &paths, checked)
            }
            _ => Vec::new(),
        };
        if has_errors(&drift) {
            diagnostics.extend(drift);
            return Err(Errors::new(&loaded.sources, diagnostics));
        }
        let mut written = Written::default();
        if !has_errors(&diagnostics) {
            let mut found = Diagnostics::default();
            if let Some(folder) = self.folder(&mut found) {
                written = self.outputs.write(
                    &mut found,
                    &loaded,
                    &outcome,
                    &folder,
                    &beside_lock(&paths),
                );
                if self.out_dir.is_none() {
                    cargo::include_from(&folder);
                }
            }
            diagnostics.extend(found.into_sorted());
        }
        if has_errors(&diagnostics) {
            return Err(Errors::new(&loaded.sources, diagnostics));
        }
        diagnostics.extend(drift);
        cargo::print_warnings(&loaded.sources, &diagnostics);
        cargo::say_open(&outcome.summary);
        cargo::say_simulated(&outcome.summary);
        Ok(Report {
            written,
            diagnostics,
        })
    }

    /// Reports what has changed since the lock of these paths was accepted. That fails
    /// `toolc check`, but a build continues unless it is `locked`: people build their changes
    /// before anybody reviews them.
    fn compare(
        &self,
        loaded: &mut Loaded,
        paths: &[PathBuf],
        checked: &Checked,
    ) -> Vec<Diagnostic> {
        let package = lock_base(paths);
        cargo::print_rerun(&find_locks(paths, package), &[]);
        report_drift(
            paths,
            package,
            &mut loaded.sources,
            &loaded.config.lints,
            checked,
            self.locked,
        )
    }

    fn folder(&self, diagnostics: &mut Diagnostics) -> Option<PathBuf> {
        let folder = self.out_dir.clone().or_else(cargo::out_dir);
        if folder.is_none() {
            let found =
                Diagnostic::placeless(Code::UNWRITABLE_OUTPUT, "the variable `OUT_DIR` is not set")
                    .help("call toolc from `build.rs`, or name a folder with `out_dir`");
            diagnostics.push(found);
        }
        folder
    }
}

/// The folders in which a test has yet to write schemas: once one is there, cargo runs the script again.
fn list_awaited(loaded: &Loaded, outcome: &Outcome) -> Vec<PathBuf> {
    let kept = outcome.checked.iter().flat_map(|checked| &checked.kept);
    let modules: BTreeSet<SourceId> = kept.map(|kept| kept.module).collect();
    let mut folders = Vec::new();
    for module in modules {
        let path = &loaded.paths[module.0 as usize];
        if !path.with_extension("schemas.json").exists() {
            folders.extend(path.parent().map(Path::to_owned));
        }
    }
    folders
}

/// The folder in which a lock may be, beside those of the paths: a build script runs in the folder of its package.
fn lock_base(paths: &[PathBuf]) -> Option<&'static Path> {
    let is_below = paths.iter().all(|path| path.is_relative());
    is_below.then_some(Path::new("."))
}

/// The folder of the lock, in which artifacts are; the current one if there is no lock.
fn beside_lock(paths: &[PathBuf]) -> PathBuf {
    let found = find_locks(paths, lock_base(paths)).pop();
    let folder = found.as_deref().and_then(Path::parent);
    folder.map(Path::to_owned).unwrap_or_default()
}

fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics
        .iter()
        .any(|diagnostic| diagnostic.severity == Severity::Error)
}

/// The outcome of a successful [`Builder::run`].
#[derive(Debug)]
pub struct Report {
    /// The files that were written.
    pub written: Written,
    /// Warnings and notes, sorted by place, followed by what has changed since `toolc.lock` was
    /// accepted.
    pub diagnostics: Vec<Diagnostic>,
}

/// Why [`Builder::run`] wrote nothing. `Display` and `Debug` both print the text meant for people.
pub struct Errors {
    /// All findings, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
    text: String,
}

impl Errors {
    fn new(sources: &Sources, diagnostics: Vec<Diagnostic>) -> Self {
        let text = render_human(sources, &diagnostics, RenderOptions::default());
        Errors { diagnostics, text }
    }
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim_end())
    }
}

impl fmt::Debug for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the specs do not compile\n\n{self}")
    }
}

impl std::error::Error for Errors {}
