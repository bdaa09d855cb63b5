//! Programs as tables: the transition of each state for each code point, computed in advance.

use super::{Inst, Set};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use toolc_runtime::pattern::{Assertion, UNBOUNDED};

/// How many states a table may have, including one for failure and one for a completed match.
const MAX_STATES: usize = 128;

/// How many entries a table may have: states times character classes.
const MAX_ENTRIES: usize = 2_048;

/// How many ranges of code points beyond ASCII a table may distinguish.
const MAX_RANGES: usize = 64;

/// How many threads of the program one state may represent.
const MAX_THREADS: usize = 512;

pub(super) const REFUSED: u8 = 0;
pub(super) const ACCEPTED: u8 = 1;

/// The owned mirror of [`toolc_runtime::pattern::Automaton`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Automaton {
    pub(super) start: u8,
    pub(super) classes: u8,
    pub(super) ascii: Vec<u8>,
    pub(super) ranges: Vec<(u32, u8)>,
    pub(super) next: Vec<u8>,
    pub(super) ends: Vec<u8>,
}

/// The table for a program; `None` if it would be too large, or if the program depends on more than
/// the preceding text.
pub(super) fn lower_automaton(code: &[Inst]) -> Option<Automaton> {
    let classes = Classes::of(code)?;
    let mut builder = Builder {
        code,
        numbers: HashMap::new(),
        states: Vec::new(),
    };
    let start = builder.number(State::start())?;
    let mut next = vec![REFUSED; classes.count];
    next.resize(classes.count * 2, ACCEPTED);
    let mut ends = vec![0, 1];
    let mut at = 0;
    while let Some(state) = builder.states.get(at).cloned() {
        let waiting = builder.follow(&state, false)?.waiting;
        for class in &classes.samples {
            next.push(builder.read(&waiting, *class)?);
        }
        ends.push(u8::from(builder.follow(&state, true)?.matched));
        if next.len() > MAX_ENTRIES {
            return None;
        }
        at += 1;
    }
    Some(Automaton {
        start,
        classes: u8::try_from(classes.count).ok()?,
        ascii: classes.ascii,
        ranges: classes.ranges,
        next,
        ends,
    })
}

/// Classes of code points that no set in the program distinguishes.
struct Classes {
    count: usize,
    /// One code point from each class.
    samples: Vec<u32>,
    ascii: Vec<u8>,
    /// Where the class changes, from code point 128 up.
    ranges: Vec<(u32, u8)>,
}

impl Classes {
    fn of(code: &[Inst]) -> Option<Self> {
        let mut known = HashSet::new();
        let sets = code.iter().filter_map(set_of);
        let sets: Vec<&Set> = sets.filter(|set| known.insert(*set)).collect();
        let mut borders = BTreeSet::from([0, 128]);
        for (low, high) in sets.iter().flat_map(|set| set.ranges()) {
            borders.extend([*low, high.saturating_add(1)]);
        }
        if borders.iter().filter(|border| **border > 128).count() > MAX_RANGES {
            return None;
        }
        let mut known: BTreeMap<Vec<bool>, u8> = BTreeMap::new();
        let mut classes = Classes {
            count: 0,
            samples: Vec::new(),
            ascii: Vec::new(),
            ranges: Vec::new(),
        };
        for border in borders
            .into_iter()
            .filter(|border| *border <= u32::from(char::MAX))
        {
            let members = sets.iter().map(|set| set.contains(border)).collect();
            let new = u8::try_from(known.len()).ok()?;
            let class = *known.entry(members).or_insert(new);
            if class == new {
                classes.samples.push(border);
            }
            if border < 128 {
                let last = classes.ascii.last().copied().unwrap_or(class);
                classes.ascii.resize(border as usize, last);
                classes.ascii.push(class);
            } else {
                classes.ranges.push((border, class));
            }
        }
        let last = classes.ascii.last().copied()?;
        classes.ascii.resize(128, last);
        classes.count = classes.samples.len();
        Some(classes)
    }
}

fn set_of(inst: &Inst) -> Option<&Set> {
    match inst {
        Inst::Set(set) => Some(set),
        Inst::Repeat(repeat) => Some(&repeat.set),
        _ => None,
    }
}

/// The position of a thread: the instruction, and the number of repetitions so far.
type Thread = (usize, u32);

/// The threads that are alive after some text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    at_start: bool,
    threads: BTreeSet<Thread>,
}

impl State {
    fn start() -> Self {
        State {
            at_start: true,
            threads: BTreeSet::from([(0, 0)]),
        }
    }
}

/// What a state reaches without consuming a code point.
struct Followed {
    waiting: Vec<Thread>,
    matched: bool,
}

struct Builder<'c> {
    code: &'c [Inst],
    numbers: HashMap<State, u8>,
    states: Vec<State>,
}

impl Builder<'_> {
    /// The index of a state in the table.
    fn number(&mut self, state: State) -> Option<u8> {
        if self.follow(&state, false)?.matched {
            return Some(ACCEPTED);
        }
        if let Some(number) = self.numbers.get(&state) {
            return Some(*number);
        }
        let number = u8::try_from(self.states.len() + 2).ok()?;
        if usize::from(number) >= MAX_STATES {
            return None;
        }
        self.states.push(state.clone());
        self.numbers.insert(state, number);
        Some(number)
    }

    /// The state after consuming a code point of some class.
    fn read(&mut self, waiting: &[Thread], sample: u32) -> Option<u8> {
        let mut threads = BTreeSet::new();
        for &(at, count) in waiting {
            match self.code.get(at) {
                Some(Inst::Set(set)) if set.contains(sample) => drop(threads.insert((at + 1, 0))),
                Some(Inst::Repeat(repeat)) if repeat.set.contains(sample) => {
                    let maximum = match repeat.max {
                        UNBOUNDED => repeat.min.max(1),
                        max => max,
                    };
                    threads.insert((at, maximum.min(count + 1)));
                }
                _ => {}
            }
        }
        if !is_anchored(self.code) {
            threads.insert((0, 0));
        }
        if threads.is_empty() {
            return Some(REFUSED);
        }
        self.number(State {
            at_start: false,
            threads,
        })
    }

    fn follow(&self, state: &State, at_end: bool) -> Option<Followed> {
        let mut pending: Vec<Thread> = state.threads.iter().copied().collect();
        let mut seen: BTreeSet<Thread> = BTreeSet::new();
        let mut followed = Followed {
            waiting: Vec::new(),
            matched: false,
        };
        while let Some((at, count)) = pending.pop() {
            if !seen.insert((at, count)) {
                continue;
            }
            if seen.len() > MAX_THREADS {
                return None;
            }
            match self.code.get(at)? {
                Inst::Match => followed.matched = true,
                Inst::Set(_) => followed.waiting.push((at, 0)),
                Inst::Repeat(repeat) => {
                    if count >= repeat.min {
                        pending.push((at + 1, 0));
                    }
                    if repeat.max == UNBOUNDED || count < repeat.max {
                        followed.waiting.push((at, count));
                    }
                }
                Inst::Split(first, second) => {
                    pending.extend([(*first as usize, 0), (*second as usize, 0)]);
                }
                Inst::Jump(target) => pending.push((*target as usize, 0)),
                Inst::Assert(Assertion::Start) if !state.at_start => {}
                Inst::Assert(Assertion::End) if !at_end => {}
                Inst::Assert(Assertion::Start | Assertion::End) => pending.push((at + 1, 0)),
                _ => return None,
            }
        }
        Some(followed)
    }
}

/// Whether a program can only match at the start of the text.
fn is_anchored(code: &[Inst]) -> bool {
    matches!(code.first(), Some(Inst::Assert(Assertion::Start)))
}
