//! JSON assembled from finished texts, so that schemas keep the key order and digits of their source.

/// An object of keys and values that are already JSON.
pub(super) fn write_object(fields: &[(&str, String)]) -> String {
    let fields: Vec<String> = fields
        .iter()
        .map(|(key, value)| format!("{}:{value}", write_string(key)))
        .collect();
    format!("{{{}}}", fields.join(","))
}

/// An array of values that are already JSON.
pub(super) fn write_array(values: impl IntoIterator<Item = String>) -> String {
    let values: Vec<String> = values.into_iter().collect();
    format!("[{}]", values.join(","))
}

/// A JSON string.
pub(super) fn write_string(text: &str) -> String {
    let mut out = String::new();
    toolc_runtime::json::write_string(text, &mut out);
    out
}

/// Pretty-prints compact JSON; ends with a line break.
pub(super) fn lay_out(json: &str) -> String {
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

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lays_out_as_serde_json_does() {
        let text = r#"{"a":[1,2.50,{}],"b\"{":"x:\\","c":[],"d":{"e":null}}"#;
        let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(lay_out(text).replace("2.50", "2.5"), format!("{value:#}\n"));
    }

    #[test]
    fn puts_an_object_together() {
        let text = write_object(&[
            ("name", write_string("a\"b")),
            ("list", write_array(["1".to_owned()])),
        ]);
        assert_eq!(text, r#"{"name":"a\"b","list":[1]}"#);
    }
}
