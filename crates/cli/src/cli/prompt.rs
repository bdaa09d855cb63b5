//! One system prompt entry per tool: its wire name, the first line of its description, and what happens to a call.

use super::Exit;
use super::input::Answer;
use super::output::refuse_with;
use toolc_base::diagnostic::render::escape_text;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_model::model::approval::Approval;
use toolc_model::model::execution::Execution;
use toolc_model::model::policy::{Grant, Worker};

/// A line for each tool that models may call through this worker.
pub(super) fn write_entries(answer: &Answer, name: &str) -> Result<String, Exit> {
    let catalog = answer.checked.catalog();
    let mut workers = catalog.workers.iter();
    let Some(worker) = workers.find(|worker| worker.name == name) else {
        return Err(unknown(&catalog.workers, name));
    };
    let mut out = String::new();
    for grant in &worker.grants {
        let tool = catalog.tool(grant.tool);
        if tool.execution == Execution::Manual {
            continue;
        }
        let first = tool.description.lines().next().unwrap_or("").trim();
        let end = if first.is_empty() || first.ends_with(['.', '!', '?']) {
            ""
        } else {
            "."
        };
        let line = format!("- {}: {first}{end}{}", tool.wire_name, outcome(grant));
        out.push_str(&format!("{}\n", escape_text(&line)));
    }
    Ok(out)
}

/// What a model should know before it calls.
fn outcome(grant: &Grant) -> &'static str {
    match (grant.approval, &grant.rules) {
        (_, Some(_)) => " Its arguments decide whether a person is asked first.",
        (Approval::Ask, None) => " A person is asked first.",
        _ => "",
    }
}

fn unknown(workers: &[Worker], name: &str) -> Exit {
    let names = workers.iter().map(|worker| worker.name.as_str());
    let names: Vec<&str> = names.collect();
    let help = did_you_mean(name, names.iter().copied()).map_or_else(
        || format!("the workers are {}", names.join(", ")),
        |help| help.text,
    );
    refuse_with(
        &format!("no worker `{}`", escape_text(name)),
        &escape_text(&help),
    )
}
