//! What the two ends of a connection share besides the SDK's messages: the exact texts of arguments and
//! results, and why the connection ended.

use super::fault::Fault;
use super::heard::Heard;
use super::recent_lines::Hear;
use rmcp::model::{ClientJsonRpcMessage, ClientRequest};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The arguments of a call as the model wrote them.
#[derive(Clone)]
pub(super) struct Arguments(pub Arc<str>);

/// The state that both ends of a connection share.
pub(super) struct Wire {
    noted: Mutex<Noted>,
    heard: Arc<Heard>,
    /// Told when the connection is given up while nobody waits for anything.
    lost: Hear,
}

#[derive(Default)]
struct Noted {
    /// The results of requests that are waited for, by request id.
    results: HashMap<String, Option<Box<str>>>,
    fault: Option<Fault>,
}

impl Wire {
    /// Creates the state of a new connection.
    pub fn new(heard: Arc<Heard>, lost: Hear) -> Self {
        Wire {
            noted: Mutex::default(),
            heard,
            lost,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Noted> {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records why the connection can no longer be used; the first reason counts.
    pub fn fail(&self, fault: Fault) {
        self.lock().fault.get_or_insert(fault);
    }

    /// Records that this side gives up the connection, and tells why.
    pub fn lose(&self, fault: Fault) {
        (self.lost)(&fault.detail);
        self.fail(fault);
    }

    /// Why the connection can no longer be used.
    pub fn fault(&self) -> Option<Fault> {
        self.lock().fault.clone()
    }

    /// The text of an outgoing message.
    pub fn write(&self, message: &ClientJsonRpcMessage) -> serde_json::Result<String> {
        let ClientJsonRpcMessage::Request(request) = message else {
            return serde_json::to_string(message);
        };
        let arguments = match &request.request {
            ClientRequest::CallToolRequest(call) => call.extensions.get::<Arguments>(),
            ClientRequest::ListToolsRequest(_) => None,
            _ => return serde_json::to_string(message),
        };
        self.lock().results.insert(request.id.to_string(), None);
        match arguments {
            Some(arguments) => Ok(write_call(serde_json::to_value(message)?, &arguments.0)),
            None => serde_json::to_string(message),
        }
    }

    /// Records an incoming message: its result if somebody waits for it, and notifications of the server.
    pub fn note(&self, message: &str) {
        let Ok(members) = serde_json::from_str::<BTreeMap<String, &RawValue>>(message) else {
            return;
        };
        let method = members.get("method");
        if let Some(method) = method.and_then(|it| serde_json::from_str::<&str>(it.get()).ok()) {
            self.heard.note(method, members.get("params").copied());
        }
        let (Some(id), Some(result)) = (members.get("id"), members.get("result")) else {
            return;
        };
        if let Some(place) = self.lock().results.get_mut(id.get().trim_matches('"')) {
            // The first answer counts; another one with its id answers nothing.
            place.get_or_insert_with(|| result.get().into());
        }
    }

    /// Takes the result of a request.
    pub fn take(&self, id: &str) -> Option<Box<str>> {
        self.lock().results.remove(id).flatten()
    }
}

/// A call with its arguments exactly as they were approved, byte for byte.
fn write_call(message: Value, arguments: &str) -> String {
    let mut out = String::from("{");
    let Value::Object(members) = message else {
        return message.to_string();
    };
    for (key, value) in &members {
        if out.len() > 1 {
            out.push(',');
        }
        out.push_str(&format!("{}:", Value::from(key.as_str())));
        match value {
            Value::Object(params) if key == "params" => {
                out.push_str(&format!("{{\"arguments\":{arguments}"));
                let others = params.iter().filter(|(name, _)| *name != "arguments");
                for (name, value) in others {
                    out.push_str(&format!(",{}:{value}", Value::from(name.as_str())));
                }
                out.push('}');
            }
            value => out.push_str(&value.to_string()),
        }
    }
    out.push('}');
    out
}
