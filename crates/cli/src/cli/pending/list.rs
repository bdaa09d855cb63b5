//! `toolc approvals list`

use super::account::{Desk, fail, tell_span};
use super::{List, ListedState};
use crate::cli::Exit;
use crate::cli::output::{DataFormat, count_noun, pretty_json, print_data, print_line};
use serde_json::{Value, json};
use std::time::{Duration, SystemTime};
use toolc_runtime::hidden::show_line;
use toolc_runtime::{ApprovalStore, Outline, Stage, StoredCall};

/// The states of calls that somebody may still have to do something about.
const OPEN: [Stage; 4] = [
    Stage::Waiting,
    Stage::Decided,
    Stage::Running,
    Stage::Interrupted,
];

/// A call that is listed.
struct Row {
    call: StoredCall,
    outline: Outline,
    stage: Stage,
}

impl List {
    pub fn run(self) -> Result<Exit, Exit> {
        let desk = Desk::open(&self.place)?;
        let calls = desk.runtime.block_on(desk.store.list()).map_err(fail)?;
        let mut rows = Vec::new();
        let mut exit = Exit::Clean;
        for call in calls {
            // Others, such as the journals of programs, are in the same store.
            let Some(outline) = call.outline() else {
                continue;
            };
            let stage = call.stage(outline.until, desk.now);
            if !self.wants(&outline, stage) {
                continue;
            }
            // Nothing is told of a call whose seal is not right.
            match desk.describe(&call) {
                Ok(_) => rows.push(Row {
                    call,
                    outline,
                    stage,
                }),
                Err(refused) => exit = refused,
            }
        }
        rows.sort_by_key(|row| row.outline.asked_at);
        let printed = match self.format {
            DataFormat::Human => print_data(&write_table(&rows, desk.now)),
            DataFormat::Json => print_data(&pretty_json(&write_document(&desk, &rows)?)),
        };
        if self.format == DataFormat::Human {
            print_line(&count_noun(rows.len(), "call"));
        }
        Ok(printed.or(exit))
    }

    fn wants(&self, outline: &Outline, stage: Stage) -> bool {
        let is_named = |wanted: &Option<String>, name: Option<&str>| {
            wanted.is_none() || wanted.as_deref() == name
        };
        let in_state = match self.states.as_slice() {
            [] => OPEN.contains(&stage),
            states => states.iter().any(|state| state.stage() == stage),
        };
        in_state
            && is_named(&self.worker, Some(&outline.worker))
            && is_named(&self.tool, Some(&outline.tool))
            && is_named(&self.principal, outline.principal.as_deref())
    }
}

impl ListedState {
    fn stage(self) -> Stage {
        match self {
            ListedState::Waiting => Stage::Waiting,
            ListedState::Decided => Stage::Decided,
            ListedState::Running => Stage::Running,
            ListedState::Interrupted => Stage::Interrupted,
            ListedState::Finished => Stage::Finished,
            ListedState::GivenUp => Stage::GivenUp,
            ListedState::Expired => Stage::Expired,
        }
    }
}

fn write_document(desk: &Desk, rows: &[Row]) -> Result<Value, Exit> {
    let mut calls = Vec::new();
    for row in rows {
        calls.push(desk.describe(&row.call)?);
    }
    Ok(json!({ "calls": calls, "version": 1 }))
}

/// The calls in columns, which are as wide as their longest text.
fn write_table(rows: &[Row], now: SystemTime) -> String {
    let heads = [
        "ID",
        "STATE",
        "ASKED",
        "EXPIRES",
        "WORKER",
        "TOOL",
        "PRINCIPAL",
    ];
    let mut table = vec![heads.map(str::to_owned)];
    for Row {
        call,
        outline,
        stage,
    } in rows
    {
        let principal = outline.principal.as_deref().unwrap_or("-");
        table.push([
            show_line(&call.id),
            stage.name().to_owned(),
            format!("{} ago", tell_span(since(outline.asked_at, now))),
            tell_expiry(outline.until, now),
            show_line(&outline.worker),
            show_line(&outline.tool),
            show_line(principal),
        ]);
    }
    if rows.is_empty() {
        return String::new();
    }
    let mut out = String::new();
    for row in &table {
        let mut line = String::new();
        for (column, text) in row.iter().enumerate() {
            let widths = table.iter().map(|row| row[column].chars().count());
            let width = widths.max().unwrap_or_default();
            line.push_str(&format!("{text:width$}  "));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

fn tell_expiry(until: SystemTime, now: SystemTime) -> String {
    match until.duration_since(now) {
        Ok(left) if !left.is_zero() => format!("in {}", tell_span(left)),
        _ => format!("{} ago", tell_span(since(until, now))),
    }
}

fn since(time: SystemTime, now: SystemTime) -> Duration {
    now.duration_since(time).unwrap_or_default()
}
