//! Fields of forms: how each is serialized according to `encoding` or its schema, and files.

mod headers;
mod objects;

use super::document::Document;
use super::media::bare_media;
use super::skip::Skip;
use super::{file, media, style};
pub(super) use objects::restrict_to_objects;
use std::collections::BTreeSet;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_model::model::http::{Encoding, Field, Form, PartHeader, Place};
use toolc_schema::schema::written::{JOINED, reference_of};

/// How deeply a form's schema is searched for files.
const MAX_DEPTH: usize = 8;

/// The form of one body.
pub(super) struct Fields<'d> {
    document: &'d Document,
    encoding: Encoding,
    /// The encoding objects of the media type.
    written: Option<&'d Map>,
    /// The fields found.
    pub(super) found: Vec<Field>,
    /// The headers of its parts.
    pub(super) headers: Vec<PartHeader>,
    /// The first part that cannot be written.
    pub(super) unwritable: Option<Skip>,
    /// The names of its properties.
    names: BTreeSet<String>,
}

impl<'d> Fields<'d> {
    pub(super) fn new(document: &'d Document, encoding: Encoding, media: &'d Entry) -> Self {
        let written = media.value.get_map("encoding");
        Fields {
            document,
            encoding,
            written,
            found: Vec::new(),
            headers: Vec::new(),
            unwritable: None,
            names: BTreeSet::new(),
        }
    }

    /// The names of all its properties, those that overrides will hide or fix included.
    pub(super) fn names(&self) -> Vec<String> {
        self.names.iter().cloned().collect()
    }

    /// Reports encodings of properties that the form does not have.
    pub(super) fn report_idle_encodings(&self, diagnostics: &mut Diagnostics) {
        let written = self.written.filter(|_| self.is_form());
        for entry in written.into_iter().flat_map(Map::iter) {
            let key = &entry.key;
            if key.starts_with("x-") || self.names.contains(key) {
                continue;
            }
            let message =
                format!("the form has no property `{key}`, so its encoding has no effect");
            let help = did_you_mean(key, self.names.iter().map(String::as_str));
            let help = help.unwrap_or_else(|| "describe the property in the form's schema".into());
            diagnostics.push(Diagnostic::new(Code::IDLE_KEY, entry.key_span, message).help(help));
        }
    }

    /// Whether the body is a form at all.
    fn is_form(&self) -> bool {
        matches!(self.encoding, Encoding::Form | Encoding::Multipart)
    }

    /// Records how a property is serialized and, if it is a file, gives its argument the schema of
    /// a file.
    pub(super) fn note_property(
        &mut self,
        diagnostics: &mut Diagnostics,
        name: &str,
        schema: &mut Node,
    ) {
        if !self.is_form() || !self.names.insert(name.to_owned()) {
            return;
        }
        let written = self.written.and_then(|written| written.get(name));
        let written = written.and_then(Node::as_map);
        if let Some(written) = written {
            self.note_parts(diagnostics, name, written);
        }
        let given = written.and_then(|written| content_type(written.get_str("contentType")?));
        let is_file = self.encoding == Encoding::Multipart && self.file(schema, given.as_deref());
        if is_file {
            let media = given.unwrap_or_else(|| "application/octet-stream".to_owned());
            return self.push(name, Form::Content(media), true);
        }
        let styled = written.filter(|written| {
            let keys = ["style", "explode", "allowReserved"];
            keys.iter().any(|key| written.contains(key))
        });
        if let Some(written) = styled {
            let styled = style::read_style(diagnostics, written, Place::Query, name, self.document);
            return self.push(name, Form::Style(styled), false);
        }
        let own = || {
            let schema = self.document.resolve(schema).ok()?;
            content_type(schema.get_str("contentMediaType")?)
        };
        if let Some(media) = given.or_else(own) {
            if !media::is_writable(self.document, &media, Some(schema)) {
                self.unwritable
                    .get_or_insert_with(|| unwritable_part(name, &media, schema));
            }
            self.push(name, Form::Content(media), false);
        }
    }

    /// Records the headers of a property's parts, and reports what will not be sent.
    fn note_parts(&mut self, diagnostics: &mut Diagnostics, name: &str, written: &Map) {
        let is_known = self.headers.iter().any(|header| header.part == name);
        if let Some(headers) = written.get("headers").filter(|_| !is_known) {
            match self.encoding {
                Encoding::Multipart => {
                    let read = headers::read_headers(diagnostics, self.document, name, headers);
                    self.headers.extend(read);
                }
                _ => headers::report_needless(diagnostics, name, headers),
            }
        }
        const WITHIN: &[&str] = &["encoding", "prefixEncoding", "itemEncoding"];
        if let Some(within) = WITHIN.iter().find_map(|key| written.entry(key)) {
            let message = format!(
                "`{}` of the part `{name}` is not read: what is within a part is written as usual",
                within.key
            );
            let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, within.key_span, message);
            diagnostics.push(finding.help("describe what is within the part by its schema"));
        }
    }

    fn push(&mut self, name: &str, form: Form, is_file: bool) {
        self.found.push(Field {
            name: name.to_owned(),
            form,
            is_file,
        });
    }

    /// Whether a property is a file or a list of files. If so, its schema is replaced by that of
    /// the argument.
    fn file(&self, schema: &mut Node, given: Option<&str>) -> bool {
        let Ok(meant) = self.document.resolve(schema) else {
            return false;
        };
        // since 3.1, a file may have no schema at all, only a media type
        let unsaid = meant.as_map().is_some_and(|map| {
            let asserts = [
                "type",
                "properties",
                "allOf",
                "oneOf",
                "anyOf",
                "enum",
                "const",
            ];
            !asserts.iter().any(|key| map.contains(key))
        });
        let binary = |media: &str| !media::is_text(media) && !media::is_any(media);
        if file::is_file(meant) || unsaid && given.is_some_and(binary) {
            let span = schema.span;
            *schema = file::file_schema([&*schema, meant], span);
            return true;
        }
        if meant.get_str("type") != Some("array") {
            return false;
        }
        let mut list = meant.clone();
        let items = list.as_map_mut().and_then(|map| map.get_mut("items"));
        let is_list = items.is_some_and(|items| {
            let is_flat = items.get_str("type") != Some("array");
            is_flat && self.file(items, given)
        });
        if is_list {
            *schema = list;
        }
        is_list
    }

    /// The schema of a form that consists of more than its properties, with files replaced.
    pub(super) fn rewrite_schema(&mut self, diagnostics: &mut Diagnostics, schema: &Node) -> Node {
        let mut schema = schema.clone();
        if self.is_form() {
            self.composed(diagnostics, &mut schema, 0);
        }
        schema
    }

    fn composed(&mut self, diagnostics: &mut Diagnostics, schema: &mut Node, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        let target = reference_of(schema);
        if let Some(target) = target.and_then(|target| self.document.follow_local(target)) {
            let mut target = target.clone();
            let before = self.files();
            self.composed(diagnostics, &mut target, depth + 1);
            if self.files() > before {
                replace_reference(schema, target);
            }
        }
        let Some(map) = schema.as_map_mut() else {
            return;
        };
        for (key, value) in map.values_mut() {
            match key {
                "properties" => {
                    let properties = value.as_map_mut().into_iter().flat_map(Map::values_mut);
                    for (name, property) in properties {
                        self.note_property(diagnostics, name, property);
                    }
                }
                _ if JOINED.contains(&key) => {
                    if let Value::List(parts) = &mut value.value {
                        for part in parts {
                            self.composed(diagnostics, part, depth + 1);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn files(&self) -> usize {
        self.found.iter().filter(|field| field.is_file).count()
    }
}

fn unwritable_part(name: &str, media: &str, schema: &Node) -> Skip {
    Skip {
        reason: format!(
            "the part `{name}` of its body is `{media}`, and toolc cannot write such a value in that format"
        ),
        remedy:
            "describe the part as what it is on the wire: `{ type: string, format: binary }`, or \
                 `{ type: string }` for a text"
                .to_owned(),
        span: Some(schema.span),
    }
}

/// Replaces a reference by its target; keywords next to the reference still apply.
fn replace_reference(schema: &mut Node, target: Node) {
    let span = schema.span;
    let Some(map) = schema.as_map_mut() else {
        return;
    };
    map.remove("$ref");
    if map.is_empty() {
        *schema = target;
        return;
    }
    let all = Node::list(vec![target], span);
    if let Some(known) = map.get_mut("allOf") {
        if let (Value::List(parts), Value::List(all)) = (&mut known.value, all.value) {
            parts.extend(all);
        }
        return;
    }
    map.insert("allOf", span, all);
}

/// The first media type in a list that is not a range.
fn content_type(list: &str) -> Option<String> {
    let mut medias = list.split(',').map(str::trim);
    medias
        .find(|media| !media.is_empty() && !bare_media(media).contains('*'))
        .map(str::to_owned)
}
