//! Remembers what a search has already looked for.

use super::Example;
use crate::schema::shape::ShapeId;
use std::collections::HashMap;

/// The shapes that should accept a value, and those that should refuse it.
pub(super) type Question = (Vec<ShapeId>, Vec<ShapeId>);

pub(super) fn ask(wanted: &[ShapeId], refused: &[ShapeId]) -> Question {
    let order = |ids: &[ShapeId]| {
        let mut ids = ids.to_vec();
        ids.sort_unstable();
        ids.dedup();
        ids
    };
    (order(wanted), order(refused))
}

/// Answers by question.
#[derive(Default)]
pub(super) struct Known {
    answers: HashMap<Question, Example>,
    /// Undecided questions, and the depth at which they were asked: further up, there is more to
    /// try.
    undecided: HashMap<Question, u16>,
    /// The open questions, outermost first, each with the dependency of its predecessors at the
    /// same level.
    open: Vec<(Question, Option<usize>)>,
    /// The outermost question that the current answer depends on.
    rests_on: Option<usize>,
}

impl Known {
    /// The known answer. For an open question it is that there is none, since a smallest value
    /// contains no smaller one.
    pub(super) fn answer(&mut self, question: &Question, depth: u16) -> Option<Example> {
        if let Some(answer) = self.answers.get(question) {
            return Some(answer.clone());
        }
        if self.undecided.get(question).is_some_and(|at| *at <= depth) {
            return Some(Example::Undecided);
        }
        let at = self.open.iter().position(|(open, _)| open == question)?;
        self.rests_on = outermost(self.rests_on, Some(at));
        Some(Example::Impossible)
    }

    pub(super) fn open(&mut self, question: Question) {
        self.open.push((question, self.rests_on.take()));
    }

    /// Records an answer. Impossibility is only certain once every question that it depends on is
    /// answered.
    pub(super) fn close(&mut self, question: Question, found: &Example, depth: u16) {
        let before = self.open.pop().and_then(|(_, before)| before);
        let own = self.open.len();
        let outer = self.rests_on.filter(|at| *at < own);
        let rests_on_outer = outer.is_some();
        self.rests_on = outermost(before, outer);
        match found {
            Example::Value(_) => {
                self.answers.insert(question, found.clone());
            }
            Example::Impossible if !rests_on_outer => {
                self.answers.insert(question, Example::Impossible);
            }
            Example::Impossible => {}
            Example::Undecided => {
                self.undecided.insert(question, depth);
            }
        }
    }

    /// Another search has its own budget.
    pub(super) fn forget_undecided(&mut self) {
        self.undecided.clear();
    }
}

fn outermost(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
