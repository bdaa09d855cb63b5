//! Writes defaults into arguments that leave them out, along the table of a tool.

use crate::filling::{FilledField, FilledPart, Filling};
use crate::json::write_string;
use crate::reader::{Kind, Reader, Stop};
#[cfg(feature = "calls")]
use serde_json::{Map, Value};
use std::borrow::Cow;

/// A text of valid arguments with the defaults that it leaves out, and where they are. Everything else stays as it is,
/// byte for byte, but for white space. `None` if it is not JSON.
pub fn fill_text(filling: &'static Filling, text: &str) -> Option<(String, Vec<String>)> {
    let mut filler = Filler::new(filling);
    let mut out = String::with_capacity(text.len() + 32);
    let mut reader = Reader::new(text);
    filler.write(&mut reader, Some(0), &mut out).ok()?;
    reader.finish().ok()?;
    Some((out, filler.places))
}

/// The same for arguments that are already parsed.
#[cfg(feature = "calls")]
pub(crate) fn fill_value(filling: &'static Filling, mut value: Value) -> (Value, Vec<String>) {
    let mut filler = Filler::new(filling);
    filler.fill_value(&mut value, Some(0));
    (value, filler.places)
}

struct Filler {
    parts: &'static [FilledPart],
    /// Where it is, as a JSON pointer.
    place: String,
    /// What has been filled in.
    places: Vec<String>,
}

impl Filler {
    fn new(filling: &'static Filling) -> Self {
        Filler {
            parts: filling.parts,
            place: String::new(),
            places: Vec::new(),
        }
    }

    fn part(&self, at: Option<u32>) -> Option<&'static FilledPart> {
        self.parts.get(usize::try_from(at?).ok()?)
    }

    /// Does something below a key or an index.
    fn below<R>(&mut self, key: &str, then: impl FnOnce(&mut Self) -> R) -> R {
        let length = self.place.len();
        self.place.push('/');
        self.place
            .push_str(&key.replace('~', "~0").replace('/', "~1"));
        let result = then(self);
        self.place.truncate(length);
        result
    }

    fn write(
        &mut self,
        reader: &mut Reader<'_>,
        at: Option<u32>,
        out: &mut String,
    ) -> Result<(), Stop> {
        match (self.part(at), reader.kind()?) {
            (Some(part), Kind::Object) => match part.tag {
                None => self.write_object(reader, part, out),
                Some((key, parts)) => {
                    let text = reader.capture()?;
                    let value = find_text(text, key)?;
                    let at = parts
                        .iter()
                        .find(|(known, _)| Some(*known) == value.as_deref());
                    self.write(&mut Reader::new(text), at.map(|(_, at)| *at), out)
                }
            },
            (Some(part), Kind::Array) => self.write_array(reader, part, out),
            _ => {
                out.push_str(reader.capture()?);
                Ok(())
            }
        }
    }

    fn write_object(
        &mut self,
        reader: &mut Reader<'_>,
        part: &'static FilledPart,
        out: &mut String,
    ) -> Result<(), Stop> {
        let mut seen = vec![false; part.fields.len()];
        let mut is_first = true;
        reader.begin_object()?;
        out.push('{');
        while reader.next_key(is_first)? {
            let key = reader.string()?;
            reader.colon()?;
            begin_member(&mut is_first, &key, out);
            let known = part.fields.iter().position(|field| field.name == key);
            let within = match known {
                Some(index) => {
                    seen[index] = true;
                    part.fields[index].within
                }
                None => part.rest,
            };
            self.below(&key, |filler| filler.write(reader, within, out))?;
        }
        for (field, default) in list_absent(part, &seen) {
            begin_member(&mut is_first, field.name, out);
            self.below(field.name, |filler| {
                filler.places.push(filler.place.clone());
                filler.write(&mut Reader::new(default), field.within, out)
            })?;
        }
        out.push('}');
        Ok(())
    }

    fn write_array(
        &mut self,
        reader: &mut Reader<'_>,
        part: &'static FilledPart,
        out: &mut String,
    ) -> Result<(), Stop> {
        let mut index = 0;
        reader.begin_array()?;
        out.push('[');
        while reader.next_item(index == 0)? {
            if index > 0 {
                out.push(',');
            }
            let within = find_item(part, index);
            self.below(&index.to_string(), |filler| {
                filler.write(reader, within, out)
            })?;
            index += 1;
        }
        out.push(']');
        Ok(())
    }
}

#[cfg(feature = "calls")]
impl Filler {
    /// The same for a value that is already parsed.
    fn fill_value(&mut self, value: &mut Value, at: Option<u32>) {
        match (self.part(at), value) {
            (Some(part), Value::Object(members)) => match part.tag {
                None => self.fill_object(members, part),
                Some((key, parts)) => {
                    let value = members.get(key).and_then(Value::as_str);
                    let at = parts.iter().find(|(known, _)| Some(*known) == value);
                    if let Some(part) = at.and_then(|(_, at)| self.part(Some(*at))) {
                        self.fill_object(members, part);
                    }
                }
            },
            (Some(part), Value::Array(items)) => {
                for (index, item) in items.iter_mut().enumerate() {
                    let within = find_item(part, index);
                    self.below(&index.to_string(), |filler| filler.fill_value(item, within));
                }
            }
            _ => {}
        }
    }

    fn fill_object(&mut self, members: &mut Map<String, Value>, part: &'static FilledPart) {
        let is_there = |field: &FilledField| members.contains_key(field.name);
        let seen: Vec<bool> = part.fields.iter().map(is_there).collect();
        for (key, value) in members.iter_mut() {
            let known = part.fields.iter().find(|field| field.name == key);
            let within = known.map_or(part.rest, |field| field.within);
            self.below(key, |filler| filler.fill_value(value, within));
        }
        for (field, default) in list_absent(part, &seen) {
            // the compiler wrote it, so it is JSON
            let Ok(mut value) = serde_json::from_str::<Value>(default) else {
                continue;
            };
            self.below(field.name, |filler| {
                filler.places.push(filler.place.clone());
                filler.fill_value(&mut value, field.within);
            });
            members.insert(field.name.to_owned(), value);
        }
    }
}

/// The string under a key of an object.
fn find_text<'t>(object: &'t str, key: &str) -> Result<Option<Cow<'t, str>>, Stop> {
    let mut reader = Reader::new(object);
    let mut is_first = true;
    reader.begin_object()?;
    while reader.next_key(is_first)? {
        is_first = false;
        let is_it = reader.string()? == key;
        reader.colon()?;
        if is_it && reader.kind()? == Kind::String {
            return reader.string().map(Some);
        }
        reader.capture()?;
    }
    Ok(None)
}

/// The fields with defaults that an object does not have.
fn list_absent(
    part: &'static FilledPart,
    seen: &[bool],
) -> impl Iterator<Item = (&'static FilledField, &'static str)> {
    let fields = part.fields.iter().zip(seen);
    fields.filter_map(|(field, seen)| Some((field, field.default.filter(|_| !seen)?)))
}

fn find_item(part: &FilledPart, index: usize) -> Option<u32> {
    part.prefix.get(index).copied().unwrap_or(part.items)
}

fn begin_member(is_first: &mut bool, key: &str, out: &mut String) {
    if !std::mem::replace(is_first, false) {
        out.push(',');
    }
    write_string(key, out);
    out.push(':');
}
