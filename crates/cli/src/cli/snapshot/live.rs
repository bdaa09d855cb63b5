//! `toolc check --live`: compares what servers list now with what was stored.

use super::super::side::lock_side;
use super::With;
use super::refresh::Remote;
use std::path::PathBuf;
use toolc_base::diagnostic::{Diagnostic, Diagnostics, Severity};
use toolc_base::source::{Role, Sources};
use toolc_compile::compile::{Options, compile};
use toolc_lock::drift;
use toolc_read::load::Loaded;
use toolc_resolve::check::Checked;

/// Reports how the current contents of the entries with a `url` differ from what is stored. Returns
/// how many were fetched; `None` if one could not be fetched, or not be compiled.
pub(in crate::cli) fn compare_live(
    diagnostics: &mut Diagnostics,
    loaded: &Loaded,
    sources: &mut Sources,
    checked: &Checked,
    options: &Options,
) -> Option<usize> {
    let mut now = loaded.clone();
    let config = &loaded.config;
    let (mut asked, mut failed) = (0, false);
    for entry in config.entries() {
        let remote = Remote::of(entry, &config.engines);
        // commands run for `toolc snapshot` alone
        let Some(remote) = remote.filter(|remote| !remote.is_command()) else {
            continue;
        };
        let mut listed = loaded.sources.iter();
        let listed = listed.find(|(_, source)| source.role == Role::Listed(entry.id));
        let Some((id, source)) = listed else { continue };
        asked += 1;
        match remote.fetch(&With::default(), &PathBuf::from(&source.path)) {
            Ok(text) => now.sources.set_text(id, &text),
            Err(found) => {
                failed = true;
                diagnostics.push(remote.at(found));
            }
        }
    }
    if failed {
        return None;
    }
    let outcome = compile(Diagnostics::default(), &now, options);
    let Some(live) = outcome.checked else {
        // the spans point into texts that were never stored, so only the messages are kept
        let errors = outcome.diagnostics.into_iter();
        for found in errors.filter(|found| found.severity == Severity::Error) {
            let message = format!("with what the servers have now: {}", found.message);
            diagnostics.push(Diagnostic::placeless(found.code, message).help(found.help));
        }
        return None;
    };
    let old = lock_side(diagnostics, sources, "what is stored", checked)?;
    let new = lock_side(diagnostics, sources, "what the servers have now", &live)?;
    drift::compare_locks(diagnostics, &old, &new);
    Some(asked)
}
