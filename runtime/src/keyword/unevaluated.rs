//! `unevaluatedProperties` and `unevaluatedItems`: the parts of a value that no other keyword evaluates.

use super::keys;
use crate::reader::{Captured, Reader, Stop};
use crate::schema::{Condition, Evaluated, Schema};
use crate::text_set::TextSet;
use crate::violation::Word;
use crate::walk::{accepts_value, matches_pattern, recheck_captured};

/// What counts as evaluated in one value: the sets whose conditions are met.
struct Found<'t> {
    captured: Captured<'t>,
    keys: Option<TextSet>,
    sets: Vec<&'static Evaluated>,
}

impl<'t> Found<'t> {
    #[inline]
    fn of(
        evaluated: &'static Evaluated,
        captured: Captured<'t>,
        reader: &mut Reader<'_>,
    ) -> Result<Self, Stop> {
        let mut found = Found {
            captured,
            keys: None,
            sets: Vec::new(),
        };
        found.add(evaluated, reader)?;
        Ok(found)
    }

    #[inline]
    fn add(&mut self, evaluated: &'static Evaluated, reader: &mut Reader<'_>) -> Result<(), Stop> {
        self.sets.push(evaluated);
        for (condition, then) in evaluated.conditions {
            if self.holds(condition, reader)? {
                self.add(then, reader)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn holds(&mut self, condition: &Condition, reader: &mut Reader<'_>) -> Result<bool, Stop> {
        match condition {
            Condition::Accepts(schema) => accepts_value(schema, self.captured, reader),
            Condition::Refuses(schema) => Ok(!accepts_value(schema, self.captured, reader)?),
            Condition::Has(name) => {
                if self.keys.is_none() {
                    self.keys = Some(keys(self.captured, reader)?);
                }
                Ok(self.keys.as_ref().is_some_and(|keys| keys.contains(name)))
            }
        }
    }

    #[inline]
    fn all(&self) -> bool {
        self.sets.iter().any(|set| set.all)
    }

    #[inline]
    fn has_property(&self, name: &str, reader: &mut Reader<'_>) -> Result<bool, Stop> {
        for set in &self.sets {
            reader.step(set.names.len())?;
            if set.names.contains(&name) {
                return Ok(true);
            }
            for pattern in set.patterns {
                if matches_pattern(reader, name, pattern)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    #[inline]
    fn has_item(
        &self,
        index: usize,
        item: Captured<'_>,
        reader: &mut Reader<'_>,
    ) -> Result<bool, Stop> {
        for set in &self.sets {
            if index < set.prefix {
                return Ok(true);
            }
            for schema in set.matching {
                if accepts_value(schema, item, reader)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// Checks the properties that are not evaluated.
#[inline]
pub(super) fn unevaluated_properties(
    evaluated: &'static Evaluated,
    rest: &'static Schema,
    captured: Captured<'_>,
    reader: &mut Reader<'_>,
) -> Result<(), Stop> {
    let Some(mut members) = captured.members(reader)? else {
        return Ok(());
    };
    let found = Found::of(evaluated, captured, reader)?;
    if found.all() {
        return Ok(());
    }
    while let Some((name, value)) = members.read()? {
        if found.has_property(&name, reader)? {
            continue;
        }
        if matches!(rest, Schema::Never) {
            reader.violate(
                "unevaluatedProperties",
                &[Word::Text("unknown key "), Word::Name(&name)],
            )?;
            continue;
        }
        let before = reader.violations.len();
        recheck_captured(rest, value, reader)?;
        reader.violations.prefix(before, &name);
    }
    Ok(())
}

/// Checks the items that are not evaluated.
#[inline]
pub(super) fn unevaluated_items(
    evaluated: &'static Evaluated,
    rest: &'static Schema,
    captured: Captured<'_>,
    reader: &mut Reader<'_>,
) -> Result<(), Stop> {
    let Some(mut items) = captured.items(reader)? else {
        return Ok(());
    };
    let found = Found::of(evaluated, captured, reader)?;
    if found.all() {
        return Ok(());
    }
    let mut index = 0;
    while let Some(item) = items.read()? {
        if !found.has_item(index, item, reader)? {
            check_item(rest, index, item, reader)?;
        }
        index += 1;
    }
    Ok(())
}

#[inline]
fn check_item(
    rest: &'static Schema,
    index: usize,
    item: Captured<'_>,
    reader: &mut Reader<'_>,
) -> Result<(), Stop> {
    if matches!(rest, Schema::Never) {
        return reader.violate(
            "unevaluatedItems",
            &[
                Word::Text("must not have an item at index "),
                Word::Number(index as u64),
            ],
        );
    }
    let before = reader.violations.len();
    recheck_captured(rest, item, reader)?;
    reader.violations.prefix(before, &index.to_string());
    Ok(())
}
