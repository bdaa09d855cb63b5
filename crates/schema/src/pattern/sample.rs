//! A text that a pattern matches, found through the shortest path. Look-around and back-references
//! are ignored, so the text must still be checked.

use super::{CompiledPattern, Inst, Program, Repeat, Set};
use std::collections::VecDeque;
use toolc_runtime::pattern::Assertion;

/// Longer texts are not generated.
const MAX_LENGTH: u32 = 4_096;

impl CompiledPattern {
    /// About how many instructions it has, which is what it costs to find a text.
    pub fn size(&self) -> usize {
        match &self.0.program {
            Program::Run(run) => {
                let counts = run.repeats.iter().map(|repeat| repeat.min.min(MAX_LENGTH));
                counts.fold(1, |sum, count| sum + 1 + count as usize / 8)
            }
            Program::Automaton { code, .. }
            | Program::Code(code)
            | Program::Captures { code, .. } => 1 + code.len(),
        }
    }

    /// A text that the pattern probably matches.
    pub fn sample(&self) -> Option<String> {
        match &self.0.program {
            Program::Run(run) => {
                let mut text = String::new();
                for repeat in &run.repeats {
                    repeat.append(&mut text)?;
                }
                Some(text)
            }
            Program::Automaton { code, .. }
            | Program::Code(code)
            | Program::Captures { code, .. } => way_through(code),
        }
    }
}

impl Repeat {
    fn append(&self, text: &mut String) -> Option<()> {
        let count = self.min;
        if count > MAX_LENGTH {
            return None;
        }
        let letter = match count {
            0 => return Some(()),
            _ => self.set.sample()?,
        };
        text.extend(std::iter::repeat_n(letter, count as usize));
        Some(())
    }
}

impl Set {
    /// A character in the set, preferably a letter or digit.
    fn sample(&self) -> Option<char> {
        let has = |code: u32| {
            self.ranges()
                .iter()
                .any(|(low, high)| (*low..=*high).contains(&code))
        };
        let plain = ['a', 'A', '0', '-', ' ']
            .into_iter()
            .find(|plain| has(u32::from(*plain)));
        let printable = || (33..127).find(|code| has(*code)).and_then(char::from_u32);
        let any = || {
            let mut codes = self.ranges().iter().flat_map(|(low, high)| [*low, *high]);
            codes.find_map(char::from_u32)
        };
        plain.or_else(printable).or_else(any)
    }
}

/// The text on the path to the match with the fewest instructions.
fn way_through(code: &[Inst]) -> Option<String> {
    let mut from: Vec<Option<usize>> = vec![None; code.len()];
    let mut waiting = VecDeque::from([0usize]);
    let mut end = None;
    while let Some(at) = waiting.pop_front() {
        let next = match code.get(at)? {
            Inst::Match => {
                end = Some(at);
                break;
            }
            Inst::Split(one, other) => vec![*one as usize, *other as usize],
            Inst::Jump(to) => vec![*to as usize],
            Inst::Look { next, .. } => vec![*next as usize],
            _ => vec![at + 1],
        };
        for to in next {
            if to != 0 && from.get(to)?.is_none() {
                from[to] = Some(at);
                waiting.push_back(to);
            }
        }
    }
    let mut way = vec![end?];
    while let Some(at) = way.last().and_then(|at| from[*at]) {
        way.push(at);
    }
    let mut text = String::new();
    for at in way.into_iter().rev() {
        match &code[at] {
            Inst::Set(set) => text.push(set.sample()?),
            Inst::Repeat(repeat) => repeat.append(&mut text)?,
            Inst::Assert(Assertion::NotBoundary) => text.push('a'),
            _ => {}
        }
        if text.len() > MAX_LENGTH as usize {
            return None;
        }
    }
    Some(text)
}
