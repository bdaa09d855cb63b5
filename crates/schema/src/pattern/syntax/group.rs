//! Groups (ECMA-262 §22.2.1, Atom and Assertion).

use super::super::PatternFault;
use super::{Node, Parse, Parser};

impl Parser<'_> {
    /// Parses what follows a `(`.
    pub(super) fn group(&mut self) -> Parse<Node> {
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
        let start = self.at;
        let is_python = self.eat("?P<");
        if is_python || self.eat("?<") {
            // The names were checked when the groups were located.
            let name = self.until('>').unwrap_or_default();
            if is_python {
                let sign = start + "?".len();
                self.portable.replace(sign..sign + "P".len(), "");
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
