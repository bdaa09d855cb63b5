//! Programs with back-references: alternatives are tried one after the other, up to a limit.

use super::lockstep::{is_anchored, to_usize};
use super::{Code, Direction, Inst, Repeat, TooCostly, fold_case, neighbour};

/// The maximum number of steps, over all alternatives.
const MAX_STEPS: usize = 3_000_000;

/// The maximum number of open alternatives.
const MAX_FRAMES: usize = 500_000;

/// Marks a position that is not saved.
const UNSET: usize = usize::MAX;

/// Whether the text matches, and the number of steps that it took.
#[inline]
pub(super) fn decide_match(code: &Code, text: &str) -> Result<(bool, usize), TooCostly> {
    let Code {
        insts: code, slots, ..
    } = *code;
    let mut backtracker = Backtracker {
        code,
        text,
        slots: vec![UNSET; to_usize(slots)],
        frames: Vec::new(),
        steps: 0,
    };
    let starts = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    let tries = if is_anchored(code.first()) {
        1
    } else {
        usize::MAX
    };
    for start in starts.take(tries) {
        if backtracker.run(0, start, Direction::Forward)? {
            return Ok((true, backtracker.steps));
        }
    }
    Ok((false, backtracker.steps))
}

struct Backtracker<'a> {
    code: &'a [Inst],
    text: &'a str,
    slots: Vec<usize>,
    frames: Vec<Frame>,
    steps: usize,
}

/// What to do when an alternative fails.
enum Frame {
    /// Try this alternative.
    Try { inst: usize, position: usize },
    /// Let a repeat give back up to `spare` code points, one at a time.
    GiveBack {
        inst: usize,
        position: usize,
        spare: usize,
    },
    /// Undo a save.
    Restore { slot: usize, position: usize },
}

/// What follows an instruction.
enum Next {
    Go(usize, usize),
    Fail,
    Match,
}

impl Backtracker<'_> {
    /// Whether the code from `inst` on matches at this position. Recurses only for look-arounds, whose
    /// nesting the compiler limits.
    #[inline]
    fn run(
        &mut self,
        mut inst: usize,
        mut position: usize,
        direction: Direction,
    ) -> Result<bool, TooCostly> {
        let base = self.frames.len();
        loop {
            self.spend(1)?;
            match self.step(inst, position, direction)? {
                Next::Match => return Ok(true),
                Next::Go(next, there) => (inst, position) = (next, there),
                Next::Fail => match self.backtrack(base, direction) {
                    Some(resumed) => (inst, position) = resumed,
                    None => return Ok(false),
                },
            }
        }
    }

    #[inline]
    fn spend(&mut self, steps: usize) -> Result<(), TooCostly> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > MAX_STEPS || self.frames.len() > MAX_FRAMES {
            return Err(TooCostly);
        }
        Ok(())
    }

    #[inline]
    fn step(
        &mut self,
        at: usize,
        position: usize,
        direction: Direction,
    ) -> Result<Next, TooCostly> {
        let Some(inst) = self.code.get(at) else {
            return Ok(Next::Fail);
        };
        let go_if = |holds: bool| {
            if holds {
                Next::Go(at + 1, position)
            } else {
                Next::Fail
            }
        };
        Ok(match *inst {
            Inst::Match => Next::Match,
            Inst::Set(set) => match neighbour(self.text, position, direction) {
                Some(c) if set.contains(c) => {
                    Next::Go(at + 1, direction.advance(position, c.len_utf8()))
                }
                _ => Next::Fail,
            },
            Inst::Repeat(repeat) => self.repeat(at, &repeat, position, direction)?,
            Inst::Split(first, second) => {
                let inst = to_usize(second);
                self.frames.push(Frame::Try { inst, position });
                Next::Go(to_usize(first), position)
            }
            Inst::Jump(target) => Next::Go(to_usize(target), position),
            Inst::Assert(assertion) => go_if(assertion.holds(self.text, position)),
            Inst::Look {
                ahead,
                negative,
                next,
            } => {
                if self.match_lookaround(at + 1, position, ahead, negative)? {
                    Next::Go(to_usize(next), position)
                } else {
                    Next::Fail
                }
            }
            Inst::Save(slot) => {
                self.save(to_usize(slot), position);
                go_if(true)
            }
            Inst::Clear(from, to) => {
                (from..to).for_each(|slot| self.save(to_usize(slot), UNSET));
                go_if(true)
            }
            Inst::Progress(slot) => go_if(self.saved(to_usize(slot)) != Some(position)),
            Inst::BackReference { slot, ignore_case } => {
                match self.back_reference(to_usize(slot), ignore_case, position, direction)? {
                    Some(there) => Next::Go(at + 1, there),
                    None => Next::Fail,
                }
            }
        })
    }

    #[inline]
    fn repeat(
        &mut self,
        at: usize,
        repeat: &Repeat,
        from: usize,
        direction: Direction,
    ) -> Result<Next, TooCostly> {
        let mut position = from;
        let mut count = 0;
        while count < to_usize(repeat.max) {
            match neighbour(self.text, position, direction) {
                Some(c) if repeat.set.contains(c) => {
                    position = direction.advance(position, c.len_utf8());
                }
                _ => break,
            }
            count += 1;
        }
        self.spend(count)?;
        let Some(spare) = count.checked_sub(to_usize(repeat.min)) else {
            return Ok(Next::Fail);
        };
        let inst = at + 1;
        if spare > 0 {
            self.frames.push(Frame::GiveBack {
                inst,
                position,
                spare,
            });
        }
        Ok(Next::Go(inst, position))
    }

    /// Resumes the most recent alternative above `base`.
    #[inline]
    fn backtrack(&mut self, base: usize, direction: Direction) -> Option<(usize, usize)> {
        while self.frames.len() > base {
            match self.frames.pop()? {
                Frame::Try { inst, position } => return Some((inst, position)),
                Frame::Restore { slot, position } => self.set(slot, position),
                Frame::GiveBack {
                    inst,
                    position,
                    spare,
                } => {
                    let back = direction.reversed();
                    let c = neighbour(self.text, position, back)?;
                    let position = back.advance(position, c.len_utf8());
                    if spare > 1 {
                        let spare = spare - 1;
                        self.frames.push(Frame::GiveBack {
                            inst,
                            position,
                            spare,
                        });
                    }
                    return Some((inst, position));
                }
            }
        }
        None
    }

    /// A look-around that succeeded keeps its captures, but is not re-entered.
    #[inline]
    fn match_lookaround(
        &mut self,
        body: usize,
        position: usize,
        ahead: bool,
        negative: bool,
    ) -> Result<bool, TooCostly> {
        let base = self.frames.len();
        let direction = if ahead {
            Direction::Forward
        } else {
            Direction::Backward
        };
        if !self.run(body, position, direction)? {
            return Ok(negative);
        }
        let opened = self.frames.split_off(base);
        self.spend(opened.len())?;
        let saves = opened
            .into_iter()
            .filter(|frame| matches!(frame, Frame::Restore { .. }));
        self.frames.extend(saves);
        if negative {
            self.backtrack(base, direction);
        }
        Ok(!negative)
    }

    /// The end of the text that a group captured, if it occurs here. A group that did not take part in the
    /// match has captured nothing, which matches everywhere (ECMA-262 §22.2.2.7.2).
    #[inline]
    fn back_reference(
        &mut self,
        slot: usize,
        ignore_case: bool,
        position: usize,
        direction: Direction,
    ) -> Result<Option<usize>, TooCostly> {
        let (Some(start), Some(end)) = (self.saved(slot), self.saved(slot + 1)) else {
            return Ok(Some(position));
        };
        let captured = self.text.get(start..end).unwrap_or_default();
        self.spend(captured.len())?;
        let mut expected = captured.chars();
        let mut there = position;
        while let Some(c) = match direction {
            Direction::Forward => expected.next(),
            Direction::Backward => expected.next_back(),
        } {
            match neighbour(self.text, there, direction) {
                Some(d) if c == d || (ignore_case && fold_case(c) == fold_case(d)) => {
                    there = direction.advance(there, d.len_utf8());
                }
                _ => return Ok(None),
            }
        }
        Ok(Some(there))
    }

    #[inline]
    fn saved(&self, slot: usize) -> Option<usize> {
        self.slots
            .get(slot)
            .copied()
            .filter(|saved| *saved != UNSET)
    }

    #[inline]
    fn save(&mut self, slot: usize, value: usize) {
        let position = self.slots.get(slot).copied().unwrap_or(UNSET);
        self.frames.push(Frame::Restore { slot, position });
        self.set(slot, value);
    }

    #[inline]
    fn set(&mut self, slot: usize, value: usize) {
        if let Some(saved) = self.slots.get_mut(slot) {
            *saved = value;
        }
    }
}
