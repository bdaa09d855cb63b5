//! Which alternatives can be discriminated before a value is read, and which two cannot. Relies only on what the
//! schemas prove: any value that an alternative accepts must select that alternative.

pub(super) mod facts;

use crate::schema::json_type::{ByType, JsonType};
use crate::schema::select::{Keys, Select, Tag};
use crate::schema::shape::{ShapeId, Shapes};
use facts::{Extent, Facts};
use std::collections::HashMap;

/// Determines how to discriminate alternatives.
pub struct Apart<'s> {
    facts: Facts<'s>,
}

/// Why alternatives must be tried on a value. Alternatives are numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overlap {
    /// Two alternatives accept values of this type, other than objects.
    Values(usize, usize, JsonType),
    /// Two alternatives accept objects, and no key discriminates them.
    Objects(usize, usize),
    /// Any two can be discriminated, but not all of them by a single rule.
    Rules,
    /// There are too many for a table.
    Number,
}

/// Values or keys, each with its branch.
type Table = Vec<(String, u8)>;

/// The alternatives for each JSON type, and those that accept objects if there are several.
struct Split {
    by_type: ByType<Option<u8>>,
    objects: Vec<usize>,
}

impl<'s> Apart<'s> {
    /// For alternatives among these shapes.
    pub fn new(shapes: &'s Shapes) -> Self {
        Apart {
            facts: Facts::new(shapes),
        }
    }

    /// How to select the only alternative that can accept a value. `exclusive` means that no value
    /// may be accepted by two.
    ///
    /// # Errors
    ///
    /// Returns the reason if the alternatives must be tried.
    pub fn select(&mut self, branches: &[ShapeId], exclusive: bool) -> Result<Select, Overlap> {
        let Split { by_type, objects } = self.split(branches, exclusive)?;
        if objects.is_empty() {
            return Ok(Select::Type(by_type));
        }
        if let Some((key, values)) = self.tag(branches, &objects) {
            return Ok(Select::Tag(Tag {
                by_type,
                key,
                values,
            }));
        }
        if let Some((keys, otherwise)) = self.keys(branches, &objects) {
            return Ok(Select::Keys(Keys {
                by_type,
                keys,
                otherwise,
            }));
        }
        Err(self.overlap(branches, &objects))
    }

    fn split(&mut self, branches: &[ShapeId], exclusive: bool) -> Result<Split, Overlap> {
        if branches.len() >= usize::from(u8::MAX) {
            return Err(Overlap::Number);
        }
        let extents: Vec<ByType<Extent>> =
            branches.iter().map(|id| self.facts.extents(*id)).collect();
        let mut split = Split {
            by_type: ByType::default(),
            objects: Vec::new(),
        };
        for kind in JsonType::ALL {
            let extent = |branch: &usize| extents[*branch][kind];
            let takes = |branch: &usize| extent(branch) != Extent::Nothing;
            let taking: Vec<usize> = (0..branches.len()).filter(takes).collect();
            let all = taking.iter().filter(|branch| extent(branch) == Extent::All);
            split.by_type[kind] = match taking[..] {
                [] => None,
                [only] => Some(index(only)),
                // If two accept every value of a type, no value of it is accepted by exactly one.
                [..] if exclusive && all.count() >= 2 => None,
                [first, ..] if !exclusive && extent(&first) == Extent::All => Some(index(first)),
                [first, second, ..] if kind != JsonType::Object => {
                    return Err(Overlap::Values(first, second, kind));
                }
                [first, ..] => {
                    split.objects = taking;
                    Some(index(first))
                }
            };
        }
        Ok(split)
    }

    /// A key that all of these require, with distinct values in each. Of several such keys, the one
    /// that the schemas name first.
    fn tag(&mut self, branches: &[ShapeId], objects: &[usize]) -> Option<(String, Table)> {
        let first = self.facts.keys(branches[objects[0]]);
        let found = first.tags.iter().filter_map(|(key, _)| {
            let (place, values) = self.values(branches, objects, key)?;
            Some((place, key.clone(), values))
        });
        let (_, key, values) = found.min_by_key(|(place, ..)| *place)?;
        Some((key, values))
    }

    /// The values of a key in each branch, and its latest position in any branch.
    fn values(
        &mut self,
        branches: &[ShapeId],
        objects: &[usize],
        key: &str,
    ) -> Option<(usize, Table)> {
        let mut owners: HashMap<String, usize> = HashMap::new();
        let mut latest = 0;
        let mut table = Vec::new();
        for &branch in objects {
            let keys = self.facts.keys(branches[branch]);
            let place = keys.tags.iter().position(|(known, _)| known == key)?;
            latest = latest.max(place);
            for value in &keys.tags[place].1 {
                match owners.insert(value.clone(), branch) {
                    None => table.push((value.clone(), index(branch))),
                    Some(owner) if owner == branch => {}
                    Some(_) => return None,
                }
            }
        }
        Some((latest, table))
    }

    /// An order of the branches in which each requires a key that all later ones forbid.
    fn keys(&mut self, branches: &[ShapeId], objects: &[usize]) -> Option<(Table, Option<u8>)> {
        let mut candidates: Vec<(String, Vec<usize>)> = Vec::new();
        for &branch in objects {
            for key in &self.facts.keys(branches[branch]).required {
                if candidates.iter().all(|(known, _)| known != key) {
                    let allows = |other: &usize| !self.facts.forbids(branches[*other], key);
                    let allowing = objects.iter().copied().filter(allows).collect();
                    candidates.push((key.clone(), allowing));
                }
            }
        }
        let mut own = |branch: &usize| {
            let required = &self.facts.keys(branches[*branch]).required;
            let is_own = |(key, allowing): &&(String, Vec<usize>)| {
                allowing == &[*branch] && required.contains(key)
            };
            let (key, _) = candidates.iter().find(is_own)?;
            Some((key.clone(), index(*branch)))
        };
        if let Some(keys) = objects.iter().map(&mut own).collect() {
            return Some((keys, None));
        }
        let mut left = objects.to_vec();
        let mut keys = Vec::new();
        while let [_, _, ..] = left[..] {
            let decides = candidates.iter().find_map(|(key, allowing)| {
                let mut open = allowing.iter().filter(|branch| left.contains(branch));
                let only = open.next().filter(|_| open.next().is_none())?;
                let requires = self.facts.keys(branches[*only]).required.contains(key);
                requires.then(|| (key.clone(), *only))
            });
            let (key, branch) = decides?;
            left.retain(|other| *other != branch);
            keys.push((key, index(branch)));
        }
        left.first().map(|last| (keys, Some(index(*last))))
    }

    /// The first two that cannot be discriminated.
    fn overlap(&mut self, branches: &[ShapeId], objects: &[usize]) -> Overlap {
        for (place, &first) in objects.iter().enumerate() {
            for &second in &objects[place + 1..] {
                let pair = [first, second];
                if self.tag(branches, &pair).is_none() && self.keys(branches, &pair).is_none() {
                    return Overlap::Objects(first, second);
                }
            }
        }
        Overlap::Rules
    }
}

fn index(branch: usize) -> u8 {
    u8::try_from(branch).unwrap_or(u8::MAX)
}
