//! The text of a schema as shown to models: each definition appears once, and is shared by all
//! tools that refer to it.

mod gate;
mod names;
mod order;
mod patterns;
mod references;
mod unshown;

use super::Addresses;
use super::names::Named;
pub use gate::LeftOut;
use gate::{
    find_left_out, is_for_readers_of_apis, is_unread, is_unreported, refers_dynamically, write_once,
};
use names::Names;
use order::rank_keyword;
use patterns::{write_key, write_pattern};
use std::collections::HashMap;
use std::iter;
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_model::draft::{DraftDocument, DraftSchema};
use toolc_model::model::{Definition, SchemaText};
use toolc_runtime::demote_speakers;
use toolc_runtime::json::write_string;
use toolc_schema::schema::link::resources::{Resources, Root, read_identifier};
use toolc_schema::schema::link::scope::{MAX_SCOPED, ScopeId};
use toolc_schema::schema::position::Position;
pub use unshown::Unshown;
use unshown::{find_unshown, is_unshown_key};

/// The texts of one tool's schemas.
pub struct ToolTexts {
    /// The text of what it takes.
    pub input: SchemaText,
    /// The text of what it returns.
    pub output: Option<SchemaText>,
    /// Whether words in them would have passed for those of a speaker.
    pub is_demoted: bool,
    /// What in them models are not shown, because it is not a valid schema.
    pub left_out: Vec<LeftOut>,
    /// The patterns that models are not shown.
    pub unshown: Vec<Unshown>,
}

/// Writes the texts of all tools, with the definitions they share.
pub fn write_texts<'n>(
    addresses: &Addresses,
    named: &'n [Named],
    documents: &'n [DraftDocument],
    is_dynamic: bool,
) -> Written {
    let resources = || Resources::new(documents, is_dynamic);
    let written = write_by(addresses, named, TextWriter::new(resources(), true));
    if looks_at_items(&written) {
        write_by(addresses, named, TextWriter::new(resources(), false))
    } else {
        written
    }
}

fn write_by<'n>(addresses: &Addresses, named: &'n [Named], mut writer: TextWriter<'n>) -> Written {
    let mut texts = Vec::with_capacity(named.len());
    for tool in named {
        let address = addresses.of_tool(&tool.draft);
        let author = Author {
            is_foreign: tool.draft.foreign,
            describes_api: tool.draft.http.is_some(),
            names_root: true,
        };
        writer.has_demoted = false;
        let input = writer.write(&tool.draft.input, address, author);
        let output = tool.draft.output.as_ref();
        let output = output.map(|output| {
            // clients keep the schemas of results by their `$id`, and two tools of others may have the same
            let names_root = !author.is_foreign || refers_dynamically(&output.node);
            let author = Author {
                names_root,
                ..author
            };
            writer.write(output, address, author)
        });
        texts.push(ToolTexts {
            input,
            output,
            is_demoted: writer.has_demoted,
            left_out: std::mem::take(&mut writer.left_out),
            unshown: std::mem::take(&mut writer.unshown),
        });
    }
    Written {
        texts,
        definitions: writer.definitions,
    }
}

/// The texts of all tools.
pub struct Written {
    /// The texts of each tool.
    pub texts: Vec<ToolTexts>,
    /// The definitions they share.
    pub definitions: Vec<Definition>,
}

/// Whether some schema depends on which items of an array have been evaluated.
fn looks_at_items(written: &Written) -> bool {
    let own = written
        .texts
        .iter()
        .flat_map(|tool| iter::once(&tool.input).chain(&tool.output));
    let shared = written
        .definitions
        .iter()
        .map(|definition| &definition.schema);
    let mut all = own.chain(shared);
    all.any(|schema| schema.text.contains("\"unevaluatedItems\""))
}

/// Who wrote a schema.
#[derive(Debug, Clone, Copy)]
pub struct Author {
    /// Others, so that its words must not pass for those of a speaker.
    pub is_foreign: bool,
    /// The authors of an API, whose readers are shown examples and extensions; models are not.
    pub describes_api: bool,
    /// Whether the root of the schema keeps its `$id`.
    pub names_root: bool,
}

/// Writes schema texts.
pub struct TextWriter<'n> {
    /// The definitions of all texts so far.
    pub definitions: Vec<Definition>,
    /// Whether to show an array without `items` with `items` that accept everything. Some providers
    /// require this, and it is equivalent unless another keyword depends on what `items` has
    /// evaluated.
    adds_items: bool,
    /// Whether words in the last schema would have passed for those of a speaker.
    has_demoted: bool,
    /// What was left out since this was last emptied.
    left_out: Vec<LeftOut>,
    /// Likewise, patterns.
    unshown: Vec<Unshown>,
    resources: Resources<'n>,
    known: HashMap<(*const Node, ScopeId), usize>,
    /// How many of these definitions are in a dynamic scope.
    scoped: usize,
    names: Names,
}

impl<'n> TextWriter<'n> {
    /// Creates a writer without any texts.
    pub fn new(resources: Resources<'n>, adds_items: bool) -> Self {
        TextWriter {
            definitions: Vec::new(),
            adds_items,
            has_demoted: false,
            left_out: Vec::new(),
            unshown: Vec::new(),
            resources,
            known: HashMap::new(),
            scoped: 0,
            names: Names::default(),
        }
    }

    /// Writes a schema in a document; the schemas it refers to become definitions. A schema that is
    /// not declared as an object may end up below another root: it has no address, and does not
    /// refer to itself as the root.
    pub fn write(&mut self, schema: &'n DraftSchema, address: &str, author: Author) -> SchemaText {
        let written = schema.node.get("type").and_then(Node::as_str);
        let is_root = written == Some("object");
        let start = self
            .resources
            .enter_root(&schema.root, schema.kind, address);
        let start = self.resources.enter_schema(&schema.node, start);
        let mut text = Text {
            writer: self,
            draft: schema,
            is_root,
            start,
            waiting: Vec::new(),
            author,
            is_demoted: false,
            is_unread: false,
            out: SchemaText::default(),
        };
        text.schema(&schema.node, start);
        let outermost = std::mem::take(&mut text.out);
        while let Some(waiting) = text.waiting.pop() {
            text.is_unread = waiting.is_unread;
            text.schema(waiting.node, waiting.root);
            text.writer.definitions[waiting.index].schema = std::mem::take(&mut text.out);
        }
        self.has_demoted |= text.is_demoted;
        outermost
    }

    /// Whether there are too many definitions in dynamic scopes to add another.
    fn is_full(&mut self, scope: ScopeId) -> bool {
        self.scoped += usize::from(scope != ScopeId::EMPTY);
        scope == ScopeId::OVERFULL || scope != ScopeId::EMPTY && self.scoped > MAX_SCOPED
    }
}

/// A definition that is not written yet.
struct Waiting<'n> {
    index: usize,
    node: &'n Node,
    root: Root<'n>,
    is_unread: bool,
}

struct Text<'w, 'n> {
    writer: &'w mut TextWriter<'n>,
    draft: &'n DraftSchema,
    /// Whether the schema remains the root of its text.
    is_root: bool,
    /// The context of the schema.
    start: Root<'n>,
    waiting: Vec<Waiting<'n>>,
    author: Author,
    is_demoted: bool,
    /// Whether the schema that is written is in a place where no schema is read.
    is_unread: bool,
    out: SchemaText,
}

/// Keywords whose values are text for the model.
const TEXTS: &[&str] = &["title", "description", "$comment"];

impl<'n> Text<'_, 'n> {
    fn schema(&mut self, node: &'n Node, root: Root<'n>) {
        match &node.value {
            Value::Map(map) => {
                let root = self.writer.resources.enter_schema(node, root);
                self.map(node, map, root);
            }
            Value::List(list) => {
                self.out.text.push('[');
                for (index, node) in list.iter().enumerate() {
                    self.comma(index);
                    self.schema(node, root);
                }
                self.out.text.push(']');
            }
            _ => node.append_json(&mut self.out.text),
        }
    }

    fn comma(&mut self, index: usize) {
        if index > 0 {
            self.out.text.push(',');
        }
    }

    fn key(&mut self, index: usize, key: &str) {
        self.comma(index);
        write_string(key, &mut self.out.text);
        self.out.text.push(':');
    }

    /// Writes a schema with its keywords. The outermost one is written without its definitions, and
    /// all others without their `$id`: references are to the definitions of the whole text, and
    /// none of them uses an anchor.
    fn map(&mut self, node: &'n Node, map: &'n Map, root: Root<'n>) {
        let outermost = std::ptr::eq(node, &*self.draft.node);
        let is_root = outermost && self.is_root;
        let left_out = |key: &str| match key {
            "$defs" | "definitions" => outermost,
            "$id" => !(is_root && self.author.names_root) && read_identifier(map).is_some(),
            "$schema" => outermost && !is_root,
            "$anchor" | "$dynamicAnchor" | "$recursiveAnchor" => true,
            // a type in the program is meaningless to a model
            "x-rust-type" => true,
            _ => false,
        };
        let never = map.get("enum").is_some_and(is_empty_list);
        let left_out = |entry: &Entry| {
            let key = entry.key.as_str();
            left_out(key)
                || self.author.describes_api && is_for_readers_of_apis(key)
                || never && matches!(key, "enum" | "not")
        };
        let entries = map.iter().filter(|entry| !left_out(entry));
        let mut entries: Vec<&Entry> = entries.collect();
        entries.retain(|entry| self.is_fit(map, entry, root));
        entries.retain(|entry| !find_unshown(map, entry, &mut self.writer.unshown));
        entries.sort_by_key(|entry| (rank_keyword(&entry.key), entry.key.as_str()));
        self.out.text.push('{');
        let mut count = 0;
        for entry in entries {
            self.entry(count, map, entry, root);
            count += 1;
        }
        if self.writer.adds_items && is_array_without_items(map) {
            self.key(count, "items");
            self.out.text.push_str("{}");
            count += 1;
        }
        if never {
            // an empty `enum` accepts nothing either, but some clients refuse it
            self.key(count, "not");
            self.out.text.push_str("{}");
        }
        self.out.text.push('}');
    }

    /// Whether a keyword may be shown; records it otherwise.
    fn is_fit(&mut self, map: &Map, entry: &'n Entry, root: Root<'n>) -> bool {
        let unfit = find_left_out(map, entry).or_else(|| self.find_dangling(entry, root));
        match unfit {
            // a restriction: the reader has reported it, and no model is shown the schema
            Some(_) if !is_unreported(map, &entry.key, self.is_unread) => true,
            Some(unfit) => {
                self.writer.left_out.push(LeftOut {
                    keyword: entry.key.clone(),
                    span: entry.value.span,
                    unfit,
                });
                false
            }
            None => true,
        }
    }

    fn entry(&mut self, index: usize, map: &Map, entry: &'n Entry, root: Root<'n>) {
        let keyword = entry.key.as_str();
        let target = match (keyword, entry.value.as_str()) {
            ("$ref" | "$dynamicRef" | "$recursiveRef", Some(text)) => {
                self.target(keyword, text, root)
            }
            _ => None,
        };
        let Some(target) = target else {
            self.key(index, keyword);
            let before = self.is_unread;
            self.is_unread |= is_unread(map, keyword);
            match write_once(entry) {
                Some(once) => once.append_json(&mut self.out.text),
                None => self.value(keyword, &entry.value, root),
            }
            self.is_unread = before;
            return;
        };
        // two references in one schema: the second becomes the only alternative under an unused
        // keyword
        let is_free = |key: &&&str| keyword == "$ref" || !map.contains(key);
        let places = ["$ref", "allOf", "anyOf", "oneOf"];
        let key = places.iter().find(is_free).copied().unwrap_or(keyword);
        self.key(index, key);
        let mut text = String::new();
        write_string(&target, &mut text);
        match key.strip_prefix('$') {
            Some(_) => self.out.text.push_str(&text),
            None => self.out.text.extend([r#"[{"$ref":"#, &text, "}]"]),
        }
    }

    /// Writes the value of a keyword.
    fn value(&mut self, keyword: &str, node: &'n Node, root: Root<'n>) {
        if self.author.is_foreign
            && TEXTS.contains(&keyword)
            && let Some(text) = node.as_str()
        {
            let shown = demote_speakers(text);
            self.is_demoted |= shown != text;
            return write_string(&shown, &mut self.out.text);
        }
        match (Position::of(keyword), &node.value) {
            (_, Value::String(pattern)) if keyword == "pattern" => {
                write_string(&write_pattern(pattern), &mut self.out.text);
            }
            (Position::Data, _) => node.append_json(&mut self.out.text),
            (Position::Map, Value::Map(schemas)) => {
                self.out.text.push('{');
                let is_pattern = keyword == "patternProperties";
                let unshown = &mut self.writer.unshown;
                let mut shown: Vec<&'n Entry> = schemas.iter().collect();
                shown.retain(|entry| !is_pattern || !is_unshown_key(entry, unshown));
                for (index, entry) in shown.into_iter().enumerate() {
                    match keyword {
                        "patternProperties" => self.key(index, &write_key(schemas, &entry.key)),
                        _ => self.key(index, &entry.key),
                    }
                    self.schema(&entry.value, root);
                }
                self.out.text.push('}');
            }
            _ => self.schema(node, root),
        }
    }
}

fn is_empty_list(node: &Node) -> bool {
    node.as_list().is_some_and(<[Node]>::is_empty)
}

fn is_array_without_items(map: &Map) -> bool {
    let is_array = |node: &Node| node.as_str() == Some("array");
    let written = map.get("type").filter(|_| !map.contains("items"));
    written.is_some_and(|types| {
        is_array(types)
            || types
                .as_list()
                .is_some_and(|types| types.iter().any(is_array))
    })
}
