//! Engines of type `lm`: the model that is asked, and where its answers are kept.

use super::credentials::read_bearer;
use super::mock::read_faults;
use super::settings::read_settings;
use super::{Subject, read_address};
use crate::read::fields;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use toolc_base::node::{Map, Value};
use toolc_base::source::{Span, Spanned};
use toolc_model::model::engine::{
    Connects, Credential, EngineKind, HttpEngine, LM_SETTINGS, LmEngine, MockEngine, Recording,
    list_keys,
};
use toolc_model::model::http::Scheme;

/// Keys without which nobody can be asked, and what to write.
const NEEDED: &[(&str, &str)] = &[
    (
        "base_url",
        "`base_url:` with its address, such as `https://api.example.com/v1`",
    ),
    ("model", "`model:` with a name that it knows"),
];

/// More randomness than that no endpoint takes.
const HOTTEST: f64 = 2.0;

/// `engines: {fake: {type: lm, base_url: "https://api.example.com/v1", model: small, auth: {bearer_env: MODEL_KEY}}}`
pub(super) fn read_lm(
    diagnostics: &mut Diagnostics,
    map: &Map,
    (name, span): Subject<'_>,
) -> EngineKind {
    let owner = "an engine of type `lm`";
    let known: Vec<&str> = list_keys(LM_SETTINGS).collect();
    fields::refuse_unknown(diagnostics, map, &known, owner);
    report_missing(diagnostics, map, name, span);
    report_idle(diagnostics, map);
    let key = read_bearer(diagnostics, map, owner);
    let usual = LmEngine::default();
    let mut engine = LmEngine {
        api: HttpEngine {
            base_url: read_address(diagnostics, map),
            scheme: key.as_ref().map(|_| Scheme::Bearer),
            credentials: key.into_iter().map(name_credential).collect(),
            ..usual.api
        },
        model: read_word(diagnostics, map, "model", "a name that the endpoint knows")
            .map_or_else(String::new, |model| model.value),
        temperature: read_temperature(diagnostics, map),
        recording: read_recording(diagnostics, map),
        simulation: MockEngine {
            faults: read_faults(diagnostics, map),
            ..usual.simulation
        },
        ..usual
    };
    read_settings(diagnostics, map, LM_SETTINGS, &mut engine);
    EngineKind::Lm(Box::new(engine))
}

/// A credential for all schemes, of which there is one.
fn name_credential(env: Spanned<String>) -> (Spanned<String>, Credential) {
    let name = Spanned::new(String::new(), env.span);
    (name, Credential::Bearer { env: env.value })
}

/// Reports that nothing says which model is asked. Answers that are replayed need no address.
fn report_missing(diagnostics: &mut Diagnostics, map: &Map, name: &str, span: Span) {
    let needed = NEEDED
        .iter()
        .filter(|(key, _)| *key != "base_url" || !map.contains("replay"));
    let (missing, helps): (Vec<&str>, Vec<&str>) = needed
        .filter(|(key, _)| !map.contains(key))
        .copied()
        .unzip();
    if missing.is_empty() {
        return;
    }
    let missing = missing.join("` and no `");
    let message = format!("the engine `{name}` asks a model, and has no `{missing}`");
    let finding = Diagnostic::new(Code::WRONG_SHAPE, span, message)
        .label("this needs an endpoint in OpenAI's form");
    diagnostics.push(finding.help(format!("write {}", helps.join(", and "))));
}

/// Notes keys about asking that have no effect, as answers are replayed. They stay for the next recording.
fn report_idle(diagnostics: &mut Diagnostics, map: &Map) {
    let (Some(replay), false) = (map.entry("replay"), map.contains("record")) else {
        return;
    };
    let connection = [LmEngine::ACCESS, LmEngine::LIMITS].into_iter().flatten();
    let of_asking = ["base_url", "auth", "retries"].into_iter();
    let of_asking = of_asking.chain(connection.map(|row| row.key));
    let mut idle = of_asking.filter_map(|key| map.entry(key));
    let Some(first) = idle.next() else {
        return;
    };
    let keys: Vec<&str> = std::iter::once(first)
        .chain(idle)
        .map(|entry| entry.key.as_str())
        .collect();
    let verb = if keys.len() == 1 { "has" } else { "have" };
    let message = format!(
        "{} {verb} no effect: answers are replayed, and nothing is sent",
        fields::quote_names(keys)
    );
    let finding = Diagnostic::new(Code::IDLE_SETTING, first.key_span, message);
    diagnostics.push(
        finding
            .severity(Severity::Note)
            .also(replay.key_span, "all answers come from here")
            .help("`record` in place of `replay` obeys them; otherwise remove them"),
    );
}

/// A text that says something.
fn read_word(
    diagnostics: &mut Diagnostics,
    map: &Map,
    key: &str,
    wanted: &str,
) -> Option<Spanned<String>> {
    let word = fields::string_at(diagnostics, map, key)?;
    if word.value.trim().is_empty() {
        let message = format!("`{key}` is blank");
        let finding = Diagnostic::new(Code::WRONG_SHAPE, word.span, message);
        diagnostics.push(finding.help(format!("write {wanted}")));
        return None;
    }
    Some(word)
}

/// `temperature: 0.7`
fn read_temperature(diagnostics: &mut Diagnostics, map: &Map) -> Option<f64> {
    let node = map.get("temperature")?;
    let number = match &node.value {
        Value::Number(text) => text.parse::<f64>().ok(),
        _ => None,
    };
    let number = number.filter(|number| (0.0..=HOTTEST).contains(number));
    if number.is_none() {
        let wanted = format!("a number from 0 to {HOTTEST}");
        fields::wrong_kind(diagnostics, node, "`temperature`", &wanted);
    }
    number
}

/// `record: answers.jsonl`, or `replay: answers.jsonl`
fn read_recording(diagnostics: &mut Diagnostics, map: &Map) -> Option<Recording> {
    let wanted = "the path of a file, such as `recordings/shop.jsonl`";
    let record = read_word(diagnostics, map, "record", wanted);
    let replay = read_word(diagnostics, map, "replay", wanted);
    match (record, replay) {
        (Some(record), Some(replay)) => {
            let message = "`record` and `replay` cannot be together";
            let finding = Diagnostic::new(Code::WRONG_SHAPE, replay.span, message);
            diagnostics.push(
                finding
                    .label("this asks nobody")
                    .also(record.span, "and this asks what is not there yet")
                    .help(
                        "keep one of them: `record` answers from its file, too, as far as it goes",
                    ),
            );
            None
        }
        (Some(record), None) => Some(Recording::Record(record)),
        (None, Some(replay)) => Some(Recording::Replay(replay)),
        (None, None) => None,
    }
}
