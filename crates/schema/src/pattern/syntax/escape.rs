//! Escapes (ECMA-262 §22.2.1, AtomEscape and CharacterEscape).

use super::super::{PatternFault, Set};
use super::class::ClassAtom;
use super::portable::{Place, is_property, write_sign};
use super::{Node, Parse, Parser};
use toolc_runtime::pattern::Assertion;

/// Java classes whose names are not those of Unicode properties.
const JAVA_CLASSES: &[&str] = &["Alnum", "Blank", "Graph", "Print", "XDigit"];

/// Where a letter after a `\` has a meaning, and what to write instead.
fn foreign_escape(letter: char) -> &'static str {
    match letter {
        'Z' => {
            "`\\Z` is the end of the text in Python, and in Java and Perl the place before a last line \
             break too: write `$`, or `(?=\\n?$)`"
        }
        'h' | 'H' => {
            "`\\h` is white space in Java and Perl, and a hexadecimal digit in Ruby: write `[ \\t]` or \
             `[0-9a-fA-F]`"
        }
        'R' => "`\\R` of Java and Perl is a line break: write `(?:\\r\\n|[\\n-\\r])`",
        'Q' | 'E' => {
            "`\\Q…\\E` of Java and Perl quotes: put a `\\` before each letter that has a meaning"
        }
        'a' => "`\\a` of Java and Perl is a bell: write `\\x07`",
        'e' => "`\\e` of Java and Perl is the escape character: write `\\x1b`",
        'G' | 'K' | 'X' | 'N' | 'g' | 'l' | 'L' | 'U' => {
            "Java or Perl know this, ECMA-262 does not"
        }
        _ => PatternFault::HELP,
    }
}

impl Parser<'_> {
    /// Parses what follows a `\` outside a class, which is at `start`.
    pub(super) fn atom_escape(&mut self, start: usize) -> Parse<Node> {
        if self.eat("b") {
            return Ok(Node::Assert(Assertion::Boundary));
        }
        if self.eat("B") {
            return Ok(Node::Assert(Assertion::NotBoundary));
        }
        for (escape, meaning, assertion, portable) in [
            ("A", "the start of the text", Assertion::Start, "^"),
            ("z", "the end of the text", Assertion::End, "$"),
        ] {
            if self.eat(escape) {
                self.read_as(&format!("\\{escape}"), meaning);
                self.portable.replace(start..self.at, portable);
                return Ok(Node::Assert(assertion));
            }
        }
        if let Some(group) = self.group_number() {
            return Ok(self.back_reference(group));
        }
        if self.eat("k<") {
            return self.named_reference();
        }
        Ok(match self.character_escape(Place::Outside)? {
            ClassAtom::One(code) => self.literal(start, code),
            ClassAtom::Many(set) => {
                let set = self.cased(set);
                self.rewrite_cased(start, &set);
                Node::Set(set)
            }
        })
    }

    /// The number of an existing group; Annex B.1.2 interprets any other number as a character
    /// code.
    fn group_number(&mut self) -> Option<u32> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_digit());
        let digits = rest.get(..end.unwrap_or(rest.len()))?;
        let number = digits
            .parse()
            .ok()
            .filter(|number| self.groups.has(*number))?;
        self.at += digits.len();
        Some(number)
    }

    fn named_reference(&mut self) -> Parse<Node> {
        let start = self.at.saturating_sub("\\k<".len());
        let name = self.until('>').unwrap_or_default();
        match self.groups.number(name) {
            Some(group) => Ok(self.back_reference(group)),
            None => Err(PatternFault::new(
                start,
                format!("no group has the name `{name}`"),
            )),
        }
    }

    /// Parses what follows `(?P=`.
    pub(super) fn python_reference(&mut self, start: usize) -> Parse<Node> {
        let name = self.until(')').unwrap_or_default();
        let Some(group) = self.groups.number(name) else {
            let reason = format!("no group has the name `{name}`");
            return Err(PatternFault::new(start, reason));
        };
        self.read_as(&format!("(?P={name})"), &format!("`\\k<{name}>`"));
        let portable = format!("\\k<{name}>");
        self.portable.replace(start..self.at, &portable);
        Ok(self.back_reference(group))
    }

    fn back_reference(&mut self, group: u32) -> Node {
        self.refers_back = true;
        Node::BackReference {
            group,
            ignore_case: self.flags.ignore_case,
        }
    }

    /// Parses what follows a `\`, inside or outside a class.
    pub(super) fn character_escape(&mut self, place: Place) -> Parse<ClassAtom> {
        let start = self.at.saturating_sub(1);
        let Some(c) = self.next() else {
            return Err(PatternFault::new(
                start,
                "the pattern ends in the middle of an escape",
            ));
        };
        Ok(match c {
            'd' => ClassAtom::Many(Set::digits()),
            'D' => ClassAtom::Many(Set::digits().negated()),
            's' => ClassAtom::Many(Set::space()),
            'S' => ClassAtom::Many(Set::space().negated()),
            'w' => ClassAtom::Many(self.cased(Set::word())),
            'W' => ClassAtom::Many(self.cased(Set::word()).negated()),
            'p' | 'P' => ClassAtom::Many(self.property(start, c == 'P', place)?),
            't' => ClassAtom::One(0x9),
            'n' => ClassAtom::One(0xA),
            'v' => ClassAtom::One(0xB),
            'f' => ClassAtom::One(0xC),
            'r' => ClassAtom::One(0xD),
            'c' => ClassAtom::One(self.control(start)?),
            'x' => {
                ClassAtom::One(self.hex(2).ok_or_else(|| {
                    PatternFault::new(start, "`\\x` takes two hexadecimal digits")
                })?)
            }
            'u' => ClassAtom::One(self.unicode(start)?),
            '0'..='7' => {
                let code = self.octal(c);
                if self.source.get(start..self.at) != Some("\\0") || self.is_before_digit() {
                    let portable = format!("\\x{code:02x}");
                    self.portable.replace(start..self.at, &portable);
                }
                ClassAtom::One(code)
            }
            c if c.is_ascii_alphabetic() => {
                let reason = format!("`\\{c}` means nothing in ECMA-262");
                return Err(PatternFault::new(start, reason).help(foreign_escape(c)));
            }
            c => {
                let before = self
                    .source
                    .get(..start)
                    .and_then(|text| text.chars().next_back());
                if let Some(portable) = write_sign(c, before, place) {
                    self.portable.replace(start..self.at, &portable);
                }
                ClassAtom::One(u32::from(c))
            }
        })
    }

    /// Whether the next sign is a digit.
    fn is_before_digit(&self) -> bool {
        self.peek().is_some_and(|c| c.is_ascii_digit())
    }

    /// `\p{L}`, or `\P{L}`, which is everything else.
    fn property(&mut self, start: usize, is_negated: bool, place: Place) -> Parse<Set> {
        let p = self.source.get(start..self.at).unwrap_or_default();
        let name = if self.eat("{") { self.until('}') } else { None };
        let (set, is_standard) = match name {
            Some(name) => (self.named_property(start, p, name)?, is_property(name)),
            None => (self.letter_property(start, p)?, true),
        };
        let set = if is_negated { set.negated() } else { set };
        if !is_standard {
            let ranges = set.write_ranges();
            let portable = match place {
                Place::Class => ranges,
                Place::Outside => format!("[{ranges}]"),
            };
            self.portable.replace(start..self.at, &portable);
        }
        Ok(set)
    }

    fn named_property(&mut self, start: usize, p: &str, name: &str) -> Parse<Set> {
        if let Some(set) = Set::property(name) {
            return Ok(set);
        }
        let java = JAVA_CLASSES
            .contains(&name)
            .then(|| name.to_ascii_lowercase());
        if let Some(set) = java.and_then(|name| Set::posix(&name)) {
            self.read_as(&format!("{p}{{{name}}}"), "Java does, in ASCII");
            return Ok(set);
        }
        let reason = format!("`{name}` is not a Unicode property that toolc knows");
        Err(PatternFault::new(start, reason))
    }

    /// `\pL`, from Perl and Java.
    fn letter_property(&mut self, start: usize, p: &str) -> Parse<Set> {
        let letter = self.peek().filter(char::is_ascii_uppercase);
        let named = letter.and_then(|letter| Some((letter, Set::property(&letter.to_string())?)));
        let Some((letter, set)) = named else {
            let reason = "`\\p` takes the name of a Unicode property in braces";
            return Err(PatternFault::new(start, reason));
        };
        self.next();
        let portable = format!("{p}{{{letter}}}");
        self.read_as(&format!("{p}{letter}"), &format!("`{portable}`"));
        self.portable.replace(start..self.at, &portable);
        Ok(set)
    }

    /// `\cA` to `\cZ`
    fn control(&mut self, start: usize) -> Parse<u32> {
        match self.next() {
            Some(c) if c.is_ascii_alphabetic() => Ok(u32::from(c) % 32),
            _ => Err(PatternFault::new(start, "`\\c` takes a letter")),
        }
    }

    /// `\u{1F600}`, `\u00E9`, or two of the latter that form a surrogate pair.
    fn unicode(&mut self, start: usize) -> Parse<u32> {
        let fault = || {
            PatternFault::new(
                start,
                "`\\u` takes four hexadecimal digits, or a code point in braces",
            )
        };
        if self.eat("{") {
            let digits = self.until('}').ok_or_else(fault)?;
            let is_hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
            let code = u32::from_str_radix(digits, 16).ok();
            return code
                .filter(|code| is_hex && *code <= 0x10_FFFF)
                .ok_or_else(fault);
        }
        let code = self.hex(4).ok_or_else(fault)?;
        Ok(match code {
            0xD800..=0xDBFF => self.trail_surrogate().map_or(code, |trail| {
                0x1_0000 + ((code - 0xD800) << 10) + (trail - 0xDC00)
            }),
            _ => code,
        })
    }

    fn trail_surrogate(&mut self) -> Option<u32> {
        let start = self.at;
        let code = if self.eat("\\u") { self.hex(4) } else { None };
        let trail = code.filter(|code| (0xDC00..=0xDFFF).contains(code));
        if trail.is_none() {
            self.at = start;
        }
        trail
    }

    fn hex(&mut self, length: usize) -> Option<u32> {
        let digits = self.rest().get(..length)?;
        let is_hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
        let code = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
        self.at += length;
        Some(code)
    }

    /// `\0`, or the legacy octal escapes of Annex B.1.2, up to 255.
    fn octal(&mut self, first: char) -> u32 {
        let mut code = first.to_digit(8).unwrap_or_default();
        for _ in 0..2 {
            let longer = self
                .peek()
                .and_then(|c| c.to_digit(8))
                .map(|digit| code * 8 + digit);
            match longer.filter(|code| *code < 256) {
                Some(longer) => code = longer,
                None => break,
            }
            self.next();
        }
        code
    }
}
