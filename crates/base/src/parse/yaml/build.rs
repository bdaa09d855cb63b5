//! Builds a tree from the events of the YAML parser: keys, anchors, aliases, merges, and their limits.

use super::scalar::{self, tag_name};
use super::tree::{last_end, merge_keys, node_cost, node_depth};
use crate::diagnostic::{Code, Diagnostic};
use crate::node::{Entry, Map, Node, Value};
use crate::parse::map::Repeated;
use crate::parse::{MAX_DEPTH, MAX_VALUES, Parsed, too_deep, too_many};
use crate::source::{SourceId, Span};
use granit_parser::{Event, ScalarStyle, Tag};
use std::collections::{HashMap, HashSet};

/// How much anchors and aliases may produce, counting one per value and one per 64 bytes of text.
const ALIAS_BUDGET: usize = 1_000_000;

/// A collection that is still open.
struct Frame {
    start: Span,
    anchor: usize,
    tag: Option<String>,
    kind: FrameKind,
}

enum FrameKind {
    List(Vec<Node>),
    Map {
        entries: Vec<Entry>,
        key: Option<Key>,
        merged: Vec<Entry>,
    },
}

/// A key whose value is expected next.
enum Key {
    Text(String, Span),
    /// `<<`
    Merge(Span),
    /// A key that is not a scalar: it has been reported, and its value is left out.
    Refused,
}

/// A finished value with an anchor.
struct Anchored {
    node: Node,
    cost: usize,
    depth: usize,
}

#[derive(Default)]
pub(super) struct Builder {
    stack: Vec<Frame>,
    anchors: HashMap<usize, Anchored>,
    copied: usize,
    values: u32,
    root: Option<Node>,
    failed: bool,
    repeated: Repeated,
    findings: Vec<Diagnostic>,
}

/// Whether to continue, or the error that ends parsing.
pub(super) type Step = Result<bool, Diagnostic>;

impl Builder {
    /// The tree and the findings. An empty text is null.
    pub(super) fn finish(self, source: SourceId) -> Parsed {
        let mut findings = self.repeated.into_findings();
        findings.extend(self.findings);
        let empty = Some(Node::new(Value::Null, Span::file(source))).filter(|_| !self.failed);
        Parsed {
            node: self.root.or(empty),
            findings,
        }
    }

    /// Ends parsing without a tree.
    pub(super) fn end_with(&mut self, finding: Diagnostic) {
        self.findings.push(finding);
        self.root = None;
        self.failed = true;
    }

    /// Processes one event.
    pub(super) fn take_event(&mut self, event: Event<'_>, at: Span) -> Step {
        match event {
            Event::DocumentStart(..) if self.root.is_some() => Ok(self.second_document(at)),
            Event::Scalar(text, style, anchor, tag) => {
                self.scalar(&text, style, anchor, tag.as_deref(), at)
            }
            Event::SequenceStart(_, anchor, tag) => {
                self.open(FrameKind::List(Vec::new()), anchor, tag.as_deref(), at)
            }
            Event::MappingStart(_, anchor, tag) => {
                let kind = FrameKind::Map {
                    entries: Vec::new(),
                    key: None,
                    merged: Vec::new(),
                };
                self.open(kind, anchor, tag.as_deref(), at)
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(at),
            Event::Alias(anchor) => self.alias(anchor, at),
            _ => Ok(true),
        }
    }

    /// Reports a second document; only the first is kept.
    fn second_document(&mut self, at: Span) -> bool {
        self.findings.push(
            Diagnostic::new(
                Code::SEVERAL_DOCUMENTS,
                at,
                "the file holds several YAML documents",
            )
            .label("the second one begins here")
            .help("put each document into its own file"),
        );
        false
    }

    fn count(&mut self, at: Span) -> Result<(), Diagnostic> {
        self.values += 1;
        if self.values > MAX_VALUES {
            Err(too_many(at))
        } else {
            Ok(())
        }
    }

    fn scalar(
        &mut self,
        text: &str,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<&Tag>,
        at: Span,
    ) -> Step {
        self.count(at)?;
        let plain = style == ScalarStyle::Plain;
        let tag = tag.map(tag_name);
        if self.expects_key() {
            let key = if plain && text == "<<" && tag.is_none() {
                Key::Merge(at)
            } else {
                Key::Text(text.to_owned(), at)
            };
            self.refuse_tag(tag.as_deref(), scalar::TAGS, at);
            if anchor != 0 {
                let node = Node::new(Value::String(text.to_owned()), at);
                self.anchor(anchor, &node)?;
            }
            self.set_key(key);
            return Ok(true);
        }
        let value = match scalar::resolve_scalar(text, plain, tag.as_deref()) {
            Ok(value) => value,
            Err(fault) => {
                self.findings.push(fault.at(at));
                Value::String(text.to_owned())
            }
        };
        let node = Node::new(value, at);
        self.anchor(anchor, &node)?;
        self.attach(node);
        Ok(true)
    }

    fn open(&mut self, kind: FrameKind, anchor: usize, tag: Option<&Tag>, start: Span) -> Step {
        self.count(start)?;
        if self.stack.len() >= usize::from(MAX_DEPTH) {
            return Err(too_deep(start));
        }
        self.stack.push(Frame {
            start,
            anchor,
            tag: tag.map(tag_name),
            kind,
        });
        Ok(true)
    }

    fn close(&mut self, end: Span) -> Step {
        let Some(frame) = self.stack.pop() else {
            return Ok(true);
        };
        let mut at = Span {
            end: end.end.max(frame.start.end),
            ..frame.start
        };
        let (value, tag) = match frame.kind {
            FrameKind::List(items) => (Value::List(items), "seq"),
            FrameKind::Map {
                entries, merged, ..
            } => (Value::Map(self.map(entries, merged)), "map"),
        };
        at.end = last_end(&value, frame.start)
            .unwrap_or(at.end)
            .max(at.start);
        self.refuse_tag(frame.tag.as_deref(), &[tag], frame.start);
        let node = Node::new(value, at);
        self.anchor(frame.anchor, &node)?;
        if self.expects_key() {
            self.findings.push(unsupported(
                at,
                "a mapping key is a collection",
                "write a string as the key",
            ));
            self.set_key(Key::Refused);
            return Ok(true);
        }
        self.attach(node);
        Ok(true)
    }

    /// A mapping, with the entries that `<<` merges into it: its own keys take precedence, then
    /// those of the first mapping that has them.
    fn map(&mut self, entries: Vec<Entry>, merged: Vec<Entry>) -> Map {
        let map = self.repeated.map(entries);
        if merged.is_empty() {
            return map;
        }
        let mut known: HashSet<String> = map.iter().map(|entry| entry.key.clone()).collect();
        let mut entries = map.into_entries();
        entries.extend(
            merged
                .into_iter()
                .filter(|entry| known.insert(entry.key.clone())),
        );
        Map::new(entries)
    }

    fn alias(&mut self, anchor: usize, at: Span) -> Step {
        self.count(at)?;
        let Some(anchored) = self.anchors.get(&anchor) else {
            let message =
                "an alias is inside the value that it names, so the value would never end";
            return Err(Diagnostic::new(Code::ALIAS_BOMB, at, message)
                .help("write the value out, or use `$ref`"));
        };
        let (cost, depth) = (anchored.cost, anchored.depth);
        if self.stack.len() + depth > usize::from(MAX_DEPTH) {
            return Err(too_deep(at));
        }
        self.spend(cost, at)?;
        let Some(node) = self
            .anchors
            .get(&anchor)
            .map(|anchored| anchored.node.clone())
        else {
            return Ok(true);
        };
        if !self.expects_key() {
            self.attach(node);
            return Ok(true);
        }
        match node.value {
            Value::String(text) => self.set_key(Key::Text(text, at)),
            _ => {
                self.findings.push(unsupported(
                    at,
                    "a mapping key is an alias of no string",
                    "write a string as the key",
                ));
                self.set_key(Key::Refused);
            }
        }
        Ok(true)
    }

    fn spend(&mut self, cost: usize, at: Span) -> Result<(), Diagnostic> {
        self.copied = self.copied.saturating_add(cost);
        if self.copied <= ALIAS_BUDGET {
            return Ok(());
        }
        let message = format!("the aliases of the file expand to more than {ALIAS_BUDGET} values");
        Err(Diagnostic::new(Code::ALIAS_BOMB, at, message)
            .label("the limit is reached here")
            .help("use `$ref` to share schemas, or write fewer nested aliases"))
    }

    fn anchor(&mut self, anchor: usize, node: &Node) -> Result<(), Diagnostic> {
        if anchor == 0 {
            return Ok(());
        }
        let (cost, depth) = (node_cost(node), node_depth(node));
        self.spend(cost, node.span)?;
        self.anchors.insert(
            anchor,
            Anchored {
                node: node.clone(),
                cost,
                depth,
            },
        );
        Ok(())
    }

    fn expects_key(&self) -> bool {
        matches!(
            self.stack.last(),
            Some(Frame {
                kind: FrameKind::Map { key: None, .. },
                ..
            })
        )
    }

    fn set_key(&mut self, new: Key) {
        if let Some(Frame {
            kind: FrameKind::Map { key, .. },
            ..
        }) = self.stack.last_mut()
        {
            *key = Some(new);
        }
    }

    fn attach(&mut self, node: Node) {
        let Some(frame) = self.stack.last_mut() else {
            self.root = Some(node);
            return;
        };
        match &mut frame.kind {
            FrameKind::List(items) => items.push(node),
            FrameKind::Map {
                entries,
                key,
                merged,
            } => match key.take() {
                Some(Key::Text(key, key_span)) => entries.push(Entry {
                    key,
                    key_span,
                    value: node,
                }),
                Some(Key::Merge(at)) => {
                    if !merge_keys(merged, node) {
                        let help = "`<<` takes an alias of a mapping or a list of such aliases";
                        self.findings.push(unsupported(
                            at,
                            "`<<` brings in something that is not a mapping",
                            help,
                        ));
                    }
                }
                Some(Key::Refused) | None => {}
            },
        }
    }

    fn refuse_tag(&mut self, tag: Option<&str>, allowed: &[&str], at: Span) {
        let Some(tag) = tag.filter(|tag| *tag != "!" && !allowed.contains(tag)) else {
            return;
        };
        self.findings.push(scalar::Fault::tag(tag).at(at));
    }
}

fn unsupported(at: Span, message: &str, help: &str) -> Diagnostic {
    Diagnostic::new(Code::UNSUPPORTED_YAML, at, message).help(help)
}
