//! Noun: what a worker repairs in calls that are refused, and where in the arguments of a tool it can.

use std::collections::{BTreeSet, HashMap};
use toolc_base::source::next_number;
pub use toolc_runtime::RepairKind;
use toolc_runtime::v1 as rt;
use toolc_schema::data::{Data, Maybe, Ref, Texts, data, list};
use toolc_schema::rust::{Rust, Text, Tokens};
use toolc_schema::schema::json_type::{ByType, JsonType};
use toolc_schema::schema::prove::places::PlaceFacts;

/// After this many places, each kind of value is described once.
const MANY: usize = 500;

/// Every word of `repair` in worker files.
pub const REPAIR_WORDS: &[(&str, RepairKind)] = &[
    ("text", RepairKind::Text),
    ("numbers", RepairKind::Numbers),
    ("lists", RepairKind::Lists),
    ("case", RepairKind::Case),
];

/// Where the arguments of a tool may be repaired, and how its worker wants that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repairs {
    /// What is repaired, in the order of [`REPAIR_WORDS`].
    pub kinds: Vec<RepairKind>,
    /// The arguments, and the values within them that may be repaired or contain such a value.
    pub parts: Vec<RepairedPart>,
}

/// What is known about a value. Others refer to it by its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepairedPart {
    /// The JSON types that a valid value may have.
    pub takes: ByType<bool>,
    /// The only strings that may be valid; empty if others may be, too.
    pub strings: Vec<String>,
    /// The properties that are looked into, or all if others are, too.
    pub fields: Vec<RepairedField>,
    /// The property that says which of several parts it is, and the parts by its values.
    pub tag: Option<(String, Vec<(String, u32)>)>,
    /// The part that is each value under another key.
    pub rest: Option<u32>,
    /// The parts that are the first items.
    pub prefix: Vec<Option<u32>>,
    /// The part that is each further item.
    pub items: Option<u32>,
    /// What may be repaired right here.
    pub here: Vec<RepairKind>,
}

/// A property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepairedField {
    /// The key.
    pub name: String,
    /// The part that its value is.
    pub within: Option<u32>,
}

impl Repairs {
    /// Where these kinds of repairs are possible; `None` if none is anywhere.
    pub fn find(places: &[PlaceFacts], kinds: &[RepairKind]) -> Option<Self> {
        let here = list_possible(places, kinds);
        let kept = mark_holders(places, &here);
        let (chosen, numbers) = number_parts(places, &here, &kept);
        let number = |at: &usize| numbers[*at];
        let parts = chosen.into_iter();
        let parts = parts.map(|at| part(&places[at], here[at].clone(), &number));
        let parts: Vec<RepairedPart> = parts.collect();
        (!parts.is_empty()).then(|| Repairs {
            kinds: kinds.to_vec(),
            parts,
        })
    }

    /// The kinds that are possible somewhere.
    pub fn possible(&self) -> BTreeSet<RepairKind> {
        let parts = self.parts.iter();
        parts.flat_map(|part| part.here.iter().copied()).collect()
    }

    /// Each place with what may be repaired there, a pointer in which `*` is any key or index, empty for the arguments
    /// themselves. A value that contains itself is described once, and after many places every value is.
    pub fn places(&self) -> Vec<(String, &[RepairKind])> {
        let mut places = Vec::new();
        let mut seen = vec![false; self.parts.len()];
        let mut waiting = vec![(0, String::new(), Vec::new())];
        while let Some((at, place, above)) = waiting.pop() {
            let is_seen = std::mem::replace(&mut seen[at as usize], true);
            if above.contains(&at) || is_seen && places.len() > MANY {
                continue;
            }
            let part = &self.parts[at as usize];
            if !part.here.is_empty() && places.iter().all(|(known, _)| *known != place) {
                places.push((place.clone(), part.here.as_slice()));
            }
            // the last is looked at first
            for (within, place) in part.below(&place).into_iter().rev() {
                let mut above = above.clone();
                above.push(at);
                waiting.push((within, place, above));
            }
        }
        places
    }
}

impl RepairedPart {
    fn below(&self, place: &str) -> Vec<(u32, String)> {
        let mut below = Vec::new();
        for field in &self.fields {
            let name = toolc_base::node::escape_pointer(&field.name).replace('*', "~2");
            below.extend(field.within.map(|at| (at, format!("{place}/{name}"))));
        }
        let items = self
            .prefix
            .iter()
            .chain([&self.items, &self.rest])
            .flatten();
        below.extend(items.map(|at| (*at, format!("{place}/*"))));
        let parts = self.tag.iter().flat_map(|(_, parts)| parts);
        below.extend(parts.map(|(_, at)| (*at, place.to_owned())));
        below
    }
}

/// What may be repaired in each place.
fn list_possible(places: &[PlaceFacts], kinds: &[RepairKind]) -> Vec<Vec<RepairKind>> {
    let mut held = vec![false; places.len()];
    if let Some(whole) = held.first_mut() {
        *whole = true;
    }
    for place in places {
        let fields = place.fields.iter().filter_map(|(_, at)| *at);
        for at in fields.chain(place.rest).chain(list_tagged(place)) {
            held[at] = true;
        }
    }
    let possible = places.iter().zip(held).map(|(place, is_held)| {
        let kinds = kinds.iter().copied();
        let may = |kind: &RepairKind| match kind {
            RepairKind::Lists => is_held && may_repair(place, *kind),
            _ => may_repair(place, *kind),
        };
        kinds.filter(may).collect()
    });
    possible.collect()
}

/// Whether a value of the wrong form may mean something in a place. Items of arrays are not looked at as lists of their own.
fn may_repair(place: &PlaceFacts, kind: RepairKind) -> bool {
    let takes = |kinds: &[JsonType]| kinds.iter().any(|kind| place.takes[*kind]);
    let is_text = place.takes[JsonType::String];
    match kind {
        RepairKind::Text => {
            !is_text
                && takes(&[
                    JsonType::Null,
                    JsonType::Boolean,
                    JsonType::Array,
                    JsonType::Object,
                ])
        }
        RepairKind::Numbers => !is_text && takes(&[JsonType::Number]),
        RepairKind::Lists => {
            let single = [
                JsonType::Boolean,
                JsonType::Number,
                JsonType::String,
                JsonType::Object,
            ];
            takes(&[JsonType::Array]) && single.iter().any(|kind| !place.takes[*kind])
        }
        RepairKind::Case => place
            .strings
            .as_ref()
            .is_some_and(|known| !known.is_empty()),
        // a kind that the runtime has and this table does not is not repaired
        _ => false,
    }
}

fn list_tagged(place: &PlaceFacts) -> impl Iterator<Item = usize> {
    let parts = place.tag.iter().flat_map(|(_, parts)| parts);
    parts.map(|(_, at)| *at)
}

/// The places in a place.
fn list_below(place: &PlaceFacts) -> impl Iterator<Item = usize> {
    let fields = place.fields.iter().filter_map(|(_, at)| *at);
    let items = place.prefix.iter().flatten().copied();
    let others = items.chain(place.items).chain(place.rest);
    fields.chain(others).chain(list_tagged(place))
}

/// Which places are repaired, or contain one that is.
fn mark_holders(places: &[PlaceFacts], here: &[Vec<RepairKind>]) -> Vec<bool> {
    let mut holders: Vec<Vec<usize>> = vec![Vec::new(); places.len()];
    for (at, place) in places.iter().enumerate() {
        for below in list_below(place) {
            holders[below].push(at);
        }
    }
    let mut marked = vec![false; places.len()];
    let mut waiting: Vec<usize> = (0..places.len())
        .filter(|at| !here[*at].is_empty())
        .collect();
    while let Some(at) = waiting.pop() {
        if !std::mem::replace(&mut marked[at], true) {
            waiting.extend(&holders[at]);
        }
    }
    // the arguments come first, and hold every place
    marked
}

/// The places that become parts, and which part each place is. Those with nothing to look into are one part if they say the
/// same.
fn number_parts(
    places: &[PlaceFacts],
    here: &[Vec<RepairKind>],
    kept: &[bool],
) -> (Vec<usize>, Vec<Option<u32>>) {
    let mut chosen = Vec::new();
    let mut numbers = vec![None; places.len()];
    let mut known = HashMap::new();
    for at in (0..places.len()).filter(|at| kept[*at]) {
        let place = &places[at];
        let next = next_number(chosen.len());
        let number = match list_below(place).any(|below| kept[below]) {
            true => next,
            false => *known
                .entry((place.takes, place.strings.as_ref(), &here[at]))
                .or_insert(next),
        };
        if number == next {
            chosen.push(at);
        }
        numbers[at] = Some(number);
    }
    (chosen, numbers)
}

fn part(
    place: &PlaceFacts,
    here: Vec<RepairKind>,
    number: &impl Fn(&usize) -> Option<u32>,
) -> RepairedPart {
    let find = |at: &Option<usize>| at.as_ref().and_then(number);
    let rest = find(&place.rest);
    let fields = place.fields.iter().map(|(name, at)| RepairedField {
        name: name.clone(),
        within: find(at),
    });
    // what is under other keys must be told from these
    let fields = fields.filter(|field| rest.is_some() || field.within.is_some());
    let mut prefix: Vec<Option<u32>> = place.prefix.iter().map(find).collect();
    let items = find(&place.items);
    if items.is_none() && prefix.iter().all(Option::is_none) {
        prefix.clear();
    }
    let tag = place.tag.as_ref().map(|(key, parts)| {
        let parts = parts.iter();
        let parts = parts.filter_map(|(value, at)| Some((value.clone(), number(at)?)));
        (key.clone(), parts.collect())
    });
    let is_constant = here.contains(&RepairKind::Case);
    RepairedPart {
        takes: place.takes,
        strings: match &place.strings {
            Some(strings) if is_constant => strings.clone(),
            _ => Vec::new(),
        },
        fields: fields.collect(),
        tag: tag.filter(|(_, parts): &(String, Vec<(String, u32)>)| !parts.is_empty()),
        rest,
        prefix,
        items,
        here,
    }
}

/// The kinds in the order of [`REPAIR_WORDS`], each once.
pub fn sort_kinds(kinds: impl IntoIterator<Item = RepairKind>) -> Vec<RepairKind> {
    let kinds: BTreeSet<RepairKind> = kinds.into_iter().collect();
    kinds.into_iter().collect()
}

/// The table of a tool's repairs.
pub struct RepairsData<'c>(pub &'c Repairs);

impl Repairs {
    /// The table that the row of the tool has.
    pub fn row(&self) -> Ref<RepairsData<'_>> {
        Ref(RepairsData(self))
    }

    fn has(&self, kind: RepairKind) -> bool {
        self.kinds.contains(&kind)
    }
}

data! {
    RepairsData<'_> as [rt::Repairs] =>
    RepairsData(repairs) => {
        text: repairs.has(RepairKind::Text),
        numbers: repairs.has(RepairKind::Numbers),
        lists: repairs.has(RepairKind::Lists),
        case: repairs.has(RepairKind::Case),
        parts: list(&repairs.parts, |part| part),
    },
}

data! {
    RepairedPart as [rt::RepairedPart] =>
    RepairedPart { takes, strings, fields, tag, rest, prefix, items, here: _ } => {
        takes: Bits(takes),
        strings: Texts(strings),
        fields: list(fields, |field| field),
        tag: Maybe(tag.as_ref().map(|(key, parts)| {
            (Text(key), list(parts, |(value, at)| (Text(value), *at)))
        })),
        rest: Maybe(*rest),
        prefix: list(prefix, |item| Maybe(*item)),
        items: Maybe(*items),
    },
}

data! {
    RepairedField as [rt::RepairedField] =>
    RepairedField { name, within } => { name: Text(name), within: Maybe(*within) },
}

/// JSON types as bits, in the order of the types.
struct Bits<'t>(&'t ByType<bool>);

impl Data for Bits<'_> {
    type Value = u8;

    fn build(&self) -> u8 {
        let taken = self.0.iter().filter(|(_, takes)| **takes);
        taken.fold(0, |bits, (kind, _)| bits | 1 << kind as u8)
    }
}

impl Rust for Bits<'_> {
    fn put(&self, out: &mut Tokens) {
        self.build().put(out);
    }
}
