//! Forms: the properties of an object as fields, `application/x-www-form-urlencoded` or in parts.

use super::escape::{self, Escape};
use super::failure::Failure;
use super::media;
use super::operation::{Field, Form};
use super::request::Arguments;
use super::style::{self, Pair};
use super::value::{Value, View};

/// A value of a field with how it is written.
pub(super) enum Entry<'j> {
    /// A name and text, by a style.
    Styled(Pair),
    /// Text, or the Base64 text of a file, and its media type where it has one.
    Content(Value<'j>, Option<&'static str>),
}

/// What the fields of one property are. Without a style, arrays are repeated (OpenAPI, "Encoding
/// Object").
pub(super) fn entries<'j>(
    name: &str,
    value: Value<'j>,
    fields: &'static [Field],
    escape: impl Fn(bool) -> Escape,
) -> Result<Vec<Entry<'j>>, Failure> {
    let field = fields.iter().find(|field| field.name == name);
    let media_type = match field.map(|field| field.form) {
        Some(Form::Style(styled)) => {
            let pairs = style::pairs(styled, name, value, escape(styled.allow_reserved))?;
            return Ok(pairs.into_iter().map(Entry::Styled).collect());
        }
        Some(Form::Content(media_type)) => Some(media_type),
        None => None,
    };
    let values = match value.view()? {
        View::Array(items) => items,
        _ => vec![value],
    };
    let entry = |value| Entry::Content(value, media_type);
    Ok(values.into_iter().map(entry).collect())
}

/// The text of a value: of its media type, else JSON for what is no string, number or boolean.
pub(super) fn text(value: Value<'_>, media_type: Option<&str>) -> Result<String, Failure> {
    match media_type {
        Some(media_type) => media::write(media_type, value),
        None => value.plain().map(String::from),
    }
}

/// The members of an object.
pub(super) fn members<'j>(value: Value<'j>) -> Result<Arguments<'j>, Failure> {
    match value.view()? {
        View::Object(members) => Ok(members),
        _ => Err(Failure::internal("a form is no object")),
    }
}

/// Writes `application/x-www-form-urlencoded`. Spaces are `%20`, which every reader of forms takes.
pub(super) fn write(value: Value<'_>, fields: &'static [Field]) -> Result<String, Failure> {
    let escape = |allow_reserved| match allow_reserved {
        true => Escape::Reserved(escape::QUERY),
        false => Escape::Percent,
    };
    let mut pairs = Vec::new();
    for (name, value) in members(value)? {
        for entry in entries(&name, value, fields, escape)? {
            pairs.push(match entry {
                Entry::Styled((name, value)) => format!("{name}={value}"),
                Entry::Content(value, media_type) => {
                    let text = text(value, media_type)?;
                    let [name, text] = [&*name, &*text].map(|text| Escape::Percent.apply(text));
                    format!("{name}={text}")
                }
            });
        }
    }
    Ok(pairs.join("&"))
}
