//! Turns the toolsets in worker files into grants: who may call what, and when a person must be asked.

mod approval;
mod dead;
mod deny;
mod elsewhere;
mod extends;
mod index;
mod limits;
mod listed;
mod missing;
mod pages;
mod parents;
mod read_only;
mod results;
mod rules;
mod shown;
#[cfg(test)]
mod tests;
mod unknown;
mod whitelist;
mod words;

use approval::Settings;
pub(super) use dead::check_repeated_grants;
use deny::Denied;
pub(super) use extends::extend_workers;
use index::Index;
use limits::ToolsetLimits;
pub(super) use limits::check_repeated_limits;
use listed::Listed;
pub use missing::Missing;
use parents::Parents;
pub(super) use results::check_repeated_results;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::{SourceId, Span, Spanned};
use toolc_model::draft::{DraftToolset, DraftWorker};
use toolc_model::model::approval::Approval;
use toolc_model::model::flow::FlowPolicy;
use toolc_model::model::limit::{Limited, Limits};
use toolc_model::model::policy::{Blocked, Grant, Origin, OutputPolicy, Prompt, Worker};
use toolc_model::model::results::GrantedResults;
use toolc_model::model::rule::{Ruled, SideRules};
use toolc_model::model::{Tool, ToolId};
use words::Words;

/// The worker of a build without workers.
const EVERYTHING: &str = "all";

/// What callers of a blocked tool are told if the toolset has no `blockReason`.
const BLOCK_REASON: &str = "this tool is blocked and cannot be called";

/// Without any worker, there is a default worker `all`, which asks before every call.
pub fn resolve_open(tools: &[Tool], missing: &Missing<'_>) -> Vec<Worker> {
    vec![grant_everything(&Index::new(tools, missing))]
}

/// Determines the closed world of every worker.
pub fn resolve_workers(
    diagnostics: &mut Diagnostics,
    drafts: &[DraftWorker],
    tools: &[Tool],
    missing: &Missing<'_>,
) -> Vec<Worker> {
    let index = Index::new(tools, missing);
    let others: HashSet<SourceId> = drafts.iter().map(|draft| draft.name.span.source).collect();
    let mut places: HashMap<&str, Span> = HashMap::new();
    let mut workers = Vec::with_capacity(drafts.len());
    for draft in drafts {
        if let Some(first) = places.get(draft.name.value.as_str()) {
            diagnostics.push(duplicate_worker(draft, *first));
            continue;
        }
        places.insert(&draft.name.value, draft.name.span);
        if draft.extends.is_empty() {
            workers.push(resolve_worker(diagnostics, &index, draft));
            continue;
        }
        let mut found = diagnostics.begin_apart();
        workers.push(resolve_worker(&mut found, &index, draft));
        // What is written in a parent has been examined as the parent's own. That a worker which
        // restricts it needs less of it is not a fault of the parent.
        let is_elsewhere =
            |span: Span| span.source != draft.name.span.source && others.contains(&span.source);
        for finding in found.into_found() {
            if !finding.span().is_some_and(is_elsewhere) {
                diagnostics.push(finding);
            }
        }
    }
    workers
}

/// What a worker may do with one tool.
#[derive(Debug)]
struct Verdict {
    approval: Approval,
    /// The place that decides.
    span: Option<Span>,
    /// Who decides.
    origin: Origin,
    /// The place that grants the tool.
    listed: Option<Span>,
    /// The limits on its calls.
    limits: Limits,
    reason: Option<Spanned<String>>,
    /// The rules, if the approval depends on the arguments.
    rules: Option<Arc<Ruled>>,
}

fn resolve_worker(diagnostics: &mut Diagnostics, index: &Index<'_>, draft: &DraftWorker) -> Worker {
    let mut verdicts = BTreeMap::new();
    let denied = deny::resolve_denied(diagnostics, index, draft);
    let mut limited = Vec::new();
    for toolset in &draft.toolsets {
        let said = resolve_toolset(diagnostics, index, toolset, draft, &denied, &mut verdicts);
        limited.extend(said);
    }
    for (id, denial) in &denied {
        let reason = denial.reason.clone();
        let tool = index.tool(*id);
        let mut toolsets = draft.toolsets.iter();
        let toolset = toolsets.find(|toolset| toolset.name.value == tool.namespace);
        let general = toolset.and_then(|toolset| reason_of(toolset, &tool.name));
        let verdict = Verdict {
            approval: Approval::Blocked,
            limits: Limits::default(),
            span: Some(denial.name.span),
            origin: Origin::Entry,
            listed: None,
            reason: reason.or(general),
            rules: None,
        };
        verdicts.insert(*id, verdict);
    }
    pages::grant_paging(diagnostics, index, draft, &denied, &mut verdicts);
    let name = draft.name.value.clone();
    let (output, repair) = (draft.output.as_ref(), draft.repair.as_ref());
    let mut worker = Worker {
        output: output.map_or(OutputPolicy::default(), |output| output.value),
        output_span: output.map(|output| output.span),
        repair: repair
            .map(|repair| repair.value.clone())
            .unwrap_or_default(),
        repair_span: repair.map(|repair| repair.span),
        toolsets: index.settings(draft),
        limits: draft.limits.clone(),
        prompt: draft.prompt.clone(),
        limited,
        flow: draft.flow.clone(),
        results: draft.results.clone(),
        ..collect_worker(index, name, Some(draft.name.span), verdicts)
    };
    let has_paging = pages::has_paging(index, &worker);
    for grant in &mut worker.grants {
        let results = results::find_results(index.tool(grant.tool), &draft.results);
        grant.results = results.map(|results| {
            let pages = has_paging && results.find_pages().is_some();
            Arc::new(GrantedResults { pages, ..results })
        });
    }
    results::check_reached_results(diagnostics, index, &worker);
    worker
}

fn resolve_toolset(
    diagnostics: &mut Diagnostics,
    index: &Index<'_>,
    toolset: &DraftToolset,
    draft: &DraftWorker,
    denied: &Denied<'_>,
    verdicts: &mut BTreeMap<ToolId, Verdict>,
) -> Vec<Limited> {
    let Some(granted) = whitelist::resolve_whitelist(diagnostics, index, draft, toolset) else {
        return Vec::new();
    };
    let granted = match toolset.read_only.or(draft.read_only) {
        Some(place) => {
            let is_own = place.source == draft.name.span.source;
            read_only::restrict_tools(diagnostics, index, toolset, place, is_own, granted)
        }
        None => granted,
    };
    if !dead::check_lost_toolset(diagnostics, index, draft, toolset, &granted, denied) {
        dead::check_dead_grants(diagnostics, index, draft, toolset, denied);
        dead::check_blocked_grants(diagnostics, index, draft, toolset, denied);
    }
    let settings = Settings::resolve(diagnostics, index, toolset, &granted, denied);
    let limits = ToolsetLimits::resolve(diagnostics, index, toolset, &granted);
    let mut rules = rules::assign_rules(diagnostics, index, toolset, &granted, &settings, denied);
    let parents = Parents::resolve(index, toolset, &granted, denied);
    parents::check_default(diagnostics, toolset);
    let listed = Listed::new(toolset);
    let words = Words { settings, parents };
    for (name, overloads) in granted {
        let rules = rules.remove(name).unwrap_or_default();
        let reason = reason_of(toolset, name);
        for id in overloads.iter().filter(|id| !denied.contains_key(id)) {
            let tool = index.tool(*id);
            words.check_parents(diagnostics, tool, name, &rules);
            let decided = words.decide(diagnostics, tool, name);
            let ruled = words.collect_rules(tool, name, &rules, reason.as_ref());
            let verdict = Verdict {
                approval: decided.approval,
                span: decided.place,
                origin: decided.origin,
                limits: limits.of(tool, name, &draft.limits),
                listed: Some(listed.place(name)),
                reason: reason.clone(),
                rules: rules::open_rules(diagnostics, tool, ruled, decided.approval),
            };
            verdicts.insert(*id, verdict);
        }
    }
    check_reasons(diagnostics, index, toolset, verdicts, denied);
    limits.stated(&toolset.name.value).collect()
}

/// The tool's own rules, and the approval if none of them matches.
fn tool_side_rules(tool: &Tool, otherwise: Option<&Spanned<Approval>>) -> SideRules {
    SideRules {
        rules: tool.rules.clone(),
        otherwise: otherwise.cloned(),
    }
}

/// The reason given to callers of a blocked tool.
fn reason_of(toolset: &DraftToolset, name: &str) -> Option<Spanned<String>> {
    let mut reasons = toolset.block_reasons.iter();
    let own = reasons.find(|(key, _)| key.bare() == name);
    own.map(|(_, reason)| reason.clone())
        .or_else(|| toolset.block_reason.clone())
}

/// Reports reasons for tools that are not blocked.
fn check_reasons(
    diagnostics: &mut Diagnostics,
    index: &Index<'_>,
    toolset: &DraftToolset,
    verdicts: &BTreeMap<ToolId, Verdict>,
    denied: &Denied<'_>,
) {
    let namespace = &toolset.name.value;
    let may_block = |verdict: &Verdict| {
        let rules = verdict.rules.as_ref();
        verdict.approval == Approval::Blocked || rules.is_some_and(|rules| rules.may_block())
    };
    let is_told = |id: &ToolId| denied.contains_key(id) || verdicts.get(id).is_some_and(may_block);
    if let Some(reason) = &toolset.block_reason {
        let is_own = |id: &&ToolId| index.tool(**id).namespace == *namespace;
        let mut own = verdicts.keys().chain(denied.keys()).filter(is_own);
        if !own.any(is_told) && !diagnostics.has_errors() {
            diagnostics.push(rules::idle_block_reason(toolset, reason));
        }
    }
    for (key, _) in &toolset.block_reasons {
        let name = key.bare();
        if !index.overloads(namespace, name).iter().any(is_told) {
            diagnostics.push(rules::idle_reason(key));
        }
    }
}

fn grant_everything(index: &Index<'_>) -> Worker {
    let verdict = |tool: &Tool| {
        let own = tool
            .approval
            .as_ref()
            .map_or(Approval::Ask, |own| own.value);
        let ruled = Ruled {
            worker: SideRules {
                rules: Vec::new(),
                otherwise: Some(Spanned::new(Approval::Ask, tool.span)),
            },
            inherited: Vec::new(),
            own: tool_side_rules(tool, tool.approval.as_ref()),
            reason: None,
        };
        Verdict {
            approval: own.max(Approval::Ask),
            span: None,
            origin: Origin::Unsaid,
            listed: None,
            limits: Limits {
                timeout: tool.timeout.clone(),
                ..Limits::default()
            },
            reason: None,
            rules: ruled.has_rules().then(|| Arc::new(ruled)),
        }
    };
    let verdicts = (0u32..)
        .map(ToolId)
        .zip(index.tools.iter().map(verdict))
        .collect();
    collect_worker(index, EVERYTHING.to_owned(), None, verdicts)
}

/// Splits the verdicts into grants and blocked tools. Every blocked overload is known by its wire
/// name; the name it shares with others is only looked up if none of them may be called.
fn collect_worker(
    index: &Index<'_>,
    name: String,
    span: Option<Span>,
    verdicts: BTreeMap<ToolId, Verdict>,
) -> Worker {
    let mut grants = Vec::new();
    let mut blocked = Vec::new();
    for (id, verdict) in verdicts {
        match verdict.approval {
            Approval::Blocked if verdict.rules.is_none() => {
                blocked.push(block(index.tool(id), verdict));
            }
            approval => grants.push(Grant {
                tool: id,
                approval,
                rules: verdict.rules,
                span: verdict.span,
                origin: verdict.origin,
                limits: verdict.limits,
                results: None,
                listed: verdict.listed,
                repairs: None,
            }),
        }
    }
    Worker {
        name,
        span,
        prompt: Prompt::default(),
        grants,
        blocked,
        output: OutputPolicy::default(),
        output_span: None,
        repair: Vec::new(),
        repair_span: None,
        toolsets: Vec::new(),
        mounts: Vec::new(),
        limits: Limits::default(),
        limited: Vec::new(),
        flow: FlowPolicy::default(),
        results: Vec::new(),
    }
}

fn block(tool: &Tool, verdict: Verdict) -> Blocked {
    Blocked {
        name: tool.qualified(),
        wire_name: tool.wire_name.clone(),
        span: verdict.span,
        origin: verdict.origin,
        reason_span: verdict.reason.as_ref().map(|reason| reason.span),
        reason: verdict
            .reason
            .map_or_else(|| BLOCK_REASON.to_owned(), |reason| reason.value),
    }
}

fn duplicate_worker(draft: &DraftWorker, first: Span) -> Diagnostic {
    let message = format!("duplicate worker: `{}` is defined twice", draft.name.value);
    Diagnostic::new(Code::DUPLICATE_WORKER, draft.name.span, message)
        .label("defined again here")
        .also(first, "first defined here")
        .help("give one of them another `name`, or merge their toolsets into one file")
}
