//! Objects, key by key.

use super::fields::{Seen, Target, find_field, known_field, read_additional, report_missing};
use super::size::check_size;
use super::{parsed, report_mismatch};
use crate::reader::{Keys, Reader, Stop};
use crate::schema::Object;
use crate::slot::Entries;
use crate::violation::Word;

/// Reads an object into a map.
pub(crate) fn read_map<'j>(
    entries: &mut dyn Entries<'j>,
    reader: &mut Reader<'j>,
    rules: &'static Object,
) -> Result<(), Stop> {
    if !rules.fields.is_empty() {
        return report_mismatch(reader);
    }
    read_object(Target::Entries(entries), reader, rules)
}

/// Reads an object. The next key is expected to be the next field of the table.
pub(super) fn read_object<'j>(
    mut target: Target<'_, 'j>,
    reader: &mut Reader<'j>,
    rules: &'static Object,
) -> Result<(), Stop> {
    if !reader.is_next(b'{') {
        return parsed::parsed_object(&mut target, reader, rules);
    }
    let fields = rules.fields;
    let mut seen = Seen::default();
    let mut extra = None;
    let mut next = 0;
    let (mut known, mut unknown) = (0, 0);
    reader.begin_object()?;
    loop {
        let first = known + unknown == 0;
        let guess = fields.get(next);
        let field = match guess.filter(|field| reader.take_next_key(first, field.spelled)) {
            Some(field) => field,
            None => {
                if !reader.next_key(first)? {
                    break;
                }
                let name = reader.string()?;
                reader.colon()?;
                let Some(index) = find_field(fields, next, &name) else {
                    unknown += 1;
                    // in a closed object, the key is reported in any case
                    if !rules.is_closed()
                        && !extra.get_or_insert_with(Keys::default).add(name.clone())
                    {
                        twice(reader, &name)?;
                    }
                    read_additional(&mut target, reader, rules, &name)?;
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
        known_field(&mut target, reader, rules, (next, field))?;
        next += 1;
    }
    if known < fields.len() {
        report_missing(reader, fields, &seen, fields.len() - known)?;
    }
    check_size(reader, (known + unknown) as u64, rules)
}

#[cold]
fn twice(reader: &mut Reader<'_>, key: &str) -> Result<(), Stop> {
    reader.violate(
        "syntax",
        &[
            Word::Text("key "),
            Word::Name(key),
            Word::Text(" must not occur twice"),
        ],
    )
}
