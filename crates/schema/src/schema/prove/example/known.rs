//! Remembers what a search has already looked for.

use super::Example;
use crate::schema::shape::ShapeId;
use std::collections::HashMap;

/// Whether there is a value that some shapes accept and others refuse.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Question {
    wanted: Vec<ShapeId>,
    refused: Vec<ShapeId>,
}

impl Question {
    pub(super) fn new(wanted: &[ShapeId], refused: &[ShapeId]) -> Self {
        let order = |ids: &[ShapeId]| {
            let mut ids = ids.to_vec();
            ids.sort_unstable();
            ids.dedup();
            ids
        };
        Question {
            wanted: order(wanted),
            refused: order(refused),
        }
    }
}

/// A question that is being answered.
struct OpenQuestion {
    question: Question,
    /// What the questions asked before it at the same level depend on.
    rests_on: Option<usize>,
}

/// Answers by question.
#[derive(Default)]
pub(super) struct Known {
    answers: HashMap<Question, Example>,
    /// Undecided questions, and the depth at which they were asked: further up, there is more to
    /// try.
    undecided: HashMap<Question, u16>,
    /// The open questions, outermost first.
    open: Vec<OpenQuestion>,
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
        let at = self
            .open
            .iter()
            .position(|open| open.question == *question)?;
        self.rests_on = outermost(self.rests_on, Some(at));
        Some(Example::Impossible)
    }

    pub(super) fn open(&mut self, question: Question) {
        let rests_on = self.rests_on.take();
        self.open.push(OpenQuestion { question, rests_on });
    }

    /// Records an answer. Impossibility is only certain once every question that it depends on is
    /// answered.
    pub(super) fn close(&mut self, question: Question, found: &Example, depth: u16) {
        let before = self.open.pop().and_then(|open| open.rests_on);
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
    [a, b].into_iter().flatten().min()
}
