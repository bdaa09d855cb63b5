//! Strings with a length, a pattern or a format.

use super::Generator;
use crate::format::Format;
use crate::pattern::{Assertion, Automaton, CharSet, Inst, Program, Repeat};
use crate::schema::Text;
use std::collections::VecDeque;

/// Longer texts are not generated.
const LONGEST: u64 = 4_096;

const WORDS: &[&str] = &[
    "alpha", "beta", "gamma", "delta", "a b", "x", "Zoë", "42", "a-b_c", "日本",
];

impl Generator {
    pub(super) fn text(&mut self, rules: &Text) -> Option<String> {
        let mut text = match (rules.pattern, rules.format) {
            (Some(pattern), _) => self.matching(&pattern.program)?,
            (None, Some(format)) => self.random.pick(examples(format))?.to_string(),
            (None, None) => self.random.pick(WORDS)?.to_string(),
        };
        let length = text.chars().count() as u64;
        if rules.min_length > LONGEST {
            return None;
        }
        // A text that is too short or too long for its pattern is rejected later, and attempted again.
        for _ in length..rules.min_length {
            text.push('a');
        }
        if length > rules.max_length {
            text = text.chars().take(rules.max_length as usize).collect();
        }
        Some(text)
    }

    /// A text that a pattern probably matches. Look-arounds and back-references are ignored.
    pub(super) fn matching(&mut self, program: &Program) -> Option<String> {
        match program {
            Program::Run { repeats, .. } => {
                let mut text = String::new();
                for repeat in *repeats {
                    self.repeat(repeat, &mut text)?;
                }
                Some(text)
            }
            Program::Automaton(automaton) => self.accepted(automaton),
            Program::Code(code) | Program::Captures(code) => self.way_through(code.insts),
        }
    }

    fn repeat(&mut self, repeat: &Repeat, text: &mut String) -> Option<()> {
        const MORE: u64 = 3;
        let more = self.random.below(MORE);
        let count = (u64::from(repeat.min) + more).min(u64::from(repeat.max));
        if count > LONGEST {
            return None;
        }
        for _ in 0..count {
            text.push(self.letter(&repeat.set)?);
        }
        Some(())
    }

    /// A character from a set, usually one that people type.
    fn letter(&mut self, set: &CharSet) -> Option<char> {
        const DRAWS: u32 = 16;
        for _ in 0..DRAWS {
            let code = 32 + self.random.below(95);
            if set.ascii >> code & 1 == 1 {
                return char::from_u32(code as u32);
            }
        }
        let typed = (32..127).find(|code| set.ascii >> code & 1 == 1);
        let ascii = typed.or_else(|| (0..128).find(|code| set.ascii >> code & 1 == 1));
        let mut further = set.ranges.iter().flat_map(|(low, high)| [*low, *high]);
        ascii
            .and_then(char::from_u32)
            .or_else(|| further.find_map(char::from_u32))
    }

    /// The text of a path to an accepting state of the automaton.
    fn accepted(&mut self, automaton: &Automaton) -> Option<String> {
        let mut from: Vec<Option<(u8, char)>> = vec![None; automaton.ends.len()];
        let letters = self.letters(automaton);
        let mut waiting = VecDeque::from([automaton.start]);
        let mut end = None;
        while let Some(state) = waiting.pop_front() {
            if automaton.ends.get(usize::from(state)) == Some(&1) {
                end = Some(state);
                break;
            }
            for (class, letter) in &letters {
                let at = usize::from(state) * usize::from(automaton.classes) + usize::from(*class);
                let next = *automaton.next.get(at)?;
                let seen = from.get_mut(usize::from(next))?;
                if next != automaton.start && next != 0 && seen.is_none() {
                    *seen = Some((state, *letter));
                    waiting.push_back(next);
                }
            }
        }
        let mut text = Vec::new();
        let mut state = end?;
        while let Some((before, letter)) = from[usize::from(state)] {
            text.push(letter);
            state = before;
        }
        Some(text.into_iter().rev().collect())
    }

    /// A character for each class, in random order.
    fn letters(&mut self, automaton: &Automaton) -> Vec<(u8, char)> {
        let mut letters: Vec<(u8, char)> = Vec::new();
        let start = self.random.below(95);
        let typed = (0..95).map(|at| 32 + (start + at) % 95);
        let others = (0..32).chain([127]);
        for code in typed.chain(others) {
            let class = automaton.ascii[code as usize];
            if letters.iter().all(|(known, _)| *known != class)
                && let Some(letter) = char::from_u32(code as u32)
            {
                letters.push((class, letter));
            }
        }
        for (low, class) in automaton.ranges {
            if letters.iter().all(|(known, _)| known != class)
                && let Some(letter) = char::from_u32(*low)
            {
                letters.push((*class, letter));
            }
        }
        letters
    }

    /// The text of a random path through the instructions, or else of the shortest one.
    fn way_through(&mut self, code: &[Inst]) -> Option<String> {
        const STEPS: u32 = 400;
        let mut text = String::new();
        let mut at = 0;
        for _ in 0..STEPS {
            at = match code.get(at)? {
                Inst::Match => return Some(text),
                Inst::Split(one, other) => match self.random.one_in(2) {
                    true => *one as usize,
                    false => *other as usize,
                },
                Inst::Jump(to) => *to as usize,
                Inst::Look { next, .. } => *next as usize,
                Inst::Set(set) => {
                    text.push(self.letter(set)?);
                    at + 1
                }
                Inst::Repeat(repeat) => {
                    self.repeat(repeat, &mut text)?;
                    at + 1
                }
                Inst::Assert(Assertion::NotBoundary) => {
                    text.push('a');
                    at + 1
                }
                _ => at + 1,
            };
        }
        None
    }
}

/// Example texts for a format.
fn examples(format: Format) -> &'static [&'static str] {
    if let Format::Path(rules) = format {
        // A name may consist of its suffix alone.
        return rules.suffixes.unwrap_or(&["/notes/todo.txt", "a"]);
    }
    match format.name() {
        "date-time" => &["2026-01-31T12:30:00Z", "1999-12-31T23:59:59.5+02:00"],
        "date" => &["2026-01-31", "2000-02-29"],
        "time" => &["12:30:00Z", "23:59:59+01:00"],
        "duration" => &["P1D", "PT1H30M"],
        "email" | "idn-email" => &["ada@example.org", "a.b+c@mail.example.com"],
        "hostname" | "idn-hostname" => &["example.org", "a.b.example"],
        "ipv4" => &["192.0.2.1", "203.0.113.255"],
        "ipv6" => &["2001:db8::1", "::1"],
        "uri" | "iri" => &["https://example.org/a?b=c", "urn:example:a"],
        "uri-reference" | "iri-reference" => &["/a/b", "https://example.org/"],
        "uuid" => &[
            "123e4567-e89b-12d3-a456-426614174000",
            "00000000-0000-4000-8000-000000000000",
        ],
        "uri-template" => &["/items/{id}", "https://example.org/{?q}"],
        "json-pointer" => &["/a/0", ""],
        "relative-json-pointer" => &["0/a", "1"],
        "regex" => &["^a+$", "[0-9]{2}"],
        "byte" => &["aGVsbG8=", "AAECAw=="],
        _ => &[],
    }
}
