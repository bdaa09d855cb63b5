//! `results` of an engine: what models are shown of the results of its tools.

use crate::read::worker::results::read_settings;
use std::sync::Arc;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::Map;
use toolc_model::model::results::{
    RESULT_SETTINGS, Rest, ResultEntry, ResultSettings, ResultSubject,
};

/// The setting that engines do not have.
const KEEP: &str = "keep";

/// `results: {drop: [/_links], bytes: 65536}`
pub(super) fn read_results(
    diagnostics: &mut Diagnostics,
    engine: &Map,
    name: &str,
) -> Option<ResultEntry> {
    let entry = engine.entry("results")?;
    let what = format!("`results` of the engine `{name}`");
    let keep = entry.value.as_map().and_then(|map| map.entry(KEEP));
    let keys = RESULT_SETTINGS.iter().map(|row| row.key);
    let keys: Vec<&str> = keys.filter(|key| *key != KEEP || keep.is_some()).collect();
    let example = "{drop: [/_links], bytes: 65536}";
    let mut settings = read_settings(diagnostics, &entry.value, &what, (&keys, example))?;
    settings.keep = None;
    if let Some(keep) = keep {
        let message = format!("{what} has `keep`, but its tools have different results");
        let finding = Diagnostic::new(Code::WRONG_SHAPE, keep.key_span, message);
        let help = "write `keep` under `results` of the worker, for a tool, and here what no result needs, such as `drop: [/_links]`";
        diagnostics.push(finding.label("an engine has no `keep`").help(help));
    }
    let rest = settings.rest.take();
    if let Some(rest) = rest.filter(|rest| rest.value == Rest::Page) {
        let message = format!("{what} has `rest: page`, which gives a worker a further tool");
        let finding = Diagnostic::new(Code::WRONG_SHAPE, rest.span, message);
        let help = "write `results: { defaults: { rest: page } }` in the worker";
        diagnostics.push(finding.label("an engine only cuts").help(help));
    }
    if settings == ResultSettings::default() {
        return None;
    }
    Some(ResultEntry {
        subject: ResultSubject::Engine(name.to_owned()),
        name: None,
        settings: Arc::new(settings),
        span: entry.key_span,
    })
}
