//! JSONPath (RFC 9535) on Nodes, without function extensions: which nodes a query selects, and
//! their places, so that they can be changed.

mod compare;
mod parse;

use super::steps::Steps;
pub(super) use parse::parse;
use toolc_base::node::{Entry, Map, Node, Value};

/// A query: the segments after `$` or `@`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Query {
    segments: Vec<Segment>,
    /// Whether it starts with `$`.
    absolute: bool,
}

#[derive(Debug, Clone, PartialEq)]
struct Segment {
    selectors: Vec<Selector>,
    /// Whether it also applies to all descendants (`..`).
    descends: bool,
}

#[derive(Debug, Clone, PartialEq)]
enum Selector {
    Name(String),
    Wildcard,
    Index(i64),
    Slice {
        start: Option<i64>,
        end: Option<i64>,
        step: i64,
    },
    Filter(Logical),
}

/// The condition of a filter on a child.
#[derive(Debug, Clone, PartialEq)]
enum Logical {
    Any(Vec<Logical>),
    All(Vec<Logical>),
    Not(Box<Logical>),
    Exists(Query),
    Compare(Operand, Operator, Operand),
}

#[derive(Debug, Clone, PartialEq)]
enum Operand {
    Literal(Node),
    /// A query that selects at most one node.
    One(Query),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// The location of a node: for each mapping and list on the path from the root, the index of the
/// entry.
pub(super) type Place = Vec<usize>;

/// What a query is evaluated on, and its remaining budget.
#[derive(Clone, Copy)]
struct Scope<'n> {
    root: &'n Node,
    steps: &'n Steps,
}

/// A node and its place.
#[derive(Clone)]
struct Found<'n> {
    node: &'n Node,
    place: Place,
}

impl Query {
    /// The nodes that the query selects in a document, without duplicates, in the order of RFC
    /// 9535.
    pub(super) fn places(&self, root: &Node, steps: &Steps) -> Vec<Place> {
        let mut known = std::collections::HashSet::new();
        let found = self.select(Scope { root, steps }, root);
        let places = found.into_iter().map(|found| found.place);
        places.filter(|place| known.insert(place.clone())).collect()
    }

    fn select<'n>(&self, scope: Scope<'n>, current: &'n Node) -> Vec<Found<'n>> {
        let node = if self.absolute { scope.root } else { current };
        let start = Found {
            node,
            place: Place::new(),
        };
        let mut found = vec![start];
        for segment in &self.segments {
            let mut next = Vec::new();
            for from in &found {
                segment.select(scope, from, &mut next);
            }
            found = next;
        }
        found
    }

    /// Whether it selects at most one node in any document.
    fn is_singular(&self) -> bool {
        self.segments.iter().all(|segment| {
            let [Selector::Name(_) | Selector::Index(_)] = segment.selectors[..] else {
                return false;
            };
            !segment.descends
        })
    }
}

impl Segment {
    fn select<'n>(&self, scope: Scope<'n>, from: &Found<'n>, found: &mut Vec<Found<'n>>) {
        for selector in &self.selectors {
            selector.select(scope, from, found);
        }
        if self.descends {
            for child in children(scope, from) {
                self.select(scope, &child, found);
            }
        }
    }
}

/// The children of a node in order; empty if the budget is used up.
fn children<'n>(scope: Scope<'n>, from: &Found<'n>) -> Vec<Found<'n>> {
    let nodes: Vec<&Node> = match &from.node.value {
        Value::List(list) => list.iter().collect(),
        Value::Map(map) => map.iter().map(|entry| &entry.value).collect(),
        _ => Vec::new(),
    };
    if !scope.steps.take(nodes.len()) {
        return Vec::new();
    }
    let children = nodes.into_iter().enumerate();
    children.map(|(at, node)| from.child(at, node)).collect()
}

impl<'n> Found<'n> {
    fn child(&self, at: usize, node: &'n Node) -> Self {
        let mut place = self.place.clone();
        place.push(at);
        Found { node, place }
    }
}

impl Selector {
    fn select<'n>(&self, scope: Scope<'n>, from: &Found<'n>, found: &mut Vec<Found<'n>>) {
        if !scope.steps.take(1) {
            return;
        }
        match (self, &from.node.value) {
            (Selector::Name(name), Value::Map(map)) => {
                let mut entries = map.iter().enumerate();
                let entry = entries.find(|(_, entry)| entry.key == *name);
                found.extend(entry.map(|(at, entry)| from.child(at, &entry.value)));
            }
            (Selector::Wildcard, _) => found.extend(children(scope, from)),
            (Selector::Index(index), Value::List(list)) => {
                let at = normalise(*index, list.len());
                let node = usize::try_from(at)
                    .ok()
                    .and_then(|at| Some((at, list.get(at)?)));
                found.extend(node.map(|(at, node)| from.child(at, node)));
            }
            (Selector::Slice { start, end, step }, Value::List(list)) => {
                let indices = slice(*start, *end, *step, list.len());
                found.extend(indices.map(|at| from.child(at, &list[at])));
            }
            (Selector::Filter(logical), _) => {
                let kept = children(scope, from).into_iter();
                found.extend(kept.filter(|child| logical.holds(scope, child.node)));
            }
            _ => {}
        }
    }
}

/// Resolves a negative index, which counts from the end.
fn normalise(index: i64, length: usize) -> i64 {
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    if index < 0 { length + index } else { index }
}

/// RFC 9535, section 2.3.4.2.2.
fn slice(
    start: Option<i64>,
    end: Option<i64>,
    step: i64,
    length: usize,
) -> impl Iterator<Item = usize> {
    let size = i64::try_from(length).unwrap_or(i64::MAX);
    let (first, last) = if step < 0 { (size - 1, -1) } else { (0, size) };
    let bound = |given: Option<i64>, otherwise: i64| match given {
        Some(given) if step < 0 => normalise(given, length).clamp(-1, size - 1),
        Some(given) => normalise(given, length).clamp(0, size),
        None => otherwise,
    };
    let (start, end) = (bound(start, first), bound(end, last));
    let next = move |at: &i64| at.checked_add(step);
    let indices = std::iter::successors((step != 0).then_some(start), next);
    indices
        .take_while(move |at| if step < 0 { *at > end } else { *at < end })
        .filter_map(|at| usize::try_from(at).ok())
}

impl Logical {
    fn holds<'n>(&self, scope: Scope<'n>, current: &'n Node) -> bool {
        match self {
            Logical::Any(parts) => parts.iter().any(|part| part.holds(scope, current)),
            Logical::All(parts) => parts.iter().all(|part| part.holds(scope, current)),
            Logical::Not(inner) => !inner.holds(scope, current),
            Logical::Exists(query) => !query.select(scope, current).is_empty(),
            Logical::Compare(left, operator, right) => {
                let (left, right) = (left.value(scope, current), right.value(scope, current));
                operator.holds(left, right)
            }
        }
    }
}

impl Operand {
    /// The value; `None` if a query selects nothing.
    fn value<'n>(&'n self, scope: Scope<'n>, current: &'n Node) -> Option<&'n Node> {
        match self {
            Operand::Literal(node) => Some(node),
            Operand::One(query) => query.select(scope, current).first().map(|found| found.node),
        }
    }
}

/// The mutable node at a place.
pub(super) fn at_mut<'n>(root: &'n mut Node, place: &[usize]) -> Option<&'n mut Node> {
    place
        .iter()
        .try_fold(root, |node, at| match &mut node.value {
            Value::List(list) => list.get_mut(*at),
            Value::Map(map) => map.values_mut().nth(*at).map(|(_, node)| node),
            _ => None,
        })
}

/// The node at a place.
pub(super) fn node_at<'n>(root: &'n Node, place: &[usize]) -> Option<&'n Node> {
    place.iter().try_fold(root, |node, at| match &node.value {
        Value::List(list) => list.get(*at),
        Value::Map(map) => map.iter().nth(*at).map(|entry: &Entry| &entry.value),
        _ => None,
    })
}

/// Removes some children of a node.
pub(super) fn remove_children(node: &mut Node, children: &[usize]) {
    let mut at = 0;
    let mut is_kept = || {
        at += 1;
        !children.contains(&(at - 1))
    };
    match &mut node.value {
        Value::List(list) => list.retain(|_| is_kept()),
        Value::Map(map) => {
            let mut entries = std::mem::take(map).into_entries();
            entries.retain(|_| is_kept());
            *map = Map::new(entries);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests;
