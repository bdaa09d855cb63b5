//! `toolc lsp`: the language server, which says in an editor what the other commands say.

use super::Exit;
use clap::Args;

/// Serve an editor: findings while you type, fixes, and what is known about tools
///
/// Speaks the Language Server Protocol over standard input and output. An editor starts it: docs/editors.md.
#[derive(Args)]
pub(super) struct Lsp {
    /// What most editors add: it is the only way to speak
    #[arg(long)]
    stdio: bool,
}

impl Lsp {
    /// Built without the feature, the command says so.
    #[cfg(not(feature = "lsp"))]
    pub fn run(self) -> Exit {
        let _ = self.stdio;
        super::output::refuse_with(
            "this `toolc` is built without the language server",
            "build it with `--features lsp`",
        )
    }

    #[cfg(feature = "lsp")]
    pub fn run(self) -> Exit {
        let _ = self.stdio;
        editor::serve()
    }
}

#[cfg(feature = "lsp")]
mod editor {
    use super::super::Exit;
    use super::super::check::examine::Examination;
    use super::super::origins::approval_lines;
    use super::super::paths::is_project;
    use super::super::rules::rule_lines;
    use super::super::today::ask_clock;
    use std::io;
    use std::path::{Path, PathBuf};
    use std::sync::Arc;
    use toolc_base::diagnostic::render::Places;
    use toolc_compile::compile::{Options, Outcome};
    use toolc_compile::kept::Kept;
    use toolc_lsp::{Commands, End, serve_editor};
    use toolc_model::model::{Catalog, ToolId};
    use toolc_read::load::{Files, Loaded, Overlay};

    pub(super) fn serve() -> Exit {
        let (input, output) = (Box::new(io::stdin()), Box::new(io::stdout()));
        match serve_editor(Arc::new(CommandLine), input, output) {
            End::Asked => Exit::Clean,
            End::Lost => Exit::Findings,
        }
    }

    /// The commands as they are on the command line.
    struct CommandLine;

    impl Commands for CommandLine {
        fn is_project(&self, files: &dyn Files, folder: &Path) -> bool {
            is_project(files, folder)
        }

        fn check(&self, files: &Overlay, folder: &Path, kept: &mut Kept) -> (Loaded, Outcome) {
            // messages show paths as the command does, which a person runs in this folder; if it is gone, no file is found
            let _ = std::env::set_current_dir(folder);
            let examination = Examination {
                files,
                paths: &[PathBuf::from(".")],
                lock: None,
                require_lock: false,
                options: Options {
                    today: Some(ask_clock()),
                    without_artifacts: true,
                    ..Options::default()
                },
            };
            let (loaded, outcome, _) = examination.examine_specs(Some(kept));
            (loaded, outcome)
        }

        fn list_callers(
            &self,
            catalog: &Catalog,
            places: &Places<'_>,
            tool: ToolId,
        ) -> Vec<String> {
            let mut lines = approval_lines(catalog, places, tool);
            lines.extend(rule_lines(catalog, places, tool));
            lines
        }
    }
}
