//! `toolc store check`

use super::Check;
use crate::cli::Exit;
use crate::cli::any_store::{AnyStore, Inspected};
use crate::cli::output::{DataFormat, pretty_json, print_data};
use crate::cli::questions::{drive, refuse_store};
use serde_json::json;
use std::collections::BTreeMap;
use std::time::SystemTime;
use toolc_runtime::{Stage, State, StoredCall};

/// How many calls are as they are counted here.
#[derive(Default)]
struct Counts {
    stages: BTreeMap<Stage, usize>,
    /// Rows that are no pending calls, such as journals of programs.
    journals: usize,
    /// Calls that expired and were not forgotten: nothing that would forget them runs.
    overdue: usize,
}

impl Check {
    pub fn run(self) -> Exit {
        let report = match drive(AnyStore::inspect(&self.store)) {
            Ok(report) => report,
            Err(error) => return refuse_store(&self.store, &error),
        };
        let counts = count_calls(&report.calls, report.now);
        let printed = match self.format {
            DataFormat::Human => print_data(&write_text(&report, &counts)),
            DataFormat::Json => print_data(&write_document(&report, &counts)),
        };
        let interrupted = counts.stages.contains_key(&Stage::Interrupted);
        let is_well = report.faults.is_empty() && report.version == report.known;
        printed.or(match is_well && !interrupted {
            true => Exit::Clean,
            false => Exit::Findings,
        })
    }
}

fn count_calls(calls: &[StoredCall], now: SystemTime) -> Counts {
    let mut counts = Counts::default();
    for call in calls {
        let Some(outline) = call.outline() else {
            counts.journals += 1;
            continue;
        };
        let stage = call.stage(outline.until, now);
        *counts.stages.entry(stage).or_default() += 1;
        let is_over = matches!(call.state, State::Finished { .. }) || stage == Stage::Expired;
        counts.overdue += usize::from(is_over && outline.until <= now);
    }
    counts
}

fn write_text(report: &Inspected, counts: &Counts) -> String {
    let mut out = String::new();
    let mut line = |name: &str, value: String| {
        out.push_str(&format!("{name:<14}{value}\n"));
    };
    let known = report.known;
    let version = match report.version {
        version if version == known => version.to_string(),
        version => {
            format!(
                "{version}, and version {known} is written here: `toolc store migrate` upgrades it"
            )
        }
    };
    line("version", version);
    let fault = report.faults.first();
    line(
        "integrity",
        fault.cloned().unwrap_or_else(|| "ok".to_owned()),
    );
    for stage in Stage::ALL {
        let count = counts.stages.get(stage).copied().unwrap_or_default();
        let words = match (stage, count) {
            (Stage::Interrupted, 1..) => {
                format!(
                    "{count}: find out whether they ran, then `toolc approvals run-again` or `give-up`"
                )
            }
            _ => count.to_string(),
        };
        line(&stage.name().replace('_', " "), words);
    }
    line("overdue", counts.overdue.to_string());
    line("journals", counts.journals.to_string());
    line("decisions", report.decisions.to_string());
    out
}

fn write_document(report: &Inspected, counts: &Counts) -> String {
    let stages: BTreeMap<&str, usize> = Stage::ALL
        .iter()
        .map(|stage| {
            (
                stage.name(),
                counts.stages.get(stage).copied().unwrap_or_default(),
            )
        })
        .collect();
    pretty_json(&json!({
        "calls": stages,
        "decisions": report.decisions,
        "faults": report.faults,
        "journals": counts.journals,
        "known_version": report.known,
        "overdue": counts.overdue,
        "store_version": report.version,
        "version": 1,
    }))
}
