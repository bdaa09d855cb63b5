//! Noun: what is shown of a catalog's tools to models and clients.

use super::effect::{Effect, is_idempotent};
use super::execution::Execution;
use super::policy::{Grant, OutputPolicy, Worker};
use super::results::ProjectedText;
use super::{Catalog, SchemaText, Target, Tool, ToolId};
use std::borrow::Cow;
use std::collections::HashMap;
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::Spanned;
use toolc_runtime::Json;
use toolc_runtime::definition::{Shown, Structured, list_definitions};
use toolc_runtime::strict::{Choice, ToolList};

/// The boolean hints of MCP.
pub const HINTS: &[&str] = &[
    "readOnlyHint",
    "destructiveHint",
    "idempotentHint",
    "openWorldHint",
];

/// The export settings for a target that supports strict tools.
#[derive(Debug, Clone)]
pub struct Export {
    /// The target.
    pub target: &'static Target,
    /// Which tools are strict there.
    pub strict: StrictTools,
}

/// How many tokens the definitions of a worker may take for a target.
#[derive(Debug, Clone)]
pub struct Budget {
    /// The target.
    pub target: &'static Target,
    /// The worker; `None` for every worker without its own budget.
    pub worker: Option<Spanned<String>>,
    /// The number of tokens.
    pub tokens: Spanned<u64>,
}

/// Which tools are strict.
#[derive(Debug, Clone)]
pub enum StrictTools {
    /// All that can be.
    All,
    /// Those with these names: `namespace::tool`, or wire names.
    Of(Vec<Spanned<String>>),
}

impl StrictTools {
    /// The names of the selected tools; `None` if all are.
    pub fn names(&self) -> Option<&[Spanned<String>]> {
        match self {
            StrictTools::All => None,
            StrictTools::Of(names) => Some(names),
        }
    }
}

impl Catalog {
    /// The tools that are selected to be strict for a target; `None` if all are.
    fn strict_tools(&self, target: &Target) -> Option<Vec<&str>> {
        let export = self.exports.iter().find(|export| export.target == target)?;
        let names = export.strict.names()?.iter();
        Some(names.map(|name| name.value.as_str()).collect())
    }

    /// Orders tools so that overloads are adjacent, by the first occurrence of their name.
    pub fn order_overloads(&self, ids: impl IntoIterator<Item = ToolId>) -> Vec<ToolId> {
        let mut first: HashMap<(&str, &str), usize> = HashMap::new();
        let mut placed = Vec::new();
        for (position, id) in ids.into_iter().enumerate() {
            let tool = self.tool(id);
            let name = (tool.namespace.as_str(), tool.name.as_str());
            placed.push((*first.entry(name).or_insert(position), id));
        }
        placed.sort();
        placed.into_iter().map(|(_, id)| id).collect()
    }

    /// What a target is shown of these tools, byte for byte as generated code shows it, where all of their results are
    /// shown.
    pub fn definitions(&self, ids: &[ToolId], target: &Target) -> Json {
        self.definitions_with(ids, target, &|_| None)
    }

    /// The same with the schemas of what is shown of results, for the tools for which `narrowed` has one.
    pub fn definitions_with(
        &self,
        ids: &[ToolId],
        target: &Target,
        narrowed: &Narrowed<'_>,
    ) -> Json {
        match self.list(ids, target) {
            Some(list) => list.definitions().clone(),
            None => self.with_shown(ids, target, narrowed, |shown| {
                list_definitions(shown, target.form)
            }),
        }
    }

    /// The list for a target that takes only a subset of JSON Schema.
    pub fn list(&self, ids: &[ToolId], target: &Target) -> Option<ToolList> {
        let dialect = target.dialect?;
        let names = self.strict_tools(target);
        let choice = names.as_deref().map_or(Choice::All, Choice::Of);
        let shown = |shown: Vec<Shown<'_>>| ToolList::of(shown, dialect, choice);
        Some(self.with_shown(ids, target, &|_| None, shown))
    }

    /// Passes to `take` what a target is shown of these tools.
    fn with_shown<R>(
        &self,
        ids: &[ToolId],
        target: &Target,
        narrowed: &Narrowed<'_>,
        take: impl FnOnce(Vec<Shown<'_>>) -> R,
    ) -> R {
        let ids = ids.iter().filter(|id| self.tool(**id).is_shown());
        let ids: Vec<ToolId> = ids.copied().collect();
        let tools: Vec<&Tool> = ids.iter().map(|id| self.tool(*id)).collect();
        let annotations: Vec<String> = tools.iter().map(|tool| tool.shown_annotations()).collect();
        let names: Vec<String> = tools.iter().map(|tool| tool.qualified()).collect();
        let shown = tools.iter().zip(&annotations).zip(&names).zip(&ids).map(
            |(((tool, annotations), qualified), id)| Shown {
                qualified,
                name: &tool.wire_name,
                title: tool.title.as_deref(),
                description: &tool.description,
                input: Cow::Owned(self.compose_text(&tool.input_text)),
                output: match narrowed(*id) {
                    Some(text) => structure_projected(tool, target, &text).map(Cow::Owned),
                    None => self.structured_schema(tool, target).map(Cow::Owned),
                },
                describes_text: tool.structured == Structured::Object && !tool.untrusted,
                annotations,
                extras: tool
                    .extras
                    .iter()
                    .map(|(name, value)| (*name, value.as_str()))
                    .collect(),
                strict: None,
                openapi: false,
            },
        );
        take(shown.collect())
    }

    /// The schema of a tool's arguments, as shown.
    pub fn shown_input(&self, tool: &Tool) -> String {
        self.compose_text(&tool.input_text)
    }

    /// The schema of the structured content in a tool's results.
    fn structured_schema(&self, tool: &Tool, target: &Target) -> Option<String> {
        let text = tool.shown_output()?;
        if target.any_result {
            // there, a schema must be an object, so `true` and `false` are written as one
            return Some(match text.text.as_str() {
                "true" => "{}".to_owned(),
                "false" => r#"{"not":{}}"#.to_owned(),
                _ => self.compose_text(text),
            });
        }
        let root = tool.structured.schema(&text.text)?;
        Some(self.compose_text(&SchemaText {
            text: root.into_owned(),
            uses: text.uses.clone(),
        }))
    }
}

/// The schema of what is shown of a tool's results, where that is not all of them.
pub type Narrowed<'n> = dyn Fn(ToolId) -> Option<ProjectedText> + 'n;

/// The schema of the structured content, if only a part of a tool's results is shown.
fn structure_projected(tool: &Tool, target: &Target, shown: &ProjectedText) -> Option<String> {
    if target.any_result {
        return Some(match shown.text.as_str() {
            "true" => "{}".to_owned(),
            "false" => r#"{"not":{}}"#.to_owned(),
            _ => shown.compose(&shown.text),
        });
    }
    let root = tool.structured.schema(&shown.text)?;
    Some(shown.compose(&root))
}

impl Catalog {
    /// The text of the output schema, if results are held to it: it is shown, or a worker that may call the tool
    /// checks results.
    pub fn held_output<'t>(&self, tool: &'t Tool) -> Option<&'t SchemaText> {
        let is_it = |grant: &Grant| std::ptr::eq(self.tool(grant.tool), tool);
        let checks =
            |worker: &Worker| worker.output != OutputPolicy::Off && worker.grants.iter().any(is_it);
        let is_checked = tool.shows_output || self.workers.iter().any(checks);
        tool.output_text.as_ref().filter(|_| is_checked)
    }
}

impl Tool {
    /// Whether it is shown to models.
    pub fn is_shown(&self) -> bool {
        self.execution != Execution::Manual
    }

    /// The text of the output schema, if it is shown and results can be validated against it.
    pub fn shown_output(&self) -> Option<&SchemaText> {
        let text = self.output.and(self.output_text.as_ref());
        text.filter(|_| self.shows_output)
    }

    /// The annotations as one JSON object, without those that MCP would reject. All hints are
    /// stated, and agree with the effect.
    pub fn shown_annotations(&self) -> String {
        let written = self.annotations().and_then(Node::as_map);
        let written = written.into_iter().flat_map(Map::iter);
        let mut shown: Vec<Entry> = written
            .filter(|entry| is_legal_annotation(entry))
            .cloned()
            .collect();
        for (name, value) in self.hints() {
            let value = Node::new(Value::Bool(value), self.span);
            match shown.iter_mut().find(|entry| entry.key == name) {
                Some(entry) => entry.value = value,
                None => shown.push(Entry {
                    key: name.to_owned(),
                    key_span: self.span,
                    value,
                }),
            }
        }
        Node::new(Value::Map(Map::new(shown)), self.span).to_json()
    }

    /// The hints that follow from the effect.
    fn hints(&self) -> impl Iterator<Item = (&'static str, bool)> {
        let effect = self.effect.class;
        let stated = self.annotations().and_then(|all| all.get("idempotentHint"));
        let request = self.http.as_deref().filter(|_| stated.is_none());
        let hints = [
            ("readOnlyHint", Some(effect == Effect::Read)),
            ("destructiveHint", Some(effect.is_destructive())),
            (
                "idempotentHint",
                request.filter(|http| is_idempotent(http)).map(|_| true),
            ),
            ("openWorldHint", Some(self.effect.open_world)),
        ];
        hints
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)))
    }
}

/// Whether MCP accepts an annotation: hints must be boolean, and the title a string.
pub fn is_legal_annotation(entry: &Entry) -> bool {
    match entry.key.as_str() {
        "title" => entry.value.as_str().is_some(),
        hint if HINTS.contains(&hint) => entry.value.as_bool().is_some(),
        _ => true,
    }
}
