//! Turns the toolsets of worker files into grants: who may call what, and who must be asked.

mod approval;
mod limits;
mod missing;
mod read_only;
#[cfg(test)]
mod tests;
mod whitelist;

use crate::diagnostic::suggest::Guesses;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::draft::{DraftToolset, DraftWorker, Whitelist};
use crate::model::limit::{Limited, Limits};
use crate::model::policy::{Approval, Blocked, Grant, OutputPolicy, Worker};
use crate::model::toolset::{Files, Settings as ToolsetSettings};
use crate::model::{Tool, ToolId};
use crate::source::{Span, Spanned};
use crate::toolsets::Toolset;
use approval::Settings;
use limits::ToolsetLimits;
pub use missing::Missing;
use std::collections::{BTreeMap, HashMap};

/// The worker of a build without workers.
const EVERYTHING: &str = "all";

/// What a caller of a blocked tool is told where the toolset has no `blockReason`.
const BLOCK_REASON: &str = "this tool is blocked and cannot be called";

/// The tools of a catalog, found by namespace and name.
#[derive(Debug)]
struct Index<'t> {
    tools: &'t [Tool],
    /// Namespace, then name, then the overloads.
    namespaces: BTreeMap<&'t str, BTreeMap<&'t str, Vec<ToolId>>>,
    /// What may be spent on saying which name was meant.
    guesses: Guesses,
    missing: &'t Missing<'t>,
}

impl<'t> Index<'t> {
    fn new(tools: &'t [Tool], missing: &'t Missing<'t>) -> Self {
        let mut namespaces: BTreeMap<&str, BTreeMap<&str, Vec<ToolId>>> = BTreeMap::new();
        for (id, tool) in (0u32..).map(ToolId).zip(tools) {
            let names = namespaces.entry(&tool.namespace).or_default();
            names.entry(&tool.name).or_default().push(id);
        }
        Index {
            tools,
            namespaces,
            guesses: Guesses::default(),
            missing,
        }
    }

    fn tool(&self, id: ToolId) -> &'t Tool {
        &self.tools[id.0 as usize]
    }

    /// The toolset of toolc's own that a namespace is.
    fn shipped(&self, namespace: &str) -> Option<&'static Toolset> {
        let names = self.namespaces.get(namespace)?;
        let first = names.values().flatten().next()?;
        self.tool(*first).shipped
    }

    /// What a worker says of the toolsets that toolc brings along.
    fn settings(&self, draft: &DraftWorker) -> Vec<ToolsetSettings> {
        let toolsets = draft.toolsets.iter();
        let shipped = toolsets.filter(|toolset| self.shipped(&toolset.name.value).is_some());
        let settings = shipped.filter_map(|toolset| match toolset.settings.clone()? {
            ToolsetSettings::Files(files) => {
                let read_only = toolset.read_only.or(draft.read_only);
                Some(ToolsetSettings::Files(Files { read_only, ..files }))
            }
            commands @ ToolsetSettings::Commands(_) => Some(commands),
        });
        settings.collect()
    }
}

/// Makes the closed world of every worker. Without any worker there is one, `all`, in which
/// everything asks.
pub fn resolve_workers(
    diagnostics: &mut Diagnostics,
    drafts: &[DraftWorker],
    tools: &[Tool],
    missing: &Missing<'_>,
) -> Vec<Worker> {
    let index = Index::new(tools, missing);
    if drafts.is_empty() {
        return vec![grant_everything(&index)];
    }
    let mut places: HashMap<&str, Span> = HashMap::new();
    let mut workers = Vec::with_capacity(drafts.len());
    for draft in drafts {
        match places.get(draft.name.value.as_str()) {
            Some(first) => diagnostics.push(duplicate_worker(draft, *first)),
            None => {
                places.insert(&draft.name.value, draft.name.span);
                workers.push(resolve_worker(diagnostics, &index, draft));
            }
        }
    }
    workers
}

/// What a worker may do with one tool.
#[derive(Debug)]
struct Verdict {
    approval: Approval,
    /// What says so.
    span: Option<Span>,
    /// What grants the tool.
    listed: Option<Span>,
    /// What limits its calls.
    limits: Limits,
    reason: Option<Spanned<String>>,
}

fn resolve_worker(diagnostics: &mut Diagnostics, index: &Index<'_>, draft: &DraftWorker) -> Worker {
    let mut verdicts = BTreeMap::new();
    let mut limited = Vec::new();
    for toolset in &draft.toolsets {
        let said = resolve_toolset(diagnostics, index, toolset, draft, &mut verdicts);
        limited.extend(said);
    }
    let name = draft.name.value.clone();
    let output = draft.output.as_ref();
    Worker {
        output: output.map_or(OutputPolicy::default(), |output| output.value),
        output_span: output.map(|output| output.span),
        toolsets: index.settings(draft),
        limits: draft.limits.clone(),
        limited,
        ..collect_worker(index, name, Some(draft.name.span), verdicts)
    }
}

fn resolve_toolset(
    diagnostics: &mut Diagnostics,
    index: &Index<'_>,
    toolset: &DraftToolset,
    draft: &DraftWorker,
    verdicts: &mut BTreeMap<ToolId, Verdict>,
) -> Vec<Limited> {
    let Some(granted) = whitelist::resolve_whitelist(diagnostics, index, toolset) else {
        return Vec::new();
    };
    let granted = match toolset.read_only.or(draft.read_only) {
        Some(place) => read_only::restrict(diagnostics, index, toolset, place, granted),
        None => granted,
    };
    let settings = Settings::resolve(diagnostics, index, toolset, &granted);
    let limits = ToolsetLimits::resolve(diagnostics, index, toolset, &granted);
    let listed = Listed::new(toolset);
    for (name, overloads) in granted {
        for id in overloads {
            let tool = index.tool(id);
            let (approval, span) = settings.decide(diagnostics, tool, name);
            let verdict = Verdict {
                approval,
                span,
                limits: limits.of(tool, name, &draft.limits),
                listed: Some(listed.place(name)),
                reason: toolset.block_reason.clone(),
            };
            verdicts.insert(id, verdict);
        }
    }
    limits.stated(&toolset.name.value).collect()
}

/// Where a toolset grants its tools.
struct Listed<'d> {
    names: HashMap<&'d str, Span>,
    /// Where it does not name them.
    otherwise: Span,
}

impl<'d> Listed<'d> {
    fn new(toolset: &'d DraftToolset) -> Self {
        let namespace = toolset.name.value.as_str();
        let (names, otherwise) = match &toolset.tools {
            Whitelist::Names(list) => (list.value.as_slice(), list.span),
            Whitelist::All(span) => (&[][..], *span),
            Whitelist::Missing | Whitelist::Unreadable => (&[][..], toolset.name.span),
        };
        let names = names.iter();
        let names = names.map(|name| {
            let bare = whitelist::strip_namespace(namespace, &name.value);
            (bare, name.span)
        });
        Listed {
            names: names.collect(),
            otherwise,
        }
    }

    fn place(&self, name: &str) -> Span {
        self.names.get(name).copied().unwrap_or(self.otherwise)
    }
}

fn grant_everything(index: &Index<'_>) -> Worker {
    let verdict = |tool: &Tool| {
        let own = tool
            .approval
            .as_ref()
            .map_or(Approval::Ask, |own| own.value);
        Verdict {
            approval: own.max(Approval::Ask),
            span: None,
            listed: None,
            limits: Limits {
                timeout: tool.timeout.clone(),
                at_most: None,
            },
            reason: None,
        }
    };
    let verdicts = (0u32..)
        .map(ToolId)
        .zip(index.tools.iter().map(verdict))
        .collect();
    collect_worker(index, EVERYTHING.to_owned(), None, verdicts)
}

/// Splits the verdicts into grants and what is blocked. Every blocked overload is known by its wire
/// name; the name that it shares with others is found only where none of them may be called.
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
            Approval::Blocked => blocked.push(block(index.tool(id), verdict)),
            approval => grants.push(Grant {
                tool: id,
                approval,
                span: verdict.span,
                limits: verdict.limits,
                listed: verdict.listed,
            }),
        }
    }
    Worker {
        name,
        span,
        grants,
        blocked,
        output: OutputPolicy::default(),
        output_span: None,
        toolsets: Vec::new(),
        limits: Limits::default(),
        limited: Vec::new(),
    }
}

fn block(tool: &Tool, verdict: Verdict) -> Blocked {
    Blocked {
        name: tool.qualified(),
        wire_name: tool.wire_name.clone(),
        span: verdict.span,
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
        .help("give one of them another `name`, or join their toolsets in one file")
}
