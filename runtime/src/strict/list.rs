//! Lists of definitions in a dialect, and the conversion of their calls back.

use super::grammar::{Budget, Dialect};
use super::tree::Tree;
use super::{Refusal, Rewritten};
use crate::definition::{Shown, list_definitions};
#[cfg(feature = "calls")]
use crate::entry::ToolEntry;
#[cfg(feature = "calls")]
use crate::incoming::ToolCall;
use crate::json::Json;
#[cfg(feature = "providers")]
use crate::worker::Worker;
use std::borrow::Cow;

/// Which tools of a list should be strict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Choice<'c> {
    /// As many as the provider accepts, in order.
    #[default]
    All,
    /// Those with these qualified names (`namespace::tool`) or wire names.
    Of(&'c [&'c str]),
    /// None.
    Nothing,
}

impl Choice<'_> {
    fn has(self, tool: &Shown<'_>) -> bool {
        match self {
            Choice::All => true,
            Choice::Of(names) => names
                .iter()
                .any(|name| *name == tool.qualified || *name == tool.name),
            Choice::Nothing => false,
        }
    }
}

/// Why a tool that was chosen is not strict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LeftOut {
    /// Its schema cannot be expressed.
    Schema(Refusal),
    /// The list would exceed a limit of the provider: what is limited, and the limit.
    Budget(&'static str, usize),
}

/// One tool of a list.
#[derive(Debug)]
pub struct Listed {
    name: String,
    qualified: String,
    rewritten: Option<Rewritten>,
    left_out: Option<LeftOut>,
}

impl Listed {
    /// The wire name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The schema that is shown instead of its own.
    pub fn rewritten(&self) -> Option<&Rewritten> {
        self.rewritten.as_ref()
    }

    /// Why it is not strict although it was chosen.
    pub fn left_out(&self) -> Option<&LeftOut> {
        self.left_out.as_ref()
    }
}

/// A list of definitions, some of which are strict. It is created once: the definitions go into each request,
/// and the calls in responses are converted back with [`ToolList::restore`].
#[derive(Debug)]
pub struct ToolList {
    definitions: Json,
    tools: Vec<Listed>,
}

impl ToolList {
    /// Creates the list of some tools, in the order given.
    #[cfg(feature = "calls")]
    pub fn new<'e>(
        entries: impl IntoIterator<Item = &'e ToolEntry>,
        dialect: Dialect,
        choice: Choice<'_>,
    ) -> Self {
        Self::of(entries.into_iter().map(ToolEntry::shown), dialect, choice)
    }

    /// Like [`ToolList::new`], with tools as they are shown.
    pub fn of<'t>(
        tools: impl IntoIterator<Item = Shown<'t>>,
        dialect: Dialect,
        choice: Choice<'_>,
    ) -> Self {
        let mut left = dialect.budget();
        let mut listed = Vec::new();
        let mut shown = Vec::new();
        for mut tool in tools {
            let mut entry = Listed {
                name: tool.name.to_owned(),
                qualified: tool.qualified.to_owned(),
                rewritten: None,
                left_out: None,
            };
            if choice.has(&tool) || !dialect.is_strict() {
                match rewrite_within(&tool.input, dialect, &mut left) {
                    Ok(rewritten) => entry.rewritten = Some(rewritten),
                    Err(reason) => entry.left_out = Some(reason),
                }
            }
            if dialect.is_strict() {
                tool.strict = Some(entry.rewritten.is_some());
            }
            if let Some(rewritten) = &entry.rewritten {
                tool.openapi = dialect == Dialect::GeminiOpenApi;
                let properties = rewritten.schema().get("properties").and_then(Tree::as_map);
                let is_empty = tool.openapi && properties.is_none_or(Vec::is_empty);
                tool.input = match is_empty {
                    true => Cow::Borrowed(""),
                    false => Cow::Owned(rewritten.schema().to_text()),
                };
            }
            listed.push(entry);
            shown.push(tool);
        }
        ToolList {
            definitions: list_definitions(shown, dialect.target()),
            tools: listed,
        }
    }

    /// The value of `tools` in a request.
    pub fn definitions(&self) -> &Json {
        &self.definitions
    }

    /// The tools, in order.
    pub fn tools(&self) -> &[Listed] {
        &self.tools
    }

    /// Whether a call will be refused whatever comes next, as [`Worker::will_refuse`] says, of arguments in the form of this list.
    /// Where they are converted, the name alone decides.
    #[cfg(feature = "providers")]
    pub fn will_refuse<H>(&self, worker: &Worker<H>, name: &str, beginning: &str) -> bool {
        let is_converted = self.find(name).is_some_and(|tool| tool.rewritten.is_some());
        worker.will_refuse(name, if is_converted { "" } else { beginning })
    }

    /// Converts the arguments of a call into those that a worker expects.
    #[cfg(feature = "calls")]
    pub fn restore(&self, call: ToolCall) -> ToolCall {
        let tool = self.find(&call.name);
        match tool.and_then(|tool| tool.rewritten.as_ref()) {
            Some(rewritten) => {
                let arguments = rewritten.restore(&call.arguments).into_owned();
                ToolCall { arguments, ..call }
            }
            None => call,
        }
    }

    #[cfg(feature = "calls")]
    fn find(&self, name: &str) -> Option<&Listed> {
        let named = |by: fn(&Listed) -> &str| self.tools.iter().find(|tool| by(tool) == name);
        named(|tool| &tool.name).or_else(|| named(|tool| &tool.qualified))
    }
}

/// Rewrites the schema of a final answer, of which a request has one.
///
/// # Errors
/// The dialect cannot express it, or it exceeds a limit of the provider alone.
pub fn rewrite_alone(schema: &str, dialect: Dialect) -> Result<Rewritten, LeftOut> {
    rewrite_within(schema, dialect, &mut dialect.budget())
}

/// Rewrites a schema if the remaining budget allows it.
fn rewrite_within(
    schema: &str,
    dialect: Dialect,
    left: &mut Option<Budget>,
) -> Result<Rewritten, LeftOut> {
    let rewritten = Rewritten::new(schema, dialect).map_err(LeftOut::Schema)?;
    let (Some(left), Some(all)) = (left, dialect.budget()) else {
        return Ok(rewritten);
    };
    let mut needs = Budget {
        tools: 1,
        optional: 0,
        unions: 0,
    };
    count(rewritten.schema(), &mut needs);
    for (what, needed, rest, maximum) in [
        ("strict tools", needs.tools, left.tools, all.tools),
        (
            "properties that may be absent",
            needs.optional,
            left.optional,
            all.optional,
        ),
        (
            "schemas with alternatives",
            needs.unions,
            left.unions,
            all.unions,
        ),
    ] {
        if needed > rest {
            return Err(LeftOut::Budget(what, maximum));
        }
    }
    left.tools -= needs.tools;
    left.optional -= needs.optional;
    left.unions -= needs.unions;
    Ok(rewritten)
}

/// Counts what a budget limits. Definitions under `$defs` are counted once.
fn count(schema: &Tree, needs: &mut Budget) {
    let Some(entries) = schema.as_map() else {
        return;
    };
    let is_list = |key: &str| {
        schema
            .get(key)
            .is_some_and(|found| found.as_list().is_some())
    };
    needs.unions += usize::from(is_list("anyOf")) + usize::from(is_list("type"));
    let required = schema.get("required").and_then(Tree::as_list);
    for (key, value) in entries {
        match key.as_str() {
            "properties" => {
                for (name, schema) in value.as_map().into_iter().flatten() {
                    let name = Tree::text(name);
                    let is_required = required.is_some_and(|all| all.contains(&name));
                    needs.optional += usize::from(!is_required);
                    count(schema, needs);
                }
            }
            "$defs" => {
                let definitions = value.as_map().into_iter().flatten();
                definitions.for_each(|(_, schema)| count(schema, needs));
            }
            "items" => count(value, needs),
            "anyOf" => {
                let alternatives = value.as_list().unwrap_or_default();
                alternatives.iter().for_each(|schema| count(schema, needs));
            }
            _ => {}
        }
    }
}
