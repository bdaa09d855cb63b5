//! Character classes (ECMA-262 §22.2.1, CharacterClass).

use super::super::{PatternFault, Set};
use super::groups::posix_class;
use super::portable::Place;
use super::{Parse, Parser};

/// What is on either side of a `-`.
pub(super) enum ClassAtom {
    /// A code point.
    One(u32),
    /// A class in itself, such as `\d`.
    Many(Set),
}

impl ClassAtom {
    fn ranges(&self) -> Vec<(u32, u32)> {
        match self {
            ClassAtom::One(code) => vec![(*code, *code)],
            ClassAtom::Many(set) => set.ranges().to_vec(),
        }
    }
}

impl Parser<'_> {
    /// Parses what follows a `[`.
    pub(super) fn class(&mut self) -> Parse<Set> {
        let start = self.at - 1;
        let negated = self.eat("^");
        let mut ranges = Vec::new();
        while !self.eat("]") {
            self.check_set_signs(start)?;
            let Some(low) = self.class_atom()? else {
                return Err(PatternFault::new(
                    start,
                    "this class is not closed by a `]`",
                ));
            };
            self.class_range(low, &mut ranges)?;
        }
        let set = self.cased(Set::of(ranges));
        Ok(if negated { set.negated() } else { set })
    }

    /// Refuses the operations on classes of other dialects: `[a-z&&[^b]]` of Java and Ruby, `[a-z--[aeiou]]` of Python
    /// and `[a-z-[aeiou]]` of XML Schema and .NET. ECMA-262 would read them as other classes.
    fn check_set_signs(&mut self, start: usize) -> Parse<()> {
        if self.at == start + 1 {
            return Ok(());
        }
        let operations = [
            ("&&", "intersections"),
            ("--", "differences"),
            ("-", "differences"),
        ];
        for (sign, name) in operations {
            let Some(other) = self.rest().strip_prefix(sign) else {
                continue;
            };
            let inner = other
                .strip_prefix('[')
                .filter(|inner| posix_class(inner).is_none());
            // `[+-[]` is a class with a bracket, and `[a-[b]]` ends with two
            let closes_twice = |inner: &str| {
                inner
                    .find(']')
                    .is_some_and(|at| inner[at + 1..].starts_with(']'))
            };
            if inner.is_some_and(|inner| sign == "&&" || closes_twice(inner)) {
                let reason = format!("ECMA-262 has no {name} of classes");
                let help = "write a lookahead before the class: `(?![b])[a-z]` for what is in the second and not in \
                            the first, `(?=[b])[a-z]` for what is in both";
                return Err(PatternFault::new(start, reason).help(help));
            }
        }
        if self.rest().starts_with("&&") {
            self.read_as("&&", "the sign `&` in a class");
        }
        Ok(())
    }

    /// Adds the range that starts with `low`, or just `low`.
    fn class_range(&mut self, low: ClassAtom, ranges: &mut Vec<(u32, u32)>) -> Parse<()> {
        let start = self.at;
        if !self.rest().starts_with('-') || self.rest().starts_with("-]") {
            ranges.extend(low.ranges());
            return Ok(());
        }
        self.eat("-");
        let Some(high) = self.class_atom()? else {
            return Ok(());
        };
        match (&low, &high) {
            (ClassAtom::One(low), ClassAtom::One(high)) if low > high => {
                let reason = "this range ends before it begins";
                return Err(PatternFault::new(start, reason));
            }
            (ClassAtom::One(low), ClassAtom::One(high)) => ranges.push((*low, *high)),
            // Annex B.1.2: next to a class, a hyphen is literal.
            _ => {
                ranges.extend(low.ranges());
                ranges.extend(high.ranges());
                ranges.push((u32::from('-'), u32::from('-')));
                self.portable.replace(start..start, "\\");
            }
        }
        Ok(())
    }

    /// `[:alnum:]` within a class, or `[:^alnum:]`.
    fn posix(&mut self, name: &str) -> Set {
        self.read_as(
            &format!("[:{name}:]"),
            "the ASCII letters, digits or signs of that class",
        );
        let plain = name.strip_prefix('^').unwrap_or(name);
        let set = Set::posix(plain).unwrap_or_else(|| Set::of([]));
        if plain == name { set } else { set.negated() }
    }

    fn class_atom(&mut self) -> Parse<Option<ClassAtom>> {
        let posix = self.rest().strip_prefix('[').and_then(posix_class);
        if let Some(name) = posix {
            let start = self.at;
            self.at += name.len() + "[::]".len();
            let set = self.posix(name);
            self.portable.replace(start..self.at, &set.write_ranges());
            return Ok(Some(ClassAtom::Many(set)));
        }
        Ok(match self.next() {
            None => None,
            Some('\\') if self.eat("b") => Some(ClassAtom::One(0x8)),
            Some('\\') => Some(self.character_escape(Place::Class)?),
            Some(c) => Some(ClassAtom::One(u32::from(c))),
        })
    }
}
