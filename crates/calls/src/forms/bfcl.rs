//! The Berkeley Function Calling Leaderboard: questions with their right calls, accepted values, and answers of
//! models.

use super::{list_at, read_id, read_text, read_tools};
use crate::record::{Checks, Record, read_arguments, write_call};
use toolc_base::diagnostic::Diagnostics;
use toolc_base::node::{Entry, Map, Node, Value};

pub(super) const NAME: &str = "a question of BFCL";

/// Where the calls are: as they are, with the accepted values of each argument, or as a model made them.
const CALLS: &str = "calls";
const ACCEPTED: &str = "ground_truth";
const MADE: &str = "result";

pub(super) fn is_bfcl(node: &Node) -> bool {
    let is_rpc = node.get("jsonrpc").is_some();
    let by_name = |key: &str| {
        node.get_list(key)
            .is_some_and(|list| list.iter().all(is_by_name))
    };
    !is_rpc && (node.get_list(CALLS).is_some() || by_name(ACCEPTED) || by_name(MADE))
}

/// `{"function": {…}}`
fn is_by_name(node: &Node) -> bool {
    node.as_map().is_some_and(|map| map.len() == 1)
}

pub(super) fn read_bfcl(_: &mut Diagnostics, node: &Node) -> Vec<Record> {
    let by_name = |key: &str, read: fn(&Node) -> Node| {
        let list = node.get(key)?;
        let calls = list.as_list()?.iter().filter_map(Node::as_map);
        let calls = calls
            .flat_map(Map::iter)
            .map(|entry| read_named(entry, read));
        Some(list_at(calls.collect(), list.span))
    };
    let answer = node
        .get(CALLS)
        .filter(|calls| calls.as_list().is_some())
        .cloned();
    let answer = answer.or_else(|| by_name(ACCEPTED, choose_all));
    let Some(answer) = answer.or_else(|| by_name(MADE, read_arguments)) else {
        return Vec::new();
    };
    vec![Record {
        span: node.span,
        form: NAME,
        id: read_id(node),
        question: node.get("question").and_then(read_question),
        tools: read_tools(node),
        answer,
        results: None,
        checks: Checks::of_logs(),
    }]
}

fn read_named(entry: &Entry, read: fn(&Node) -> Node) -> Node {
    let name = Node::string(entry.key.as_str(), entry.key_span);
    write_call(entry.value.span, None, Some(name), Some(read(&entry.value)))
}

/// One accepted value of each argument. An argument of which only `""` is accepted may be left out.
fn choose_all(accepted: &Node) -> Node {
    let Some(map) = accepted.as_map() else {
        return accepted.clone();
    };
    let entries = map.iter().filter_map(|entry| {
        let is_left_out = |node: &&Node| node.as_str() != Some("");
        let value = match &entry.value.value {
            Value::List(values) => values.iter().find(is_left_out)?.clone(),
            _ => entry.value.clone(),
        };
        Some(Entry {
            value,
            ..entry.clone()
        })
    });
    Node::map(Map::new(entries.collect()), accepted.span)
}

/// A text; or turns, each a list of messages, of which the last message counts.
fn read_question(node: &Node) -> Option<String> {
    match &node.value {
        Value::List(turns) => {
            let messages = turns.last()?.as_list()?;
            read_text(messages.last()?.get("content")?)
        }
        _ => read_text(node),
    }
}
