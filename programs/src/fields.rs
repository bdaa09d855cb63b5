//! JSON objects, member by member: what is sealed, what is stored, and what goes over the wire.

use toolc_runtime::json::write_string;
use toolc_runtime::reader::{Kind, Reader};

/// The members of an object as texts, taken out one by one.
pub(crate) struct Fields<'t>(Vec<(String, &'t str)>);

impl<'t> Fields<'t> {
    /// Reads a text; `None` if it is not one object, or has a key twice.
    pub fn read(text: &'t str) -> Option<Self> {
        let mut reader = Reader::new(text);
        let mut members: Vec<(String, &'t str)> = Vec::new();
        reader.begin_object().ok()?;
        while reader.next_key(members.is_empty()).ok()? {
            let key = reader.string().ok()?.into_owned();
            reader.colon().ok()?;
            if members.iter().any(|(known, _)| *known == key) {
                return None;
            }
            members.push((key, reader.capture().ok()?));
        }
        reader.finish().ok()?;
        Some(Fields(members))
    }

    /// The text of a value.
    pub fn raw(&mut self, key: &str) -> Option<&'t str> {
        let at = self.0.iter().position(|(known, _)| known == key)?;
        Some(self.0.swap_remove(at).1)
    }

    /// A string.
    pub fn text(&mut self, key: &str) -> Option<String> {
        read_string(self.raw(key)?)
    }

    /// A number that counts something.
    pub fn count(&mut self, key: &str) -> Option<usize> {
        self.raw(key)?.parse().ok()
    }

    /// Whether a member is there and is `true`.
    pub fn flag(&mut self, key: &str) -> bool {
        self.raw(key) == Some("true")
    }

    /// Whether every member was taken.
    pub fn is_done(&self) -> bool {
        self.0.is_empty()
    }
}

/// The type of a value whose text is JSON.
pub(crate) fn kind_of(raw: &str) -> Option<Kind> {
    Reader::new(raw).kind().ok()
}

/// The string that a JSON text is.
pub(crate) fn read_string(raw: &str) -> Option<String> {
    let mut reader = Reader::new(raw);
    let text = reader.string().ok()?.into_owned();
    reader.finish().ok()?;
    Some(text)
}

/// Writes an object, member by member.
pub(crate) struct ObjectText(String);

impl ObjectText {
    pub fn new() -> Self {
        ObjectText(String::from("{"))
    }

    /// Adds a member whose value is JSON text.
    #[must_use]
    pub fn raw(mut self, key: &str, value: &str) -> Self {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        write_string(key, &mut self.0);
        self.0.push(':');
        self.0.push_str(value);
        self
    }

    /// Adds a member that is a string.
    #[must_use]
    pub fn text(self, key: &str, value: &str) -> Self {
        self.raw(key, &string_text(value))
    }

    /// Adds a member that is a string, if there is one.
    #[must_use]
    pub fn optional(self, key: &str, value: Option<&str>) -> Self {
        match value {
            Some(value) => self.text(key, value),
            None => self,
        }
    }

    pub fn end(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

/// A string as JSON text.
pub(crate) fn string_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    write_string(text, &mut out);
    out
}

/// A list of JSON texts as one.
pub(crate) fn list_text(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().collect();
    format!("[{}]", items.join(","))
}
