//! Constants within a value: they are set in every object that exists there, replacing what the model wrote
//! in their place.

use super::failure::Failure;
use super::operation::Within;
use super::value::{Value, View};
use crate::json::write_string;

/// The text of a value with a constant set in it. Everything else is unchanged.
pub(super) fn set_constant(text: &str, constant: &Within) -> Result<String, Failure> {
    let mut out = String::with_capacity(text.len() + constant.value.len() + 16);
    write(Value::new(text), constant.path, constant.value, &mut out)?;
    Ok(out)
}

fn write(value: Value<'_>, path: &[&str], constant: &str, out: &mut String) -> Result<(), Failure> {
    let Some((name, rest)) = path.split_first() else {
        out.push_str(constant);
        return Ok(());
    };
    match value.view()? {
        View::Object(members) => {
            out.push('{');
            let mut is_there = false;
            for (key, value) in members {
                separate(out, '{');
                write_string(&key, out);
                out.push(':');
                if key == *name {
                    write(value, rest, constant, out)?
                } else {
                    out.push_str(value.text())
                }
                is_there |= key == *name;
            }
            if !is_there && rest.is_empty() {
                separate(out, '{');
                write_string(name, out);
                out.push(':');
                out.push_str(constant);
            }
            out.push('}');
        }
        View::Array(items) if *name == "*" => {
            out.push('[');
            for item in items {
                separate(out, '[');
                write(item, rest, constant, out)?;
            }
            out.push(']');
        }
        _ => out.push_str(value.text()),
    }
    Ok(())
}

/// Writes a comma, except before the first member or item.
fn separate(out: &mut String, opening: char) {
    if !out.ends_with(opening) {
        out.push(',');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_stands_in_every_object_that_is_there() {
        const DEEP: &[&str] = &["a", "b"];
        const LIST: &[&str] = &["l", "*", "x y"];
        let rows = [
            (DEEP, r#"{"a":{}}"#, r#"{"a":{"b":1}}"#),
            (
                DEEP,
                r#"{ "z": [1.0, {}], "a": {"c": "{[,", "b": 2} }"#,
                r#"{"z":[1.0, {}],"a":{"c":"{[,","b":1}}"#,
            ),
            (DEEP, r#"{"c":"{"}"#, r#"{"c":"{"}"#),
            (DEEP, r#"{"a":null}"#, r#"{"a":null}"#),
            (DEEP, r#"{"a":[{}]}"#, r#"{"a":[{}]}"#),
            (DEEP, "true", "true"),
            (
                LIST,
                r#"{"l":[{},{"x y":0,"k":[]},3]}"#,
                r#"{"l":[{"x y":1},{"x y":1,"k":[]},3]}"#,
            ),
            (LIST, r#"{"l":[]}"#, r#"{"l":[]}"#),
        ];
        for (path, text, expected) in rows {
            let constant = Within { path, value: "1" };
            assert_eq!(set_constant(text, &constant).expect("JSON"), expected);
        }
    }
}
