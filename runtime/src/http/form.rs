//! Forms: the properties of an object as fields, `application/x-www-form-urlencoded` or in parts.

use super::arguments::Arguments;
use super::escape::{self, Escape};
use super::failure::Failure;
use super::media;
use super::names::{NOBODY, Names};
use super::operation::{Field, Form};
use super::style::{self, Pair, join_pair};
use super::value::{Value, View};
use std::borrow::Cow;

/// The value of a field, and how it is written.
pub(super) enum Entry<'j> {
    /// A name and a text, written in a style.
    Styled(Pair),
    /// Text, or the Base64 of a file, and its media type if it has one.
    Content(Value<'j>, Option<&'static str>),
}

/// The fields of a form, each with the name of its property. `names` are the names of all properties that its
/// description has: no key that the model chose may be one of them, whether it is a field itself or a style
/// turns it into one.
pub(super) fn form_entries<'j>(
    form: Value<'j>,
    fields: &'static [Field],
    names: &[&str],
    escape: impl Fn(bool) -> Escape,
) -> Result<Vec<(Cow<'j, str>, Entry<'j>)>, Failure> {
    let members = members(form)?;
    let mut taken = Names::default();
    for name in names {
        let owner = members.iter().position(|(member, _)| member == name);
        taken.take(owner.unwrap_or(NOBODY), name);
    }
    let chosen = || {
        let members = members.iter().enumerate();
        members.filter(|(_, (name, _))| !names.contains(&&**name))
    };
    for (_, (name, _)) in chosen() {
        taken.check(name)?;
    }
    for (owner, (name, _)) in chosen() {
        taken.take(owner, name);
    }
    let mut entries = Vec::with_capacity(members.len());
    for (owner, (name, value)) in members.into_iter().enumerate() {
        let of_property = of_property(&name, value, fields, &escape)?;
        let made = of_property.iter().filter_map(|entry| match entry {
            Entry::Styled(pair) => Some(pair),
            Entry::Content(..) => None,
        });
        taken.add(owner, &name, made)?;
        entries.extend(of_property.into_iter().map(|entry| (name.clone(), entry)));
    }
    Ok(entries)
}

/// The fields of one property. Without a style, an array becomes one field per item (OpenAPI, "Encoding
/// Object").
fn of_property<'j>(
    name: &str,
    value: Value<'j>,
    fields: &'static [Field],
    escape: impl Fn(bool) -> Escape,
) -> Result<Vec<Entry<'j>>, Failure> {
    let field = fields.iter().find(|field| field.name == name);
    let media_type = match field.map(|field| field.form) {
        Some(Form::Style(styled)) => {
            let pairs = style::style_pairs(styled, name, value, escape(styled.allow_reserved))?;
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

/// A value as text: in its media type if it has one, else plain, with JSON for everything that is not a
/// string, number or boolean.
pub(super) fn form_text(value: Value<'_>, media_type: Option<&str>) -> Result<String, Failure> {
    match media_type {
        Some(media_type) => media::write_media(media_type, value),
        None => value.plain().map(String::from),
    }
}

/// The members of an object.
fn members<'j>(value: Value<'j>) -> Result<Arguments<'j>, Failure> {
    match value.view()? {
        View::Object(members) => Ok(members),
        _ => Err(Failure::internal("a form is not an object")),
    }
}

/// Writes `application/x-www-form-urlencoded`. Spaces are written as `%20`, which every form parser accepts.
pub(super) fn write_form(
    value: Value<'_>,
    fields: &'static [Field],
    names: &[&str],
) -> Result<String, Failure> {
    let pairs = form_pairs(value, fields, names)?;
    Ok(pairs
        .into_iter()
        .map(join_pair)
        .collect::<Vec<_>>()
        .join("&"))
}

/// The same form as names and values.
pub(super) fn form_pairs(
    value: Value<'_>,
    fields: &'static [Field],
    names: &[&str],
) -> Result<Vec<Pair>, Failure> {
    let escape = |allow_reserved| {
        if allow_reserved {
            Escape::Reserved(escape::QUERY)
        } else {
            Escape::Percent
        }
    };
    let entries = form_entries(value, fields, names, escape)?;
    let written = entries.into_iter().map(|(name, entry)| match entry {
        Entry::Styled(pair) => Ok(pair),
        Entry::Content(value, media_type) => {
            let text = form_text(value, media_type)?;
            let [name, text] =
                [&*name, &*text].map(|text| Escape::Percent.apply(text).into_owned());
            Ok((name, text))
        }
    });
    written.collect()
}
