//! Noun: the texts that were read, and places in them.

use crate::toolsets::{TOOLSETS, Toolset};
use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

/// The ID of a [`Source`] in its [`Sources`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(pub u32);

impl SourceId {
    /// The spec of a built-in toolset. All of them have IDs in every compilation, counted down from
    /// the maximum.
    pub fn shipped(toolset: &Toolset) -> Option<Self> {
        let index = TOOLSETS.iter().position(|known| known == toolset)?;
        Some(SourceId(u32::MAX - u32::try_from(index).ok()?))
    }

    fn shipped_index(self) -> Option<usize> {
        let index = usize::try_from(u32::MAX - self.0).ok()?;
        (index < TOOLSETS.len()).then_some(index)
    }
}

/// The index of an entry of `tools.registry` in its configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryId(pub u32);

/// The specs of the built-in toolsets, in the order of the table.
static SHIPPED: LazyLock<Vec<Source>> = LazyLock::new(|| {
    let source = |toolset: &'static Toolset| Source {
        path: toolset.path.to_owned(),
        text: toolset.text.into(),
        role: Role::Shipped(toolset),
    };
    TOOLSETS.iter().map(source).collect()
});

/// A half-open range of bytes in one source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The source that contains the range.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// `@0:12..16`: the source, and the range.
impl fmt::Debug for Span {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "@{}:{}..{}", self.source.0, self.start, self.end)
    }
}

impl Span {
    /// A range of bytes. Offsets that do not fit are those of a text of 4 GiB, which is not read.
    pub fn new(source: SourceId, bytes: Range<usize>) -> Self {
        let clamp = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Span {
            source,
            start: clamp(bytes.start),
            end: clamp(bytes.end),
        }
    }

    /// The empty range at the start of a source, for a fault of the whole file.
    pub fn file(source: SourceId) -> Self {
        Span {
            source,
            start: 0,
            end: 0,
        }
    }
}

/// A value and its place.
#[derive(Clone, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value as written.
    pub value: T,
    /// Where.
    pub span: Span,
}

impl<T: fmt::Debug> fmt::Debug for Spanned<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(out)?;
        write!(out, " {:?}", self.span)
    }
}

impl<T> Spanned<T> {
    /// Combines a value with its place.
    pub fn new(value: T, span: Span) -> Self {
        Spanned { value, span }
    }
}

/// An input text. `path` is what messages and generated headers show: relative to the path that the
/// user passed, with `/` on every platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The path to show.
    pub path: String,
    /// The text as read, without a byte order mark.
    pub text: Arc<str>,
    /// The purpose of this file according to the configuration.
    pub role: Role,
}

impl Source {
    /// The part of the text that is data, and the instructions after it. A worker file may consist
    /// of front matter between two `---` lines, perhaps below blank lines, followed by the
    /// instructions of the worker; all other files are entirely data.
    pub fn front_matter(&self) -> (&str, Option<&str>) {
        let text: &str = &self.text;
        let may_have = matches!(self.role, Role::Worker | Role::Found | Role::Beside(_));
        let start = text.len() - text.trim_start().len();
        let is_line = start == 0 || text[..start].ends_with('\n');
        let front = text[start..].strip_prefix("---").filter(|_| is_line);
        let end = front.and_then(|front| front.find("\n---"));
        let Some(end) = end.filter(|_| may_have) else {
            return (text, None);
        };
        let (front, rest) = text.split_at(start + end + 4);
        let has_grants = |part: &str| {
            ["\ntoolsets:", "\nextends:"]
                .iter()
                .any(|key| part.contains(key))
        };
        // a file that is not listed is a worker by its name or its content
        let is_worker =
            self.role == Role::Worker || self.path.ends_with(".worker") || has_grants(front);
        // two workers in a YAML file are two documents, which the parser reports
        let is_yaml = [".yaml", ".yml"].iter().any(|end| self.path.ends_with(end));
        if !is_worker || (is_yaml && (has_grants(rest) || has_name(rest))) {
            return (text, None);
        }
        let body = rest.split_once('\n').map_or("", |(_, below)| below.trim());
        (front, (!body.is_empty()).then_some(body))
    }

    /// The instructions after the front matter, with their place in this source.
    pub fn instructions(&self, id: SourceId) -> Option<Spanned<&str>> {
        let body = self.front_matter().1?;
        // they are trimmed, and blank lines may follow them
        let start = self.text.trim_end().len() - body.len();
        let span = Span::new(id, start..start + body.len());
        Some(Spanned::new(body, span))
    }
}

/// Whether the first line below a `---` gives something a name, as workers do.
fn has_name(rest: &str) -> bool {
    let is_text = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    // the first line is what follows `---`
    let first = rest.lines().skip(1).find(is_text);
    first.is_some_and(|line| line.starts_with("name:"))
}

/// Why a source is read, as far as the configuration tells.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Role {
    /// Found in a folder: its content decides, and it counts as a tool file only if an entry has a
    /// key with a schema.
    #[default]
    Found,
    /// Found in the folder of a `toolc.yaml` that lists what is compiled, but not listed itself:
    /// schemas may refer to it, and it contributes nothing of the kinds that are listed.
    Beside(Lists),
    /// Listed by this entry of `tools.registry`.
    Listed(EntryId),
    /// Listed under `overlays` of this registry entry: it changes the description that the entry
    /// lists.
    Overlay(EntryId),
    /// Matched by `workers:`.
    Worker,
    /// Listed under `schemas`: a document that schemas refer to.
    Schema(SchemaListing),
    /// The `toolc.yaml` itself.
    Config,
    /// A part of an API description, read because a reference leads into it.
    Part,
    /// A Rust file that toolsets name under `module`, at these places.
    Module(Vec<Span>),
    /// The schemas of types of this Rust file, as its generated test wrote them.
    ModuleSchemas(SourceId),
    /// The spec of a built-in toolset.
    Shipped(&'static Toolset),
}

/// The lists in a `toolc.yaml`, by the places of their keys. Each one is complete for its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lists {
    /// The list of tool files.
    pub tools: Option<Span>,
    /// The list of workers.
    pub workers: Option<Span>,
}

/// What an entry of `schemas` specifies for a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SchemaListing {
    /// The address of the file: the entry's `uri`, followed by the path relative to the entry's
    /// `path`.
    pub uri: Option<String>,
    /// The entry's `dialect`, for documents that do not name one.
    pub dialect: Option<String>,
}

/// The index of the next element of an arena with `count` elements.
///
/// # Panics
/// If it does not fit in 32 bits: a number that wraps or is clamped would be that of another
/// element. Memory runs out first.
pub fn next_number(count: usize) -> u32 {
    let number = u32::try_from(count);
    number.unwrap_or_else(|_| panic!("an arena of {count} elements has no number for the next one"))
}

/// All texts of one compilation, in a stable order.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    sources: Vec<Source>,
    /// Paths for generated code, where they are not those of messages.
    origins: HashMap<SourceId, String>,
    /// A default namespace that is not the name of the file.
    namespace: Option<(SourceId, String)>,
}

impl Sources {
    /// Adds a source and returns its ID.
    pub fn add(&mut self, source: Source) -> SourceId {
        let id = SourceId(next_number(self.sources.len()));
        self.sources.push(source);
        id
    }

    /// Sets the path of a source for generated code: it does not depend on where the command runs.
    pub fn set_origin(&mut self, id: SourceId, origin: String) {
        if self.get(id).path != origin {
            self.origins.insert(id, origin);
        }
    }

    /// The path of a source for generated code.
    pub fn origin(&self, id: SourceId) -> &str {
        self.origins.get(&id).unwrap_or(&self.get(id).path)
    }

    /// The source with this ID.
    ///
    /// # Panics
    /// If these sources did not issue the ID.
    pub fn get(&self, id: SourceId) -> &Source {
        match id.shipped_index() {
            Some(index) => &SHIPPED[index],
            None => &self.sources[id.0 as usize],
        }
    }

    /// The positions of all sources; the built-in toolsets come last.
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

    /// Changes the role of a source; built-in specs keep theirs.
    pub fn set_role(&mut self, id: SourceId, role: Role) {
        if let Some(source) = self.sources.get_mut(id.0 as usize) {
            source.role = role;
        }
    }

    /// Gives the first file with a name another default namespace than that name.
    pub fn set_namespace(&mut self, file: &str, namespace: &str) {
        let is_it = |source: &Source| source.path.rsplit('/').next() == Some(file);
        if let Some(at) = self.sources.iter().position(is_it) {
            let id = SourceId(next_number(at));
            self.namespace = Some((id, namespace.to_owned()));
        }
    }

    /// The default namespace that was set for a source.
    pub fn namespace(&self, id: SourceId) -> Option<&str> {
        let set = self.namespace.as_ref().filter(|(of, _)| *of == id);
        set.map(|(_, namespace)| namespace.as_str())
    }

    /// Replaces the text of a source; built-in specs keep theirs.
    pub fn set_text(&mut self, id: SourceId, text: &str) {
        if let Some(source) = self.sources.get_mut(id.0 as usize) {
            source.text = text.into();
        }
    }

    /// The text of a span; empty if the span is not within its source.
    pub fn text(&self, span: Span) -> &str {
        self.get(span.source)
            .text
            .get(span.start as usize..span.end as usize)
            .unwrap_or("")
    }

    /// Line and column of a span's start, both 1-based, the column in characters.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let text = &self.get(span.source).text;
        let before = text.get(..span.start as usize).unwrap_or(text);
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }

    /// `path:line` of a span's start, for generated code.
    pub fn show_line(&self, span: Span) -> String {
        let (line, _) = self.line_column(span);
        format!("{}:{line}", self.origin(span.source))
    }

    /// `path:line:column` of a span's start.
    pub fn place(&self, span: Span) -> String {
        let (line, column) = self.line_column(span);
        format!("{}:{line}:{column}", self.get(span.source).path)
    }

    /// IDs and sources in order, without the built-in specs.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        (0u32..).map(SourceId).zip(&self.sources)
    }

    /// The number of sources, without the built-in specs.
    pub fn len(&self) -> usize {
        self.sources.len()
    }

    /// Whether there are none, apart from the built-in specs.
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }
}
