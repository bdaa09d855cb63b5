//! What is said of the records: a finding for each that does not hold, counts, and one JSON object for each.

use super::super::output::count_noun;
use super::offered::Outcome;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toolc_base::diagnostic::render::Places;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::Node;
use toolc_base::source::Sources;
use toolc_calls::judge::Verdict;
use toolc_calls::record::Record;

/// Everything that was found.
#[derive(Default)]
pub(super) struct Outcomes {
    lines: Vec<Line>,
}

/// One record.
struct Line {
    record: Record,
    outcome: Outcome,
}

impl Outcomes {
    /// Adds a record, and reports it if it does not hold.
    pub(super) fn add(&mut self, diagnostics: &mut Diagnostics, record: &Record, outcome: Outcome) {
        if let Err(verdict) = &outcome.now {
            diagnostics.push(match &outcome.since {
                Some(Ok(())) => broken(verdict, outcome.change.as_ref()),
                _ => verdict.to_finding(),
            });
        }
        self.lines.push(Line {
            record: record.clone(),
            outcome,
        });
    }

    /// How many records hold, and why the others do not.
    pub(super) fn describe(&self, unreadable: usize) -> String {
        let held = self
            .lines
            .iter()
            .filter(|line| line.outcome.now.is_ok())
            .count();
        let mut parts = vec![format!(
            "{} of {} hold",
            held,
            count_noun(self.lines.len(), "answer")
        )];
        let reasons = self.count_reasons();
        parts.extend(
            reasons
                .iter()
                .map(|(reason, count)| format!("{count} {reason}")),
        );
        let (broken, mended) = self.count_changes();
        if broken > 0 {
            parts.push(format!("{broken} held before"));
        }
        if mended > 0 {
            parts.push(format!("{mended} did not hold before and do now"));
        }
        if unreadable > 0 {
            parts.push(format!("{unreadable} could not be read"));
        }
        parts.join("; ")
    }

    fn count_reasons(&self) -> BTreeMap<&'static str, usize> {
        let mut reasons = BTreeMap::new();
        for line in &self.lines {
            if let Err(verdict) = &line.outcome.now {
                *reasons.entry(verdict.reason.text()).or_default() += 1;
            }
        }
        reasons
    }

    /// How many held before and no longer do, and the other way round.
    fn count_changes(&self) -> (usize, usize) {
        let count = |before: bool, now: bool| {
            let is_so = |line: &&Line| {
                let since = line.outcome.since.as_ref();
                since.is_some_and(|since| since.is_ok() == before)
                    && line.outcome.now.is_ok() == now
            };
            self.lines.iter().filter(is_so).count()
        };
        (count(true, false), count(false, true))
    }

    /// Members of the JSON document.
    pub(super) fn write(&self, sources: &Sources, unreadable: usize) -> Vec<(&'static str, Value)> {
        let places = Places::new(sources);
        let lines = self.lines.iter();
        let records: Vec<Value> = lines.map(|line| line.write(sources, &places)).collect();
        let held = self
            .lines
            .iter()
            .filter(|line| line.outcome.now.is_ok())
            .count();
        let (broken, mended) = self.count_changes();
        let calls = self.lines.iter().map(|line| line.record.answer.as_list());
        let calls: usize = calls.map(|calls| calls.map_or(0, <[Node]>::len)).sum();
        let counts = json!({
            "records": self.lines.len(),
            "calls": calls,
            "valid": held,
            "broken": broken,
            "mended": mended,
            "unreadable": unreadable,
            "reasons": self.count_reasons(),
        });
        vec![("records", Value::Array(records)), ("replay", counts)]
    }
}

/// The finding on a call that held before.
fn broken(verdict: &Verdict, change: Option<&Diagnostic>) -> Diagnostic {
    let found = verdict.to_finding();
    let mut broken = Diagnostic {
        code: Code::BROKEN_CALL,
        severity: Code::BROKEN_CALL.severity(),
        message: format!("this held before, and no longer does: {}", found.message),
        ..found
    };
    if let Some(change) = change {
        let mut said = format!("{} {}", change.code, change.message);
        if let Some(label) = change.labels.first().filter(|label| !label.text.is_empty()) {
            said.push_str(&format!(" ({})", label.text));
        }
        broken.class = change.class;
        broken.help = match broken.help.is_empty() {
            true => format!("because {said}"),
            false => format!("because {said}; {}", broken.help),
        };
        broken.labels.extend(change.labels.iter().take(1).cloned());
    }
    broken
}

impl Line {
    fn write(&self, sources: &Sources, places: &Places<'_>) -> Value {
        let Line { record, outcome } = self;
        let verdict = outcome.now.as_ref().err();
        let node = |node: Option<&Node>| node.map_or(Value::Null, to_value);
        let mut written = json!({
            "file": sources.get(record.span.source).path,
            "line": places.line(record.span),
            "id": record.id,
            "form": record.form,
            "valid": verdict.is_none(),
            "reason": verdict.map(|verdict| &verdict.text),
            "code": verdict.map(|verdict| verdict.reason.code().to_string()),
            "message": verdict.map(|verdict| &verdict.message),
            "place": verdict.map(|verdict| places.show(verdict.span)),
            "tool": verdict.and_then(|verdict| verdict.about.tool.as_ref()),
            "call": node(verdict.and_then(|verdict| verdict.about.call.as_ref())),
            "argument": verdict.and_then(|verdict| verdict.about.argument.as_ref()),
            "value": node(verdict.and_then(|verdict| verdict.about.value.as_ref())),
        });
        if let Some(since) = &outcome.since {
            written["held"] = Value::Bool(since.is_ok());
            written["broken_by"] = outcome.change.as_ref().map_or(Value::Null, |change| {
                json!({
                    "code": change.code.to_string(),
                    "class": change.class.map(|class| class.name()),
                    "message": change.message,
                    "witness": change.labels.first().map(|label| &label.text),
                })
            });
        }
        written
    }
}

fn to_value(node: &Node) -> Value {
    serde_json::from_str(&node.to_json()).unwrap_or_default()
}
