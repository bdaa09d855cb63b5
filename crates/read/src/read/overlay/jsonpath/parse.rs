//! The text of a query: the grammar of RFC 9535, appendix A.

mod literal;

use super::{Logical, Operand, Operator, Query, Segment, Selector};
use toolc_base::node::Node;
use toolc_base::source::Span;

/// How deeply filters and parentheses may nest.
const MAX_DEPTH: usize = 32;

/// Why a text is not a query, and the byte offset of the error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::read::overlay) struct Fault {
    pub(in crate::read::overlay) at: usize,
    pub(in crate::read::overlay) reason: String,
}

/// Parses a query. `span` is its place, and also that of its literals.
pub(in crate::read::overlay) fn parse(text: &str, span: Span) -> Result<Query, Fault> {
    let mut parser = Parser {
        text,
        at: 0,
        depth: 0,
        span,
    };
    if !parser.takes("$") {
        return Err(parser.fault("it must begin with `$`"));
    }
    let query = parser.segments(true)?;
    match parser.rest() {
        "" => Ok(query),
        _ => Err(parser.fault("this is not part of a query")),
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    span: Span,
}

type Parsed<T> = Result<T, Fault>;

impl<'t> Parser<'t> {
    fn fault(&self, reason: impl Into<String>) -> Fault {
        Fault {
            at: self.at,
            reason: reason.into(),
        }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += letter.len_utf8();
        Some(letter)
    }

    fn takes(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn blank(&mut self) {
        let blank = |letter: char| matches!(letter, ' ' | '\t' | '\n' | '\r');
        self.at += self.rest().len() - self.rest().trim_start_matches(blank).len();
    }

    fn expect(&mut self, token: &str) -> Parsed<()> {
        if self.takes(token) {
            Ok(())
        } else {
            Err(self.fault(format!("`{token}` is missing")))
        }
    }

    /// The segments after `$` or `@`.
    fn segments(&mut self, absolute: bool) -> Parsed<Query> {
        let mut segments = Vec::new();
        loop {
            let before = self.at;
            self.blank();
            let descends = self.takes("..");
            let selectors = if self.takes("[") {
                self.bracketed()?
            } else if descends || self.takes(".") {
                vec![self.shorthand()?]
            } else {
                self.at = before;
                return Ok(Query { segments, absolute });
            };
            segments.push(Segment {
                selectors,
                descends,
            });
        }
    }

    /// `*` or a name after a dot.
    fn shorthand(&mut self) -> Parsed<Selector> {
        if self.takes("*") {
            return Ok(Selector::Wildcard);
        }
        let start = self.at;
        let is_first =
            |letter: char| letter.is_ascii_alphabetic() || letter == '_' || !letter.is_ascii();
        if !self.peek().is_some_and(is_first) {
            return Err(self.fault(
                "a name or `*` must follow; other names are written in brackets: `['a-b']`",
            ));
        }
        let is_name = |letter: char| is_first(letter) || letter.is_ascii_digit();
        while self.peek().is_some_and(is_name) {
            self.next();
        }
        if matches!(self.peek(), Some('-' | '/' | '{')) {
            let end = self
                .rest()
                .find(['.', '[', ' ', ')'])
                .unwrap_or(self.rest().len());
            let name = &self.text[start..self.at + end];
            return Err(self.fault(format!("this name is written in brackets: `['{name}']`")));
        }
        Ok(Selector::Name(self.text[start..self.at].to_owned()))
    }

    /// Selectors up to `]`.
    fn bracketed(&mut self) -> Parsed<Vec<Selector>> {
        let mut selectors = Vec::new();
        loop {
            self.blank();
            selectors.push(self.selector()?);
            self.blank();
            if self.takes("]") {
                return Ok(selectors);
            }
            if !self.takes(",") {
                return Err(self.fault("`,` or `]` is missing"));
            }
        }
    }

    fn selector(&mut self) -> Parsed<Selector> {
        match self.peek() {
            Some('\'' | '"') => self.string().map(Selector::Name),
            Some('*') => {
                self.next();
                Ok(Selector::Wildcard)
            }
            Some('?') => {
                self.next();
                self.blank();
                self.logical().map(Selector::Filter)
            }
            _ => self.index_or_slice(),
        }
    }

    fn index_or_slice(&mut self) -> Parsed<Selector> {
        let start = self.integer()?;
        let before = self.at;
        self.blank();
        if !self.takes(":") {
            self.at = before;
            let reason = "a selector is `'name'`, `*`, an index, a slice or a filter `?…`";
            return start.map(Selector::Index).ok_or_else(|| self.fault(reason));
        }
        self.blank();
        let end = self.integer()?;
        let before = self.at;
        self.blank();
        let mut step = None;
        if self.takes(":") {
            self.blank();
            step = self.integer()?;
        } else {
            self.at = before;
        }
        let step = step.unwrap_or(1);
        Ok(Selector::Slice { start, end, step })
    }

    fn logical(&mut self) -> Parsed<Logical> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.fault("it nests too deeply"));
        }
        let any = self.joined(
            "||",
            |parser| parser.joined("&&", Self::basic, Logical::All),
            Logical::Any,
        );
        self.depth -= 1;
        any
    }

    /// Operands joined by an operator.
    fn joined(
        &mut self,
        operator: &str,
        part: impl Fn(&mut Self) -> Parsed<Logical>,
        join: fn(Vec<Logical>) -> Logical,
    ) -> Parsed<Logical> {
        let first = part(self)?;
        let mut parts = vec![first];
        loop {
            let before = self.at;
            self.blank();
            if !self.takes(operator) {
                self.at = before;
                break;
            }
            self.blank();
            parts.push(part(self)?);
        }
        match parts.len() {
            1 => Ok(parts.remove(0)),
            _ => Ok(join(parts)),
        }
    }

    fn basic(&mut self) -> Parsed<Logical> {
        if self.takes("!") {
            self.blank();
            let inner = match self.peek() {
                Some('(') => self.parenthesised()?,
                _ => match self.operand()? {
                    Part::Query(query) => Logical::Exists(query),
                    Part::Literal(_) => return Err(self.fault("a query must follow `!`")),
                },
            };
            return Ok(Logical::Not(Box::new(inner)));
        }
        if self.peek() == Some('(') {
            return self.parenthesised();
        }
        let left = self.operand()?;
        let before = self.at;
        self.blank();
        let Some(operator) = self.operator() else {
            self.at = before;
            return match left {
                Part::Query(query) => Ok(Logical::Exists(query)),
                Part::Literal(_) => Err(self.fault("a comparison must follow")),
            };
        };
        self.blank();
        let right = self.operand()?;
        let (left, right) = (self.comparable(left)?, self.comparable(right)?);
        Ok(Logical::Compare(left, operator, right))
    }

    fn parenthesised(&mut self) -> Parsed<Logical> {
        self.expect("(")?;
        self.blank();
        let inner = self.logical()?;
        self.blank();
        self.expect(")")?;
        Ok(inner)
    }

    fn operator(&mut self) -> Option<Operator> {
        const OPERATORS: &[(&str, Operator)] = &[
            ("==", Operator::Equal),
            ("!=", Operator::Unequal),
            ("<=", Operator::LessOrEqual),
            (">=", Operator::GreaterOrEqual),
            ("<", Operator::Less),
            (">", Operator::Greater),
        ];
        let mut operators = OPERATORS.iter();
        let found = operators.find(|(token, _)| self.takes(token));
        found.map(|(_, operator)| *operator)
    }

    /// A query or a literal.
    fn operand(&mut self) -> Parsed<Part> {
        if self.takes("@") {
            return self.segments(false).map(Part::Query);
        }
        if self.takes("$") {
            return self.segments(true).map(Part::Query);
        }
        let value = self.literal()?;
        Ok(Part::Literal(Node::new(value, self.span)))
    }

    fn comparable(&self, part: Part) -> Parsed<Operand> {
        match part {
            Part::Literal(node) => Ok(Operand::Literal(node)),
            Part::Query(query) if query.is_singular() => Ok(Operand::One(query)),
            Part::Query(_) => Err(self.fault("only a query of one node can be compared")),
        }
    }
}

/// A part of a filter, before its role is known.
enum Part {
    Query(Query),
    Literal(Node),
}
