//! The styles of OpenAPI 3.2, "Style Values" and "Style Examples".
//!
//! Where the specification leaves a choice: `null` is treated as its `undefined`; an empty array or object is
//! left out, as in RFC 6570, section 2.3; `null` items are left out too; and nested values are written as
//! JSON.

use super::escape::Escape;
use super::failure::Failure;
use super::operation::{Style, Styled};
use super::value::{Value, View};
use std::borrow::Cow;

/// A name and a value in a query, a form or a cookie, as they are written.
pub(super) type Pair = (String, String);

/// `name=value`
pub(super) fn join_pair((name, value): Pair) -> String {
    format!("{name}={value}")
}

/// Writes a value without its name, in a path or a header. `None` if it is left out.
pub(super) fn style_text(
    style: Styled,
    name: &str,
    value: Value<'_>,
    escape: Escape,
) -> Result<Option<String>, Failure> {
    let view = value.view()?;
    if is_undefined(&view) {
        return Ok(None);
    }
    let explode = style.explode;
    Ok(Some(match style.style {
        Style::Matrix => matrix(style, name, &view, escape)?,
        Style::Label => {
            let separator = if explode { "." } else { "," };
            format!(".{}", list(&view, separator, style, escape)?)
        }
        Style::Segments => segments(style, name, &view, escape)?,
        _ => list(&view, ",", style, escape)?,
    }))
}

/// `blue/black`: the `/` in a text stay, and so separate the items of a list. No segment is empty.
fn segments(style: Styled, name: &str, view: &View<'_>, escape: Escape) -> Result<String, Failure> {
    let whole = match view {
        View::Array(items) => {
            let items: Result<Vec<_>, Failure> = defined(items).map(|item| item.plain()).collect();
            items?.join("/")
        }
        View::Scalar(text) => text.clone().into_owned(),
        _ => return list(view, ",", style, escape),
    };
    if whole.split('/').any(str::is_empty) {
        let reason = "each part between its slashes names a segment of the path, and one is empty";
        return Err(Failure::unsendable(name, reason));
    }
    let parts: Vec<_> = whole.split('/').map(|part| escape.apply(part)).collect();
    Ok(parts.join("/"))
}

/// Writes a value as pairs.
pub(super) fn style_pairs(
    style: Styled,
    name: &str,
    value: Value<'_>,
    escape: Escape,
) -> Result<Vec<Pair>, Failure> {
    let view = value.view()?;
    if is_undefined(&view) {
        return Ok(Vec::new());
    }
    if style.style == Style::DeepObject {
        return deep(escape.apply_to_name(name).into_owned(), &view, escape);
    }
    if style.explode {
        exploded(style, name, &view, escape)
    } else {
        let value = list(&view, &separator(style.style, escape), style, escape)?;
        Ok(vec![(escape.apply_to_name(name).into_owned(), value)])
    }
}

/// What stands between the items of a list that is one text.
fn separator(style: Style, escape: Escape) -> Cow<'static, str> {
    match style {
        Style::SpaceDelimited => escape.apply(" "),
        Style::PipeDelimited => escape.apply("|"),
        Style::TabDelimited => escape.apply("\t"),
        _ => Cow::Borrowed(","),
    }
}

/// The text of an item: that of a list within the list, if it has a style, or JSON.
fn item_text(style: Styled, item: &Value<'_>, escape: Escape) -> Result<String, Failure> {
    if let Some(inner) = style.inner
        && let View::Array(items) = item.view()?
    {
        let items: Result<Vec<_>, Failure> = defined(&items)
            .map(|item| Ok(escape.apply(&item.plain()?).into_owned()))
            .collect();
        return Ok(items?.join(&separator(inner, escape)));
    }
    Ok(escape.apply(&item.plain()?).into_owned())
}

/// Whether RFC 6570 treats a value as undefined; not for `null`, which has its own column in OpenAPI.
fn is_undefined(view: &View<'_>) -> bool {
    match view {
        View::Null | View::Scalar(_) => false,
        View::Array(items) => items.iter().all(is_null),
        View::Object(members) => members.iter().all(|(_, value)| is_null(value)),
    }
}

fn is_null(value: &Value<'_>) -> bool {
    value.text() == "null"
}

/// `blue,black` and `R,100,G,200`, or `R=100,G=200`.
fn list(
    view: &View<'_>,
    separator: &str,
    style: Styled,
    escape: Escape,
) -> Result<String, Failure> {
    let is_pair = style.explode && style.style != Style::Segments;
    let equals = if is_pair { "=" } else { separator };
    let written = match view {
        View::Null => return Ok(String::new()),
        View::Scalar(text) => return Ok(escape.apply(text).into_owned()),
        View::Array(items) => defined(items)
            .map(|item| item_text(style, item, escape))
            .collect::<Result<Vec<_>, Failure>>()?,
        View::Object(members) => exploded_members(members, escape)?
            .into_iter()
            .map(|(key, value)| format!("{key}{equals}{value}"))
            .collect(),
    };
    Ok(written.join(separator))
}

/// `;color=blue;color=black`, `;R=100;G=200`, or `;color=blue,black`; `;color` without a value.
fn matrix(style: Styled, name: &str, view: &View<'_>, escape: Escape) -> Result<String, Failure> {
    let pairs = if style.explode {
        exploded(style, name, view, escape)?
    } else {
        vec![(
            escape.apply_to_name(name).into_owned(),
            list(view, ",", style, escape)?,
        )]
    };
    let write = |(name, value): Pair| {
        if value.is_empty() {
            format!(";{name}")
        } else {
            format!(";{name}={value}")
        }
    };
    Ok(pairs.into_iter().map(write).collect())
}

/// One pair per item or property.
fn exploded(
    style: Styled,
    name: &str,
    view: &View<'_>,
    escape: Escape,
) -> Result<Vec<Pair>, Failure> {
    let name = escape.apply_to_name(name);
    match view {
        View::Null => Ok(vec![(name.into_owned(), String::new())]),
        View::Scalar(text) => Ok(vec![(name.into_owned(), escape.apply(text).into_owned())]),
        View::Array(items) => defined(items)
            .map(|item| Ok((name.clone().into_owned(), item_text(style, item, escape)?)))
            .collect(),
        View::Object(members) => exploded_members(members, escape),
    }
}

fn exploded_members<K: AsRef<str>>(
    members: &[(K, Value<'_>)],
    escape: Escape,
) -> Result<Vec<Pair>, Failure> {
    let defined = members.iter().filter(|(_, value)| !is_null(value));
    defined
        .map(|(key, value)| {
            let key = escape.apply_to_key(key.as_ref()).into_owned();
            Ok((key, escape.apply(&value.plain()?).into_owned()))
        })
        .collect()
}

fn defined<'v, 'j>(items: &'v [Value<'j>]) -> impl Iterator<Item = &'v Value<'j>> {
    items.iter().filter(|item| !is_null(item))
}

/// `color[R]=100`. Nested values use further brackets, and items use their index: the specification leaves
/// this open, and servers read it this way.
fn deep(name: String, view: &View<'_>, escape: Escape) -> Result<Vec<Pair>, Failure> {
    let mut pairs = Vec::new();
    let within = |key: &str| {
        let [open, close] = ["[", "]"].map(|bracket| escape.apply(bracket));
        format!("{name}{open}{}{close}", escape.apply_to_key(key))
    };
    match view {
        View::Null => pairs.push((name, String::new())),
        View::Scalar(text) => pairs.push((name, escape.apply(text).into_owned())),
        View::Array(items) => {
            for (index, item) in defined(items).enumerate() {
                pairs.extend(deep(within(&index.to_string()), &item.view()?, escape)?);
            }
        }
        View::Object(members) => {
            for (key, value) in members.iter().filter(|(_, value)| !is_null(value)) {
                pairs.extend(deep(within(key), &value.view()?, escape)?);
            }
        }
    }
    Ok(pairs)
}
