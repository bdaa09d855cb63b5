//! Finds a value that several shapes accept and others refuse, or proves that there is none.
//!
//! The search examines each JSON type in turn and, for each, every way through the alternatives; if a shape is to
//! refuse the value, which rule to break is also a choice. A value that is found is validated by the runtime's tables
//! before it is returned. Rules that the search does not understand can only make it undecided: they narrow what is
//! accepted, so a proof without them still holds. Open questions are remembered, so that recursion ends when one
//! recurs: a smallest value contains no smaller one of its kind.

mod breaks;
mod goal;
mod known;
mod list;
mod number;
mod object;
mod refusal;
mod text;

use super::within::Within;
use crate::schema::json_type::JsonType;
use crate::schema::shape::{ShapeId, Shapes};
use crate::schema::tables::Tables;
use goal::{Goal, PLAINEST};
use known::{Known, Question};
use std::collections::HashSet;
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

/// How many values it may visit.
const MAX_WORK_BETWEEN: u32 = 10_000_000;

/// How many values one search may visit to validate its results.
const MAX_WORK: u32 = 250_000;

/// How many values all searches together may visit. If many names need a lot, the last ones are
/// left undecided.
const ALL_WORK: u32 = 10_000_000;

/// The additional cost of each way.
const WAY_WORK: u32 = 50;

/// How deeply arrays and objects may nest in an example.
const MAX_DEPTH: u16 = 24;

/// Searches for examples in the shapes of a catalog.
pub struct Examples<'s> {
    shapes: &'s Shapes,
    tables: Tables<'s>,
    within: Within<'s>,
    known: Known,
    steps: u32,
    /// How many values this search may still visit, followed by the same for later searches.
    work: u32,
    later: u32,
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

    /// Creates searches that may visit a number of values in total.
    pub fn within(shapes: &'s Shapes, work: u32) -> Self {
        Examples {
            shapes,
            tables: Tables::new(shapes),
            within: Within::new(shapes),
            known: Known::default(),
            steps: 0,
            work: 0,
            later: work,
            keys: None,
        }
    }

    /// How many more values may be visited.
    pub fn work_left(&self) -> u32 {
        self.later
    }

    /// An object with these keys only that all of these shapes accept.
    pub fn with_keys(&mut self, wanted: &[ShapeId], keys: HashSet<&'s str>) -> Example {
        self.keys = Some(keys);
        let found = self.of(wanted);
        self.keys = None;
        found
    }

    /// A value that all of these shapes accept, with few keys and items.
    pub fn of(&mut self, wanted: &[ShapeId]) -> Example {
        self.search(wanted, &[], (MAX_STEPS, MAX_WORK))
    }

    /// A value that one shape accepts and another one refuses.
    pub fn between(&mut self, inner: ShapeId, outer: ShapeId) -> Example {
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
        self.work = work.min(self.later);
        self.later -= self.work;
        self.known.forget_undecided();
        let found = self.value(Task {
            wanted,
            refused,
            taken: &[],
            depth: 0,
        });
        self.later += self.work;
        found
    }

    fn value(&mut self, task: Task<'_>) -> Example {
        if task.depth > MAX_DEPTH {
            return Example::Undecided;
        }
        let is_closed = |id: &ShapeId| self.within.any_holds(task.wanted, *id);
        if task.refused.iter().any(is_closed) {
            return Example::Impossible;
        }
        let is_plain = task.taken.is_empty() && (task.depth > 0 || self.keys.is_none());
        if !is_plain {
            return self.look(task);
        }
        let question = Question::new(task.wanted, task.refused);
        if let Some(answer) = self.known.answer(&question, task.depth) {
            return answer;
        }
        self.known.open(question.clone());
        let found = self.look(task);
        self.known.close(question, &found, task.depth);
        found
    }

    fn look(&mut self, task: Task<'_>) -> Example {
        self.first(PLAINEST, |search, kind| {
            let mut goal = Goal::new(*kind);
            let is_possible = goal.add_all(search.shapes, task.wanted)
                && goal.refuse_all(search.shapes, task.refused);
            if is_possible {
                search.solve(goal, task)
            } else {
                Example::Impossible
            }
        })
    }

    /// Tries one way through the alternatives after the other.
    fn solve(&mut self, mut goal: Goal<'s>, task: Task<'_>) -> Example {
        let left = (self.steps.checked_sub(1), self.work.checked_sub(WAY_WORK));
        let (Some(steps), Some(work)) = left else {
            return Example::Undecided;
        };
        (self.steps, self.work) = (steps, work);
        let Some(choice) = goal.take_choice() else {
            return self.build(goal, task);
        };
        self.first(&choice, |search, steps| {
            let mut goal = goal.clone();
            if goal.take_all(search.shapes, steps) {
                search.solve(goal, task)
            } else {
                Example::Impossible
            }
        })
    }

    /// The first value found; impossible if every way is.
    fn first<W>(&mut self, ways: &[W], mut go: impl FnMut(&mut Self, &W) -> Example) -> Example {
        let mut all = Example::Impossible;
        for way in ways {
            match go(self, way) {
                Example::Impossible => {}
                Example::Undecided => all = Example::Undecided,
                value => return value,
            }
        }
        all
    }

    /// A value that satisfies rules for one JSON type, once no alternatives are left.
    fn build(&mut self, mut goal: Goal<'s>, task: Task<'_>) -> Example {
        if let Some(values) = &goal.values {
            return self.settle(Candidates::All(values.clone()), task);
        }
        if let Some(breaks) = self.next_break(&mut goal) {
            let is_whole = breaks.is_whole;
            goal.choices.push(breaks.ways);
            return match self.solve(goal, task) {
                Example::Impossible if !is_whole => Example::Undecided,
                found => found,
            };
        }
        let candidates = match goal.kind {
            JsonType::Null => Candidates::All(vec!["null".to_owned()]),
            JsonType::Boolean => Candidates::All(vec!["true".to_owned(), "false".to_owned()]),
            JsonType::Number => number::number_candidates(&goal),
            JsonType::String => text::text_candidates(&goal),
            JsonType::Array => return self.list(&goal, task),
            JsonType::Object => return self.object(goal, task),
        };
        self.settle(candidates, task)
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
            if !decide_validity(table, text, &mut self.work)? {
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
    let (mut depth, mut most, mut quoted, mut escaped) = (0u16, 0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = quoted,
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => {
                depth = depth.saturating_add(1);
                most = most.max(depth);
            }
            b']' | b'}' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    most
}
