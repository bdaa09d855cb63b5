//! Where a place is in a tree: the keys and positions that lead to it.

use toolc_base::node::{Node, Value};
use toolc_base::source::Span;

/// One step from a value to one within it.
#[derive(Debug, Clone, Copy)]
pub struct Step<'n> {
    /// The key, or the position in a list as a number.
    pub name: StepName<'n>,
    /// The place of the key; that of the value in a list.
    pub span: Span,
    /// The value that it leads from.
    pub from: &'n Node,
    /// The value that it leads to.
    pub to: &'n Node,
}

/// What a step is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepName<'n> {
    /// A key of a mapping.
    Key(&'n str),
    /// A position in a list.
    Item(usize),
}

/// The way from the root of a tree to a place.
#[derive(Debug, Clone)]
pub struct Way<'n> {
    /// The steps, of which the last one leads to the innermost value around the place, or to that of the key there.
    pub steps: Vec<Step<'n>>,
    /// Whether the place is in the key of the last step, and not in its value.
    pub on_key: bool,
}

impl<'n> Way<'n> {
    /// The keys; `None` in the place of a position in a list.
    pub fn keys(&self) -> Vec<Option<&'n str>> {
        let steps = self.steps.iter();
        let keys = steps.map(|step| match step.name {
            StepName::Key(key) => Some(key),
            StepName::Item(_) => None,
        });
        keys.collect()
    }

    /// The text at the place, a key or a string, with its own place.
    pub fn text(&self) -> Option<(&'n str, Span)> {
        let last = self.steps.last()?;
        match (self.on_key, last.name) {
            (true, StepName::Key(key)) => Some((key, last.span)),
            _ => Some((last.to.as_str()?, last.to.span)),
        }
    }
}

/// The way to a byte. One right behind a word belongs to the word.
pub fn find_way(root: &Node, byte: usize) -> Way<'_> {
    let mut steps: Vec<Step<'_>> = Vec::new();
    let mut node = root;
    loop {
        let Some((step, on_key)) = find_step(node, byte) else {
            return Way {
                steps,
                on_key: false,
            };
        };
        steps.push(step);
        if on_key {
            return Way {
                steps,
                on_key: true,
            };
        }
        node = step.to;
    }
}

fn find_step(node: &Node, byte: usize) -> Option<(Step<'_>, bool)> {
    let step = |name, span, to| Step {
        name,
        span,
        from: node,
        to,
    };
    match &node.value {
        Value::Map(map) => map.iter().find_map(|entry| {
            let on_key = contains(entry.key_span, byte);
            let is_here = on_key || contains(entry.value.span, byte);
            let name = StepName::Key(&entry.key);
            is_here.then(|| (step(name, entry.key_span, &entry.value), on_key))
        }),
        Value::List(list) => {
            let mut items = list.iter().enumerate();
            let (at, item) = items.find(|(_, item)| contains(item.span, byte))?;
            Some((step(StepName::Item(at), item.span, item), false))
        }
        _ => None,
    }
}

/// Whether a byte is within a place or right behind it.
pub fn contains(span: Span, byte: usize) -> bool {
    span.start as usize <= byte && byte <= span.end as usize
}

/// Calls `visit` for each text in a tree, a key or a string, with the way that leads to it.
pub fn visit_texts<'n>(root: &'n Node, visit: &mut dyn FnMut(&Way<'n>)) {
    let mut way = Way {
        steps: Vec::new(),
        on_key: false,
    };
    visit_below(root, &mut way, visit);
}

fn visit_below<'n>(node: &'n Node, way: &mut Way<'n>, visit: &mut dyn FnMut(&Way<'n>)) {
    let mut enter = |name, span, to: &'n Node| {
        way.steps.push(Step {
            name,
            span,
            from: node,
            to,
        });
        if matches!(name, StepName::Key(_)) {
            way.on_key = true;
            visit(way);
            way.on_key = false;
        }
        visit_below(to, way, visit);
        way.steps.pop();
    };
    match &node.value {
        Value::Map(map) => {
            for entry in map.iter() {
                enter(StepName::Key(&entry.key), entry.key_span, &entry.value);
            }
        }
        Value::List(list) => {
            for (at, item) in list.iter().enumerate() {
                enter(StepName::Item(at), item.span, item);
            }
        }
        Value::String(_) => visit(way),
        _ => {}
    }
}
