//! Repairs that a worker wants, and that none of its tools has a place for.

use std::collections::BTreeSet;
use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics};
use toolc_base::source::Span;
use toolc_model::model::Catalog;
use toolc_model::model::policy::Worker;
use toolc_model::model::repair::RepairKind;

/// Reports each word of `repair` that can have no effect in its worker.
pub(super) fn check_idle_repairs(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    for worker in &catalog.workers {
        // what is inherited is reported where it is written, if at all
        let is_own = |place: &Span| worker.span.is_some_and(|span| span.source == place.source);
        let Some(place) = worker.repair_span.filter(is_own) else {
            continue;
        };
        let grants = worker.grants.iter();
        let possible: BTreeSet<RepairKind> = grants
            .filter_map(|grant| grant.repairs.as_ref())
            .flat_map(|repairs| repairs.possible())
            .collect();
        for kind in worker
            .repair
            .iter()
            .filter(|kind| !possible.contains(*kind))
        {
            let found = idle_repair(worker, *kind, place);
            diagnostics.push(found.about(About::worker(&worker.name)));
        }
    }
}

fn idle_repair(worker: &Worker, kind: RepairKind, place: Span) -> Diagnostic {
    let word = kind.name();
    let message = format!(
        "`{word}` of `repair` has no effect: no tool of the worker `{}` has {}",
        worker.name,
        wanted_place(kind)
    );
    Diagnostic::new(Code::IDLE_KEY, place, message)
        .label("this list has it")
        .help(format!("remove `{word}`"))
}

/// What an argument must be so that a repair is possible.
fn wanted_place(kind: RepairKind) -> &'static str {
    match kind {
        RepairKind::Text => "an argument that no string can be",
        RepairKind::Numbers => "an argument that can be a number, and no string",
        RepairKind::Lists => "an argument that can be an array, and not a single value as well",
        RepairKind::Case => {
            "an argument that can be one of several constant strings, and no other string"
        }
        _ => "an argument that it is for",
    }
}
