//! The arguments of one call: what the schema has against them, undeclared names, references, and values that the
//! question does not hold.

use super::references::{References, list_texts};
use super::{Called, Judged, Verdict, question};
use crate::offer::{Offered, Refusal};
use crate::reason::Reason;
use toolc_base::diagnostic::suggest::nearest;
use toolc_base::node::{Entry, Node};
use toolc_base::source::Spanned;

/// How many violated rules a finding names.
const SHOWN: usize = 3;

impl Judged<'_> {
    /// Returns whether an argument refers to the result of an earlier call. The call holds if one of the tools that it
    /// may be meant for accepts it; or else what is wrong is said of the tool for which most checks passed.
    pub(super) fn judge_arguments(
        &self,
        call: &Called<'_>,
        arguments: &Node,
        at: usize,
        references: &References,
    ) -> Result<bool, Verdict> {
        let mut nearest: Option<Verdict> = None;
        for &tool in &call.tools {
            let verdict = match self.judge_for(call.node, tool, arguments, at, references) {
                Ok(refers) => return Ok(refers),
                Err(verdict) => verdict,
            };
            if nearest
                .as_ref()
                .is_none_or(|nearest| verdict.reason > nearest.reason)
            {
                nearest = Some(verdict);
            }
        }
        Err(nearest.unwrap_or_else(|| self.unoffered(call.node)))
    }

    fn judge_for(
        &self,
        call: &Node,
        tool: &Offered,
        arguments: &Node,
        at: usize,
        references: &References,
    ) -> Result<bool, Verdict> {
        let renamed = tool.rename(arguments).map_err(|now| {
            let name = &tool.name;
            let message = format!("`{name}` takes `{now}` once, and the call has it by two names");
            let verdict = Verdict::new(Reason::Refused, arguments.span, message);
            verdict.of_call(call).of_tool(tool)
        })?;
        let arguments = renamed.as_ref().unwrap_or(arguments);
        self.refuse_schema(call, tool, arguments, references)?;
        let Some(map) = arguments.as_map() else {
            let message = format!(
                "the arguments of `{}` must be a mapping, not {}",
                tool.name,
                arguments.kind()
            );
            let verdict = Verdict::new(Reason::NotAnObject, arguments.span, message);
            return Err(verdict.of_call(call).of_tool(tool));
        };
        let mut refers = false;
        for entry in map.iter() {
            refers |= self
                .judge_argument(call, tool, entry, at, references)
                .map_err(|verdict| verdict.of_tool(tool))?;
        }
        Ok(refers)
    }

    /// A reference stands for a value that is not known yet, so what is said against it does not count; every other
    /// violation does.
    fn refuse_schema(
        &self,
        call: &Node,
        tool: &Offered,
        arguments: &Node,
        references: &References,
    ) -> Result<(), Verdict> {
        let name = &tool.name;
        let filled = match self.results {
            Some(results) => Some(references.fill(arguments, results).map_err(lost)?),
            None => None,
        };
        let arguments = filled.as_ref().unwrap_or(arguments);
        let (violated, omitted) = match tool.validate(arguments) {
            None => return Ok(()),
            Some(Refusal::Violated(violated, omitted)) => (violated, omitted),
            Some(Refusal::Broken) => {
                let message =
                    format!("the schema of `{name}` cannot be compiled, so no call can be checked");
                let verdict = Verdict::new(Reason::Refused, call.span, message);
                let verdict = verdict.help("`toolc check` says what is wrong with it");
                return Err(verdict.of_call(call).of_tool(tool));
            }
        };
        let is_permitted = self.checks.allow_nested || self.checks.require_nested;
        let stands_for = |pointer: &str| {
            let value = arguments.pointer(pointer).and_then(Node::as_str);
            is_permitted
                && filled.is_none()
                && value.is_some_and(|text| references.stands_for(text))
        };
        let mut counted = violated.iter().filter(|rule| !stands_for(&rule.pointer));
        let Some(first) = counted.next() else {
            return Ok(());
        };
        let words = |pointer: &str, message: &str| match pointer {
            "" => message.to_owned(),
            pointer => format!("`{pointer}` {message}"),
        };
        let first_rule = match (first.pointer.as_str(), arguments.as_str()) {
            // what a provider sends as text and is not JSON stays text, which "must be an object" would hide
            ("", Some(_)) => "they are text, not a JSON object".to_owned(),
            (pointer, _) => words(pointer, &first.message),
        };
        let mut rules = vec![first_rule];
        let rest: Vec<_> = counted.collect();
        rules.extend(
            rest.iter()
                .take(SHOWN - 1)
                .map(|rule| words(&rule.pointer, &rule.message)),
        );
        let more = rest.len().saturating_sub(SHOWN - 1) + omitted;
        if more > 0 {
            rules.push(format!("and {more} more"));
        }
        let message = format!(
            "`{name}` does not accept the arguments: {}",
            rules.join("; ")
        );
        let place = arguments.pointer(&first.pointer).unwrap_or(arguments);
        // a name that a closed schema does not have is told as what it is
        let undeclared = find_undeclared(tool, arguments).filter(|_| {
            !self.checks.declared_only
                && rest.is_empty()
                && ["additionalProperties", "unevaluatedProperties"].contains(&first.keyword)
        });
        if let Some(entry) = undeclared {
            return Err(undeclared_argument(call, tool, entry));
        }
        let verdict = Verdict::new(Reason::Refused, place.span, message);
        Err(verdict.of_call(call).of_tool(tool))
    }

    fn judge_argument(
        &self,
        call: &Node,
        tool: &Offered,
        entry: &Entry,
        at: usize,
        references: &References,
    ) -> Result<bool, Verdict> {
        let value = &entry.value;
        let declared = tool.parameter(&entry.key);
        if declared.is_none() && (self.checks.declared_only || !tool.takes_others()) {
            return Err(undeclared_argument(call, tool, entry));
        }
        let texts = list_texts(value);
        if let Some(text) = texts.iter().find(|text| references.is_early(text, at)) {
            let message = format!("`{text}` refers to a call that has no result yet");
            return Err(Verdict::new(Reason::Early, value.span, message)
                .help("refer to earlier calls only"));
        }
        let is_checked = self.checks.overlap && !question::is_ignored(self.checks, declared, value);
        let is_reference = |text: &str| references.is_proper(text, at);
        if is_checked && !question::holds(self.question, value, &is_reference) {
            let message = format!("the question does not contain the value of `{}`", entry.key);
            let verdict = Verdict::new(Reason::Unfounded, value.span, message).of_call(call);
            return Err(verdict.of_argument(&entry.key).of_value(value));
        }
        let mut others = texts.iter().filter(|text| !is_reference(text));
        if let Some(text) = others.find(|text| references.is_stray(text)) {
            let message = format!("`{text}` is not a reference as a whole, but contains one");
            let verdict = Verdict::new(Reason::Stray, value.span, message);
            let help =
                "a reference is `ID.FIELD` and nothing else, with a field that the result has";
            return Err(verdict.with_value(text).help(help));
        }
        Ok(texts.iter().any(|text| is_reference(text)))
    }
}

/// A reference that the recorded results do not have.
fn lost(reference: Spanned<String>) -> Verdict {
    let Spanned { value, span } = reference;
    let message = format!("`{value}` leads to nothing in the recorded results");
    let verdict = Verdict::new(Reason::Lost, span, message);
    let help = "write `ID`, `ID.FIELD`, or `ID.FIELD[0]` for an element of a list";
    verdict.with_value(&value).help(help)
}

/// The first argument that a tool does not declare.
fn find_undeclared<'a>(tool: &Offered, arguments: &'a Node) -> Option<&'a Entry> {
    let mut entries = arguments.as_map()?.iter();
    entries.find(|entry| tool.parameter(&entry.key).is_none())
}

fn undeclared_argument(call: &Node, tool: &Offered, entry: &Entry) -> Verdict {
    let message = format!("`{}` has no argument `{}`", tool.name, entry.key);
    let declared = tool
        .parameters
        .iter()
        .flat_map(|schema| schema.entries("properties"));
    let names: Vec<&str> = declared.map(|declared| declared.key.as_str()).collect();
    let help = match nearest(&entry.key, names.iter().copied()) {
        Some(near) => format!("is `{near}` meant?"),
        None if names.is_empty() => "it has none".to_owned(),
        None => format!(
            "it has {}",
            toolc_base::diagnostic::quote::quote_some(names, 8)
        ),
    };
    let verdict = Verdict::new(Reason::Undeclared, entry.key_span, message).of_call(call);
    verdict.of_argument(&entry.key).of_tool(tool).help(help)
}
