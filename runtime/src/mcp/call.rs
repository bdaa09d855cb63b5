//! One tool call: sent as it was approved, cancelled if nobody waits for it, and read as a result.

use super::connection::Connection;
use super::fault::{Fault, FaultKind};
use super::wire::Arguments;
use crate::context::Context;
use crate::error::{ErrorKind, ToolFailure};
use crate::json::Json;
use crate::observe::Watch;
use crate::progress::Progress;
use crate::redact::Secrets;
use crate::trace::TraceParent;
use crate::untrusted;
use rmcp::RoleClient;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CancelledNotificationParam, ClientRequest, RequestId,
    RequestMetaObject,
};
use rmcp::service::{Peer, PeerRequestOptions, RequestHandle};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::pin::pin;

/// How many bytes of a failed tool's message the model reads.
const SAID: usize = 2048;

/// Sends a call, and returns the result as the server wrote it.
pub(super) async fn send_call(
    connection: &Connection,
    name: &'static str,
    arguments: &str,
    watch: &Watch<'_>,
) -> Result<Box<str>, Fault> {
    let mut params = CallToolRequestParams::new(name);
    // The text is what is sent; the SDK derives headers from this value.
    params.arguments = serde_json::from_str(arguments).ok();
    let mut request = CallToolRequest::new(params);
    request.extensions.insert(Arguments(arguments.into()));
    let request = ClientRequest::CallToolRequest(request);
    let mut options = PeerRequestOptions::no_options();
    options.meta = trace_of(watch.context);
    let sent = connection.peer().send_cancellable_request(request, options);
    let handle = sent.await.map_err(|error| connection.fault(&error))?;
    let mut open = Open::new(connection, &handle);
    let token = handle.progress_token.clone();
    let tell = || {
        for said in connection.heard.take_progress(&token) {
            let message = said.message.as_deref().unwrap_or_default();
            let progress = Progress::new(message).at(said.progress);
            watch.progress(&match said.total {
                Some(total) => progress.of(total),
                None => progress,
            });
        }
    };
    let mut answered = pin!(handle.await_response());
    let answered = loop {
        let more = connection.heard.next_notification();
        tell();
        tokio::select! {
            biased;
            answered = &mut answered => break answered,
            () = more => {}
        }
    };
    tell();
    open.is_answered = true;
    let result = connection.wire.take(&open.id.to_string());
    match (answered, result) {
        (_, Some(result)) => Ok(result),
        (Ok(_), None) => Err(Fault::new(FaultKind::Protocol, "its answer has no result")),
        (Err(error), None) => Err(connection.fault(&error)),
    }
}

/// The trace that the call belongs to, if it is one of W3C.
fn trace_of(context: &Context) -> Option<RequestMetaObject> {
    let parent = TraceParent::parse(context.trace()?)?;
    let mut meta = RequestMetaObject::new();
    meta.0
        .0
        .insert("traceparent".to_owned(), parent.to_string().into());
    Some(meta)
}

/// A call that waits for its response. If it is dropped before that, the server is told to cancel it.
struct Open<'c> {
    connection: &'c Connection,
    peer: Peer<RoleClient>,
    id: RequestId,
    token: rmcp::model::ProgressToken,
    is_answered: bool,
}

impl<'c> Open<'c> {
    fn new(connection: &'c Connection, handle: &RequestHandle<RoleClient>) -> Self {
        Open {
            connection,
            peer: connection.peer().clone(),
            id: handle.id.clone(),
            token: handle.progress_token.clone(),
            is_answered: false,
        }
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.connection.wire.take(&self.id.to_string());
        self.connection.heard.take_progress(&self.token);
        if self.is_answered {
            return;
        }
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let reason = Some("nobody waits for it".to_owned());
            let said = CancelledNotificationParam::new(Some(self.id.clone()), reason);
            let peer = self.peer.clone();
            runtime.spawn(async move { peer.notify_cancelled(said).await });
        }
    }
}

/// The content of a result: its structured content, otherwise its content blocks.
///
/// # Errors
/// Fails if the tool reports an error, or if the result is malformed.
pub(super) fn read_result(
    result: &str,
    has_schema: bool,
    secrets: &Secrets,
) -> Result<Json, ToolFailure> {
    let unreadable = |what: &str| ToolFailure::from(Fault::new(FaultKind::Protocol, what));
    let Ok(members) = serde_json::from_str::<BTreeMap<String, &RawValue>>(result) else {
        return Err(unreadable("its result is not an object"));
    };
    let member = |name: &str| members.get(name).map(|value| value.get());
    match member("resultType") {
        None | Some("\"complete\"") => {}
        Some("\"input_required\"") => {
            return Err(asking(member("inputRequests").unwrap_or("{}"), secrets));
        }
        Some(other) => return Err(unreadable(&format!("its result is of the type {other}"))),
    }
    let blocks = member("content").unwrap_or("[]");
    if member("isError") == Some("true") {
        return Err(failed(blocks, secrets));
    }
    let json = match member("structuredContent") {
        Some(structured) => structured.to_owned(),
        None => match has_schema.then(|| only_text(blocks)).flatten() {
            // Servers that predate structured content write it as text.
            Some(text) if Json::parse(text.as_str()).is_ok() => text,
            _ => blocks.to_owned(),
        },
    };
    let json = Json::parse(json).map_err(|_| unreadable("its result is not JSON"))?;
    Ok(secrets.redact_result(json))
}

/// The failure of a tool that asks for input, with what it asks.
fn asking(requests: &str, secrets: &Secrets) -> ToolFailure {
    let requests = serde_json::from_str::<BTreeMap<String, serde_json::Value>>(requests);
    let requests = requests.unwrap_or_default();
    let asked = requests.values().map(|request| {
        let word = |text: &serde_json::Value| text.as_str().unwrap_or_default().to_owned();
        let said = word(&request["params"]["message"]);
        format!("{} {said}", word(&request["method"]))
            .trim()
            .to_owned()
    });
    let asked: Vec<String> = asked.collect();
    let asked = secrets.redact(&asked.join("\n"));
    let mut message = "the tool asks for further input, which nobody gives here".to_owned();
    if !asked.trim().is_empty() {
        let asked = untrusted::write_data(&asked, SAID);
        message.push_str(&format!("; it asks, as data: {asked}"));
    }
    ToolFailure::declared(
        ErrorKind::Execution,
        Some("MCP_INPUT_REQUIRED".into()),
        message,
    )
}

/// The failure of a tool in its own words, which are treated as data.
fn failed(blocks: &str, secrets: &Secrets) -> ToolFailure {
    let said = secrets.redact(&texts(blocks).join("\n"));
    let message = match said.trim().is_empty() {
        true => "the tool reports an error".to_owned(),
        false => format!(
            "the tool reports an error; it says, as data: {}",
            untrusted::write_data(&said, SAID)
        ),
    };
    ToolFailure::declared(ErrorKind::Execution, Some("MCP_TOOL_ERROR".into()), message)
}

fn only_text(blocks: &str) -> Option<String> {
    let count = serde_json::from_str::<Vec<&RawValue>>(blocks).ok()?.len();
    let mut texts = texts(blocks);
    (count == 1).then(|| texts.pop()).flatten()
}

/// The texts among content blocks.
fn texts(blocks: &str) -> Vec<String> {
    let blocks = serde_json::from_str::<Vec<serde_json::Value>>(blocks).unwrap_or_default();
    let texts = blocks.iter().filter(|block| block["type"] == "text");
    texts
        .filter_map(|block| block["text"].as_str().map(str::to_owned))
        .collect()
}
