//! Alternatives: the branch is selected by the type of the value, by a key, or by trying.

use super::expected::Expected;
use super::tagged::{by_keys, by_tag};
use super::trial::try_branches;
use super::{fill_slot, ignore_value, report_mismatch};
use crate::reader::{Captured, Kind, Reader, Stop};
use crate::schema::{NONE, Select, Union};
use crate::slot::Part;
use crate::violation::Word;

/// How the branch of a value was found.
enum Found<'j> {
    /// By looking ahead: the value has still to be read.
    Ahead(usize),
    /// By trial: the value has been captured.
    Behind(usize, Captured<'j>),
    /// Not at all: the value was skipped and its violations were recorded.
    Nowhere,
}

// Inlined into `read_part`, its stack frame would burden every object.
#[inline(never)]
pub(super) fn read_union<'j>(
    part: &mut dyn Part<'j>,
    reader: &mut Reader<'j>,
    rules: &'static Union,
) -> Result<(), Stop> {
    match find(reader, rules)? {
        Found::Ahead(index) => fill_slot(part.slot(index), reader, rules.branches[index]),
        Found::Behind(index, captured) => {
            let mut fork = reader.fork(captured);
            let done = fill_slot(part.slot(index), &mut fork, rules.branches[index]);
            reader.join(fork);
            done
        }
        Found::Nowhere => Ok(()),
    }
}

pub(super) fn ignore_union(reader: &mut Reader<'_>, rules: &'static Union) -> Result<(), Stop> {
    match find(reader, rules)? {
        Found::Ahead(index) => ignore_value(reader, rules.branches[index]),
        Found::Behind(..) | Found::Nowhere => Ok(()),
    }
}

fn find<'j>(reader: &mut Reader<'j>, rules: &'static Union) -> Result<Found<'j>, Stop> {
    let index = match &rules.select {
        Select::Type(by_type) => of_type(reader, by_type)?,
        Select::Tag(tag) if reader.kind()? == Kind::Object => by_tag(reader, tag)?,
        Select::Keys(keys) if reader.kind()? == Kind::Object => by_keys(reader, keys)?,
        Select::Tag(tag) => of_type(reader, &tag.by_type)?,
        Select::Keys(keys) => of_type(reader, &keys.by_type)?,
        Select::AnyOf | Select::OneOf => {
            let captured = reader.captured()?;
            let exclusive = matches!(rules.select, Select::OneOf);
            let found = try_branches(reader, rules.branches, exclusive, captured)?;
            return Ok(found.map_or(Found::Nowhere, |index| Found::Behind(index, captured)));
        }
    };
    match index {
        Some(index) if index < rules.branches.len() => Ok(Found::Ahead(index)),
        Some(_) => report_mismatch(reader).map(|()| Found::Nowhere),
        None => Ok(Found::Nowhere),
    }
}

fn of_type(reader: &mut Reader<'_>, by_type: &[u8; 6]) -> Result<Option<usize>, Stop> {
    match by_type[reader.kind()? as usize] {
        NONE => {
            let types = Expected::Types(by_type);
            reader.violate("type", &[Word::Text("must be "), Word::Phrase(&types)])?;
            reader.pass().map(|()| None)
        }
        index => Ok(Some(index.into())),
    }
}
