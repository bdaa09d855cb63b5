//! JSON assembled from finished texts, so that schemas keep the key order and digits of their source. What begins with
//! `append` adds to a text, for files that are too large to be put together from pieces.

use toolc_runtime::json;

/// An object under construction.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Object(String);

impl Object {
    /// Adds a key with a value that is JSON already.
    pub fn add_json(&mut self, key: &str, json: &str) {
        self.0.push(if self.0.is_empty() { '{' } else { ',' });
        append_string(key, &mut self.0);
        self.0.push(':');
        self.0.push_str(json);
    }

    /// Adds a key with a string.
    pub fn add_text(&mut self, key: &str, text: &str) {
        self.add_json(key, &write_string(text));
    }

    /// Adds a key with a string, or null.
    pub fn add_optional(&mut self, key: &str, text: Option<&str>) {
        match text {
            Some(text) => self.add_text(key, text),
            None => self.add_json(key, "null"),
        }
    }

    /// The text of the object.
    pub fn into_text(mut self) -> String {
        if self.0.is_empty() {
            self.0.push('{');
        }
        self.0.push('}');
        self.0
    }
}

/// An object of keys and values that are JSON already.
pub fn write_object(fields: &[(&str, String)]) -> String {
    let mut object = Object::default();
    for (key, value) in fields {
        object.add_json(key, value);
    }
    object.into_text()
}

/// An array of values that are JSON already.
pub fn write_array(values: impl IntoIterator<Item = String>) -> String {
    let mut out = String::new();
    append_list(values, false, &mut out, |value, out| out.push_str(&value));
    out
}

/// A string.
pub fn write_string(text: &str) -> String {
    let mut out = String::new();
    append_string(text, &mut out);
    out
}

/// Appends a string.
pub fn append_string(text: &str, out: &mut String) {
    json::write_string(text, out);
}

/// Appends items between brackets; with `in_lines`, one per line.
pub fn append_list<T>(
    items: impl IntoIterator<Item = T>,
    in_lines: bool,
    out: &mut String,
    mut append: impl FnMut(T, &mut String),
) {
    out.push('[');
    for (at, item) in items.into_iter().enumerate() {
        separate(at, in_lines, out);
        append(item, out);
    }
    out.push(']');
}

/// Appends entries between braces; with `in_lines`, one per line.
pub fn append_map<'k, T>(
    entries: impl IntoIterator<Item = (&'k str, T)>,
    in_lines: bool,
    out: &mut String,
    mut append: impl FnMut(T, &mut String),
) {
    out.push('{');
    for (at, (key, value)) in entries.into_iter().enumerate() {
        separate(at, in_lines, out);
        append_string(key, out);
        out.push(':');
        append(value, out);
    }
    out.push('}');
}

fn separate(at: usize, in_lines: bool, out: &mut String) {
    if at > 0 {
        out.push(',');
    }
    if in_lines {
        out.push('\n');
    }
}

/// Pretty-prints compact JSON; ends with a line break.
#[cfg(feature = "cli")]
pub fn lay_out(json: &str) -> String {
    let mut out = String::with_capacity(json.len() * 2);
    let mut depth = 0;
    let mut in_string = false;
    let mut escaped = false;
    let mut letters = json.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_closed = letters.peek().is_some_and(|next| matches!(next, '}' | ']'));
        match letter {
            _ if in_string => {
                in_string = escaped || letter != '"';
                escaped = !escaped && letter == '\\';
                out.push(letter);
            }
            '"' => {
                in_string = true;
                out.push(letter);
            }
            '{' | '[' => {
                depth += 1;
                out.push(letter);
                if !is_closed {
                    new_line(&mut out, depth);
                }
            }
            '}' | ']' => {
                depth -= 1;
                if !out.ends_with(['{', '[']) {
                    new_line(&mut out, depth);
                }
                out.push(letter);
            }
            ',' => {
                out.push(letter);
                new_line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            _ => out.push(letter),
        }
    }
    out.push('\n');
    out
}

#[cfg(feature = "cli")]
fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puts_an_object_together() {
        let text = write_object(&[
            ("name", write_string("a\"b")),
            ("list", write_array(["1".to_owned()])),
        ]);
        assert_eq!(text, r#"{"name":"a\"b","list":[1]}"#);
        assert_eq!(Object::default().into_text(), "{}");
        assert_eq!(write_array([]), "[]");
    }

    #[test]
    #[cfg(feature = "cli")]
    fn lays_out_as_serde_json_does() {
        let text = r#"{"a":[1,2.50,{}],"b\"{":"x:\\","c":[],"d":{"e":null}}"#;
        let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(lay_out(text).replace("2.50", "2.5"), format!("{value:#}\n"));
    }
}
