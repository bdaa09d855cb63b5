//! What calls are judged against: tools of today, of an earlier state, and those that records carry.

use super::super::Exit;
use super::super::input::compile_input_from;
use super::super::output::refuse_with;
use super::super::side::{SideRead, open_side};
use super::since::Drift;
use std::path::PathBuf;
use std::rc::Rc;
use toolc_base::diagnostic::Diagnostics;
use toolc_base::diagnostic::quote::quote_some;
use toolc_base::source::Sources;
use toolc_calls::judge::{Verdict, judge_record};
use toolc_calls::offer::{Carried, Definition, Offer};
use toolc_calls::record::{Checks, Record, Tools};
use toolc_compile::compile::Options;
use toolc_lock::drift::LockedSchemas;
use toolc_lock::lock::{Lock, list_old_arguments, list_old_names};
use toolc_read::load::Disk;

/// What the command line names.
pub(super) struct Against<'a> {
    /// A lock, specs, or a revision.
    pub now: Option<&'a str>,
    /// Specs.
    pub paths: &'a [PathBuf],
    /// An earlier state.
    pub since: Option<&'a str>,
}

/// The tools that records are judged against.
#[derive(Default)]
pub(super) struct Offers {
    now: Option<Rc<Offer>>,
    since: Option<(Offer, Drift)>,
    carried: Carried,
    worker: Option<String>,
}

/// What is found about one record.
pub(super) struct Outcome {
    /// With the tools of today, or those that it carries.
    pub now: Result<(), Verdict>,
    /// With those of the earlier state, if there is one; and what changed about the tool that is called.
    pub since: Option<Result<(), Verdict>>,
    /// The change that explains why the record held and no longer does.
    pub change: Option<toolc_base::diagnostic::Diagnostic>,
}

impl Offers {
    /// Reads the states that are named. Nothing is read if none is.
    pub(super) fn read(
        diagnostics: &mut Diagnostics,
        sources: &mut Sources,
        against: &Against<'_>,
        worker: Option<&str>,
    ) -> Result<Self, Exit> {
        let mut offers = Offers {
            worker: worker.map(str::to_owned),
            ..Offers::default()
        };
        let is_named = against.now.is_some() || !against.paths.is_empty();
        if !is_named && against.since.is_none() && worker.is_none() {
            return Ok(offers);
        }
        let now = match against.now {
            Some(now) => open_side(now)?.read(diagnostics, sources, None, true)?,
            None => read_paths(sources, against.paths)?,
        };
        offers.now = Some(Rc::new(offers.offer_side(&now, true)?));
        if let Some(since) = against.since {
            let old = open_side(since)?.read(diagnostics, sources, None, false)?;
            let drift = Drift::between(&old.lock, &now.lock);
            offers.since = Some((offers.offer_side(&old, false)?, drift));
        }
        Ok(offers)
    }

    /// Whether a record has to be judged against tools that nobody named, and carries none.
    pub(super) fn is_missing(&self, records: &[Record]) -> bool {
        let carries = |record: &Record| matches!(record.tools, Tools::Carried(_));
        self.now.is_none() && !records.iter().all(carries)
    }

    /// Reads the specs of the current folder, for records that carry no tools. No finding points at them, so they do
    /// not join the sources.
    pub(super) fn read_here(&mut self) -> Result<(), Exit> {
        let now = read_paths(&mut Sources::default(), &[])?;
        self.now = Some(Rc::new(self.offer_side(&now, true)?));
        Ok(())
    }

    /// The tools of a state, or those that the worker may call. An earlier state may have no such worker.
    fn offer_side(&self, side: &SideRead, must_have: bool) -> Result<Offer, Exit> {
        let schemas = LockedSchemas::new(&side.lock);
        let granted = match &self.worker {
            Some(name) => Some(find_grants(&side.lock, name, must_have)?),
            None => None,
        };
        let mut offer = Offer::default();
        for tool in &side.lock.tools {
            let key = tool.key();
            if granted.as_ref().is_some_and(|keys| !keys.contains(&key)) {
                continue;
            }
            let (input, formats) = schemas.draft(tool, &tool.input);
            let output = tool
                .output
                .as_ref()
                .or_else(|| side.outputs.get(&tool.name));
            offer.add(Definition {
                name: tool.name.clone(),
                wire_name: Some(tool.wire_name.clone()),
                old_names: list_old_names(tool)
                    .into_iter()
                    .map(str::to_owned)
                    .collect(),
                old_arguments: list_old_arguments(tool)
                    .into_iter()
                    .map(|(old, now)| (old.to_owned(), now.to_owned()))
                    .collect(),
                input: Some(input),
                formats,
                output: output.cloned(),
            });
        }
        Ok(offer)
    }

    /// Judges a record against the tools that were named, or else those that it carries.
    pub(super) fn judge(&mut self, record: &Record, checks: &Checks) -> Outcome {
        let offer = match (&self.now, &record.tools) {
            (Some(now), _) => Rc::clone(now),
            (None, Tools::Carried(definitions)) => self.carried.offer(definitions),
            (None, _) => Rc::default(),
        };
        let now = judge_record(record, &offer, checks);
        let mut outcome = Outcome {
            now,
            since: None,
            change: None,
        };
        if let Some((old, drift)) = &self.since {
            let before = judge_record(record, old, checks);
            if let (Ok(()), Err(verdict)) = (&before, &outcome.now) {
                let name = verdict.about.name.as_deref().unwrap_or_default();
                let tools = old.find(name).into_iter().map(|tool| tool.name.as_str());
                outcome.change = drift.explain(verdict, tools).cloned();
            }
            outcome.since = Some(before);
        }
        outcome
    }
}

/// The tools that a worker may call, by their keys.
fn find_grants(lock: &Lock, name: &str, must_have: bool) -> Result<Vec<String>, Exit> {
    let mut workers = lock.workers.iter();
    match workers.find(|worker| worker.name == name) {
        Some(worker) => Ok(worker.grants.keys().cloned().collect()),
        None if !must_have => Ok(Vec::new()),
        None => {
            let names = lock.workers.iter().map(|worker| worker.name.as_str());
            let help = format!("there is {}", quote_some(names, 8));
            Err(refuse_with(&format!("there is no worker `{name}`"), &help))
        }
    }
}

/// Compiles paths, or the current folder.
fn read_paths(sources: &mut Sources, paths: &[PathBuf]) -> Result<SideRead, Exit> {
    let here = [PathBuf::from(".")];
    let paths = if paths.is_empty() { &here[..] } else { paths };
    let answer = compile_input_from(&Disk, paths, &Options::default(), None, || None);
    let answer = answer.map_err(|exit| match exit {
        Exit::Findings => Exit::CannotCompare,
        exit => exit,
    })?;
    let side = SideRead::of(&answer);
    *sources = answer.sources;
    Ok(side)
}
