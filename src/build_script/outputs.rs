//! What a build script writes: the generated Rust, and, behind a feature, files of plug-ins. All of it, or nothing.

use std::path::{Path, PathBuf};
use toolc_base::diagnostic::Diagnostics;
use toolc_compile::compile::Outcome;
use toolc_compile::write::{Written, write_artifacts};
use toolc_read::load::Loaded;

#[cfg(feature = "plugins")]
use super::cargo;
#[cfg(feature = "plugins")]
use toolc_base::diagnostic::level::Levels;
#[cfg(feature = "plugins")]
use toolc_compile::write::owned::{Staged, digest_file, stage_files};
#[cfg(feature = "plugins")]
use toolc_plugin::{Output, Plugin, TIME, run_plugins};

/// The plug-ins that were named.
#[derive(Debug, Clone, Default)]
pub(super) struct Outputs {
    #[cfg(feature = "plugins")]
    named: Vec<(String, PathBuf)>,
}

#[cfg(not(feature = "plugins"))]
impl Outputs {
    pub(super) fn list_programs(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    pub(super) fn write(
        &self,
        diagnostics: &mut Diagnostics,
        _: &Loaded,
        outcome: &Outcome,
        rust: &Path,
        _: &Path,
    ) -> Written {
        write_artifacts(diagnostics, rust, &outcome.artifacts)
    }
}

#[cfg(feature = "plugins")]
impl Outputs {
    pub(super) fn add_plugin(&mut self, command: &str, folder: &Path) {
        self.named.push((command.to_owned(), folder.to_owned()));
    }

    /// The files among the words of the commands.
    pub(super) fn list_programs(&self) -> Vec<PathBuf> {
        let plugins = self
            .named
            .iter()
            .filter_map(|(text, _)| Plugin::read(text).ok());
        let mut files = Vec::new();
        for plugin in plugins {
            files.extend(plugin.files().map(Path::to_owned));
        }
        files
    }

    /// Runs the plug-ins, then writes the Rust to its folder, and what they made to theirs. `beside` is the folder of the lock. Returns what was written of the
    /// Rust.
    pub(super) fn write(
        &self,
        diagnostics: &mut Diagnostics,
        loaded: &Loaded,
        outcome: &Outcome,
        rust: &Path,
        beside: &Path,
    ) -> Written {
        diagnostics.set_levels(Levels::new(&loaded.config.lints, None));
        let Some(outputs) = self.read(diagnostics) else {
            return Written::default();
        };
        let descriptor = match &outcome.checked {
            Some(checked) if !outputs.is_empty() => {
                toolc_descriptor::write_descriptor(&loaded.sources, checked, &|path| {
                    digest_file(&beside.join(path))
                })
            }
            _ => String::new(),
        };
        let artifacts = &outcome.artifacts;
        let made = run_plugins(
            diagnostics,
            &loaded.sources,
            &descriptor,
            &outputs,
            Some((rust, artifacts)),
            &mut cargo::say,
        );
        let staged: Option<Vec<Staged<'_>>> = made
            .iter()
            .flatten()
            .map(|made| stage_files(diagnostics, made.folder, &made.files))
            .collect();
        let (Some(_), Some(staged)) = (&made, staged) else {
            return Written::default();
        };
        let written = write_artifacts(diagnostics, rust, artifacts);
        if !diagnostics.has_errors() {
            for staged in staged {
                staged.put_in_place(diagnostics);
            }
        }
        written
    }

    fn read(&self, diagnostics: &mut Diagnostics) -> Option<Vec<Output>> {
        let mut outputs = Vec::new();
        for (text, folder) in &self.named {
            match Plugin::read(text) {
                Ok(plugin) => outputs.push(Output {
                    plugin,
                    folder: folder.clone(),
                    seconds: TIME,
                }),
                Err(found) => diagnostics.push(found),
            }
        }
        (outputs.len() == self.named.len()).then_some(outputs)
    }
}
