//! Incoming messages as text, before the SDK reads them. What cannot be read is answered here, under the id of the
//! request wherever it has one.

use super::Shared;
use super::mark::Mark;
use super::meter::Full;
use super::tools::Prepared;
use crate::json::{Json, write_string};
use rmcp::model::{ClientJsonRpcMessage, RequestId};
use serde_core::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

/// The code of an error because of a limit, from the range that JSON-RPC leaves to servers.
pub(super) const BUSY: i32 = -32000;

/// The longest name of a client that is kept, in characters.
const NAME: usize = 256;

/// The longest name of a revision of the protocol.
const VERSION: usize = 64;

/// The members of an object in their order, each as it is written.
pub(super) struct Members<'t>(Vec<(String, &'t RawValue)>);

impl<'t> Members<'t> {
    /// Reads an object; `None` if the text is anything else.
    pub fn read(text: &'t str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The text of the first member with this name.
    pub fn get(&self, name: &str) -> Option<&'t str> {
        let mut members = self.0.iter();
        let (_, value) = members.find(|(known, _)| known == name)?;
        Some(value.get())
    }

    /// The string that a member is.
    pub fn text(&self, name: &str) -> Option<String> {
        serde_json::from_str(self.get(name)?).ok()
    }

    /// The first name that occurs twice.
    fn find_duplicate(&self) -> Option<&str> {
        let mut known = HashSet::new();
        let mut names = self.0.iter().map(|(name, _)| name.as_str());
        names.find(|name| !known.insert(*name))
    }

    /// Writes the object with other values for some of its members, which need not be there.
    fn write_with(&self, changes: &[(&str, &str)]) -> String {
        let kept = self
            .0
            .iter()
            .map(|(name, value)| (name.as_str(), value.get()));
        let kept = kept.filter(|(name, _)| !changes.iter().any(|(changed, _)| changed == name));
        write_object(kept.chain(changes.iter().copied()))
    }
}

fn write_object<'m>(members: impl Iterator<Item = (&'m str, &'m str)>) -> String {
    let mut out = String::from("{");
    for (name, value) in members {
        if out.len() > 1 {
            out.push(',');
        }
        write_string(name, &mut out);
        out.push(':');
        out.push_str(value);
    }
    out.push('}');
    out
}

impl<'t> Deserialize<'t> for Members<'t> {
    fn deserialize<D: Deserializer<'t>>(from: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'t> Visitor<'t> for Collect {
            type Value = Members<'t>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'t>>(self, mut from: A) -> Result<Members<'t>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = from.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        from.deserialize_map(Collect)
    }
}

/// A message that is not passed on, with the error that answers it.
pub(super) struct Unread {
    /// The id of the request as it is written; `null` if there is none that could be answered.
    id: String,
    code: i32,
    reason: String,
}

impl Unread {
    /// A text that is not JSON (JSON-RPC 2.0, section 5.1).
    pub fn no_json() -> Self {
        Unread::new(None, -32700, "the message is not JSON")
    }

    pub fn new(id: Option<&str>, code: i32, reason: impl Into<String>) -> Self {
        Unread {
            id: id.unwrap_or("null").to_owned(),
            code,
            reason: reason.into(),
        }
    }

    /// A request that is refused because of a limit.
    pub fn busy(id: &RequestId, full: Full) -> Self {
        let id = serde_json::to_string(id).ok();
        Unread::new(id.as_deref(), BUSY, full.to_string())
    }

    /// The error as a message.
    pub fn write(&self) -> String {
        let (id, code) = (&self.id, self.code);
        let mut out = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":"#);
        write_string(&self.reason, &mut out);
        out.push_str("}}");
        out
    }
}

/// The id of a request, if it is one that can be answered: a string or an integer of 64 bits.
pub(super) fn id_of<'t>(members: &Members<'t>) -> Option<&'t str> {
    let id = members.get("id")?;
    let is_text = id.starts_with('"');
    (is_text || id.parse::<i64>().is_ok()).then_some(id)
}

/// A message that the SDK reads.
pub(super) struct Readable<'t> {
    /// Its text, with the arguments of a call set aside.
    pub text: Cow<'t, str>,
    /// The same, read.
    pub message: ClientJsonRpcMessage,
}

impl Shared {
    /// Checks a message of a client and sets aside what the SDK would not keep.
    pub fn read_message<'t>(
        &self,
        whole: &'t str,
        tools: &Prepared,
    ) -> Result<Readable<'t>, Unread> {
        if serde_json::from_str::<&RawValue>(whole).is_err() {
            return Err(Unread::no_json());
        }
        let no_message = || Unread::new(None, -32600, "the message is not one of the protocol");
        let members = Members::read(whole).ok_or_else(no_message)?;
        let id = id_of(&members);
        let unread = |code, reason: &str| Unread::new(id, code, reason);
        if let Some(name) = members.find_duplicate() {
            return Err(unread(
                -32600,
                &format!("the message has two members {name:?}"),
            ));
        }
        let params = members.get("params").and_then(Members::read);
        for (name, value) in params.iter().flat_map(|params| &params.0) {
            // The worker checks the arguments, and says what is wrong with them.
            if name != "arguments" {
                check_value(name, value.get()).map_err(|why| unread(-32602, &why))?;
            }
        }
        if let Some(name) = params.as_ref().and_then(Members::find_duplicate) {
            return Err(unread(
                -32602,
                &format!("the params have two members {name:?}"),
            ));
        }
        if let Some(result) = members.get("result") {
            check_value("result", result).map_err(|why| Unread::new(None, -32600, why))?;
        }
        let text = match (members.text("method").as_deref(), &params) {
            (Some("tools/call"), Some(params)) => set_aside(&self.mark, &members, params, tools),
            (Some("initialize"), Some(params)) => Some(shorten(&members, params)),
            _ => None,
        };
        let text = text.map_or(Cow::Borrowed(whole), Cow::Owned);
        match serde_json::from_str(&text) {
            Ok(message) => Ok(Readable { text, message }),
            Err(error) if error.is_data() => {
                Err(unread(-32600, "the message is not one of the protocol"))
            }
            Err(_) => {
                let reason = "the message has a number that is too large, or is nested too deeply";
                Err(unread(-32600, reason))
            }
        }
    }
}

/// Checks that no object in a value has two members of one name: readers differ in which of them counts.
fn check_value(name: &str, value: &str) -> Result<(), String> {
    match Json::parse(value) {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("`{name}` cannot be read: {}", error.reason)),
    }
}

/// The message of a call with the text of its arguments in `_meta`, and without the arguments: the SDK needs them only
/// for tools that repeat some of them in headers. `None` if there is nothing to set aside.
fn set_aside(
    mark: &Mark,
    members: &Members<'_>,
    params: &Members<'_>,
    tools: &Prepared,
) -> Option<String> {
    let arguments = params.get("arguments")?;
    // About parameters of other types the SDK says what is wrong.
    let meta = Members::read(params.get("_meta").unwrap_or("{}"))?;
    let mut marked = String::with_capacity(arguments.len() + 2);
    write_string(arguments, &mut marked);
    let meta = meta.write_with(&[(mark.name(), &marked)]);
    let name = params.text("name").unwrap_or_default();
    let is_needed = tools.mirrored.contains_key(name.as_str()) || !arguments.starts_with('{');
    let kept = if is_needed { arguments } else { "{}" };
    let params = params.write_with(&[("_meta", &meta), ("arguments", kept)]);
    Some(members.write_with(&[("params", &params)]))
}

/// The message of a handshake with no more than what is kept as long as its session: the revision and the names of the
/// client, cut, and whether it can ask somebody.
fn shorten(members: &Members<'_>, params: &Members<'_>) -> String {
    let version = cut(params.get("protocolVersion").unwrap_or("null"), VERSION);
    let info = params.get("clientInfo").unwrap_or("null");
    let info = match Members::read(info) {
        Some(info) => {
            let names = ["name", "title", "version"].into_iter();
            let names = names.filter_map(|name| Some((name, cut(info.get(name)?, NAME))));
            let names: Vec<(&str, String)> = names.collect();
            write_object(names.iter().map(|(name, value)| (*name, value.as_str())))
        }
        None => info.to_owned(),
    };
    let capabilities = params.get("capabilities").unwrap_or("null");
    let capabilities = match Members::read(capabilities) {
        Some(capabilities) => {
            let asks = capabilities.get("elicitation");
            write_object(asks.map(|asks| ("elicitation", asks)).into_iter())
        }
        None => capabilities.to_owned(),
    };
    let kept = [
        ("protocolVersion", version.as_str()),
        ("clientInfo", &info),
        ("capabilities", &capabilities),
    ];
    let kept = kept
        .into_iter()
        .filter(|(name, _)| params.get(name).is_some());
    members.write_with(&[("params", &write_object(kept))])
}

/// A string with so many characters at most; the SDK says what is wrong with any other value.
fn cut(value: &str, limit: usize) -> String {
    let Ok(text) = serde_json::from_str::<String>(value) else {
        return value.to_owned();
    };
    let text: String = text.chars().take(limit).collect();
    let mut out = String::new();
    write_string(&text, &mut out);
    out
}
