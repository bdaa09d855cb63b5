//! Objects: known keys, further keys, and what must be there.

use super::{accepts_value, fill_slot, parsed, plural_noun, recheck_captured, report_mismatch};
use crate::keyword;
use crate::reader::{Captured, Keys, Reader, Stop};
use crate::schema::{Field, Object, Schema};
use crate::slot::{Entries, Ignore, Part, Slot};
use crate::violation::{describe_expected, shorten_name};

/// What an object is read to.
pub(super) trait Fields<'j> {
    /// The place of a field.
    fn field(&mut self, index: usize) -> Option<&mut dyn Slot<'j>>;

    /// The place of a value under a key that no field has.
    fn extra(&mut self, key: &str) -> Option<&mut dyn Slot<'j>>;
}

impl<'j> Fields<'j> for Ignore {
    fn field(&mut self, _: usize) -> Option<&mut dyn Slot<'j>> {
        None
    }

    fn extra(&mut self, _: &str) -> Option<&mut dyn Slot<'j>> {
        None
    }
}

impl<'j> Fields<'j> for dyn Part<'j> + '_ {
    fn field(&mut self, index: usize) -> Option<&mut dyn Slot<'j>> {
        Some(self.slot(index))
    }

    fn extra(&mut self, key: &str) -> Option<&mut dyn Slot<'j>> {
        self.rest().map(|entries| entries.entry(key))
    }
}

impl<'j> Fields<'j> for dyn Entries<'j> + '_ {
    fn field(&mut self, _: usize) -> Option<&mut dyn Slot<'j>> {
        None
    }

    fn extra(&mut self, key: &str) -> Option<&mut dyn Slot<'j>> {
        Some(self.entry(key))
    }
}

/// Reads an object into a map.
pub(crate) fn read_map<'j>(
    entries: &mut dyn Entries<'j>,
    reader: &mut Reader<'j>,
    rules: &'static Object,
) -> Result<(), Stop> {
    if !rules.fields.is_empty() {
        return report_mismatch(reader);
    }
    read_object(entries, reader, rules)
}

/// Which fields were there.
#[derive(Default)]
pub(super) struct Seen {
    first: u64,
    further: Vec<bool>,
}

impl Seen {
    /// Notes a field; `true` where it was there before.
    pub fn note(&mut self, index: usize, fields: usize) -> bool {
        if index < 64 {
            let bit = 1 << index;
            let before = self.first & bit != 0;
            self.first |= bit;
            return before;
        }
        self.note_further(index - 64, fields - 64)
    }

    #[cold]
    fn note_further(&mut self, index: usize, fields: usize) -> bool {
        self.further.resize(fields, false);
        std::mem::replace(&mut self.further[index], true)
    }

    fn has(&self, index: usize) -> bool {
        if index < 64 {
            self.first & (1 << index) != 0
        } else {
            self.further.get(index - 64) == Some(&true)
        }
    }
}

/// Reads an object. The next key is guessed to be the next field of the table.
pub(super) fn read_object<'j, F: Fields<'j> + ?Sized>(
    target: &mut F,
    reader: &mut Reader<'j>,
    rules: &'static Object,
) -> Result<(), Stop> {
    if reader.peek() != Some(b'{') {
        return parsed::parsed_object(target, reader, rules);
    }
    let fields = rules.fields;
    let mut seen = Seen::default();
    let mut extra = None;
    let mut next = 0;
    let (mut known, mut unknown) = (0, 0);
    reader.begin_object()?;
    while reader.next_key(known + unknown == 0)? {
        let guess = fields.get(next);
        let field = match guess.filter(|field| reader.take_key(field.spelled)) {
            Some(field) => field,
            None => {
                let name = reader.string()?;
                reader.colon()?;
                let Some(index) = find_field(fields, next, &name) else {
                    unknown += 1;
                    if !extra.get_or_insert_with(Keys::default).add(name.clone()) {
                        twice(reader, &name)?;
                    }
                    read_additional(target, reader, rules, &name)?;
                    continue;
                };
                next = index;
                &fields[index]
            }
        };
        if seen.note(next, fields.len()) {
            twice(reader, field.name)?;
        } else {
            known += 1;
        }
        known_field(target, reader, rules, (next, field))?;
        next += 1;
    }
    if known < fields.len() {
        report_missing(reader, fields, &seen)?;
    }
    check_size(reader, (known + unknown) as u64, rules)
}

/// Reads the value of a field.
#[inline(always)]
pub(super) fn known_field<'j, F: Fields<'j> + ?Sized>(
    target: &mut F,
    reader: &mut Reader<'j>,
    rules: &'static Object,
    (index, field): (usize, &'static Field),
) -> Result<(), Stop> {
    let before = reader.violations.len();
    fill_slot(
        target.field(index).unwrap_or(&mut Ignore),
        reader,
        field.schema,
    )?;
    if reader.violations.len() != before {
        tell(reader, rules, field, before);
    }
    match rules.names {
        None => Ok(()),
        Some(names) => check_name(reader, field.name, names),
    }
}

/// Says where in the object something is wrong. A key that is required and forbidden has a field, and
/// what forbids it is what forbids all further keys.
#[cold]
fn tell(reader: &mut Reader<'_>, rules: &Object, field: &Field, first: usize) {
    if !matches!((field.schema, rules.rest), (Schema::Never, Schema::Never)) {
        return reader.violations.prefix(first, field.name);
    }
    let name = shorten_name(field.name);
    let message = format!("unknown key `{name}`");
    reader
        .violations
        .replace(first, "additionalProperties", message);
}

/// The place of a field. Most texts keep the order of the table and leave some out, so it is
/// sought from the guess on.
pub(super) fn find_field(fields: &[Field], guess: usize, name: &str) -> Option<usize> {
    let (before, after) = fields.split_at(guess.min(fields.len()));
    let position = |fields: &[Field]| fields.iter().position(|field| field.name == name);
    position(after)
        .map(|index| before.len() + index)
        .or_else(|| position(before))
}

#[cold]
fn twice(reader: &mut Reader<'_>, key: &str) -> Result<(), Stop> {
    reader.violate(
        "syntax",
        format_args!("key `{}` must not occur twice", shorten_name(key)),
    )
}

fn check_name(reader: &mut Reader<'_>, name: &str, names: &'static Schema) -> Result<(), Stop> {
    let mut text = String::new();
    crate::json::write_string(name, &mut text);
    if accepts_value(names, Captured::Text(&text), reader)? {
        return Ok(());
    }
    reader.violate(
        "propertyNames",
        format_args!("key `{}` is not allowed as a name", shorten_name(name)),
    )
}

/// Reads the value under a key that no field has.
#[inline(never)]
pub(super) fn read_additional<'j, F: Fields<'j> + ?Sized>(
    target: &mut F,
    reader: &mut Reader<'j>,
    rules: &'static Object,
    name: &str,
) -> Result<(), Stop> {
    if let Some(names) = rules.names {
        check_name(reader, name, names)?;
    }
    let before = reader.violations.len();
    let mut matching = Vec::new();
    for (pattern, schema) in rules.patterns {
        if keyword::matches_keyword(reader, name, pattern)? {
            matching.push(*schema);
        }
    }
    if matching.is_empty() && matches!(rules.rest, Schema::Never) {
        reader.violate(
            "additionalProperties",
            format_args!("unknown key `{}`", shorten_name(name)),
        )?;
        return reader.pass();
    }
    let schema = matching.first().copied().unwrap_or(rules.rest);
    reader.peek();
    let (start, value) = (reader.offset(), reader.value());
    fill_slot(target.extra(name).unwrap_or(&mut Ignore), reader, schema)?;
    if let Some(further @ [_, ..]) = matching.get(1..) {
        let captured = reader.captured_since(start, value);
        for schema in further {
            recheck_captured(schema, captured, reader)?;
        }
    }
    if reader.violations.len() != before {
        reader.violations.prefix(before, &shorten_name(name));
    }
    Ok(())
}

pub(super) fn report_missing(
    reader: &mut Reader<'_>,
    fields: &'static [Field],
    seen: &Seen,
) -> Result<(), Stop> {
    for (index, field) in fields.iter().enumerate() {
        if field.required && !seen.has(index) {
            let name = shorten_name(field.name);
            match describe_expected(field.schema) {
                Some(what) => {
                    reader.violate("required", format_args!("`{name}` is required: {what}"))?
                }
                None => reader.violate("required", format_args!("`{name}` is required"))?,
            }
        }
    }
    Ok(())
}

#[inline]
pub(super) fn check_size(reader: &mut Reader<'_>, count: u64, rules: &Object) -> Result<(), Stop> {
    let Object {
        min_properties: _,
        max_properties: _,
        // looked at key by key
        fields: _,
        patterns: _,
        rest: _,
        names: _,
    } = rules;
    if count < rules.min_properties {
        reader.violate(
            "minProperties",
            format_args!(
                "must have at least {}",
                plural_noun(rules.min_properties, "key")
            ),
        )?;
    }
    if count > rules.max_properties {
        reader.violate(
            "maxProperties",
            format_args!(
                "must have at most {}",
                plural_noun(rules.max_properties, "key")
            ),
        )?;
    }
    Ok(())
}
