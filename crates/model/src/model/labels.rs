//! Noun: the labels of tools, and which labels a worker combines by its own tools and those of
//! workers that it may call.

use super::effect::{Effect, Hints};
use super::engine::EngineKind;
use super::flow::Label;
use super::policy::Worker;
use super::{Catalog, Tool, ToolId};
use std::collections::{BTreeMap, BTreeSet};
use toolc_base::source::Span;

/// A label of a tool, and the reason for it.
#[derive(Debug, Clone)]
pub struct Labelled {
    /// The label.
    pub label: Label,
    /// The reason: `its requests are signed with `token``.
    pub why: String,
    /// The place that justifies it.
    pub place: Span,
}

/// A label that a worker has through one of its tools.
#[derive(Debug, Clone)]
pub struct Step {
    /// The tool.
    pub tool: ToolId,
    /// The names of the workers on the path to it; empty if the worker has the tool itself.
    pub through: Vec<String>,
    /// The label.
    pub labelled: Labelled,
}

/// A tool that a worker may call, directly or through other workers.
#[derive(Debug, Clone)]
pub struct Reached<'c> {
    /// The tool.
    pub tool: ToolId,
    /// The worker that has it.
    pub by: &'c Worker,
    /// The names of the workers on the path to it.
    pub through: Vec<String>,
}

impl Catalog {
    /// The labels of a tool in a worker, in label order: as set by the worker, else by
    /// `toolc.yaml`, else derived from what is known about the tool.
    pub fn labels_of(&self, worker: &Worker, tool: &Tool) -> Vec<Labelled> {
        let name = tool.qualified();
        let written = worker
            .flow
            .labels_of(&name)
            .or_else(|| self.flow.labels_of(&name));
        match written {
            Some((place, labels)) => {
                let labels = labels.iter().map(|label| Labelled {
                    label: *label,
                    why: "`flow.labels` says so".to_owned(),
                    place: place.span,
                });
                labels.collect()
            }
            None => self.derive_labels(tool),
        }
    }

    fn derive_labels(&self, tool: &Tool) -> Vec<Labelled> {
        let found = [
            self.why_private(tool),
            why_untrusted(tool),
            why_outbound(tool),
        ];
        let found = Label::ALL.iter().zip(found);
        let labelled = found.filter_map(|((_, label), why)| {
            let (why, place) = why?;
            Some(Labelled {
                label: *label,
                why,
                place,
            })
        });
        labelled.collect()
    }

    /// Because it reads with credentials, or on this machine.
    fn why_private(&self, tool: &Tool) -> Option<(String, Span)> {
        if let Some(shipped) = tool.shipped {
            let reads = shipped.has_rules || tool.effect.class.is_read();
            let reads = reads && shipped.on_machine;
            return reads.then(|| ("it reads what is on this machine".to_owned(), tool.span));
        }
        if !matches!(tool.effect.class, Effect::Read | Effect::Unknown) {
            return None;
        }
        let engine = self
            .engines
            .iter()
            .find(|it| Some(&it.name) == tool.engine.as_ref())?;
        let (signed, place) = match &engine.kind {
            EngineKind::Http(_) => {
                let id = self.numbered().find(|(_, it)| std::ptr::eq(*it, tool))?.0;
                let signed = !self.needs_of(&[id]).credentials.is_empty();
                (signed, engine.place("auth"))
            }
            EngineKind::Mcp(settings) => {
                let place = engine.place(settings.credentials_key());
                (settings.has_credentials(), place)
            }
            // what it makes up is nobody's
            EngineKind::Mock(_) | EngineKind::Lm(_) => return None,
        };
        signed.then(|| {
            let why = format!(
                "it reads with the credentials of the engine `{}`",
                engine.name
            );
            (why, place)
        })
    }

    /// Every label that a worker has, through its own tools and those of workers that it may call.
    pub fn flows_of(&self, worker: &Worker) -> Vec<Step> {
        let mut steps = Vec::new();
        for reached in self.reach_tools(worker) {
            let tool = self.tool(reached.tool);
            // a label that the caller sets for a tool applies wherever the tool is called
            let owner = match worker.flow.labels_of(&tool.qualified()) {
                Some(_) => worker,
                None => reached.by,
            };
            let labels = self.labels_of(owner, tool).into_iter();
            steps.extend(labels.map(|labelled| Step {
                tool: reached.tool,
                through: reached.through.clone(),
                labelled,
            }));
        }
        steps
    }

    /// The tools of a worker, and those of workers that it may call.
    pub fn reach_tools<'c>(&'c self, worker: &'c Worker) -> Vec<Reached<'c>> {
        let workers = self.workers.iter();
        let by_place: BTreeMap<Span, &Worker> =
            workers.filter_map(|it| Some((it.span?, it))).collect();
        let mut tools = Vec::new();
        let mut known: BTreeSet<&str> = BTreeSet::from([worker.name.as_str()]);
        let mut waiting = vec![(worker, Vec::new())];
        while let Some((at, through)) = waiting.pop() {
            for grant in &at.grants {
                let tool = self.tool(grant.tool);
                if let Some(child) = by_place.get(&tool.span) {
                    if known.insert(&child.name) {
                        let further =
                            [through.as_slice(), std::slice::from_ref(&child.name)].concat();
                        waiting.push((child, further));
                    }
                    continue;
                }
                tools.push(Reached {
                    tool: grant.tool,
                    by: at,
                    through: through.clone(),
                });
            }
        }
        tools
    }

    /// What a tool belongs to: this machine, its engine, or else its namespace.
    pub fn origin_of<'t>(&self, tool: &'t Tool) -> &'t str {
        match (tool.shipped, &tool.engine) {
            (Some(shipped), _) if shipped.on_machine => "this machine",
            (None, Some(engine)) => engine,
            (_, _) => &tool.namespace,
        }
    }
}

/// Because its results come from others, that is, from systems that nobody here controls.
fn why_untrusted(tool: &Tool) -> Option<(String, Span)> {
    // what it reads on in has the labels of the tool that returned it
    if tool.shipped.is_some_and(|shipped| !shipped.on_machine) {
        return None;
    }
    let is_foreign = tool.untrusted && (tool.effect.open_world || tool.trust_stated);
    is_foreign.then(|| {
        (
            "strangers may have written its results".to_owned(),
            tool.span,
        )
    })
}

/// Because changing something that nobody here controls means sending data there.
fn why_outbound(tool: &Tool) -> Option<(String, Span)> {
    if tool.shipped.is_some_and(|shipped| shipped.has_rules) {
        return Some((
            "commands can send anything to anybody".to_owned(),
            tool.span,
        ));
    }
    let hinted = Hints::of(tool.annotations()).open_world == Some(true);
    let reaches = tool.http.is_some()
        || tool.remote.is_some()
        || tool.effect.stated.open_world.is_some()
        || hinted;
    if !reaches || !tool.effect.open_world || tool.effect.class.is_read() {
        return None;
    }
    let why = match &tool.http {
        Some(http) => format!("it sends `{} {}`", http.method, http.path),
        None => "it does more than read in the open world".to_owned(),
    };
    Some((why, tool.span))
}
