//! Findings, grouped by what they are about.

use crate::report::{Finding, Fit, State};
use std::collections::{BTreeMap, HashMap};
use toolc_base::diagnostic::render::Places;
use toolc_base::diagnostic::{Code, Diagnostic, Severity};
use toolc_model::model::{Catalog, Target, ToolId};

/// Findings, grouped by what they are about.
#[derive(Default)]
pub(super) struct Findings {
    tools: HashMap<ToolId, OfTool>,
    workers: BTreeMap<String, Vec<Finding>>,
    pub others: Vec<Finding>,
}

/// The findings of one tool.
#[derive(Default)]
pub(super) struct OfTool {
    pub findings: Vec<Finding>,
    /// How targets judge the tool, and why.
    judged: Vec<(Vec<&'static str>, State, String)>,
}

/// Groups findings by subject. Notes report what was read in another way without loss: they are
/// left to `check -v`, except for those about a change or a target.
pub(super) fn sort_findings<'d>(
    catalog: &Catalog,
    places: &Places<'_>,
    found: impl Iterator<Item = &'d Diagnostic>,
) -> Findings {
    let mut names: HashMap<String, Vec<ToolId>> = HashMap::new();
    for (id, tool) in catalog.numbered() {
        names.entry(tool.qualified()).or_default().push(id);
    }
    let mut findings = Findings::default();
    for diagnostic in found {
        let about = &diagnostic.about;
        let ids = about.tool.as_ref().and_then(|name| names.get(name));
        let id = ids.and_then(|ids| find_overload(catalog, ids, diagnostic));
        if let (Some(id), false) = (id, about.targets.is_empty()) {
            let state = state_of(diagnostic.code);
            let why = (about.targets.clone(), state, diagnostic.message.clone());
            findings.tools.entry(id).or_default().judged.push(why);
            continue;
        }
        if diagnostic.severity == Severity::Note && diagnostic.class.is_none() {
            continue;
        }
        let finding = write_finding(places, diagnostic);
        let is_worker = |name: &str| catalog.workers.iter().any(|worker| worker.name == name);
        match (id, &about.worker) {
            (Some(id), _) => {
                let further = about
                    .further
                    .iter()
                    .filter_map(|name| names.get(name)?.first());
                for id in [id].iter().chain(further) {
                    let of_tool = findings.tools.entry(*id).or_default();
                    of_tool.findings.push(finding.clone());
                }
            }
            (None, Some(worker)) if is_worker(worker) => {
                findings
                    .workers
                    .entry(worker.clone())
                    .or_default()
                    .push(finding);
            }
            _ => findings.others.push(finding),
        }
    }
    findings
}

/// Picks the overload of a name that contains the place of the finding.
fn find_overload(catalog: &Catalog, ids: &[ToolId], diagnostic: &Diagnostic) -> Option<ToolId> {
    let holds = |id: &&ToolId| {
        let tool = catalog.tool(**id).span;
        let place = diagnostic.span();
        place.is_some_and(|it| {
            it.source == tool.source && (tool.start..tool.end).contains(&it.start)
        })
    };
    ids.iter().find(holds).or(ids.first()).copied()
}

fn state_of(code: Code) -> State {
    match is_refusal(code) {
        true => State::Refused,
        false => State::Lossy,
    }
}

/// Whether a finding says that a target refuses a tool.
pub(in crate::cli) fn is_refusal(code: Code) -> bool {
    matches!(
        code,
        Code::ILLEGAL_ROOT | Code::REFUSED_NAME | Code::REFUSED_KEYWORD | Code::LARGE_SCHEMA
    )
}

/// A finding in the form of reports.
pub(in crate::cli) fn write_finding(places: &Places<'_>, diagnostic: &Diagnostic) -> Finding {
    let label = diagnostic.labels.first();
    Finding {
        code: diagnostic.code.to_string(),
        severity: diagnostic.severity,
        class: diagnostic.class,
        message: diagnostic.message.clone(),
        label: label.map(|label| label.text.clone()).unwrap_or_default(),
        help: diagnostic.help.clone(),
        place: label.map(|label| places.show(label.span)),
    }
}

impl Findings {
    pub(super) fn take_tool(&mut self, id: ToolId) -> OfTool {
        self.tools.remove(&id).unwrap_or_default()
    }

    pub(super) fn take_worker(&mut self, name: &str) -> Vec<Finding> {
        self.workers.remove(name).unwrap_or_default()
    }
}

impl OfTool {
    /// How each target judges the tool.
    pub(super) fn fits(&self, targets: &[&'static Target]) -> Vec<Fit> {
        let fit = |target: &&'static Target| {
            let judged = self.judged.iter();
            let judged = judged.filter(|(targets, ..)| targets.contains(&target.name));
            let states = judged.clone().map(|(_, state, _)| *state);
            Fit {
                target: target.name,
                state: states.max().unwrap_or(State::Fits),
                why: judged.map(|(_, _, why)| why.clone()).collect(),
            }
        };
        targets.iter().map(fit).collect()
    }
}
