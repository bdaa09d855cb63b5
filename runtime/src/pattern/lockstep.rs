//! Programs without back-references: all alternatives advance through the text in lockstep.

use super::{Code, Direction, Inst, Repeat, TooCostly, UNBOUNDED, neighbour};
use std::collections::VecDeque;

#[inline]
pub(super) fn decide_match(code: &Code, text: &str) -> Result<(bool, usize), TooCostly> {
    let cost = text.len().saturating_mul(code.insts.len());
    Ok((is_match(code.insts, text), cost))
}

#[inline]
fn is_match(code: &[Inst], text: &str) -> bool {
    let looks = Looks::new(code, text);
    let mut simulation = Simulation::new(code, text, &looks);
    simulation.run(0, Direction::Forward, |_| true)
}

/// For each look-around, the positions at which its body matches.
struct Looks(Vec<(usize, Positions)>);

impl Looks {
    /// A body may contain further look-arounds, which come later in the code, so they are evaluated back to
    /// front. The positions *from* which a look-ahead matches are found by reading backwards *to* them.
    #[inline]
    fn new(code: &[Inst], text: &str) -> Self {
        let mut looks = Looks(Vec::new());
        for (at, inst) in code.iter().enumerate().rev() {
            let Inst::Look { ahead, .. } = inst else {
                continue;
            };
            let direction = if *ahead {
                Direction::Backward
            } else {
                Direction::Forward
            };
            let mut positions = Positions::new(text);
            Simulation::new(code, text, &looks).run(at + 1, direction, |position| {
                positions.insert(position);
                false
            });
            looks.0.push((at, positions));
        }
        looks
    }

    #[inline]
    fn matches(&self, look: usize, position: usize) -> bool {
        // They are in reverse order.
        let found = self.0.binary_search_by(|(at, _)| look.cmp(at));
        let positions = found.ok().and_then(|index| self.0.get(index));
        positions.is_some_and(|(_, positions)| positions.contains(position))
    }
}

/// A set of byte positions in a text.
struct Positions(Vec<u64>);

impl Positions {
    #[inline]
    fn new(text: &str) -> Self {
        Positions(vec![0; text.len() / 64 + 1])
    }

    #[inline]
    fn insert(&mut self, position: usize) {
        if let Some(word) = self.0.get_mut(position / 64) {
            *word |= 1 << (position % 64);
        }
    }

    #[inline]
    fn contains(&self, position: usize) -> bool {
        let word = self.0.get(position / 64);
        word.is_some_and(|word| (word >> (position % 64)) & 1 == 1)
    }
}

struct Simulation<'a> {
    code: &'a [Inst],
    text: &'a str,
    looks: &'a Looks,
    /// How many code points have been read, plus one.
    step: usize,
    /// The consuming instructions that wait for the next code point.
    waiting: Vec<usize>,
    /// For each instruction, its state and the step at which it was reached.
    states: Vec<State>,
    /// Instructions to follow in this step: a stack, and a buffer for those of the next step.
    pending: Vec<usize>,
    ready: Vec<usize>,
    matched: bool,
}

/// The state of one instruction. Steps count from 1, so 0 means never.
#[derive(Clone, Default)]
struct State {
    followed: usize,
    listed: usize,
    /// The steps at which a repeat that is still running was entered.
    entered: VecDeque<usize>,
}

impl<'a> Simulation<'a> {
    #[inline]
    fn new(code: &'a [Inst], text: &'a str, looks: &'a Looks) -> Self {
        Simulation {
            code,
            text,
            looks,
            step: 1,
            waiting: Vec::new(),
            states: vec![State::default(); code.len()],
            pending: Vec::new(),
            ready: Vec::new(),
            matched: false,
        }
    }

    /// Starts at `entry` from every position, and reports each position where a match ends until the callback
    /// returns `true`. Returns whether it did.
    #[inline]
    fn run(
        &mut self,
        entry: usize,
        direction: Direction,
        mut stop_at: impl FnMut(usize) -> bool,
    ) -> bool {
        let mut at = match direction {
            Direction::Forward => 0,
            Direction::Backward => self.text.len(),
        };
        let only_once = direction == Direction::Forward && is_anchored(self.code.get(entry));
        loop {
            self.pending.push(entry);
            self.follow(at);
            if self.matched && stop_at(at) {
                return true;
            }
            if only_once && self.waiting.is_empty() {
                return false;
            }
            let Some(c) = neighbour(self.text, at, direction) else {
                return false;
            };
            at = direction.advance(at, c.len_utf8());
            self.read(c);
            self.follow(at);
        }
    }

    /// Lets every waiting instruction read `c`, and marks the successors of those that are satisfied as
    /// pending. All of them read before any successor is followed, because following may enter a repeat
    /// again.
    #[inline]
    fn read(&mut self, c: char) {
        self.step += 1;
        self.matched = false;
        let mut waiting = std::mem::take(&mut self.waiting);
        std::mem::swap(&mut self.waiting, &mut self.ready);
        for at in waiting.drain(..) {
            match self.code.get(at) {
                Some(Inst::Set(set)) if set.contains(c) => self.pending.push(at + 1),
                Some(Inst::Repeat(repeat)) => self.read_repeat(at, repeat, c),
                _ => {}
            }
        }
        self.ready = waiting;
    }

    #[inline]
    fn read_repeat(&mut self, at: usize, repeat: &Repeat, c: char) {
        let Some(state) = self.states.get_mut(at) else {
            return;
        };
        if !repeat.set.contains(c) {
            state.entered.clear();
            return;
        }
        let step = self.step;
        let is_over =
            |entered: &usize| repeat.max != UNBOUNDED && step - entered > to_usize(repeat.max);
        while state.entered.front().is_some_and(is_over) {
            state.entered.pop_front();
        }
        if let Some(oldest) = state.entered.front() {
            if step - oldest >= to_usize(repeat.min) {
                self.pending.push(at + 1);
            }
            self.list(at);
        }
    }

    /// Follows the pending instructions to those that consume.
    #[inline]
    fn follow(&mut self, position: usize) {
        while let Some(at) = self.pending.pop() {
            let (Some(inst), Some(state)) = (self.code.get(at), self.states.get_mut(at)) else {
                continue;
            };
            if state.followed == self.step {
                continue;
            }
            state.followed = self.step;
            match *inst {
                Inst::Match => self.matched = true,
                Inst::Set(_) => self.list(at),
                Inst::Repeat(repeat) => self.enter(at, &repeat),
                Inst::Split(first, second) => {
                    self.pending.extend([to_usize(second), to_usize(first)]);
                }
                Inst::Jump(target) => self.pending.push(to_usize(target)),
                Inst::Assert(assertion) => {
                    if assertion.holds(self.text, position) {
                        self.pending.push(at + 1);
                    }
                }
                Inst::Look { negative, next, .. } => {
                    if self.looks.matches(at, position) != negative {
                        self.pending.push(to_usize(next));
                    }
                }
                // These only occur in programs with back-references.
                Inst::Save(_)
                | Inst::Clear(..)
                | Inst::Progress(_)
                | Inst::BackReference { .. } => {}
            }
        }
    }

    #[inline]
    fn enter(&mut self, at: usize, repeat: &Repeat) {
        if let Some(state) = self.states.get_mut(at) {
            // Without an upper bound, the oldest entry allows everything that a later one does; without a
            // lower bound, the newest one does.
            if repeat.min <= 1 && repeat.max != UNBOUNDED {
                state.entered.clear();
            }
            if repeat.max != UNBOUNDED || state.entered.is_empty() {
                state.entered.push_back(self.step);
            }
        }
        self.list(at);
        if repeat.min == 0 {
            self.pending.push(at + 1);
        }
    }

    #[inline]
    fn list(&mut self, at: usize) {
        if let Some(state) = self.states.get_mut(at)
            && state.listed != self.step
        {
            state.listed = self.step;
            self.waiting.push(at);
        }
    }
}

/// Whether a program with this first instruction can only match at the start of the text.
#[inline]
pub(super) fn is_anchored(first: Option<&Inst>) -> bool {
    matches!(first, Some(Inst::Assert(super::Assertion::Start)))
}

/// The number of an instruction as an index; there are at most a few thousand.
#[inline]
pub(super) fn to_usize(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
