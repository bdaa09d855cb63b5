//! Requests and responses of providers, whole or in parts: each message with calls is one answer.

use super::{list_at, read_id, read_text, read_tools};
use crate::record::{Checks, Record, Tools, read_arguments, write_call};
use toolc_base::diagnostic::Diagnostics;
use toolc_base::node::{Map, Node, Value};
use toolc_base::source::Span;

/// How a provider writes one call.
pub(super) struct Block {
    /// The provider, in messages.
    name: &'static str,
    /// The call in a part of a message; `None` if the part is another one.
    read: fn(&Node) -> Option<Node>,
}

/// Every form of a call.
pub(super) const BLOCKS: &[Block] = &[
    Block {
        name: "OpenAI Chat Completions",
        read: read_function,
    },
    Block {
        name: "Gemini Interactions",
        read: read_step,
    },
    Block {
        name: "OpenAI Responses",
        read: read_item,
    },
    Block {
        name: "Anthropic",
        read: read_tool_use,
    },
    Block {
        name: "Bedrock Converse",
        read: read_bedrock,
    },
    Block {
        name: "Gemini",
        read: read_gemini,
    },
    Block {
        name: "a call alone",
        read: read_alone,
    },
];

/// `{"id": …, "function": {"name": …, "arguments": "{…}"}}`; Mistral and Ollama send the arguments as an object
fn read_function(node: &Node) -> Option<Node> {
    let function = node
        .get("function")
        .filter(|function| function.as_map().is_some())?;
    if !matches!(node.get_str("type"), None | Some("function")) {
        return None;
    }
    Some(call(node, &["id"], function, &["arguments"]))
}

/// `{"type": "function_call", "id": …, "name": …, "arguments": {…}}`
fn read_step(node: &Node) -> Option<Node> {
    let is_call = node.get_str("type") == Some("function_call") && node.get("call_id").is_none();
    let is_whole = node.get("arguments")?.as_map().is_some();
    (is_call && is_whole).then(|| call(node, &["id"], node, &["arguments"]))
}

/// `{"type": "function_call", "call_id": …, "name": …, "arguments": "{…}"}`
fn read_item(node: &Node) -> Option<Node> {
    let is_call = node.get_str("type") == Some("function_call");
    is_call.then(|| call(node, &["call_id", "id"], node, &["arguments"]))
}

/// `{"type": "tool_use", "id": …, "name": …, "input": {…}}`
fn read_tool_use(node: &Node) -> Option<Node> {
    let is_call = node.get_str("type") == Some("tool_use");
    // calls in one of the provider's own toolsets are not for the user's tools
    let is_own = node.get_str("toolset_name").is_none_or(str::is_empty);
    (is_call && is_own).then(|| call(node, &["id"], node, &["input"]))
}

/// `{"toolUse": {"toolUseId": …, "name": …, "input": {…}}}`
fn read_bedrock(node: &Node) -> Option<Node> {
    let made = node.get("toolUse").filter(|made| made.as_map().is_some())?;
    let is_run = made.get_str("type") == Some("server_tool_use");
    (!is_run).then(|| call(made, &["toolUseId"], made, &["input"]))
}

/// `{"functionCall": {"id": …, "name": …, "args": {…}}}`, or `function_call` as the Python library writes it
fn read_gemini(node: &Node) -> Option<Node> {
    let made = ["functionCall", "function_call"]
        .iter()
        .find_map(|key| node.get(key))?;
    made.as_map()?;
    // the older form of Chat Completions has `arguments`
    Some(call(made, &["id"], made, &["args", "arguments"]))
}

/// `{"name": …, "arguments": {…}}`, as `params` of MCP and as people write one; other keys are judged as in an answer
fn read_alone(node: &Node) -> Option<Node> {
    node.get_str("name")?;
    match &node.get("arguments")?.value {
        Value::Map(_) => Some(node.clone()),
        Value::String(_) => Some(call(node, &["id"], node, &["arguments"])),
        _ => None,
    }
}

/// A call whose name and arguments are in `made`. A namespace is a part of the name, and arguments that are left out
/// are none.
fn call(node: &Node, ids: &[&str], made: &Node, arguments: &[&str]) -> Node {
    let first = |node: &Node, keys: &[&str]| {
        let mut values = keys.iter().filter_map(|key| node.get(key).cloned());
        values.find(|value| value.value != Value::Null)
    };
    let name = made
        .get("name")
        .map(|name| match (made.get_str("namespace"), name.as_str()) {
            (Some(namespace), Some(tool)) if !namespace.is_empty() => {
                Node::string(format!("{namespace}::{tool}"), name.span)
            }
            _ => name.clone(),
        });
    let none = Node::map(Map::default(), node.span);
    let arguments = first(made, arguments).map_or(none, |said| read_arguments(&said));
    write_call(node.span, first(node, ids).as_ref(), name, Some(arguments))
}

/// Where documents have their messages.
const MESSAGES: &[&str] = &[
    "messages",
    "contents",
    "input",
    "output",
    "choices",
    "candidates",
    "steps",
];

/// Where messages have their parts.
const PARTS: &[&str] = &["tool_calls", "content", "parts"];

/// The types of items that a conversation may contain besides messages with a role.
const ITEMS: &[&str] = &[
    "function_call",
    "function_call_output",
    "function_result",
    "message",
    "model_output",
    "reasoning",
    "thought",
    "user_input",
];

pub(super) fn is_provider(node: &Node) -> bool {
    let is_list = |key: &&str| node.get_list(key).is_some();
    let is_output = node
        .get("output")
        .is_some_and(|output| output.get("message").is_some());
    let is_message = node.get("role").is_some() && PARTS.iter().any(|key| node.get(key).is_some());
    let is_items = node.as_list().is_some_and(is_conversation);
    MESSAGES.iter().any(is_list)
        || PARTS.iter().any(is_list)
        || is_output
        || is_message
        || is_items
        || read_part(node).is_some()
}

/// Whether a list is a conversation or a message, rather than a list of records.
pub(super) fn is_conversation(items: &[Node]) -> bool {
    let is_item = |item: &Node| {
        let kind = item.get_str("type").unwrap_or_default();
        item.get("role").is_some() || ITEMS.contains(&kind) || read_part(item).is_some()
    };
    let is_text = |item: &Node| item.as_map().is_some_and(|map| map.contains("text"));
    let is_whole = items.iter().all(|item| is_item(item) || is_text(item));
    is_whole && items.iter().any(is_item)
}

fn read_part(node: &Node) -> Option<(&'static str, Node)> {
    node.as_map()?;
    BLOCKS
        .iter()
        .find_map(|block| Some((block.name, (block.read)(node)?)))
}

/// A request with its response, as proxies log them: the answer is in the response, the tools and the question are
/// in the request.
pub(super) fn read_exchange(node: &Node) -> Option<Vec<Record>> {
    let request = node
        .get("request")
        .filter(|request| request.as_map().is_some())?;
    let request = request.get("body").unwrap_or(request);
    let response = node.get("response")?;
    let response = response.get("body").unwrap_or(response);
    if !is_provider(response) {
        return None;
    }
    let mut records = read_answers(response);
    let asked = list_messages(request)
        .into_iter()
        .rev()
        .find_map(read_question);
    for record in &mut records {
        record.question = record.question.take().or_else(|| asked.clone());
        record.id = record.id.take().or_else(|| read_id(node));
        if matches!(record.tools, Tools::Unstated) {
            record.tools = read_tools(request);
        }
    }
    Some(records)
}

pub(super) fn read_provider(_: &mut Diagnostics, node: &Node) -> Vec<Record> {
    read_answers(node)
}

fn read_answers(node: &Node) -> Vec<Record> {
    let mut answers = Answers {
        tools: read_tools(node),
        id: read_id(node),
        ..Answers::default()
    };
    for message in list_messages(node) {
        let kind = message.get_str("type").unwrap_or_default();
        // the items of Responses, and the steps of Interactions, that belong to one answer follow each other
        let continues = ["function_call", "reasoning", "thought"].contains(&kind);
        if !continues {
            answers.finish();
        }
        answers.question = read_question(message).or(answers.question.take());
        answers.add(message);
        if !continues {
            answers.finish();
        }
    }
    answers.finish();
    answers.records
}

/// The answers of a conversation, and what is known so far of the next one.
#[derive(Default)]
struct Answers {
    tools: Tools,
    id: Option<String>,
    question: Option<String>,
    form: &'static str,
    calls: Vec<Node>,
    records: Vec<Record>,
}

impl Answers {
    fn add(&mut self, message: &Node) {
        let parts = PARTS.iter().filter_map(|key| message.get_list(key));
        let parts = parts.flatten().chain(std::iter::once(message));
        for (form, call) in parts.filter_map(read_part) {
            self.form = form;
            self.calls.push(call);
        }
    }

    fn finish(&mut self) {
        let calls = std::mem::take(&mut self.calls);
        let (Some(first), Some(last)) = (calls.first(), calls.last()) else {
            return;
        };
        let span = Span {
            end: last.span.end,
            ..first.span
        };
        self.records.push(Record {
            span,
            form: self.form,
            id: self.id.clone(),
            question: self.question.clone(),
            tools: self.tools.clone(),
            answer: list_at(calls, span),
            results: None,
            checks: Checks::of_logs(),
        });
    }
}

/// The messages of a request, a response, a list, or the one message that it is.
fn list_messages(node: &Node) -> Vec<&Node> {
    if let Some(items) = node.as_list() {
        return items.iter().collect();
    }
    if let Some(message) = node.get("output").and_then(|output| output.get("message")) {
        return vec![message];
    }
    let lists = MESSAGES.iter().filter_map(|key| node.get_list(key));
    let messages: Vec<&Node> = lists.flatten().map(unwrap_choice).collect();
    match messages.is_empty() {
        true => vec![node],
        false => messages,
    }
}

/// The message of a choice, or the content of a candidate.
fn unwrap_choice(node: &Node) -> &Node {
    let inner = ["message", "content"].iter().find_map(|key| {
        let is_inner = |inner: &&Node| inner.as_map().is_some();
        node.get(key).filter(is_inner)
    });
    inner.unwrap_or(node)
}

/// What a message of the user says; `None` of any other message.
fn read_question(message: &Node) -> Option<String> {
    // a message of Gemini's may have no role
    let is_users =
        message.get_str("role") == Some("user") || message.get_str("type") == Some("user_input");
    if !is_users {
        return None;
    }
    ["content", "parts"]
        .iter()
        .find_map(|key| message.get(key).and_then(read_text))
}
