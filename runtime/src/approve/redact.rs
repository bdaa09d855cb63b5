//! Arguments as people may see them: with the values of secret properties redacted.

use crate::alone::replace_alone;
use crate::hidden::{Secrets, show_json};
use crate::json::{exact_json, write_string};
use crate::reader::{Kind, Reader, Stop};
use serde_json::Value;
use std::borrow::Cow;

/// What is shown in place of a secret.
const REDACTED: &str = "\"[redacted]\"";

/// The step to the keys of an object.
const KEYS: &str = "~3";

/// Redacts secrets from a text that is about a call with these arguments.
type Mask = fn(&str, &str, &[&str]) -> String;

/// For tools without secrets: redacts nothing.
fn mask_nothing(said: &str, _: &str, _: &[&str]) -> String {
    said.to_owned()
}

/// The secrets of every tool that a call may resolve to.
pub(crate) struct Hidden {
    secrets: Cow<'static, [&'static str]>,
    mask: Mask,
}

impl Hidden {
    /// Merges what each of the tools hides.
    pub fn of(all: impl Iterator<Item = Hiding>) -> Self {
        let mut hidden = Hidden {
            secrets: Cow::Borrowed(&[]),
            mask: mask_nothing,
        };
        for hiding in all.filter(|hiding| !hiding.secrets.is_empty()) {
            match hidden.secrets.is_empty() {
                true => hidden.secrets = Cow::Borrowed(hiding.secrets),
                false => hidden.secrets.to_mut().extend_from_slice(hiding.secrets),
            }
            hidden.mask = hiding.mask;
        }
        hidden
    }

    pub fn secrets(&self) -> &[&'static str] {
        &self.secrets
    }

    /// A text about a call with these arguments, with the secrets that it quotes redacted.
    pub fn mask(&self, said: &str, arguments: &str) -> String {
        (self.mask)(said, arguments, &self.secrets)
    }
}

/// Where the arguments of a tool hold secrets, and the function that redacts them. Only tables with secrets
/// refer to that function, so only crates that have such tables compile it: everything it calls is
/// `#[inline]`.
#[derive(Clone, Copy)]
pub(crate) struct Hiding {
    pub secrets: Secrets,
    /// Those that approvers are not shown either.
    #[cfg_attr(not(feature = "ask"), expect(dead_code, reason = "nobody is asked"))]
    pub from_approvers: Secrets,
    mask: Mask,
}

impl Hiding {
    pub const NOTHING: Hiding = Hiding {
        secrets: &[],
        from_approvers: &[],
        mask: mask_nothing,
    };

    #[inline]
    pub const fn of(secrets: Secrets) -> Self {
        Hiding {
            secrets,
            from_approvers: secrets,
            mask: mask_message,
        }
    }

    /// The same, of which approvers are not shown these.
    #[inline]
    pub const fn hiding_from_approvers(self, from_approvers: Secrets) -> Self {
        Hiding {
            from_approvers,
            ..self
        }
    }
}

/// The arguments as people and logs may see them: secrets are redacted, and hidden characters escaped. Sorted
/// keys, no white space, numbers as they are written. If the text is not JSON and the tool has secrets, nothing
/// of it is shown.
#[inline]
pub(crate) fn redact_secrets(text: &str, secrets: &[&str]) -> String {
    if secrets.is_empty() {
        return show_json(&exact_json(text).unwrap_or_else(|_| text.to_owned()));
    }
    show_json(&without_secrets(text, secrets))
}

#[inline]
fn without_secrets(text: &str, secrets: &[&str]) -> String {
    let hide = || REDACTED.to_owned();
    let Ok(sorted) = exact_json(text) else {
        return hide();
    };
    let patterns = patterns(secrets);
    let mut out = String::with_capacity(sorted.len());
    let mut left_out = Vec::new();
    let written = write(&mut Reader::new(&sorted), patterns, &mut out, &mut left_out);
    written.map_or_else(|Stop| hide(), |()| out)
}

/// A secret shorter than this may be part of a word by chance, so it is redacted where it stands alone.
const SHORT: usize = 4;

/// Redacts the secrets among the arguments from a text about the call: an error may quote them.
#[inline]
pub(crate) fn mask_message(said: &str, arguments: &str, secrets: &[&str]) -> String {
    let mut said = said.to_owned();
    let Some(sorted) = exact_json(arguments).ok().filter(|_| !secrets.is_empty()) else {
        return said;
    };
    let (mut out, mut left_out) = (String::new(), Vec::new());
    let patterns = patterns(secrets);
    if write(&mut Reader::new(&sorted), patterns, &mut out, &mut left_out).is_err() {
        return said;
    }
    let mut written = Vec::new();
    for value in left_out
        .iter()
        .filter_map(|text| serde_json::from_str(text).ok())
    {
        find_texts(&value, &mut written);
    }
    written.sort_unstable_by_key(|text| std::cmp::Reverse(text.len()));
    for text in written.iter().filter(|text| !text.is_empty()) {
        match text.len() < SHORT {
            true => said = replace_alone(&said, text, "[redacted]"),
            false => said = said.replace(text, "[redacted]"),
        }
    }
    said
}

/// Collects every string and number in a value, in each form in which a text may quote it.
#[inline]
fn find_texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => {
            let quoted = [value.to_string(), format!("{text:?}")];
            found.extend(quoted.map(|quoted| quoted[1..quoted.len() - 1].to_owned()));
            found.push(text.clone());
        }
        Value::Number(number) => found.push(number.to_string()),
        Value::Array(items) => items.iter().for_each(|item| find_texts(item, found)),
        Value::Object(members) => members.values().for_each(|item| find_texts(item, found)),
        Value::Null | Value::Bool(_) => {}
    }
}

#[inline]
fn patterns<'p>(secrets: &[&'p str]) -> Left<'p> {
    let steps = secrets
        .iter()
        .map(|pointer| pointer.split('/').skip(1).collect());
    steps.collect()
}

/// What is left of each pointer at a given place.
type Left<'p> = Vec<Vec<&'p str>>;

/// Writes what may be shown, and collects what may not.
#[inline]
fn write<'r>(
    reader: &mut Reader<'r>,
    patterns: Left<'_>,
    out: &mut String,
    left_out: &mut Vec<Cow<'r, str>>,
) -> Result<(), Stop> {
    if patterns.iter().any(|pattern| is_here(pattern)) {
        out.push_str(REDACTED);
        left_out.push(Cow::Borrowed(reader.capture()?));
        return Ok(());
    }
    match reader.kind()? {
        Kind::Object if !patterns.is_empty() => write_object(reader, &patterns, out, left_out),
        Kind::Array if !patterns.is_empty() => write_array(reader, &patterns, out, left_out),
        _ => reader.capture().map(|text| out.push_str(text)),
    }
}

#[inline]
fn write_object<'r>(
    reader: &mut Reader<'r>,
    patterns: &Left<'_>,
    out: &mut String,
    left_out: &mut Vec<Cow<'r, str>>,
) -> Result<(), Stop> {
    reader.begin_object()?;
    out.push('{');
    let hides_keys = patterns.iter().any(|pattern| is_at_keys(pattern));
    let mut count = 0_usize;
    while reader.next_key(count == 0)? {
        if count > 0 {
            out.push(',');
        }
        count += 1;
        let key = reader.string()?.into_owned();
        reader.colon()?;
        if hides_keys {
            // Numbered, because the keys of an object differ.
            write_string(&format!("[redacted {count}]"), out);
            let mut text = String::new();
            write_string(&key, &mut text);
            left_out.push(Cow::Owned(text));
        } else {
            write_string(&key, out);
        }
        out.push(':');
        write(reader, below(patterns, &key), out, left_out)?;
    }
    out.push('}');
    Ok(())
}

#[inline]
fn write_array<'r>(
    reader: &mut Reader<'r>,
    patterns: &Left<'_>,
    out: &mut String,
    left_out: &mut Vec<Cow<'r, str>>,
) -> Result<(), Stop> {
    reader.begin_array()?;
    out.push('[');
    let mut index = 0_usize;
    while reader.next_item(index == 0)? {
        if index > 0 {
            out.push(',');
        }
        write(reader, below(patterns, &index.to_string()), out, left_out)?;
        index += 1;
    }
    out.push(']');
    Ok(())
}

#[inline]
fn is_here(pattern: &[&str]) -> bool {
    pattern.iter().all(|step| *step == "**")
}

/// Whether what is left of a pointer leads to the keys of this object.
#[inline]
fn is_at_keys(pattern: &[&str]) -> bool {
    pattern.iter().find(|step| **step != "**") == Some(&KEYS)
}

/// What is left of the pointers for the value under a key.
#[inline]
fn below<'p>(patterns: &Left<'p>, key: &str) -> Left<'p> {
    let mut left = Vec::new();
    for pattern in patterns {
        let mut rest = pattern.as_slice();
        while let Some((step, after)) = rest.split_first() {
            if *step == "**" {
                // Either `**` matches this key too, or its match ended before it.
                add(&mut left, rest);
                rest = after;
                continue;
            }
            if *step == "*" || *step != KEYS && unescape(step) == key {
                add(&mut left, after);
            }
            break;
        }
    }
    left
}

/// Adds a remainder once, so that there are never more of them than the pointers have steps in total.
#[inline]
fn add<'p>(left: &mut Left<'p>, rest: &[&'p str]) {
    if !left.iter().any(|known| known == rest) {
        left.push(rest.to_vec());
    }
}

#[inline]
fn unescape(step: &str) -> String {
    step.replace("~2", "*")
        .replace("~1", "/")
        .replace("~0", "~")
}

#[cfg(test)]
mod tests {
    use super::redact_secrets;

    #[test]
    fn secrets_are_left_out_and_nothing_else() {
        let cases: [(&str, &[&str], &str); 15] = [
            (r#"{ "b": 1.0, "a": "x" }"#, &[], r#"{"a":"x","b":1.0}"#),
            (r#"{"a":"x","b":1}"#, &["/a"], r#"{"a":"[redacted]","b":1}"#),
            (r#"{"a":{"b":[1]}}"#, &["/a"], r#"{"a":"[redacted]"}"#),
            (r#"{"\u0061":"x"}"#, &["/a"], r#"{"a":"[redacted]"}"#),
            (
                r#"{"l":[{"k":"x","n":1},{"k":"y"}]}"#,
                &["/l/*/k"],
                r#"{"l":[{"k":"[redacted]","n":1},{"k":"[redacted]"}]}"#,
            ),
            (
                r#"{"t":{"k":"x","t":{"t":{"k":"y"}}},"k":"z"}"#,
                &["/t/**/k"],
                r#"{"k":"z","t":{"k":"[redacted]","t":{"t":{"k":"[redacted]"}}}}"#,
            ),
            (
                r#"{"*":"x","a/b":"y","a~b":"z","c":"w"}"#,
                &["/~2", "/a~1b", "/a~0b"],
                r#"{"*":"[redacted]","a/b":"[redacted]","a~b":"[redacted]","c":"w"}"#,
            ),
            (r#"{"a":"x"}"#, &["/b/c", "/A"], r#"{"a":"x"}"#),
            (r#"{"a":"x""#, &["/b"], r#""[redacted]""#),
            (
                r#"{"a":"x","a":"y"}"#,
                &["/a"],
                r#"{"a":"[redacted]","a":"[redacted]"}"#,
            ),
            (r#"{"a":"x"}"#, &["/**"], r#""[redacted]""#),
            (
                r#"{"m":{"k":1,"l":{"k":2}},"k":3}"#,
                &["/m/~3"],
                r#"{"k":3,"m":{"[redacted 1]":1,"[redacted 2]":{"k":2}}}"#,
            ),
            (
                r#"{"m":{"k":1},"~3":2}"#,
                &["/**/~3"],
                r#"{"[redacted 1]":{"[redacted 1]":1},"[redacted 2]":2}"#,
            ),
            (r#"{"~3":1}"#, &["/~03"], r#"{"~3":"[redacted]"}"#),
            (
                r#"{"a":"x\u202ey\udb40\udc41"}"#,
                &[],
                r#"{"a":"x\u202ey\udb40\udc41"}"#,
            ),
        ];
        for (text, secrets, shown) in cases {
            assert_eq!(redact_secrets(text, secrets), shown, "{text} {secrets:?}");
        }
    }
}
