//! Recognizes patterns that a single greedy pass can decide.

use super::syntax::Node;
use super::{Repeat, Set};
use toolc_runtime::pattern::Assertion;

/// The maximum number of repeats in a run.
const MAX_REPEATS: usize = 256;

/// How many parts of the pattern are examined, where counted groups are examined once per
/// iteration.
const MAX_PARTS: usize = 2_000;

/// How many code points an unanchored run may cover from each position where it is tried.
const MAX_REACH: u32 = 64;

/// A sequence of repeats, each disjoint from what can follow it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Run {
    pub(super) start: bool,
    pub(super) end: bool,
    pub(super) repeats: Vec<Repeat>,
}

/// The run equivalent to `root`, if there is one.
pub(super) fn lower_run(root: &Node) -> Option<Run> {
    let mut run = Run {
        start: false,
        end: false,
        repeats: Vec::new(),
    };
    let mut parts_left = MAX_PARTS;
    run.append(root, &mut parts_left)?;
    run.trim();
    let reach = |run: &Run| {
        run.repeats
            .iter()
            .try_fold(0, |sum: u32, r| sum.checked_add(r.max))
    };
    let is_bounded = run.start || reach(&run).is_some_and(|reach| reach <= MAX_REACH);
    (is_bounded && run.is_unambiguous()).then_some(run)
}

impl Run {
    fn append(&mut self, node: &Node, parts_left: &mut usize) -> Option<()> {
        *parts_left = parts_left.checked_sub(1)?;
        match node {
            Node::Empty => Some(()),
            Node::Capture(_, body) => self.append(body, parts_left),
            Node::Sequence(parts) => parts
                .iter()
                .try_for_each(|part| self.append(part, parts_left)),
            Node::Set(set) => self.push(set, 1, 1),
            Node::Assert(Assertion::Start) if self.repeats.is_empty() && !self.end => {
                self.start = true;
                Some(())
            }
            Node::Assert(Assertion::End) => {
                self.end = true;
                Some(())
            }
            Node::Repeat(repeat) => match repeat.body.as_set() {
                Some(set) => self.push(set, repeat.min, repeat.max),
                None if repeat.min == repeat.max => {
                    (0..repeat.min).try_for_each(|_| self.append(&repeat.body, parts_left))
                }
                None => None,
            },
            _ => None,
        }
    }

    fn push(&mut self, set: &Set, min: u32, max: u32) -> Option<()> {
        if self.end || self.repeats.len() >= MAX_REPEATS {
            return None;
        }
        match self.repeats.last_mut() {
            Some(last) if last.set == *set => {
                last.min = last.min.checked_add(min)?;
                last.max = last.max.saturating_add(max);
            }
            _ => self.repeats.push(Repeat {
                set: set.clone(),
                min,
                max,
            }),
        }
        Some(())
    }

    /// On a side that is not anchored, a repeat needs only its minimum.
    fn trim(&mut self) {
        if !self.end {
            let needed = self.repeats.iter().rposition(|repeat| repeat.min > 0);
            self.repeats.truncate(needed.map_or(0, |last| last + 1));
            if let Some(last) = self.repeats.last_mut() {
                last.max = last.min;
            }
        }
        if !self.start {
            let needed = self.repeats.iter().position(|repeat| repeat.min > 0);
            self.repeats.drain(..needed.unwrap_or(self.repeats.len()));
            if let Some(first) = self.repeats.first_mut() {
                first.max = first.min;
            }
        }
    }

    /// Whether no repeat can consume what a later one needs.
    fn is_unambiguous(&self) -> bool {
        self.repeats.iter().enumerate().all(|(at, repeat)| {
            let following = self.repeats.get(at + 1..).unwrap_or_default();
            let required = following.iter().position(|next| next.min > 0);
            let reachable = following
                .len()
                .min(required.map_or(usize::MAX, |next| next + 1));
            repeat.min == repeat.max
                || following
                    .iter()
                    .take(reachable)
                    .all(|next| next.set.is_disjoint(&repeat.set))
        })
    }
}
