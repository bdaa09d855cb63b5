//! Finds a value that several shapes accept and others refuse, or proves that there is none.
//!
//! The search examines each JSON type in turn and, for each, every way through the alternatives; if a shape is to
//! refuse the value, which rule to break is also a choice. A value that is found is validated by the runtime's tables
//! before it is returned. Rules that the search does not understand can only make it undecided: they narrow what is
//! accepted, so a proof without them still holds. Open questions are remembered, so that recursion ends when one
//! recurs: a smallest value contains no smaller one of its kind. Everything is charged to one budget ([`Work`]) for
//! what it costs, copies and comparisons included; a search that uses it up is undecided.

mod breaks;
mod decimal;
mod goal;
mod known;
mod list;
mod number;
mod object;
mod refusal;
mod text;

use super::disjoint::facts::{Facts, Values};
use super::within::Within;
use crate::schema::json_type::JsonType;
use crate::schema::shape::{ShapeId, Shapes};
use crate::schema::tables::Tables;
use crate::schema::work::{MUCH, SOME, Work};
use goal::{Goal, PLAINEST, Step};
use known::{Known, Question};
use std::collections::HashSet;
use std::rc::Rc;
use toolc_runtime::decide_validity;

/// What is known about the values that some shapes have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Example {
    /// All of them accept this JSON text.
    Value(String),
    /// No value is accepted by all.
    Impossible,
    /// Neither was found.
    Undecided,
}

/// How many ways one search may examine.
const MAX_STEPS: u32 = 4_000;

/// How many ways the search for a value between two shapes may examine.
const MAX_STEPS_BETWEEN: u32 = 60_000;

/// How much work it may do.
const MAX_WORK_BETWEEN: u32 = 20_000_000;

/// How much work one search may do.
const MAX_WORK: u32 = 2_000_000;

/// How much work all searches together may do. If many names need a lot, the last ones are left
/// undecided.
const ALL_WORK: u32 = 40_000_000;

/// The cost of each way, besides that of what it copies.
const WAY_WORK: usize = 50;

/// The units that the runtime's walk over one value costs.
const VISIT: u32 = 4;

/// How deeply arrays and objects may nest in an example.
const MAX_DEPTH: u16 = 24;

/// How many choices may be open at the same time, in all arrays and objects that enclose a value.
const MAX_OPEN_CHOICES: u16 = 500;

/// The maximum length of an example, in bytes: those that double at each level have no end.
const MAX_LENGTH: usize = 64 * 1024;

/// Searches for examples in the shapes of a catalog.
pub struct Examples<'s> {
    shapes: &'s Shapes,
    tables: Tables<'s>,
    within: Within<'s>,
    known: Known,
    steps: u32,
    /// What this search may still do, followed by the same for later searches.
    work: Work,
    later: u64,
    open_choices: u16,
    /// The only keys that the outermost object may have.
    keys: Option<HashSet<&'s str>>,
}

/// What kind of value to look for.
#[derive(Debug, Clone, Copy)]
struct Task<'t> {
    /// The shapes that should accept it.
    wanted: &'t [ShapeId],
    /// The shapes that should refuse it.
    refused: &'t [ShapeId],
    /// Values that are not allowed, as JSON texts.
    taken: &'t [String],
    /// How many arrays and objects enclose it.
    depth: u16,
}

impl<'s> Examples<'s> {
    /// Creates searches in these shapes.
    pub fn new(shapes: &'s Shapes) -> Self {
        Examples::within(shapes, ALL_WORK)
    }

    /// Creates searches that may do a certain amount of work in total.
    pub fn within(shapes: &'s Shapes, work: u32) -> Self {
        let later = u64::from(work);
        let work = Work::default();
        Examples {
            shapes,
            tables: Tables::new(shapes),
            within: Within::new(shapes, &work),
            known: Known::default(),
            steps: 0,
            work,
            later,
            open_choices: 0,
            keys: None,
        }
    }

    /// How much more work may be done.
    pub fn work_left(&self) -> u32 {
        u32::try_from(self.later).unwrap_or(u32::MAX)
    }

    /// A value that all of some shapes accept and all of others refuse; if it is an object, with these keys only.
    pub fn with_keys(
        &mut self,
        wanted: &[ShapeId],
        refused: &[ShapeId],
        keys: HashSet<&'s str>,
    ) -> Example {
        self.keys = Some(keys);
        let found = self.outside(wanted, refused);
        self.keys = None;
        found
    }

    /// The same with any keys.
    pub fn outside(&mut self, wanted: &[ShapeId], refused: &[ShapeId]) -> Example {
        self.search(wanted, refused, (MAX_STEPS, MAX_WORK))
    }

    /// A value that all of these shapes accept, with few keys and items.
    pub fn of(&mut self, wanted: &[ShapeId]) -> Example {
        self.outside(wanted, &[])
    }

    /// A value that one shape accepts and another one refuses.
    pub fn find_between(&mut self, inner: ShapeId, outer: ShapeId) -> Example {
        let limits = (MAX_STEPS_BETWEEN, MAX_WORK_BETWEEN);
        self.search(&[inner], &[outer], limits)
    }

    fn search(
        &mut self,
        wanted: &[ShapeId],
        refused: &[ShapeId],
        (steps, work): (u32, u32),
    ) -> Example {
        self.steps = steps;
        self.work.refill(self.later.min(work.into()));
        self.later -= self.work.left();
        self.known.forget_undecided();
        let found = self.value(Task {
            wanted,
            refused,
            taken: &[],
            depth: 0,
        });
        self.later += self.work.left();
        self.work.refill(0);
        found
    }

    fn value(&mut self, task: Task<'_>) -> Example {
        let shapes = task.wanted.len() + task.refused.len();
        if task.depth > MAX_DEPTH || !self.work.charge(MUCH + shapes * SOME) {
            return Example::Undecided;
        }
        let is_closed = |id: &ShapeId| self.within.any_holds(task.wanted, *id);
        if task.refused.iter().any(is_closed) {
            return Example::Impossible;
        }
        let is_plain = task.taken.is_empty() && (task.depth > 0 || self.keys.is_none());
        if !is_plain {
            return self.search_kinds(task);
        }
        let question = Question::new(task.wanted, task.refused);
        if let Some(answer) = self.known.answer(&question, task.depth) {
            if let Example::Value(text) = &answer {
                self.work.charge(text.len());
            }
            return answer;
        }
        self.known.open(question.clone());
        let found = self.search_kinds(task);
        self.known.close(question, &found, task.depth);
        found
    }

    fn search_kinds(&mut self, task: Task<'_>) -> Example {
        self.first(PLAINEST, |search, kind| {
            let mut goal = Box::new(Goal::new(*kind, &search.work));
            let is_possible = goal.add_all(search.shapes, task.wanted)
                && goal.refuse_all(search.shapes, task.refused);
            if is_possible {
                search.solve(goal, task)
            } else {
                Example::Impossible
            }
        })
    }

    /// Tries one way through the alternatives after the other. A choice that leaves one way needs
    /// no trial, so many of these in a row do not nest.
    fn solve(&mut self, mut goal: Box<Goal<'s>>, task: Task<'_>) -> Example {
        let mut is_whole = true;
        let found = loop {
            let steps = self.steps.checked_sub(1);
            let (Some(steps), true) = (steps, self.work.charge(WAY_WORK)) else {
                return Example::Undecided;
            };
            self.steps = steps;
            if let Some(choice) = goal.take_choice() {
                let open: Vec<&Vec<Step<'s>>> =
                    choice.iter().filter(|way| goal.allows(way)).collect();
                match open[..] {
                    [] => break Example::Impossible,
                    [only] if goal.take_all(self.shapes, only) => {}
                    [_] => break Example::Impossible,
                    _ => break self.try_ways(&goal, &open, task),
                }
            } else if goal.values.is_none()
                && let Some(breaks) = self.next_break(&mut goal)
            {
                is_whole &= breaks.is_whole;
                goal.choices.push(Rc::new(breaks.ways));
            } else {
                break self.build(goal, task);
            }
        };
        match found {
            Example::Impossible if !is_whole => Example::Undecided,
            found => found,
        }
    }

    fn try_ways(&mut self, goal: &Goal<'s>, ways: &[&Vec<Step<'s>>], task: Task<'_>) -> Example {
        if self.open_choices == MAX_OPEN_CHOICES {
            return Example::Undecided;
        }
        self.open_choices += 1;
        let found = self.first(ways, |search, steps| {
            if !search.work.charge(goal.cost_of_copy()) {
                return Example::Undecided;
            }
            let mut goal = Box::new(goal.clone());
            if goal.take_all(search.shapes, steps) {
                search.solve(goal, task)
            } else {
                Example::Impossible
            }
        });
        self.open_choices -= 1;
        found
    }

    /// The first value found; impossible if every way is, and nothing was left out.
    fn first<W>(&mut self, ways: &[W], mut go: impl FnMut(&mut Self, &W) -> Example) -> Example {
        let mut all = Example::Impossible;
        for way in ways {
            match go(self, way) {
                Example::Impossible => {}
                Example::Undecided => all = Example::Undecided,
                value => return value,
            }
        }
        match self.work.is_used_up() {
            true => Example::Undecided,
            false => all,
        }
    }

    /// A value that satisfies rules for one JSON type, once no alternatives are left.
    fn build(&mut self, mut goal: Box<Goal<'s>>, task: Task<'_>) -> Example {
        if let Some(values) = goal.values.take() {
            let values = self.leave_likely(&values, task);
            return self.settle(Candidates::All(values), task);
        }
        let candidates = match goal.kind {
            JsonType::Null => Candidates::All(vec!["null".to_owned()]),
            JsonType::Boolean => Candidates::All(vec!["true".to_owned(), "false".to_owned()]),
            JsonType::Number => number::number_candidates(&goal, &self.work),
            JsonType::String => text::text_candidates(&goal, &self.work),
            JsonType::Array => return self.list(&goal, task),
            JsonType::Object => return self.object(goal, task),
        };
        self.settle(candidates, task)
    }

    /// Of listed values, those that other lists do not rule out, starting with those that no shape
    /// lists that is to refuse them.
    fn leave_likely(&mut self, values: &[String], task: Task<'_>) -> Vec<String> {
        let facts = &mut self.within.facts;
        let lists = |ids: &[ShapeId], facts: &mut Facts<'s>| -> Vec<Rc<Values>> {
            ids.iter().filter_map(|id| facts.values(*id)).collect()
        };
        let wanted = lists(task.wanted, facts);
        let refused = lists(task.refused, facts);
        let count = 1 + wanted.len() + refused.len();
        if !self.work.charge(values.len().saturating_mul(count * SOME)) {
            return Vec::new();
        }
        let (mut likely, mut others) = (Vec::new(), Vec::new());
        for value in values {
            if wanted.iter().any(|list| !list.contains(value)) {
                continue;
            }
            let mut listing = refused.iter().filter(|list| list.contains(value));
            match listing.next() {
                None => likely.push(value.clone()),
                Some(list) if list.is_exact || listing.any(|list| list.is_exact) => {}
                Some(_) => others.push(value.clone()),
            }
        }
        likely.append(&mut others);
        likely
    }

    /// The first candidate that all accept, that is refused where required, and that is allowed.
    fn settle(&mut self, candidates: Candidates, task: Task<'_>) -> Example {
        let (values, complete) = match candidates {
            Candidates::All(values) => (values, true),
            Candidates::Some(values) => (values, false),
        };
        let mut refused = true;
        for value in values {
            match self.is_answer(task, &value) {
                Some(true) => {}
                Some(false) => continue,
                None => return Example::Undecided,
            }
            self.work.charge(task.taken.len());
            if !task.taken.contains(&value) {
                return Example::Value(value);
            }
            refused = false;
        }
        if complete && refused {
            Example::Impossible
        } else {
            Example::Undecided
        }
    }

    /// Whether a value solves a task; `None` if that is too expensive to determine.
    fn is_answer(&mut self, task: Task<'_>, text: &str) -> Option<bool> {
        if !self.fits(task.wanted, text)? {
            return Some(false);
        }
        for id in task.refused {
            if self.fits(&[*id], text)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether all of these shapes accept a text; `None` if that is too expensive to determine.
    fn fits(&mut self, wanted: &[ShapeId], text: &str) -> Option<bool> {
        let depth = nesting(text);
        for id in wanted {
            let table = self.tables.table(*id, depth);
            // the walk looks at lists and fields one by one
            let lists = self.tables.longest() / 8;
            let texts = self.tables.take_cost() * MUCH + text.len() * (1 + lists);
            if !self.work.charge(texts) {
                return None;
            }
            let before = u32::try_from(self.work.left()).unwrap_or(u32::MAX) / VISIT;
            let mut steps = before;
            let is_valid = decide_validity(table, text, &mut steps);
            self.work.charge(((before - steps) * VISIT) as usize);
            if !is_valid? {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// Values to try.
enum Candidates {
    /// There are no others.
    All(Vec<String>),
    /// There may be others.
    Some(Vec<String>),
}

impl Candidates {
    const NONE: Candidates = Candidates::All(Vec::new());
}

/// A string as JSON text.
fn quote(text: &str) -> String {
    let mut out = String::new();
    toolc_runtime::json::write_string(text, &mut out);
    out
}

/// The maximum nesting depth of arrays and objects in a JSON text.
fn nesting(text: &str) -> u16 {
    let (mut depth, mut maximum, mut quoted, mut escaped) = (0u16, 0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = quoted,
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => {
                depth = depth.saturating_add(1);
                maximum = maximum.max(depth);
            }
            b']' | b'}' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    maximum
}
