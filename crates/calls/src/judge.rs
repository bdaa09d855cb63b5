//! Verb: a record to a verdict. The checks are made in one order, and the first that fails ends them.

mod arguments;
mod question;
mod references;

use crate::offer::{Offer, Offered};
use crate::reason::Reason;
use crate::record::{Checks, Record, Tools};
use references::References;
use std::collections::HashSet;
use toolc_base::diagnostic::{About, Diagnostic};
use toolc_base::node::{Map, Node, Value};
use toolc_base::parse::read_literal;
use toolc_base::source::Span;

/// Why a record is refused, and what of it.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// Why.
    pub reason: Reason,
    /// Its text, with the value where it names one.
    pub text: String,
    /// Where.
    pub span: Span,
    /// What is wrong, in a sentence.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// What it is about. Boxed because results carry verdicts by value.
    pub about: Box<Subject>,
}

/// What a verdict is about, as far as it is about that.
#[derive(Debug, Clone, Default)]
pub struct Subject {
    /// The name that was called.
    pub name: Option<String>,
    /// The tool that has this name.
    pub tool: Option<String>,
    /// The call, where the reason names it.
    pub call: Option<Node>,
    /// The name of the argument.
    pub argument: Option<String>,
    /// The value.
    pub value: Option<Node>,
}

impl Verdict {
    fn new(reason: Reason, span: Span, message: impl Into<String>) -> Self {
        Verdict {
            reason,
            text: reason.text().to_owned(),
            span,
            message: message.into(),
            help: String::new(),
            about: Box::default(),
        }
    }

    fn help(self, help: impl Into<String>) -> Self {
        Verdict {
            help: help.into(),
            ..self
        }
    }

    /// Adds the value to the text.
    fn with_value(mut self, value: &str) -> Self {
        self.text = format!("{} {value}", self.reason.text());
        self
    }

    fn of_call(mut self, call: &Node) -> Self {
        self.about.call = Some(call.clone());
        self
    }

    fn of_tool(mut self, tool: &Offered) -> Self {
        self.about.tool = Some(tool.name.clone());
        self
    }

    fn of_argument(mut self, name: &str) -> Self {
        self.about.argument = Some(name.to_owned());
        self
    }

    fn of_value(mut self, value: &Node) -> Self {
        self.about.value = Some(value.clone());
        self
    }

    fn named(mut self, call: &Node) -> Self {
        self.about.name = call.get_str("name").map(str::to_owned);
        self
    }

    /// The finding.
    pub fn to_finding(&self) -> Diagnostic {
        let found = Diagnostic::new(self.reason.code(), self.span, self.message.clone())
            .label(self.text.clone())
            .help(self.help.clone());
        match &self.about.tool {
            Some(tool) => found.about(About::tool(tool)),
            None => found,
        }
    }
}

/// What is known of a record while it is judged.
struct Judged<'r> {
    offer: &'r Offer,
    checks: &'r Checks,
    question: &'r str,
    /// The recorded results, by the ids of their calls.
    results: Option<&'r Map>,
    /// The names of the tools that were offered, where they are not all.
    named: Option<&'r [String]>,
}

/// A call, and the tools that it may be meant for: overloads, or tools of different namespaces.
struct Called<'r> {
    node: &'r Node,
    tools: Vec<&'r Offered>,
}

/// Judges a record against tools. Returns the first thing that is wrong with it.
///
/// # Errors
/// Returns why it is refused.
pub fn judge_record(record: &Record, offer: &Offer, checks: &Checks) -> Result<(), Verdict> {
    let judged = Judged {
        offer,
        checks,
        results: record.results.as_ref(),
        question: record.question.as_deref().unwrap_or_default(),
        named: match &record.tools {
            Tools::Named(names) => Some(names),
            Tools::Unstated | Tools::Carried(_) => None,
        },
    };
    let answer = read_answer(&record.answer)?;
    judged.judge(&answer, record.span)
}

/// The answer as data: a text is JSON, or else a literal of Python.
fn read_answer(answer: &Node) -> Result<Node, Verdict> {
    let span = answer.span;
    let unreadable = || {
        let message = "the answer can be read neither as JSON nor as a literal of Python";
        let verdict = Verdict::new(Reason::Unreadable, span, message);
        verdict.help("write a list of calls: `[{\"name\": …, \"arguments\": {…}}]`")
    };
    let read = match &answer.value {
        Value::Null => None,
        Value::String(text) => match toolc_base::parse::parse_text(text, span) {
            // what is not JSON is left a text
            node if node.as_str() == Some(text) => read_literal(text, span),
            node => Some(node),
        },
        _ => Some(answer.clone()),
    };
    let read = read.filter(|node| node.value != Value::Null);
    read.ok_or_else(unreadable)
}

impl<'r> Judged<'r> {
    fn judge(&self, answer: &Node, whole: Span) -> Result<(), Verdict> {
        let calls = list_calls(answer)?;
        refuse_repeated(calls)?;
        if self.checks.validate_question {
            question::refuse_calls(self.question, self.offer, whole)?;
        }
        if self.checks.multi_output && calls.len() < 2 {
            let message = "several calls are expected, and there are not";
            return Err(Verdict::new(Reason::Single, answer.span, message));
        }
        let called = self.find_tools(calls)?;
        let references = References::of(&called);
        let mut refers = false;
        for (at, call) in called.iter().enumerate() {
            refers |= self.judge_call(call, at, &references)?;
        }
        let is_permitted = self.checks.allow_nested || self.checks.require_nested;
        let message = match (refers, is_permitted) {
            (true, false) => {
                "an argument refers to the result of another call, which is not permitted here"
            }
            (false, _) if self.checks.require_nested => {
                "an argument has to refer to the result of an earlier call, and none does"
            }
            _ => return Ok(()),
        };
        Err(Verdict::new(Reason::Nested, answer.span, message))
    }

    /// Finds the tools of each call. A call without a name has none.
    fn find_tools(&self, calls: &'r [Node]) -> Result<Vec<Called<'r>>, Verdict> {
        let find = |node: &'r Node| {
            let name = node.get_str("name").unwrap_or_default();
            let tools = self.find(name);
            match tools.is_empty() {
                false => Ok(Called { node, tools }),
                true => Err(self.unoffered(node).named(node)),
            }
        };
        calls.iter().map(find).collect()
    }

    fn find(&self, name: &str) -> Vec<&'r Offered> {
        let is_named = |offered: &&Offered| {
            let is_it = |named: &String| *named == offered.name || named == offered.short_name();
            self.named.is_none_or(|named| named.iter().any(is_it))
        };
        let mut found: Vec<&Offered> = match self.checks.first_of_name {
            // other checkers know no namespaces
            true => {
                let mut tools = self.offer.tools().iter();
                tools
                    .find(|tool| tool.short_name() == name)
                    .into_iter()
                    .collect()
            }
            false => self.offer.find(name),
        };
        found.retain(is_named);
        found
    }

    fn unoffered(&self, call: &Node) -> Verdict {
        let Some(name) = call.get("name") else {
            let message = "a call without `name`";
            return Verdict::new(Reason::Unoffered, call.span, message);
        };
        let Some(text) = name.as_str() else {
            let message = format!("the name of a tool must be a text, not {}", name.kind());
            return Verdict::new(Reason::Unoffered, name.span, message);
        };
        let message = format!("no tool `{text}` is offered");
        Verdict::new(Reason::Unoffered, name.span, message).help(self.offer.guess(text))
    }

    /// Returns whether an argument refers to the result of an earlier call.
    fn judge_call(
        &self,
        call: &Called<'_>,
        at: usize,
        references: &References,
    ) -> Result<bool, Verdict> {
        let node = call.node;
        let known = ["name", "arguments", "id"];
        let entries = node.as_map().into_iter().flat_map(|map| map.iter());
        let mut further = entries.filter(|entry| !known.contains(&entry.key.as_str()));
        if let Some(entry) = further.next() {
            let message = format!("a call has no key `{}`", entry.key);
            let verdict = Verdict::new(Reason::FurtherKeys, entry.key_span, message);
            return Err(verdict
                .of_call(node)
                .help("it has `name`, `arguments` and perhaps `id`"));
        }
        let Some(arguments) = node.get("arguments") else {
            let message = "a call without `arguments`";
            let verdict = Verdict::new(Reason::MissingKeys, node.span, message);
            return Err(verdict.of_call(node).help("write `\"arguments\": {}`"));
        };
        self.judge_arguments(call, arguments, at, references)
            .map_err(|verdict| verdict.named(node))
    }
}

/// The calls of an answer.
fn list_calls(answer: &Node) -> Result<&[Node], Verdict> {
    let malformed = |node: &Node, message: String| {
        let verdict = Verdict::new(Reason::Malformed, node.span, message);
        verdict.help("write a list of calls: `[{\"name\": …, \"arguments\": {…}}]`")
    };
    let Some(calls) = answer.as_list() else {
        let message = format!("the answer must be a list of calls, not {}", answer.kind());
        return Err(malformed(answer, message));
    };
    match calls.iter().find(|call| call.as_map().is_none()) {
        Some(other) => {
            let message = format!("a call must be a mapping, not {}", other.kind());
            Err(malformed(other, message))
        }
        None => Ok(calls),
    }
}

/// Calls are the same whatever the order of their keys, and an id leads to one call.
fn refuse_repeated(calls: &[Node]) -> Result<(), Verdict> {
    let mut known = HashSet::new();
    let mut ids = HashSet::new();
    for call in calls {
        if !known.insert(call.to_canonical_json()) {
            let message = "the same call is there twice";
            return Err(Verdict::new(Reason::Repeated, call.span, message)
                .help("leave one of them out, or give each an `id`"));
        }
        let id = call.get("id").filter(|id| id.value != Value::Null);
        let Some(id) = id else { continue };
        if !ids.insert(id.to_canonical_json()) {
            let message = format!("two calls have the id {}", id.to_json());
            return Err(Verdict::new(Reason::Repeated, id.span, message)
                .help("give each call an id of its own, so that results can be told apart"));
        }
    }
    Ok(())
}
