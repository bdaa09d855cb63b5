//! Turns a parsed pattern into instructions.

use super::syntax::{Node, Parsed, Repeated};
use super::{Inst, PatternFault, Program, Repeat};
use toolc_runtime::pattern::UNBOUNDED;

/// The maximum size of a program.
const MAX_SIZE: usize = 5_000;

/// How many counts of a repeat count as one instruction.
const COUNTS_PER_INST: u32 = 256;

/// How many ranges of code points count as one instruction.
const RANGES_PER_INST: usize = 64;

/// How many instructions a look-around counts as, because it keeps a set of text positions.
const LOOK_WEIGHT: usize = 50;

pub(super) fn emit_program(parsed: &Parsed) -> Result<Program, PatternFault> {
    let mut emitter = Emitter {
        code: Vec::new(),
        weight: 0,
        captures: parsed.refers_back,
        slots: parsed.groups.saturating_mul(2),
    };
    emitter.node(&parsed.root, false)?;
    emitter.push(Inst::Match)?;
    let (slots, code) = (emitter.slots, emitter.code);
    Ok(if parsed.refers_back {
        Program::Captures { slots, code }
    } else {
        Program::Code(code)
    })
}

struct Emitter {
    code: Vec<Inst>,
    /// The part of the program's size that does not come from instructions.
    weight: usize,
    /// Whether captures are recorded for back-references.
    captures: bool,
    slots: u32,
}

type Emitted = Result<(), PatternFault>;

impl Emitter {
    fn push(&mut self, inst: Inst) -> Emitted {
        if let Inst::Set(set) | Inst::Repeat(Repeat { set, .. }) = &inst {
            self.weight += set.ranges().len() / RANGES_PER_INST;
        }
        self.code.push(inst);
        if self.code.len() + self.weight > MAX_SIZE {
            let reason = "the pattern is too large: written out with its counted repeats, it has \
                          more parts than this compiler accepts";
            return Err(PatternFault::new(0, reason));
        }
        Ok(())
    }

    fn here(&self) -> u32 {
        u32::try_from(self.code.len()).unwrap_or(u32::MAX)
    }

    fn node(&mut self, node: &Node, backward: bool) -> Emitted {
        match node {
            Node::Empty => Ok(()),
            Node::Set(set) => self.push(Inst::Set(set.clone())),
            Node::Assert(assertion) => self.push(Inst::Assert(*assertion)),
            Node::Sequence(parts) if backward => parts
                .iter()
                .rev()
                .try_for_each(|part| self.node(part, true)),
            Node::Sequence(parts) => parts.iter().try_for_each(|part| self.node(part, false)),
            Node::Alternation(alternatives) => self.alternation(alternatives, backward),
            Node::Capture(group, body) => self.capture(*group, body, backward),
            Node::Repeat(repeat) => self.repeat(repeat, backward),
            Node::Look {
                ahead,
                negative,
                body,
            } => self.emit_lookaround(*ahead, *negative, body),
            Node::BackReference { group, ignore_case } => self.push(Inst::BackReference {
                slot: first_slot(*group),
                ignore_case: *ignore_case,
            }),
        }
    }

    fn alternation(&mut self, alternatives: &[Node], backward: bool) -> Emitted {
        let mut jumps = Vec::new();
        for (at, alternative) in alternatives.iter().enumerate() {
            if at + 1 == alternatives.len() {
                self.node(alternative, backward)?;
                break;
            }
            let split = self.split()?;
            self.node(alternative, backward)?;
            jumps.push(self.code.len());
            self.push(Inst::Jump(0))?;
            self.leave(split, true);
        }
        let end = self.here();
        for jump in jumps {
            self.patch(jump, Inst::Jump(end));
        }
        Ok(())
    }

    fn capture(&mut self, group: u32, body: &Node, backward: bool) -> Emitted {
        if !self.captures {
            return self.node(body, backward);
        }
        let start = first_slot(group);
        let (before, after) = if backward {
            (start + 1, start)
        } else {
            (start, start + 1)
        };
        self.push(Inst::Save(before))?;
        self.node(body, backward)?;
        self.push(Inst::Save(after))
    }

    fn emit_lookaround(&mut self, ahead: bool, negative: bool, body: &Node) -> Emitted {
        let emit_lookaround = self.code.len();
        self.weight += LOOK_WEIGHT;
        self.push(Inst::Match)?;
        // Without captures, look-arounds are matched backwards, from their far end (see the
        // runtime's `Inst::Look`).
        let backward = if self.captures { !ahead } else { ahead };
        self.node(body, backward)?;
        self.push(Inst::Match)?;
        let next = self.here();
        let inst = Inst::Look {
            ahead,
            negative,
            next,
        };
        self.patch(emit_lookaround, inst);
        Ok(())
    }

    fn repeat(&mut self, repeat: &Repeated, backward: bool) -> Emitted {
        let (min, max) = (repeat.min, repeat.max);
        let set = match &*repeat.body {
            Node::Set(set) => Some(set),
            body if !self.captures => body.as_set(),
            _ => None,
        };
        if let Some(set) = set
            && (repeat.greedy || !self.captures)
        {
            // A repeat must track each position at which it was entered, unless one represents them
            // all.
            if min > 1 && max != UNBOUNDED {
                self.weight += usize::try_from(max / COUNTS_PER_INST).unwrap_or(usize::MAX);
            }
            let set = set.clone();
            return self.push(Inst::Repeat(Repeat { set, min, max }));
        }
        let mut last = self.here();
        for _ in 0..min {
            last = self.here();
            self.iteration(repeat, backward)?;
            if self.here() == last {
                return Ok(());
            }
        }
        match max {
            UNBOUNDED if min > 0 && !self.captures => {
                let next = self.here() + 1;
                self.push(Inst::Split(last, next))
            }
            UNBOUNDED => self.star(repeat, backward),
            _ => self.optional(repeat, max.saturating_sub(min), backward),
        }
    }

    fn star(&mut self, repeat: &Repeated, backward: bool) -> Emitted {
        let begin = self.here();
        let split = self.split()?;
        self.progressing(repeat, backward)?;
        self.push(Inst::Jump(begin))?;
        self.leave(split, repeat.greedy);
        Ok(())
    }

    fn optional(&mut self, repeat: &Repeated, times: u32, backward: bool) -> Emitted {
        let mut splits = Vec::new();
        for _ in 0..times {
            splits.push(self.split()?);
            self.progressing(repeat, backward)?;
        }
        for split in splits {
            self.leave(split, repeat.greedy);
        }
        Ok(())
    }

    /// An iteration beyond the minimum, which must consume something (ECMA-262 §22.2.2.3.1).
    fn progressing(&mut self, repeat: &Repeated, backward: bool) -> Emitted {
        if !self.captures {
            return self.iteration(repeat, backward);
        }
        let slot = self.slots;
        self.slots += 1;
        self.push(Inst::Save(slot))?;
        self.iteration(repeat, backward)?;
        self.push(Inst::Progress(slot))
    }

    fn iteration(&mut self, repeat: &Repeated, backward: bool) -> Emitted {
        let (first, last) = repeat.groups;
        if self.captures && first < last {
            self.push(Inst::Clear(first_slot(first), first_slot(last)))?;
        }
        self.node(&repeat.body, backward)
    }

    /// Reserves a split between the following code and the code after the call of
    /// [`Emitter::leave`].
    fn split(&mut self) -> Result<usize, PatternFault> {
        let split = self.code.len();
        self.push(Inst::Match)?;
        Ok(split)
    }

    fn leave(&mut self, split: usize, greedy: bool) {
        let inside = u32::try_from(split + 1).unwrap_or(u32::MAX);
        let outside = self.here();
        let inst = if greedy {
            Inst::Split(inside, outside)
        } else {
            Inst::Split(outside, inside)
        };
        self.patch(split, inst);
    }

    fn patch(&mut self, at: usize, inst: Inst) {
        if let Some(reserved) = self.code.get_mut(at) {
            *reserved = inst;
        }
    }
}

/// The slot for the start of a group; groups are numbered from 1.
fn first_slot(group: u32) -> u32 {
    group.saturating_sub(1).saturating_mul(2)
}
