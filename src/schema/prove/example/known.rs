//! What was already looked for in a search.

use super::Example;
use crate::schema::shape::ShapeId;
use std::collections::HashMap;

/// The shapes that are to accept a value, and those that are to refuse it.
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
    /// What was not decided, and at which depth: further up there is more to try.
    undecided: HashMap<Question, u16>,
    /// The questions that are being looked at, outermost first, each with what the ones before it in its place
    /// rest on.
    open: Vec<(Question, Option<usize>)>,
    /// The outermost question that the answer to the innermost rests on.
    rests_on: Option<usize>,
}

impl Known {
    /// What is known; a question that is being looked at has no smaller value than the one that is looked for.
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

    /// Notes an answer. That there is no value is only known once all that this rests on is.
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

    /// Another search has steps of its own.
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
