//! Noun: what a worker allows, in the words that hosts have: for each tool, the loosest and the strictest that may happen to
//! a call.

use toolc_base::source::Span;
use toolc_model::model::approval::Approval;
use toolc_model::model::callers::ALLOWED_CALLERS;
use toolc_model::model::execution::Execution;
use toolc_model::model::policy::{Grant, OutputPolicy, Worker};
use toolc_model::model::toolset::Settings;
use toolc_model::model::{Catalog, Tool, ToolId};

/// What a worker allows.
#[derive(Debug, Clone)]
pub struct Policy {
    /// The name of the worker.
    pub worker: String,
    /// Its place.
    pub span: Option<Span>,
    /// Every tool of the catalog, in its order.
    pub tools: Vec<PolicyTool>,
    /// What only toolc enforces for this worker, with the place that sets it.
    pub kept: Vec<(String, Option<Span>)>,
}

/// A tool, for a worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyTool {
    /// `namespace::name`
    pub name: String,
    /// The wire name.
    pub wire_name: String,
    /// Why a server of the worker does not offer the tool to a model; `None` if it does.
    pub withheld: Option<&'static str>,
    /// The loosest that may happen to a call.
    pub loosest: Approval,
    /// The strictest that may happen to a call.
    pub strictest: Approval,
    /// The place that decides the strictest.
    pub place: Option<Span>,
}

/// Reads what a worker allows of all tools of its catalog.
pub fn read_policy(catalog: &Catalog, worker: &Worker) -> Policy {
    let tools = (0u32..).zip(&catalog.tools);
    Policy {
        worker: worker.name.clone(),
        span: worker.span,
        tools: tools
            .map(|(id, tool)| read_tool(worker, ToolId(id), tool))
            .collect(),
        kept: list_kept(catalog, worker),
    }
}

fn read_tool(worker: &Worker, id: ToolId, tool: &Tool) -> PolicyTool {
    let blocked = PolicyTool {
        name: tool.qualified(),
        wire_name: tool.wire_name.clone(),
        withheld: None,
        loosest: Approval::Blocked,
        strictest: Approval::Blocked,
        place: None,
    };
    let Some(grant) = worker.find_grant(id) else {
        let named = worker
            .blocked
            .iter()
            .find(|it| it.wire_name == tool.wire_name);
        return PolicyTool {
            withheld: Some(match named {
                Some(_) => "the worker blocks it",
                None => "the worker does not grant it",
            }),
            place: named.and_then(|it| it.span),
            ..blocked
        };
    };
    let withheld = find_withheld(tool);
    if withheld.is_some() {
        return PolicyTool {
            withheld,
            place: grant.listed,
            ..blocked
        };
    }
    let (strictest, place) = find_strictest(worker, tool, grant);
    PolicyTool {
        loosest: grant.loosest(),
        strictest,
        place: place.or(grant.listed),
        ..blocked
    }
}

/// Why a granted tool is not one for the models of hosts.
fn find_withheld(tool: &Tool) -> Option<&'static str> {
    let names_callers = tool.extras.iter().any(|(key, _)| *key == ALLOWED_CALLERS);
    match tool.execution {
        Execution::Manual => Some("`execution: manual` keeps it for people"),
        _ if names_callers => Some("it has `allowed_callers`, and a call of MCP names no caller"),
        _ => None,
    }
}

/// The strictest that may happen to a call of a granted tool, by its rules and those of a shell.
fn find_strictest(worker: &Worker, tool: &Tool, grant: &Grant) -> (Approval, Option<Span>) {
    let ruled = grant.strictest();
    let shipped = tool.shipped.is_some();
    let mut settings = worker.toolsets.iter();
    let settings = settings.find(|settings| shipped && settings.name() == tool.namespace);
    match settings {
        Some(Settings::Commands(commands)) => {
            let strictest = commands.strictest_approval();
            // Of the commands that a rule lets run, those that may reach further are refused or asked about.
            let strictest = match commands.loosest_approval() {
                Some(loosest) if loosest.value == Approval::PreApproved => {
                    (Approval::Blocked, Some(loosest.span))
                }
                _ => (strictest.value, Some(strictest.span)),
            };
            match strictest.0 > ruled.0 {
                true => strictest,
                false => ruled,
            }
        }
        Some(Settings::Files(_)) | None => ruled,
    }
}

/// What toolc enforces for a worker while its tools run, which hosts have no words for.
fn list_kept(catalog: &Catalog, worker: &Worker) -> Vec<(String, Option<Span>)> {
    let mut kept = Vec::new();
    let mut add = |what: &str, of: fn(&Grant) -> Option<Option<Span>>| {
        let with = worker.grants.iter().filter_map(|grant| {
            let tool = catalog.tools.get(grant.tool.0 as usize)?;
            Some((tool.qualified(), of(grant)?))
        });
        let (names, places): (Vec<String>, Vec<Option<Span>>) = with.unzip();
        if !names.is_empty() {
            let place = places.into_iter().flatten().next();
            kept.push((format!("{what} of {}", join_names(names)), place));
        }
    };
    add("the limits on calls", |grant| {
        (!grant.limits.is_empty()).then(|| grant.limits.span())
    });
    add("what is shown of results", |grant| {
        grant.results.is_some().then_some(None)
    });
    if worker.output != OutputPolicy::Off {
        let name = worker.output.name();
        kept.push((format!("`output_policy: {name}`"), worker.output_span));
    }
    for settings in &worker.toolsets {
        let (what, span) = match settings {
            Settings::Files(files) => ("what files `filesystem` reaches", files.span),
            Settings::Commands(commands) => ("how `shell` runs commands", commands.span),
        };
        kept.push((what.to_owned(), Some(span)));
    }
    kept
}

/// The first few names, quoted.
fn join_names(mut names: Vec<String>) -> String {
    const SHOWN: usize = 6;
    names.dedup();
    let more = names.len().saturating_sub(SHOWN);
    names.truncate(SHOWN);
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match more {
        0 => quoted.join(", "),
        more => format!("{} and {more} more", quoted.join(", ")),
    }
}
