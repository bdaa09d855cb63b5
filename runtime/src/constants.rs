//! Constants within a value: they are set in every object that exists there, replacing what the model wrote
//! in their place.

#[cfg(feature = "approvals")]
use crate::json::canonical_json;
use crate::json::write_string;
use crate::operation::Within;
use crate::reader::{Kind, Reader, Stop};

/// What is done at the place of a constant.
#[derive(Clone, Copy)]
enum Change<'c> {
    Set(&'c str),
    /// A value is removed if it equals this one, in canonical form.
    #[cfg(feature = "approvals")]
    Remove(&'c str),
}

/// The text of a value with a constant set in it; `None` if the text is not JSON. Everything else is unchanged.
pub(crate) fn set_constant(text: &str, constant: &Within) -> Option<String> {
    let mut out = String::with_capacity(text.len() + constant.value.len() + 16);
    let change = Change::Set(constant.value);
    let written = write(text.trim_ascii(), constant.path, change, &mut out);
    written.ok().map(|()| out)
}

/// The text of a value without a constant, if it has this value; `None` if the text is not JSON.
#[cfg(feature = "approvals")]
pub(crate) fn remove_constant(text: &str, constant: &Within) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let value = canonical_json(constant.value).ok()?;
    let written = write(
        text.trim_ascii(),
        constant.path,
        Change::Remove(&value),
        &mut out,
    );
    written.ok().map(|()| out)
}

fn write(text: &str, path: &[&str], change: Change<'_>, out: &mut String) -> Result<(), Stop> {
    let Some((name, rest)) = path.split_first() else {
        match change {
            Change::Set(constant) => out.push_str(constant),
            #[cfg(feature = "approvals")]
            Change::Remove(_) => out.push_str(text),
        }
        return Ok(());
    };
    let mut reader = Reader::new(text);
    match reader.kind()? {
        Kind::Object => write_object(&mut reader, name, rest, change, out)?,
        Kind::Array if *name == "*" => {
            let mut is_first = true;
            out.push('[');
            reader.begin_array()?;
            while reader.next_item(is_first)? {
                separate(&mut is_first, out);
                write(reader.capture()?, rest, change, out)?;
            }
            out.push(']');
        }
        _ => out.push_str(reader.capture()?),
    }
    reader.finish()
}

fn write_object(
    reader: &mut Reader<'_>,
    name: &str,
    rest: &[&str],
    change: Change<'_>,
    out: &mut String,
) -> Result<(), Stop> {
    let (mut is_first, mut is_read, mut is_there) = (true, false, false);
    out.push('{');
    reader.begin_object()?;
    while reader.next_key(!is_read)? {
        is_read = true;
        let key = reader.string()?;
        reader.colon()?;
        let value = reader.capture()?;
        let is_it = key == name;
        is_there |= is_it;
        if is_it && rest.is_empty() && is_removed(value, change) {
            continue;
        }
        separate(&mut is_first, out);
        write_string(&key, out);
        out.push(':');
        match is_it {
            true => write(value, rest, change, out)?,
            false => out.push_str(value),
        }
    }
    match change {
        Change::Set(constant) if !is_there && rest.is_empty() => {
            separate(&mut is_first, out);
            write_string(name, out);
            out.push(':');
            out.push_str(constant);
        }
        _ => {}
    }
    out.push('}');
    Ok(())
}

/// Whether a value that stands at the place is left out.
#[cfg_attr(
    not(feature = "approvals"),
    expect(unused_variables, reason = "only edited calls remove anything")
)]
fn is_removed(value: &str, change: Change<'_>) -> bool {
    match change {
        Change::Set(_) => false,
        #[cfg(feature = "approvals")]
        Change::Remove(constant) => canonical_json(value).is_ok_and(|value| value == constant),
    }
}

/// Writes a comma, except before the first member or item.
fn separate(is_first: &mut bool, out: &mut String) {
    if !std::mem::take(is_first) {
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
            (&["a"], "{}", r#"{"a":1}"#),
            (&["a"], r#"[{}, ",", {"a" : 2}]"#, r#"[{}, ",", {"a" : 2}]"#),
        ];
        for (path, text, expected) in rows {
            let constant = Within { path, value: "1" };
            assert_eq!(set_constant(text, &constant).expect("JSON"), expected);
        }
    }

    #[test]
    fn a_text_that_is_not_json_has_no_constants() {
        for text in ["", "{", r#"{"a":1"#, r#"{"a":1} x"#] {
            let constant = Within {
                path: &["b"],
                value: "1",
            };
            assert_eq!(set_constant(text, &constant), None, "{text}");
        }
    }

    #[test]
    #[cfg(feature = "approvals")]
    fn a_constant_is_taken_out_only_if_it_has_its_value() {
        let rows = [
            (r#"{"a":1.0,"b":2}"#, r#"{"b":2}"#),
            (r#"{"b":2,"a": 1}"#, r#"{"b":2}"#),
            (r#"{"a":2}"#, r#"{"a":2}"#),
            (r#"{"c":{"a":1}}"#, r#"{"c":{"a":1}}"#),
        ];
        for (text, expected) in rows {
            let constant = Within {
                path: &["a"],
                value: "1",
            };
            assert_eq!(remove_constant(text, &constant).expect("JSON"), expected);
        }
    }
}
