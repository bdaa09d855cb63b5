//! What models said, compared with what was accepted of it.

use crate::lock::{Lock, Subject};
use std::collections::BTreeSet;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::Span;

/// Reports every artifact of a model whose file is not the accepted one. `now` has those of today, `place_of` knows where an
/// artifact is asked for, and `command` is `toolc lock` with the paths of these specs.
pub fn compare_artifacts(
    diagnostics: &mut Diagnostics,
    command: &str,
    (lock, now): (&Lock, &Lock),
    place_of: &dyn Fn(&str) -> Option<Span>,
) {
    let names: BTreeSet<&String> = lock.artifacts.keys().chain(now.artifacts.keys()).collect();
    for name in names {
        let said = match (lock.artifacts.get(name), now.artifacts.get(name)) {
            (Some(old), Some(new)) if old == new => continue,
            (Some(old), Some(new)) if old.model != new.model => format!(
                "the artifact `{name}` was accepted with what `{}` said, and now has what `{}` said",
                old.model, new.model
            ),
            (Some(_), Some(_)) => {
                format!("the artifact `{name}` is not the file that was accepted")
            }
            (None, _) => format!("what a model said in the artifact `{name}` was not accepted yet"),
            (Some(_), None) => format!("the lock has the artifact `{name}`, which is gone"),
        };
        let found = match place_of(name) {
            Some(span) => Diagnostic::new(Code::UNACCEPTED_ARTIFACT, span, said),
            None => Diagnostic::placeless(Code::UNACCEPTED_ARTIFACT, said),
        };
        let subject = Subject::Artifact(name).shell_word();
        diagnostics.push(found.help(format!(
            "look at what changed in the file, and accept it with `{command} --accept {subject}`, or restore the file"
        )));
    }
}
