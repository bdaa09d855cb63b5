//! The one walk over a text along a table. Typed reading, validation and the trial of an
//! alternative are this walk with different places to read to, so they cannot disagree.

mod ahead;
mod list;
mod object;
mod scalar;
mod told;
mod trial;
mod union;

use crate::keyword;
use crate::reader::{Reader, Stop};
use crate::schema::{Complete, Schema};
use crate::slot::{Ignore, Part, Slot};
use crate::violation::Violations;
use std::borrow::Cow;

pub(crate) use list::list;
pub(crate) use object::map;
pub(crate) use scalar::{boolean, choice, not_among, null, number, text};
pub(crate) use trial::among;

use object::object;
use scalar::plural;
use union::{ignore_union, union};

/// Checks a text against a schema.
///
/// # Errors
/// All rules that the text breaks.
pub fn validate(schema: &'static Schema, text: &str) -> Result<(), Violations> {
    read(&mut Ignore, schema, text)
}

/// Whether a schema accepts a text: the verdict alone, for the compiler. It takes what it costs from
/// `steps`, and there is none where they do not suffice.
#[doc(hidden)]
pub fn decide(schema: &'static Schema, text: &str, steps: &mut u32) -> Option<bool> {
    let mut reader = Reader::new(text).trial(text).limit(*steps);
    let done = fill(&mut Ignore, &mut reader, schema).and_then(|()| reader.finish());
    *steps = reader.left();
    (!reader.gave_up()).then_some(done.is_ok())
}

/// Reads a whole text to a place and checks it on the way.
///
/// # Errors
/// All rules that the text breaks; what was read is then worth nothing.
pub fn read<'j>(
    slot: &mut dyn Slot<'j>,
    schema: &'static Schema,
    text: &'j str,
) -> Result<(), Violations> {
    let mut reader = Reader::new(text);
    let done = fill(slot, &mut reader, schema).and_then(|()| reader.finish());
    if done.is_ok() && reader.violations.is_empty() {
        return Ok(());
    }
    Err(reader.into_violations())
}

/// Reads one value to a place. Slots never see [`Schema::Complete`] and [`Schema::Never`]: those end
/// here.
pub(crate) fn fill<'j>(
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
    let text = reader.capture()?;
    reader.step(text.len())?;
    let mut fork = reader.fork(text);
    let filled = fill(slot, &mut fork, rules.base);
    reader.join(fork);
    filled?;
    rules
        .keywords
        .iter()
        .try_for_each(|keyword| keyword::check(keyword, text, reader))
}

/// Whether a schema accepts a captured value.
pub(crate) fn accepts(
    schema: &'static Schema,
    text: &str,
    reader: &mut Reader<'_>,
) -> Result<bool, Stop> {
    let mut trial = reader.trial(text);
    let accepted = trial
        .step(text.len())
        .and_then(|()| fill(&mut Ignore, &mut trial, schema))
        .is_ok();
    reader.settle(&trial)?;
    Ok(accepted)
}

/// Checks a captured value against a schema and notes what it breaks.
pub(crate) fn recheck(
    schema: &'static Schema,
    text: &str,
    reader: &mut Reader<'_>,
) -> Result<(), Stop> {
    reader.step(text.len())?;
    let mut fork = reader.fork(text);
    let done = fill(&mut Ignore, &mut fork, schema);
    reader.join(fork);
    done
}

/// A table and a type that were not made for each other: the text cannot be read.
#[cold]
pub(crate) fn mismatch(reader: &mut Reader<'_>) -> Result<(), Stop> {
    reader.stop("the schema table does not belong to this type")
}

/// Notes that the value has another type and passes over it.
#[cold]
fn wrong_type(reader: &mut Reader<'_>, message: &'static str) -> Result<(), Stop> {
    reader.note("type", Cow::Borrowed(message))?;
    reader.capture().map(drop)
}

/// The walk that reads nothing.
pub(crate) fn ignore(reader: &mut Reader<'_>, schema: &'static Schema) -> Result<(), Stop> {
    reader.step(0)?;
    match schema {
        Schema::Any => reader.capture().map(drop),
        Schema::Never => never(reader),
        Schema::Null => null(reader),
        Schema::Boolean => boolean(reader).map(drop),
        Schema::Text(rules) => text(reader, rules).map(drop),
        Schema::Choice(values) => choice(reader, values).map(drop),
        Schema::Integer(_) | Schema::Number(_) => number(reader, schema).map(drop),
        Schema::List(rules) => list(&mut Ignore, reader, rules),
        Schema::Object(rules) => object(&mut Ignore, reader, rules),
        Schema::Nullable(_) if reader.peek() == Some(b'n') => reader.null(),
        Schema::Nullable(inner) => ignore(reader, inner),
        Schema::Union(rules) => ignore_union(reader, rules),
        Schema::Complete(rules) => complete(&mut Ignore, reader, rules),
    }
}

/// Reads a generated struct or enum.
pub(crate) fn part<'j>(
    part: &mut dyn Part<'j>,
    reader: &mut Reader<'j>,
    schema: &'static Schema,
) -> Result<(), Stop> {
    match schema {
        Schema::Object(rules) => object(part, reader, rules),
        Schema::Choice(values) => {
            if let Some(index) = choice(reader, values)? {
                part.slot(index);
            }
            Ok(())
        }
        Schema::Union(rules) => union(part, reader, rules),
        _ => mismatch(reader),
    }
}

#[cold]
fn never(reader: &mut Reader<'_>) -> Result<(), Stop> {
    reader.violate("false schema", format_args!("must not be there"))?;
    reader.capture().map(drop)
}
