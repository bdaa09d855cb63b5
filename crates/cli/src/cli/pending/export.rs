//! `toolc approvals export`

use super::Export;
use super::account::{Desk, fail, read_members};
use crate::cli::Exit;
use crate::cli::output::{print_data, print_line};
use serde_json::Value;
use toolc_runtime::ApprovalStore;

impl Export {
    pub fn run(self) -> Result<Exit, Exit> {
        let desk = Desk::open(&self.place)?;
        // Calls first: one that is forgotten meanwhile is then in both, and not in neither.
        let calls = desk.runtime.block_on(desk.store.list()).map_err(fail)?;
        let kept = desk.runtime.block_on(desk.store.decisions(&desk.key));
        let mut lines = Vec::new();
        let mut exit = Exit::Clean;
        for (index, record) in kept.map_err(fail)?.into_iter().enumerate() {
            match record {
                Ok(record) => lines.push(read_members(&record)),
                Err(error) => {
                    exit = Exit::Findings;
                    print_line(&format!("error: record {} is left out: {error}", index + 1));
                }
            }
        }
        for call in calls {
            let is_kept = |line: &serde_json::Map<String, Value>| line["id"] == call.id.as_str();
            if call.ruling.is_none() || call.outline().is_none() || lines.iter().any(is_kept) {
                continue;
            }
            match desk.describe(&call) {
                Ok(members) => lines.push(members),
                Err(refused) => exit = refused,
            }
        }
        let mut text = String::new();
        for line in lines {
            text.push_str(&Value::Object(line).to_string());
            text.push('\n');
        }
        Ok(print_data(&text).or(exit))
    }
}
