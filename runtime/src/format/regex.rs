//! The syntax of regular expressions (ECMA-262 §22.2.1, with the `u` flag).

mod names;

/// Whether `text` is a `Pattern`.
#[inline]
pub(super) fn is_pattern(text: &str) -> bool {
    let mut scanner = Scanner {
        rest: text,
        open: Vec::new(),
        groups: 0,
        names: Vec::new(),
        greatest_reference: 0,
        named_references: Vec::new(),
    };
    scanner.pattern().is_some() && scanner.are_references_known()
}

struct Scanner<'a> {
    rest: &'a str,
    /// For each open group, whether a quantifier may follow it.
    open: Vec<bool>,
    groups: usize,
    names: Vec<&'a str>,
    greatest_reference: usize,
    named_references: Vec<&'a str>,
}

impl<'a> Scanner<'a> {
    #[inline]
    fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let c = chars.next();
        self.rest = chars.as_str();
        c
    }

    #[inline]
    fn eat(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    #[inline]
    fn until(&mut self, end: char) -> Option<&'a str> {
        let (before, rest) = self.rest.split_once(end)?;
        self.rest = rest;
        Some(before)
    }

    #[inline]
    fn pattern(&mut self) -> Option<()> {
        while let Some(c) = self.next() {
            let is_repeatable = match c {
                '^' | '$' | '|' => false,
                '*' | '+' | '?' | '{' | '}' | ']' => return None,
                '(' => {
                    self.open_group()?;
                    false
                }
                ')' => self.open.pop()?,
                '[' => {
                    self.class()?;
                    true
                }
                '\\' if self.eat("b") || self.eat("B") => false,
                '\\' => {
                    self.atom_escape()?;
                    true
                }
                _ => true,
            };
            if is_repeatable {
                self.quantifier()?;
            }
        }
        self.open.is_empty().then_some(())
    }

    #[inline]
    fn open_group(&mut self) -> Option<()> {
        let is_look = ["?=", "?!", "?<=", "?<!"].iter().any(|look| self.eat(look));
        self.open.push(!is_look);
        if is_look || self.eat("?:") {
            return Some(());
        }
        self.groups += 1;
        if self.eat("?<") {
            let name = self.until('>')?;
            if !is_identifier(name) || self.names.contains(&name) {
                return None;
            }
            self.names.push(name);
        }
        (!self.rest.starts_with('?')).then_some(())
    }

    /// A quantifier, if one follows.
    #[inline]
    fn quantifier(&mut self) -> Option<()> {
        let is_quantified = if self.eat("{") {
            let (min, max) = bounds(self.until('}')?)?;
            is_at_most(min, max).then_some(true)?
        } else {
            self.eat("*") || self.eat("+") || self.eat("?")
        };
        if is_quantified {
            self.eat("?");
        }
        Some(())
    }

    #[inline]
    fn atom_escape(&mut self) -> Option<()> {
        if self.eat("k<") {
            let name = self.until('>')?;
            self.named_references.push(name);
            return Some(());
        }
        if self.rest.starts_with(|c: char| matches!(c, '1'..='9')) {
            let after = self.rest.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = self.rest.strip_suffix(after)?;
            self.rest = after;
            self.greatest_reference = self.greatest_reference.max(digits.parse().ok()?);
            return Some(());
        }
        self.character_escape().map(|_| ())
    }

    /// Parses what follows a `\`: the code of a character, or `None` for a class.
    #[inline]
    fn character_escape(&mut self) -> Option<Option<u32>> {
        let c = self.next()?;
        Some(match c {
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => None,
            'p' | 'P' => {
                let name = if self.eat("{") { self.until('}')? } else { "" };
                is_property(name).then_some(None)?
            }
            't' => Some(0x9),
            'n' => Some(0xA),
            'v' => Some(0xB),
            'f' => Some(0xC),
            'r' => Some(0xD),
            'c' => Some(u32::from(self.next().filter(char::is_ascii_alphabetic)?) % 32),
            '0' => (!self.rest.starts_with(|c: char| c.is_ascii_digit())).then_some(Some(0))?,
            'x' => Some(self.hex(2)?),
            'u' if self.eat("{") => {
                let code = hex_value(self.until('}')?)?;
                (code <= 0x10_FFFF).then_some(Some(code))?
            }
            'u' => Some(self.hex(4)?),
            c if "^$\\.*+?()[]{}|/".contains(c) => Some(u32::from(c)),
            _ => return None,
        })
    }

    #[inline]
    fn hex(&mut self, length: usize) -> Option<u32> {
        let (digits, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        hex_value(digits)
    }

    /// Parses what follows a `[`.
    #[inline]
    fn class(&mut self) -> Option<()> {
        self.eat("^");
        while !self.eat("]") {
            let low = self.class_atom()?;
            if self.rest.starts_with('-') && !self.rest.starts_with("-]") {
                self.eat("-");
                let high = self.class_atom()?;
                (low? <= high?).then_some(())?;
            }
        }
        Some(())
    }

    #[inline]
    fn class_atom(&mut self) -> Option<Option<u32>> {
        match self.next()? {
            '\\' if self.eat("b") => Some(Some(0x8)),
            '\\' if self.eat("-") => Some(Some(u32::from('-'))),
            '\\' => self.character_escape(),
            c => Some(Some(u32::from(c))),
        }
    }

    #[inline]
    fn are_references_known(&self) -> bool {
        self.greatest_reference <= self.groups
            && self
                .named_references
                .iter()
                .all(|name| self.names.contains(name))
    }
}

#[inline]
fn hex_value(digits: &str) -> Option<u32> {
    let is_hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)
}

/// The contents of a quantifier's braces: the minimum, and the maximum if there is one.
#[inline]
fn bounds(text: &str) -> Option<(&str, Option<&str>)> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let (min, max) = match text.split_once(',') {
        None => (text, Some(text)),
        Some((min, "")) => (min, None),
        Some((min, max)) => (min, Some(max)),
    };
    (is_number(min) && max.is_none_or(is_number)).then_some((min, max))
}

/// Compares decimal numbers of any length.
#[inline]
fn is_at_most(min: &str, max: Option<&str>) -> bool {
    let Some(max) = max else {
        return true;
    };
    let (min, max) = (min.trim_start_matches('0'), max.trim_start_matches('0'));
    (min.len(), min) <= (max.len(), max)
}

#[inline]
fn is_property(name: &str) -> bool {
    let is_among = |names: &str, name: &str| names.split(' ').any(|known| known == name);
    match name.split_once('=') {
        None => is_among(names::CATEGORIES, name) || is_among(names::PROPERTIES, name),
        Some(("General_Category" | "gc", value)) => is_among(names::CATEGORIES, value),
        Some(("Script" | "sc" | "Script_Extensions" | "scx", value)) => {
            is_among(names::SCRIPTS, value)
        }
        Some(_) => false,
    }
}

#[inline]
fn is_identifier(name: &str) -> bool {
    let is_start = |c: char| c.is_alphabetic() || matches!(c, '_' | '$');
    name.starts_with(is_start) && name.chars().all(|c| is_start(c) || c.is_alphanumeric())
}
