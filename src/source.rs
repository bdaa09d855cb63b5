//! Noun: the texts that were read, and places in them.

use crate::toolsets::{TOOLSETS, Toolset};
use std::sync::{Arc, LazyLock};

/// The number of a [`Source`] in its [`Sources`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(pub u32);

impl SourceId {
    /// The spec of a toolset that toolc brings along: all of them have numbers, counted from the end, in
    /// every compilation.
    pub fn shipped(toolset: &Toolset) -> Option<Self> {
        let index = TOOLSETS.iter().position(|known| known == toolset)?;
        Some(SourceId(u32::MAX - u32::try_from(index).ok()?))
    }

    fn shipped_index(self) -> Option<usize> {
        let index = usize::try_from(u32::MAX - self.0).ok()?;
        (index < TOOLSETS.len()).then_some(index)
    }
}

/// The number of an entry of `tools.registry` in its [`Config`](crate::config::Config).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryId(pub u32);

/// The specs that toolc brings along, in the order of the table.
static SHIPPED: LazyLock<Vec<Source>> = LazyLock::new(|| {
    let source = |toolset: &'static Toolset| Source {
        path: toolset.path.to_owned(),
        text: toolset.text.into(),
        role: Role::Shipped(toolset),
    };
    TOOLSETS.iter().map(source).collect()
});

/// A half-open range of bytes in one source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The text that the range lies in.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The empty range at the start of a source: a fault of the whole file.
    pub fn file(source: SourceId) -> Self {
        Span {
            source,
            start: 0,
            end: 0,
        }
    }
}

/// A value and the place where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spanned<T> {
    /// What was written.
    pub value: T,
    /// Where.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Joins a value with its place.
    pub fn new(value: T, span: Span) -> Self {
        Spanned { value, span }
    }
}

/// One input text. `path` is what messages and generated headers show: relative to where the
/// user pointed, with `/` on every platform.
#[derive(Debug, Clone)]
pub struct Source {
    /// The path to show.
    pub path: String,
    /// The text as it was read, without a byte order mark.
    pub text: Arc<str>,
    /// What the configuration says about this file.
    pub role: Role,
}

impl Source {
    /// The part of the text that is data, and the instructions behind it. A worker file may be a
    /// head between two lines `---` with the instructions of the worker below; of other files all is
    /// data.
    pub fn front_matter(&self) -> (&str, Option<&str>) {
        let text: &str = &self.text;
        let may_have = matches!(self.role, Role::Worker | Role::Found | Role::Beside(_));
        let end = text.strip_prefix("---").and_then(|rest| rest.find("\n---"));
        let Some(end) = end.filter(|_| may_have) else {
            return (text, None);
        };
        let (front, rest) = text.split_at(end + 4);
        // what nothing lists is a worker by its name or its content
        let is_worker = self.role == Role::Worker
            || self.path.ends_with(".worker")
            || front.contains("\ntoolsets:");
        if !is_worker {
            return (text, None);
        }
        let behind = rest.split_once('\n').map_or("", |(_, below)| below.trim());
        (front, (!behind.is_empty()).then_some(behind))
    }

    /// The instructions behind the head, with their place in this source.
    pub fn instructions(&self, id: SourceId) -> Option<Spanned<&str>> {
        let behind = self.front_matter().1?;
        // they are trimmed, and there may be blank lines behind them
        let start = self.text.trim_end().len() - behind.len();
        let span = Span {
            source: id,
            start: u32::try_from(start).ok()?,
            end: u32::try_from(start + behind.len()).ok()?,
        };
        Some(Spanned::new(behind, span))
    }
}

/// Why a source is read, as far as the configuration knows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Role {
    /// Found in a folder: its content decides, and it counts as a tool file only where an entry
    /// carries a schema key.
    #[default]
    Found,
    /// Found in the folder of a `toolc.yaml` that lists what is compiled, and not listed: schemas may
    /// refer to it, and it gives nothing of the kinds that are listed.
    Beside(Lists),
    /// Listed by this entry of `tools.registry`.
    Listed(EntryId),
    /// Listed under `overlays` of a registry entry: it changes the description that this entry lists.
    Overlay(EntryId),
    /// Matched by `workers:`.
    Worker,
    /// Listed under `schemas`: a document that schemas refer to.
    Schema(SchemaListing),
    /// The `toolc.yaml` itself.
    Config,
    /// A part of an API description: read where a reference leads into it.
    Part,
    /// A file of Rust that toolsets name under `module`, at these places.
    Module(Vec<Span>),
    /// The spec of a toolset that toolc brings along.
    Shipped(&'static Toolset),
}

/// The lists of a `toolc.yaml`, by the places of their keys. Each is the whole list of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lists {
    /// The list of the files of tools.
    pub tools: Option<Span>,
    /// The list of the workers.
    pub workers: Option<Span>,
}

/// What an entry of `schemas` says about a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SchemaListing {
    /// The address of the file: the entry's `uri`, and the path below its `path`.
    pub uri: Option<String>,
    /// The entry's `dialect`: what a document is that names none.
    pub dialect: Option<String>,
}

/// The number of the next element of an arena, which has so many.
///
/// # Panics
/// Beyond 32 bits: a number that wraps or is clamped would be that of another element. Memory ends first.
pub fn next_number(count: usize) -> u32 {
    let number = u32::try_from(count);
    number.unwrap_or_else(|_| panic!("an arena of {count} elements has no number for the next one"))
}

/// All texts of one compilation, in a stable order.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    sources: Vec<Source>,
}

impl Sources {
    /// Takes a text in and says under which number.
    pub fn add(&mut self, source: Source) -> SourceId {
        let id = SourceId(next_number(self.sources.len()));
        self.sources.push(source);
        id
    }

    /// The source with this number.
    ///
    /// # Panics
    /// With a number that these sources did not give out.
    pub fn get(&self, id: SourceId) -> &Source {
        match id.shipped_index() {
            Some(index) => &SHIPPED[index],
            None => &self.sources[id.0 as usize],
        }
    }

    /// Every position that a source can have: those that toolc brings along have the last ones.
    pub fn positions(&self) -> std::ops::Range<usize> {
        0..self.sources.len() + TOOLSETS.len()
    }

    /// The position of a source.
    pub fn position(&self, id: SourceId) -> usize {
        match id.shipped_index() {
            Some(index) => self.sources.len() + index,
            None => id.0 as usize,
        }
    }

    /// Says anew what a source is.
    pub fn set_role(&mut self, id: SourceId, role: Role) {
        if let Some(source) = self.sources.get_mut(id.0 as usize) {
            source.role = role;
        }
    }

    /// Gives a source another text.
    #[cfg(feature = "snapshot")]
    pub fn set_text(&mut self, id: SourceId, text: &str) {
        if let Some(source) = self.sources.get_mut(id.0 as usize) {
            source.text = text.into();
        }
    }

    /// The text under a span; empty where the span does not lie in the text.
    pub fn text(&self, span: Span) -> &str {
        self.get(span.source)
            .text
            .get(span.start as usize..span.end as usize)
            .unwrap_or("")
    }

    /// Line and column of a span's start, both from 1, the column in characters.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let text = &self.get(span.source).text;
        let before = text.get(..span.start as usize).unwrap_or(text);
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }

    /// `path:line` of a span's start.
    pub fn show_line(&self, span: Span) -> String {
        let (line, _) = self.line_column(span);
        format!("{}:{line}", self.get(span.source).path)
    }

    /// `path:line:column` of a span's start.
    pub fn place(&self, span: Span) -> String {
        let (line, column) = self.line_column(span);
        format!("{}:{line}:{column}", self.get(span.source).path)
    }

    /// Numbers and sources in order.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        (0u32..).map(SourceId).zip(&self.sources)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.sources.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }
}
