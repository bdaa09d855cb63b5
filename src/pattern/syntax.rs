//! Parses the text of a pattern (ECMA-262 §22.2.1, with the extensions of Annex B.1.2).

mod braces;
mod class;
mod escape;
mod groups;

use super::{PatternFault, Set};
use groups::Groups;
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
    };
    parser.leading_flags()?;
    let root = parser.disjunction()?;
    if parser.peek() == Some(')') {
        return Err(parser.fault("this `)` closes no group"));
    }
    Ok(Parsed {
        root,
        groups: parser.opened,
        refers_back: parser.refers_back,
        readings: parser.readings,
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
        self.at += "(?)".len() + flags.len();
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
        let assertion = |line, text, multiline| Node::Assert(if multiline { line } else { text });
        let multiline = self.flags.multiline;
        Ok(match self.next() {
            None => Node::Empty,
            Some('^') => assertion(Assertion::LineStart, Assertion::Start, multiline),
            Some('$') => assertion(Assertion::LineEnd, Assertion::End, multiline),
            Some('.') if self.flags.dot_all => Node::Set(Set::all()),
            Some('.') => Node::Set(Set::dot()),
            Some('(') => self.group()?,
            Some('[') => Node::Set(self.class()?),
            Some('\\') => self.atom_escape()?,
            Some(c) => self.literal(u32::from(c)),
        })
    }

    fn literal(&self, code: u32) -> Node {
        Node::Set(self.cased(Set::single(code)))
    }

    /// The set, with both cases of its letters if case is ignored.
    fn cased(&self, set: Set) -> Set {
        if self.flags.ignore_case {
            set.case_closed()
        } else {
            set
        }
    }

    /// Parses what follows a `(`.
    fn group(&mut self) -> Parse<Node> {
        let start = self.at - 1;
        let look = |ahead, negative| {
            move |body| Node::Look {
                ahead,
                negative,
                body,
            }
        };
        if self.eat("?P=") {
            return self.python_reference(start);
        }
        let node = if self.eat("?:") {
            self.disjunction()?
        } else if self.eat("?=") {
            look(true, false)(Box::new(self.disjunction()?))
        } else if self.eat("?!") {
            look(true, true)(Box::new(self.disjunction()?))
        } else if self.eat("?<=") {
            look(false, false)(Box::new(self.disjunction()?))
        } else if self.eat("?<!") {
            look(false, true)(Box::new(self.disjunction()?))
        } else {
            self.capture()?
        };
        if !self.eat(")") {
            return Err(PatternFault::new(
                start,
                "this group is not closed by a `)`",
            ));
        }
        Ok(node)
    }

    fn capture(&mut self) -> Parse<Node> {
        let is_python = self.eat("?P<");
        if is_python || self.eat("?<") {
            // The names were checked when the groups were located.
            let name = self.until('>').unwrap_or_default();
            if is_python {
                self.read_as(&format!("(?P<{name}>"), &format!("`(?<{name}>`"));
            }
        } else if self.rest().starts_with('?') {
            return Err(self.unknown_group());
        }
        self.opened += 1;
        let group = self.opened;
        Ok(Node::Capture(group, Box::new(self.disjunction()?)))
    }

    fn unknown_group(&self) -> PatternFault {
        let rest = self.rest();
        if rest.starts_with("?>") {
            let reason = "ECMA-262 has no atomic groups";
            let help = "atomic groups belong to Perl and Java: write `(?:…)` where what follows cannot \
                        begin with what the group takes";
            return self.fault(reason).help(help);
        }
        self.fault(if rest.starts_with("?#") {
            "ECMA-262 patterns have no comments"
        } else if rest.starts_with(['?']) && rest.chars().nth(1).is_some_and(char::is_alphabetic) {
            "flags can be set only by `(?i)`, `(?m)` or `(?s)` at the very start of the pattern"
        } else {
            "ECMA-262 has no group of this kind"
        })
    }
}
