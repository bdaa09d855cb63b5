//! Parses the text of a pattern (ECMA-262 §22.2.1, with the extensions of Annex B.1.2).

mod braces;
mod class;
mod escape;
mod group;
mod groups;
mod portable;
mod references;

use super::{PatternFault, Set};
use groups::Groups;
use portable::Rewriting;
use references::settle_case;
use toolc_runtime::pattern::{Assertion, UNBOUNDED};

/// How deeply groups may nest.
const MAX_DEPTH: usize = 200;

/// A parsed pattern.
pub(super) struct Parsed {
    pub(super) root: Node,
    /// The number of capturing groups.
    pub(super) groups: u32,
    /// Whether there are back-references.
    pub(super) refers_back: bool,
    /// Constructs from other dialects, and how they are interpreted.
    pub(super) readings: Vec<String>,
    /// The same pattern in plain ECMA-262.
    pub(super) portable: Rewriting,
}

/// A part of a pattern.
pub(super) enum Node {
    Empty,
    Set(Set),
    Assert(Assertion),
    Sequence(Vec<Node>),
    Alternation(Vec<Node>),
    Capture(u32, Box<Node>),
    Repeat(Repeated),
    Look {
        ahead: bool,
        negative: bool,
        body: Box<Node>,
    },
    BackReference {
        group: u32,
        ignore_case: bool,
    },
}

/// A part of a pattern with a quantifier.
pub(super) struct Repeated {
    pub(super) body: Box<Node>,
    pub(super) min: u32,
    pub(super) max: u32,
    pub(super) greedy: bool,
    /// The capturing groups within: the number of the first, and the one after the last.
    pub(super) groups: (u32, u32),
}

impl Node {
    /// The set, if the node just consumes one code point of a set.
    pub(super) fn as_set(&self) -> Option<&Set> {
        match self {
            Node::Set(set) => Some(set),
            Node::Capture(_, body) => body.as_set(),
            _ => None,
        }
    }

    fn sequence(mut parts: Vec<Node>) -> Node {
        parts.retain(|part| !matches!(part, Node::Empty));
        match parts.len() {
            0 => Node::Empty,
            1 => parts.remove(0),
            _ => Node::Sequence(parts),
        }
    }

    fn alternation(mut alternatives: Vec<Node>) -> Node {
        if alternatives.len() == 1 {
            return alternatives.remove(0);
        }
        let ranges = |node: &Node| match node {
            Node::Set(set) => Some(set.ranges().to_vec()),
            _ => None,
        };
        match alternatives.iter().map(ranges).collect::<Option<Vec<_>>>() {
            Some(sets) => Node::Set(Set::of(sets.into_iter().flatten())),
            None => Node::Alternation(alternatives),
        }
    }
}

pub(super) fn parse_pattern(source: &str) -> Result<Parsed, PatternFault> {
    let mut parser = Parser {
        source,
        at: 0,
        flags: Flags::default(),
        groups: Groups::find(source)?,
        opened: 0,
        depth: 0,
        refers_back: false,
        readings: Vec::new(),
        portable: Rewriting::default(),
    };
    parser.leading_flags()?;
    let mut root = parser.disjunction()?;
    if parser.peek() == Some(')') {
        return Err(parser.fault("this `)` closes no group"));
    }
    if parser.refers_back && parser.flags.ignore_case && !settle_case(&mut root) {
        parser.portable.give_up();
    }
    Ok(Parsed {
        root,
        groups: parser.opened,
        refers_back: parser.refers_back,
        readings: parser.readings,
        portable: parser.portable,
    })
}

#[derive(Default)]
struct Flags {
    ignore_case: bool,
    dot_all: bool,
    multiline: bool,
}

struct Parser<'a> {
    source: &'a str,
    at: usize,
    flags: Flags,
    groups: Groups<'a>,
    /// The number of capturing groups opened so far.
    opened: u32,
    depth: usize,
    refers_back: bool,
    readings: Vec<String>,
    portable: Rewriting,
}

type Parse<T> = Result<T, PatternFault>;

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        self.source.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// The text up to `end`, which is consumed as well.
    fn until(&mut self, end: char) -> Option<&'a str> {
        let (before, _) = self.rest().split_once(end)?;
        self.at += before.len() + end.len_utf8();
        Some(before)
    }

    /// Records how a construct from another dialect is interpreted.
    fn read_as(&mut self, foreign: &str, meaning: &str) {
        let reading = format!("`{foreign}` as {meaning}");
        if !self.readings.contains(&reading) {
            self.readings.push(reading);
        }
    }

    fn fault(&self, reason: impl Into<String>) -> PatternFault {
        PatternFault::new(self.at, reason)
    }

    /// `(?i)` and similar flags of other dialects, only at the very start.
    fn leading_flags(&mut self) -> Parse<()> {
        let Some((flags, _)) = self
            .rest()
            .strip_prefix("(?")
            .and_then(|r| r.split_once(')'))
        else {
            return Ok(());
        };
        if flags.is_empty() || !flags.chars().all(|c| matches!(c, 'i' | 'm' | 's')) {
            return Ok(());
        }
        self.read_as(
            &format!("(?{flags})"),
            &match flags.len() {
                1 => format!("the flag `{flags}` of the whole pattern"),
                _ => format!("the flags `{flags}` of the whole pattern"),
            },
        );
        let start = self.at;
        self.at += "(?)".len() + flags.len();
        self.portable.replace(start..self.at, "");
        self.flags = Flags {
            ignore_case: flags.contains('i'),
            dot_all: flags.contains('s'),
            multiline: flags.contains('m'),
        };
        Ok(())
    }

    /// Disjunction: alternatives up to a `)` or the end.
    fn disjunction(&mut self) -> Parse<Node> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.fault(format!("groups nest more than {MAX_DEPTH} deep")));
        }
        let mut alternatives = vec![self.alternative()?];
        while self.eat("|") {
            alternatives.push(self.alternative()?);
        }
        self.depth -= 1;
        Ok(Node::alternation(alternatives))
    }

    fn alternative(&mut self) -> Parse<Node> {
        let mut parts = Vec::new();
        while let Some(c) = self.peek() {
            if matches!(c, '|' | ')') {
                break;
            }
            parts.push(self.term(c)?);
        }
        Ok(Node::sequence(parts))
    }

    fn term(&mut self, c: char) -> Parse<Node> {
        let (start, first_group) = (self.at, self.opened + 1);
        if matches!(c, '*' | '+' | '?') || (c == '{' && self.braces().is_some()) {
            let reason = "there is nothing for this quantifier to repeat";
            return Err(PatternFault::new(start, reason));
        }
        let atom = self.atom()?;
        let end = self.at;
        let Some((min, max)) = self.quantifier()? else {
            return Ok(atom);
        };
        if self.peek() == Some('+') {
            let help = "possessive quantifiers are of Java and Perl: leave the `+` out where what \
                        follows cannot begin with what is repeated";
            let reason = "ECMA-262 has no possessive quantifiers";
            return Err(self.fault(reason).help(help));
        }
        let greedy = !self.eat("?");
        if matches!(atom, Node::Assert(_) | Node::Look { ahead: false, .. }) {
            return Err(PatternFault::new(start, "a position cannot be repeated"));
        }
        let written = self.source.get(start..end).unwrap_or_default();
        if written.starts_with("(?=") || written.starts_with("(?!") {
            // Annex B.1.2 alone repeats a lookahead
            self.portable.replace(start..start, "(?:");
            self.portable.replace(end..end, ")");
        }
        if max == 0 || matches!(atom, Node::Empty) {
            return Ok(Node::Empty);
        }
        Ok(match atom {
            atom if (min, max) == (1, 1) => atom,
            atom => Node::Repeat(Repeated {
                body: Box::new(atom),
                min,
                max,
                greedy,
                groups: (first_group, self.opened + 1),
            }),
        })
    }

    /// The bounds of a quantifier, if one follows here.
    fn quantifier(&mut self) -> Parse<Option<(u32, u32)>> {
        let start = self.at;
        if self.eat("*") {
            return Ok(Some((0, UNBOUNDED)));
        }
        if self.eat("+") {
            return Ok(Some((1, UNBOUNDED)));
        }
        if self.eat("?") {
            return Ok(Some((0, 1)));
        }
        let Some((min, max, length)) = self.braces() else {
            return Ok(None);
        };
        self.note_open_count(length);
        self.at += length;
        if min > max {
            let reason = format!("the least count {min} exceeds the greatest, {max}");
            return Err(PatternFault::new(start, reason));
        }
        Ok(Some((min, max)))
    }

    fn atom(&mut self) -> Parse<Node> {
        let start = self.at;
        let multiline = self.flags.multiline;
        Ok(match self.next() {
            None => Node::Empty,
            Some('^') if multiline => {
                self.portable
                    .replace(start..self.at, "(?<![^\\n\\r\\u2028\\u2029])");
                Node::Assert(Assertion::LineStart)
            }
            Some('^') => Node::Assert(Assertion::Start),
            Some('$') if multiline => {
                self.portable
                    .replace(start..self.at, "(?![^\\n\\r\\u2028\\u2029])");
                Node::Assert(Assertion::LineEnd)
            }
            Some('$') => Node::Assert(Assertion::End),
            Some('.') if self.flags.dot_all => {
                self.portable.replace(start..self.at, "[\\s\\S]");
                Node::Set(Set::all())
            }
            Some('.') => Node::Set(Set::dot()),
            Some('(') => self.group()?,
            Some('[') => {
                let set = self.class()?;
                self.rewrite_cased(start, &set);
                Node::Set(set)
            }
            Some('\\') => self.atom_escape(start)?,
            Some(c) => {
                if matches!(c, '{' | '}' | ']') {
                    self.portable.replace(start..self.at, &format!("\\{c}"));
                }
                self.literal(start, u32::from(c))
            }
        })
    }

    /// The code point that was read from `start` on.
    fn literal(&mut self, start: usize, code: u32) -> Node {
        let set = self.cased(Set::single(code));
        if set != Set::single(code) {
            self.rewrite_cased(start, &set);
        }
        Node::Set(set)
    }

    /// Writes the set in place of what was read from `start` on, if case is ignored.
    fn rewrite_cased(&mut self, start: usize, set: &Set) {
        if self.flags.ignore_case {
            self.portable
                .replace(start..self.at, &format!("[{}]", set.write_ranges()));
        }
    }

    /// The set, with both cases of its letters if case is ignored.
    fn cased(&self, set: Set) -> Set {
        if self.flags.ignore_case {
            set.case_closed()
        } else {
            set
        }
    }
}
