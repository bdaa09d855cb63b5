//! Back-references where case is ignored. If the group takes no letter that has another case, the flag changes nothing for
//! them; plain ECMA-262 has no way to write any other.

use super::Node;
use std::collections::HashSet;

/// Makes the back-references exact that can be. Returns whether all of them are.
pub(super) fn settle_case(root: &mut Node) -> bool {
    let mut search = Search::default();
    search.visit(root);
    let cased = search.find_cased();
    settle(root, &cased)
}

#[derive(Default)]
struct Search {
    /// The groups around the current part.
    within: Vec<u32>,
    /// The groups that take letters with another case.
    cased: HashSet<u32>,
    /// Groups, each with one that a back-reference in it is to.
    refers: HashSet<(u32, u32)>,
}

impl Search {
    fn visit(&mut self, node: &Node) {
        match node {
            Node::Set(set) if set.has_cases() => self.cased.extend(&self.within),
            Node::Empty | Node::Set(_) | Node::Assert(_) => {}
            Node::Sequence(parts) | Node::Alternation(parts) => {
                parts.iter().for_each(|part| self.visit(part));
            }
            Node::Capture(group, body) => {
                self.within.push(*group);
                self.visit(body);
                self.within.pop();
            }
            Node::Repeat(repeated) => self.visit(&repeated.body),
            Node::Look { body, .. } => self.visit(body),
            Node::BackReference { group, .. } => {
                let pairs = self.within.iter().map(|outer| (*outer, *group));
                self.refers.extend(pairs);
            }
        }
    }

    /// The groups that take such letters, be it by a back-reference.
    fn find_cased(mut self) -> HashSet<u32> {
        loop {
            let refers = self.refers.iter();
            let more = refers.filter(|(_, group)| self.cased.contains(group));
            let more: Vec<u32> = more.map(|(outer, _)| *outer).collect();
            let before = self.cased.len();
            self.cased.extend(more);
            if self.cased.len() == before {
                return self.cased;
            }
        }
    }
}

fn settle(node: &mut Node, cased: &HashSet<u32>) -> bool {
    match node {
        Node::Empty | Node::Set(_) | Node::Assert(_) => true,
        Node::Sequence(parts) | Node::Alternation(parts) => {
            let mut all = true;
            for part in parts {
                all &= settle(part, cased);
            }
            all
        }
        Node::Capture(_, body) | Node::Look { body, .. } => settle(body, cased),
        Node::Repeat(repeated) => settle(&mut repeated.body, cased),
        Node::BackReference { group, ignore_case } => {
            *ignore_case &= cased.contains(group);
            !*ignore_case
        }
    }
}
