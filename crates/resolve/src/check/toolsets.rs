//! Whether the built-in toolsets have all the settings they need.

use super::shell::check_shell;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_model::model::Catalog;
use toolc_model::model::toolset::{Files, Settings};

/// Reports each `filesystem` without a folder, with where to set one, and checks the rules of each
/// shell.
pub fn check_toolsets(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    for worker in &catalog.workers {
        for settings in &worker.toolsets {
            match settings {
                Settings::Files(files) if files.root.is_none() => {
                    diagnostics.push(missing_root(&worker.name, files));
                }
                Settings::Files(_) => {}
                Settings::Commands(commands) => check_shell(diagnostics, commands),
            }
        }
    }
}

fn missing_root(worker: &str, files: &Files) -> Diagnostic {
    let message = format!("the toolset `filesystem` of worker `{worker}` has no `root`");
    Diagnostic::new(Code::MISSING_ROOT, files.span, message)
        .label("without a folder, every call fails")
        .help("write `root: ./workspace`, or give the program's own folder with `.workspace(…)`")
}
