//! The single traversal of a schema table, over a text or over a parsed value. Typed reading, validation and
//! the trial of an alternative are this traversal with different destinations, so they cannot disagree.

mod ahead;
mod begun;
mod expected;
mod fields;
mod list;
mod object;
mod parsed;
mod pattern;
mod scalar;
mod size;
mod tagged;
mod text;
mod trial;
mod union;
mod unique;

use crate::input::Input;
use crate::reader::{Captured, Reader, Stop};
use crate::schema::{Complete, Schema};
use crate::slot::{Ignore, Part, Slot};
use crate::value::Value;
use crate::violation::{Violations, Word};
use std::borrow::Cow;

pub use begun::refuses_beginning;
pub(crate) use list::read_list;
pub(crate) use object::read_map;
pub(crate) use pattern::matches_pattern;
pub(crate) use scalar::{
    read_boolean, read_choice, read_null, read_number, read_short_number, read_text,
};
pub(crate) use text::not_among;
pub(crate) use trial::try_branches;

use fields::Target;
use object::read_object;
use union::{ignore_union, read_union};

/// Validates a JSON text against a schema.
///
/// # Errors
/// Returns the violations. If the text is not JSON, or validation would take too long, only that is returned.
pub fn validate(schema: &'static Schema, text: &str) -> Result<(), Violations> {
    read_json(&mut Ignore, schema, text)
}

/// Validates a value that has already been parsed. The result, the violations and their order are the same as
/// for the value's JSON text.
///
/// ```
/// # use toolc_runtime::{schema::INTEGER, validate_value};
/// assert!(validate_value(INTEGER, &serde_json::json!(1.0)).is_ok());
/// assert!(validate_value(INTEGER, &serde_json::json!(1.5)).is_err());
/// ```
///
/// A number stands for its JSON text: a double with a fractional part has the fewest digits that read back as
/// the same double. Two things differ from a text: nesting deeper than
/// [`MAX_DEPTH`](crate::reader::MAX_DEPTH) is reported without a byte offset, and the cost of validation,
/// which is limited, is an estimate.
///
/// # Errors
/// Returns the violations. If the value is nested too deeply, has a number beyond the range of doubles, or
/// validation would take too long, only that is returned.
pub fn validate_value(schema: &'static Schema, value: &Value) -> Result<(), Violations> {
    read_value(&mut Ignore, schema, value)
}

/// Returns only whether a schema accepts a text, for the compiler. Deducts the cost from `steps`, and returns
/// `None` if they do not suffice.
#[doc(hidden)]
pub fn decide_validity(schema: &'static Schema, text: &str, steps: &mut u32) -> Option<bool> {
    let mut reader = Reader::new(text).trial(Captured::Text(text)).limit(*steps);
    let done = fill_slot(&mut Ignore, &mut reader, schema).and_then(|()| reader.finish());
    *steps = reader.left();
    (!reader.gave_up()).then_some(done.is_ok())
}

/// Reads a whole text into a slot, and validates it on the way.
///
/// # Errors
/// Returns the violations; the content of the slot is then meaningless.
pub fn read_json<'j>(
    slot: &mut dyn Slot<'j>,
    schema: &'static Schema,
    text: &'j str,
) -> Result<(), Violations> {
    start(slot, schema, Reader::new(text))
}

/// Like [`read_json`], but reads a value that has already been parsed.
///
/// # Errors
/// Returns the violations; the content of the slot is then meaningless.
pub fn read_value<'j>(
    slot: &mut dyn Slot<'j>,
    schema: &'static Schema,
    value: &'j Value,
) -> Result<(), Violations> {
    start(slot, schema, Reader::of_value(value))
}

/// Reads either form of arguments.
///
/// # Errors
/// Returns the violations; the content of the slot is then meaningless.
pub(crate) fn read_input<'j>(
    slot: &mut dyn Slot<'j>,
    schema: &'static Schema,
    input: Input<'j>,
) -> Result<(), Violations> {
    match input {
        Input::Text(text) => read_json(slot, schema, text),
        Input::Value(value) => read_value(slot, schema, value),
    }
}

#[inline(always)]
fn start<'j>(
    slot: &mut dyn Slot<'j>,
    schema: &'static Schema,
    mut reader: Reader<'j>,
) -> Result<(), Violations> {
    let done = fill_slot(slot, &mut reader, schema).and_then(|()| reader.finish());
    if done.is_ok() && reader.violations.is_empty() {
        return Ok(());
    }
    Err(reader.into_violations())
}

/// Reads one value into a slot. Slots never receive [`Schema::Complete`] and [`Schema::Never`], which are
/// handled here.
pub(crate) fn fill_slot<'j>(
    slot: &mut dyn Slot<'j>,
    reader: &mut Reader<'j>,
    schema: &'static Schema,
) -> Result<(), Stop> {
    match schema {
        Schema::Complete(rules) => complete(slot, reader, rules),
        Schema::Never => never(reader),
        _ => slot.fill(reader, schema),
    }
}

fn complete<'j>(
    slot: &mut dyn Slot<'j>,
    reader: &mut Reader<'j>,
    rules: &'static Complete,
) -> Result<(), Stop> {
    let captured = reader.captured()?;
    reader.step(captured.weight())?;
    let before = reader.violations.len();
    let mut fork = reader.fork(captured);
    let filled = fill_slot(slot, &mut fork, rules.base);
    reader.join(fork);
    filled?;
    for keyword in rules.keywords {
        (rules.check)(keyword, captured, reader)?;
    }
    if reader.violations.len() > before {
        reader.violations.remove_repeats(before);
    }
    Ok(())
}

/// Returns whether a schema accepts a captured value.
pub(crate) fn accepts_value(
    schema: &'static Schema,
    captured: Captured<'_>,
    reader: &mut Reader<'_>,
) -> Result<bool, Stop> {
    let mut trial = reader.trial(captured);
    let accepted = trial
        .step(captured.weight())
        .and_then(|()| fill_slot(&mut Ignore, &mut trial, schema))
        .is_ok();
    reader.settle(&trial)?;
    Ok(accepted)
}

/// Validates a captured value against a schema, and records the violations.
pub(crate) fn recheck_captured(
    schema: &'static Schema,
    captured: Captured<'_>,
    reader: &mut Reader<'_>,
) -> Result<(), Stop> {
    reader.step(captured.weight())?;
    let mut fork = reader.fork(captured);
    let done = fill_slot(&mut Ignore, &mut fork, schema);
    reader.join(fork);
    done
}

/// Stops because the table and the type do not belong together.
#[cold]
pub(crate) fn report_mismatch(reader: &mut Reader<'_>) -> Result<(), Stop> {
    reader.stop("the schema table does not belong to this type")
}

/// Records that the value has the wrong type, and skips it.
#[cold]
fn wrong_type(reader: &mut Reader<'_>, message: &'static str) -> Result<(), Stop> {
    reader.violate("type", &[Word::Text(message)])?;
    reader.pass()
}

/// Validates a value without reading it into a slot.
pub(crate) fn ignore_value(reader: &mut Reader<'_>, schema: &'static Schema) -> Result<(), Stop> {
    reader.step(0)?;
    match schema {
        Schema::Any => reader.pass(),
        Schema::Never => never(reader),
        Schema::Null => read_null(reader),
        Schema::Boolean => read_boolean(reader).map(drop),
        Schema::Text(rules) => read_text(reader, rules).map(drop),
        Schema::Choice(values) => read_choice(reader, values).map(drop),
        Schema::Integer(_) | Schema::Number(_) => match read_short_number(reader, schema) {
            Some(_) => Ok(()),
            None => read_number(reader, schema).map(drop),
        },
        Schema::List(rules) => read_list(&mut Ignore, reader, rules),
        // Read like a map, so that the traversal of objects is not compiled a second time.
        Schema::Object(rules) => read_object(Target::Entries(&mut Ignore), reader, rules),
        Schema::Nullable(inner) => match reader.take_null()? {
            true => Ok(()),
            false => ignore_value(reader, inner),
        },
        Schema::Union(rules) => ignore_union(reader, rules),
        Schema::Complete(rules) => complete(&mut Ignore, reader, rules),
    }
}

/// Validates a value and returns its text.
pub(crate) fn read_whole<'j>(
    reader: &mut Reader<'j>,
    schema: &'static Schema,
) -> Result<Cow<'j, str>, Stop> {
    reader.peek();
    let (start, value) = (reader.offset(), reader.value());
    ignore_value(reader, schema)?;
    Ok(match value {
        None => Cow::Borrowed(reader.since(start)),
        Some(value) => Cow::Owned(value.to_string()),
    })
}

/// Reads a generated struct or enum.
pub(crate) fn read_part<'j>(
    part: &mut dyn Part<'j>,
    reader: &mut Reader<'j>,
    schema: &'static Schema,
) -> Result<(), Stop> {
    match schema {
        Schema::Object(rules) => read_object(Target::Part(part), reader, rules),
        Schema::Choice(values) => {
            if let Some(index) = read_choice(reader, values)? {
                part.slot(index);
            }
            Ok(())
        }
        Schema::Union(rules) => read_union(part, reader, rules),
        _ => report_mismatch(reader),
    }
}

#[cold]
fn never(reader: &mut Reader<'_>) -> Result<(), Stop> {
    reader.violate("false schema", &[Word::Text("must not be there")])?;
    reader.pass()
}
