//! Carries texts past the SDK's own types, which lose the order of keys and the digits of numbers: arguments
//! on their way in, results and lists on their way out.
//!
//! Each text is carried as a string after a mark that nobody outside knows. Outgoing texts replace the result
//! that carries the mark, so nothing has to be kept in between.

use super::pages::Era;
use hmac_sha256::Hash;
use rmcp::model::RequestMetaObject;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;
use uuid::Uuid;

/// 32 random bytes.
pub(super) fn make_secret() -> [u8; 32] {
    let chance = [Uuid::new_v4(), Uuid::new_v4(), Uuid::new_v4()];
    Hash::hash(&chance.map(Uuid::into_bytes).concat())
}

/// The mark of one server: random, and created when the server starts. It never leaves the server, because
/// everything that carries it is replaced.
pub(super) struct Mark(String);

/// What a marked string is replaced with.
enum Marked {
    /// A page of the server's tool list: its index and era.
    Page(usize, Era),
    /// A result, verbatim.
    Text(String),
}

impl Mark {
    pub fn new() -> Self {
        let hex = make_secret().map(|byte| format!("{byte:02x}"));
        Mark(format!("toolc-{}-", hex.concat()))
    }

    /// Marks a text as the result.
    pub fn result(&self, text: &str) -> String {
        format!("{}t{text}", self.0)
    }

    /// Marks a page of the tool list as the result.
    pub fn page(&self, index: usize, era: Era) -> String {
        let era = match era {
            Era::Handshake => 'h',
            Era::Discovery => 'd',
        };
        format!("{}{era}{index}", self.0)
    }

    /// A message as the SDK wrote it, with its result replaced if it contains a marked string.
    pub fn put_back<'t, 'p>(
        &self,
        message: &'t str,
        page: impl Fn(usize, Era) -> Cow<'p, str>,
    ) -> Cow<'t, str> {
        if !message.contains(&self.0) {
            return Cow::Borrowed(message);
        }
        // Elsewhere the mark is just removed.
        let bare = || Cow::Owned(message.replace(&self.0, ""));
        let Ok(members) = serde_json::from_str::<BTreeMap<&str, &RawValue>>(message) else {
            return bare();
        };
        let marked = members
            .get("result")
            .and_then(|result| self.find(result.get()));
        let (Some(id), Some(marked)) = (members.get("id"), marked) else {
            return bare();
        };
        let mut result = match marked {
            Marked::Page(index, era) => page(index, era),
            Marked::Text(text) => Cow::Owned(text),
        };
        // Line breaks have no meaning between JSON tokens, and a message has to be a single line.
        if result.contains(['\n', '\r']) {
            result = Cow::Owned(result.replace(['\n', '\r'], " "));
        }
        Cow::Owned(format!(
            r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#,
            id.get()
        ))
    }

    /// The id of the request whose result is a page of the list, and which page that is.
    pub fn find_page<'m>(&self, message: &'m str) -> Option<(&'m str, usize, Era)> {
        if !message.contains(&self.0) {
            return None;
        }
        let members: BTreeMap<&str, &RawValue> = serde_json::from_str(message).ok()?;
        match self.find(members.get("result")?.get())? {
            Marked::Page(index, era) => Some((members.get("id")?.get(), index, era)),
            Marked::Text(_) => None,
        }
    }

    /// Finds the marked string in a result. The mark has no character that would be escaped.
    fn find(&self, result: &str) -> Option<Marked> {
        let at = result.find(&self.0)?;
        let quoted = result.get(at.checked_sub(1)?..)?;
        let mut strings = serde_json::Deserializer::from_str(quoted).into_iter::<String>();
        let text = strings.next()?.ok()?;
        let marked = text.strip_prefix(&self.0)?;
        if let Some(text) = marked.strip_prefix('t') {
            return Some(Marked::Text(text.to_owned()));
        }
        let era = match marked.strip_prefix('h') {
            Some(_) => Era::Handshake,
            None => Era::Discovery,
        };
        Some(Marked::Page(marked.get(1..)?.parse().ok()?, era))
    }

    /// The name of the member of `_meta` that holds the text of a call's arguments.
    pub fn name(&self) -> &str {
        &self.0
    }

    /// The arguments of a call as the client wrote them.
    pub fn arguments<'m>(&self, meta: &'m RequestMetaObject) -> Option<&'m str> {
        meta.0.0.get(&self.0)?.as_str()
    }
}
