//! JSON objects and lists from finished texts.

/// An object under construction.
#[derive(Default)]
pub struct Object(String);

impl Object {
    /// Adds a key with a value that is JSON already.
    pub fn add(&mut self, key: &str, json: &str) {
        self.0.push(if self.0.is_empty() { '{' } else { ',' });
        toolc_runtime::json::write_string(key, &mut self.0);
        self.0.push(':');
        self.0.push_str(json);
    }

    /// Adds a key with a string.
    pub fn add_text(&mut self, key: &str, text: &str) {
        self.add(key, &write_text(text));
    }

    /// Adds a key with a string, or null.
    pub fn add_optional(&mut self, key: &str, text: Option<&str>) {
        match text {
            Some(text) => self.add_text(key, text),
            None => self.add(key, "null"),
        }
    }

    /// The text of the object.
    pub fn end(mut self) -> String {
        if self.0.is_empty() {
            self.0.push('{');
        }
        self.0.push('}');
        self.0
    }
}

/// A JSON string.
pub fn write_text(text: &str) -> String {
    let mut out = String::new();
    toolc_runtime::json::write_string(text, &mut out);
    out
}

/// A list of values that are JSON already.
pub fn write_list(values: impl IntoIterator<Item = String>) -> String {
    let mut out = String::from("[");
    for (at, value) in values.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        out.push_str(&value);
    }
    out.push(']');
    out
}
