//! Which alternatives can be discriminated before a value is read, and which two cannot. Relies only on what the
//! schemas prove: any value that an alternative accepts must select that alternative.

pub(super) mod facts;

use crate::schema::json_type::{ByType, JsonType};
use crate::schema::select::{Keys, Select, Tag};
use crate::schema::shape::{ShapeId, Shapes};
use crate::schema::work::{MUCH, Work};
use facts::{Extent, Facts};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// Determines how to discriminate alternatives.
pub struct Apart<'s> {
    facts: Facts<'s>,
    work: Work,
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
    /// It would take too long to find out.
    Unknown,
}

/// How much work all alternatives of a build may need, besides some for each shape. Any that are
/// left are tried.
const ALL_WORK: u64 = 20_000_000;
const SHAPE_WORK: u64 = 2_000;

/// Values or keys, each with its branch.
type Table = Vec<(String, u8)>;

/// A key that some of the alternatives require, and those that allow it.
struct Candidate {
    key: String,
    allowing: Vec<usize>,
}

/// The alternatives for each JSON type, and those that accept objects if there are several.
struct Split {
    by_type: ByType<Option<u8>>,
    objects: Vec<usize>,
}

impl<'s> Apart<'s> {
    /// For alternatives among these shapes.
    pub fn new(shapes: &'s Shapes) -> Self {
        let work = Work::new(ALL_WORK + SHAPE_WORK * shapes.arena.len() as u64);
        Apart {
            facts: Facts::new(shapes, &work),
            work,
        }
    }

    /// How to select the only alternative that can accept a value; `None` if the alternatives must
    /// be tried. `exclusive` means that no value may be accepted by two.
    pub fn find_select(&mut self, branches: &[ShapeId], exclusive: bool) -> Option<Select> {
        let split = self.split(branches, exclusive).ok()?;
        self.select_object(branches, split).ok()
    }

    /// The same, with a reason.
    ///
    /// # Errors
    ///
    /// Returns the reason if the alternatives must be tried.
    pub fn select(&mut self, branches: &[ShapeId], exclusive: bool) -> Result<Select, Overlap> {
        let split = self.split(branches, exclusive)?;
        let select = self.select_object(branches, split);
        select.map_err(|objects| self.overlap(branches, &objects))
    }

    /// The alternatives that accept objects if they cannot be discriminated.
    fn select_object(&mut self, branches: &[ShapeId], split: Split) -> Result<Select, Vec<usize>> {
        let Split { by_type, objects } = split;
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
        Err(objects)
    }

    fn split(&mut self, branches: &[ShapeId], exclusive: bool) -> Result<Split, Overlap> {
        if branches.len() >= usize::from(u8::MAX) {
            return Err(Overlap::Number);
        }
        if !self.work.charge(branches.len() * MUCH) {
            return Err(Overlap::Unknown);
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
        let mut owners: HashMap<Rc<str>, usize> = HashMap::new();
        let mut latest = 0;
        let mut table = Vec::new();
        for &branch in objects {
            let keys = self.facts.keys(branches[branch]);
            self.work.charge(keys.tags.len());
            let place = keys.tags.iter().position(|(known, _)| known == key)?;
            latest = latest.max(place);
            let values = &keys.tags[place].1.list;
            if !self.work.charge(values.len().saturating_mul(MUCH)) {
                return None;
            }
            for value in values {
                match owners.insert(Rc::clone(value), branch) {
                    None => table.push(((**value).to_owned(), index(branch))),
                    Some(owner) if owner == branch => {}
                    Some(_) => return None,
                }
            }
        }
        Some((latest, table))
    }

    /// An order of the branches in which each requires a key that all later ones forbid.
    fn keys(&mut self, branches: &[ShapeId], objects: &[usize]) -> Option<(Table, Option<u8>)> {
        // of two that forbid nothing, neither can come first
        let open = objects
            .iter()
            .filter(|at| !self.facts.may_forbid(branches[**at]));
        if open.count() > 1 {
            return None;
        }
        let candidates = self.candidates(branches, objects)?;
        let mut own: HashMap<usize, &Candidate> = HashMap::new();
        for candidate in &candidates {
            if let [only] = candidate.allowing[..]
                && self.requires(branches[only], candidate)
            {
                own.entry(only).or_insert(candidate);
            }
        }
        let named = |branch: &usize| Some((own.get(branch)?.key.clone(), index(*branch)));
        if let Some(keys) = objects.iter().map(named).collect() {
            return Some((keys, None));
        }
        self.order(branches, objects, &candidates)
    }

    /// Every key that one of these requires, in the order in which they name it.
    fn candidates(&mut self, branches: &[ShapeId], objects: &[usize]) -> Option<Vec<Candidate>> {
        let mut candidates = Vec::new();
        let mut known: HashSet<String> = HashSet::new();
        for &branch in objects {
            for key in &self.facts.keys(branches[branch]).required {
                if !known.insert(key.clone()) {
                    continue;
                }
                let allows = |other: &usize| !self.facts.forbids(branches[*other], key);
                let allowing = objects.iter().copied().filter(allows).collect();
                if !self.work.charge(MUCH) {
                    return None;
                }
                candidates.push(Candidate {
                    key: key.clone(),
                    allowing,
                });
            }
        }
        Some(candidates)
    }

    fn requires(&mut self, id: ShapeId, candidate: &Candidate) -> bool {
        let required = &self.facts.keys(id).required;
        self.work.charge(required.len());
        required.contains(&candidate.key)
    }

    /// Takes one branch after the other, each time by the first key that only one of those left
    /// allows, and that it requires.
    fn order(
        &mut self,
        branches: &[ShapeId],
        objects: &[usize],
        candidates: &[Candidate],
    ) -> Option<(Table, Option<u8>)> {
        let mut allowed: HashMap<usize, Vec<usize>> = HashMap::new();
        // for each candidate, how many of those left allow it, and the sum of their numbers
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut deciding: BTreeMap<usize, usize> = BTreeMap::new();
        for (at, candidate) in candidates.iter().enumerate() {
            let allowing = &candidate.allowing;
            open.push((allowing.len(), allowing.iter().sum()));
            for branch in allowing {
                allowed.entry(*branch).or_default().push(at);
            }
            if let [only] = allowing[..]
                && self.requires(branches[only], candidate)
            {
                deciding.insert(at, only);
            }
        }
        let mut left: BTreeSet<usize> = objects.iter().copied().collect();
        let mut keys = Vec::new();
        while left.len() > 1 {
            let (at, branch) = deciding.pop_first()?;
            if !left.remove(&branch) {
                continue;
            }
            keys.push((candidates[at].key.clone(), index(branch)));
            for &at in allowed.get(&branch).into_iter().flatten() {
                let (count, sum) = &mut open[at];
                (*count, *sum) = (*count - 1, *sum - branch);
                let only = *sum;
                if *count == 1 && self.requires(branches[only], &candidates[at]) {
                    deciding.insert(at, only);
                }
            }
        }
        left.first().map(|last| (keys, Some(index(*last))))
    }

    /// The first two that cannot be discriminated.
    fn overlap(&mut self, branches: &[ShapeId], objects: &[usize]) -> Overlap {
        for (place, &first) in objects.iter().enumerate() {
            for &second in &objects[place + 1..] {
                let pair = [first, second];
                let is_told =
                    self.tag(branches, &pair).is_some() || self.keys(branches, &pair).is_some();
                if self.work.is_used_up() {
                    return Overlap::Unknown;
                }
                if !is_told {
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
