//! Swagger 2.0 and OpenAPI 3.0 to 3.2: one tool per operation. All tools share the document, in
//! which their references are resolved.

mod argument;
mod body;
mod document;
mod file;
mod form;
mod inline;
mod keys;
mod media;
mod methods;
mod multi_file;
mod names;
mod notes;
mod object;
mod object_map;
mod operation;
mod overrides;
mod parameters;
mod path;
mod pruning;
mod responses;
mod route;
mod security;
mod select;
mod servers;
mod shared_parameters;
mod skip;
mod style;
mod swagger;
mod template;
mod variants;
mod version;

use argument::{OperationPlace, Subject};
use document::Document;
use methods::ADDITIONAL;
pub use multi_file::{Wanted, follow_reference, join_files, may_refer_out};
use names::Names;
use operation::Common;
use overrides::Overrides;
pub use overrides::override_tools;
use select::Chosen;
use shared_parameters::SharedParameters;
use skip::Skip;
use std::sync::Arc;
use toolc_base::diagnostic::suggest::ask_whether;
use toolc_base::diagnostic::{Code, Diagnostic, Severity};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::Span;
use toolc_model::config::EntryKind;
use toolc_model::draft::DocumentKind;
use toolc_model::reading::foreign::{self, Foreign};
use toolc_model::reading::{Reading, Surroundings, fields};
use version::Version;

/// Whether a document declares itself as OpenAPI or Swagger.
pub fn recognise_openapi(node: &Node, _: Option<EntryKind>) -> bool {
    let versioned = |key| {
        matches!(
            node.get(key).map(|node| &node.value),
            Some(Value::String(_) | Value::Number(_))
        )
    };
    versioned("openapi") || versioned("swagger") && node.get("info").is_some()
}

/// Reads every operation of a document.
pub fn read_openapi(reading: &mut Reading<'_>, node: Node) {
    let Some(prepared) = prepare_document(reading, node) else {
        return;
    };
    let root = Arc::clone(&prepared.document.root);
    if prepared.chosen.is_none() && root.get("paths").is_none_or(is_empty) {
        return report_empty(reading, &root);
    }
    let Some(paths) = root.get("paths") else {
        return;
    };
    let Some(paths) = paths.as_map() else {
        reading.note_lost(None);
        return fields::wrong_kind(reading.diagnostics, paths, "`paths`", "a mapping of paths");
    };
    let mut operations = Operations::of(reading, prepared);
    for path in paths.iter().filter(|path| !path.key.starts_with("x-")) {
        operations.read_path(reading, &path.key, path.key_span, &path.value);
    }
    operations.overrides.report_unused(reading);
}

/// A document in the form that operations are read from, and what was found in it as written.
struct Prepared<'c> {
    document: Document,
    /// The operations to read; `None` for all.
    chosen: Option<Chosen>,
    overrides: Overrides<'c>,
    /// Whether it does not mention credentials at all.
    is_silent: bool,
}

fn prepare_document<'c>(reading: &mut Reading<'c>, mut node: Node) -> Option<Prepared<'c>> {
    let version = match version::read_version(&node) {
        Ok(version) => version,
        Err(finding) => {
            reading.note_lost(None);
            // a document that is listed has tools that somebody counts on
            let is_listed = reading.entry.is_some();
            reading.diagnostics.push(match is_listed {
                true => finding.severity(Severity::Error),
                false => finding,
            });
            return None;
        }
    };
    inline::inline_references(version, &mut node);
    let whole = Document {
        root: Arc::new(node),
    };
    let is_silent = security::is_silent(&whole);
    let chosen = select::choose_operations(reading, &whole);
    let overrides = Overrides::of(reading, &whole, chosen.as_ref());
    let mut node = Arc::unwrap_or_clone(whole.root);
    let is_reduced = chosen
        .as_ref()
        .is_some_and(|chosen| pruning::prune_document(&mut node, chosen));
    keys::report_idle_keys(reading.diagnostics, version, &node);
    version.normalise(reading, &mut node);
    variants::apply_variants(&mut node);
    if version == Version::OpenApi32 {
        notes::report_streams(reading, &mut node);
    }
    let document = Document {
        root: Arc::new(node),
    };
    notes::report_notes(reading, &document);
    if !is_reduced {
        reading.offer_document(&document.root, DocumentKind::Description);
    }
    Some(Prepared {
        document,
        chosen,
        overrides,
        is_silent,
    })
}

/// Makes a whole document available to the schemas of others.
pub fn offer_openapi(reading: &mut Reading<'_>, mut node: Node) {
    match version::read_version(&node) {
        Ok(version) => {
            inline::inline_references(version, &mut node);
            version.normalise(reading, &mut node);
            reading.offer_document(&Arc::new(node), DocumentKind::Description);
        }
        Err(finding) => reading.diagnostics.push(finding),
    }
}

fn is_empty(paths: &Node) -> bool {
    matches!(paths.value, Value::Null) || paths.as_map().is_some_and(Map::is_empty)
}

/// Reports a document without paths, in which there is nothing to compile. Webhooks are reported
/// separately.
fn report_empty(reading: &mut Reading<'_>, root: &Node) {
    if root.get("webhooks").is_some() {
        return;
    }
    let place = root.get("paths").or_else(|| root.get("openapi"));
    let span = place.map_or(root.span, |place| place.span);
    let message = "the document has no `paths`, so there is nothing in it to compile";
    reading.diagnostics.push(
        Diagnostic::new(Code::SKIPPED_OPERATION, span, message)
            .help("list the document that has the operations"),
    );
}

/// The operations of one document during reading.
struct Operations<'c> {
    document: Document,
    shared: SharedParameters,
    common: Common,
    names: Names,
    /// The operations to read; `None` for all.
    chosen: Option<Chosen>,
    overrides: Overrides<'c>,
}

impl<'c> Operations<'c> {
    fn of(reading: &mut Reading<'c>, prepared: Prepared<'c>) -> Self {
        Operations {
            common: Common::read(reading, &prepared),
            shared: SharedParameters::of(&prepared.document),
            document: prepared.document,
            names: Names::default(),
            chosen: prepared.chosen,
            overrides: prepared.overrides,
        }
    }

    fn has(&self, path: &str, method: &str) -> bool {
        let chosen = self.chosen.as_ref();
        chosen.is_none_or(|chosen| chosen.is_chosen(path, method))
    }

    fn read_path(&mut self, reading: &mut Reading<'_>, path: &str, span: Span, item: &Node) {
        let document = self.document.clone();
        let item = match document.resolve(item) {
            Ok(item) => item,
            Err(skip) => {
                let message = format!("the path `{path}` is left out: {}", skip.reason);
                let finding =
                    Diagnostic::new(Code::SKIPPED_OPERATION, span, message).help(skip.remedy);
                return reading.skip_tool("", &Surroundings::of(Foreign::Api), finding);
            }
        };
        let Some(map) = item.as_map() else {
            // an empty `/pets:` has no operations
            if item.value != Value::Null {
                let message = format!("the path `{path}` is left out: it is {}", item.kind());
                let finding = Diagnostic::new(Code::SKIPPED_OPERATION, span, message);
                let finding = finding.help("write a mapping of operations");
                reading.skip_tool("", &Surroundings::of(Foreign::Api), finding);
            }
            return;
        };
        if path::lacks_slash(path) {
            let message =
                format!("the path `{path}` does not begin with `/`; it is read as `/{path}`");
            let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, span, message);
            let finding = finding.help("write the `/`");
            reading.diagnostics.push(finding);
        }
        for entry in keys::lost_operations(map) {
            report_lost(reading, path, entry);
        }
        for entry in document.methods(map) {
            if !self.has(path, &entry.key) {
                continue;
            }
            let place = OperationPlace {
                path,
                method: &entry.key,
                span: entry.key_span,
            };
            match document.resolve(&entry.value) {
                Ok(node) => match node.as_map() {
                    Some(operation) => self.read_operation(reading, &place, operation, map, span),
                    None => report_skip(reading, &place, "", no_operation(node)),
                },
                Err(skip) => report_skip(reading, &place, "", skip),
            }
        }
    }

    fn read_operation(
        &mut self,
        reading: &mut Reading<'_>,
        place: &OperationPlace<'_>,
        operation: &Map,
        item: &Map,
        path: Span,
    ) {
        if let Some(replaced) = self.overrides.find_replacement(reading, place) {
            return reading.draft.replaced.push(replaced);
        }
        let name = self.overrides.find_name(place);
        let name = name.unwrap_or_else(|| names::name_operation(place, operation));
        let subject = Subject {
            document: &self.document,
            at: place,
            operation,
            item,
            shared: &self.shared,
        };
        match operation::read_operation(reading.diagnostics, &mut self.common, &subject) {
            Ok(mut tool) => {
                tool.name = self.names.claim_name(reading.diagnostics, name);
                tool.span = self.home(tool.span, path);
                tool.approval = foreign::operation_approval(reading, operation, &tool.name.value);
                foreign::foreign_namespace(reading, operation, Some(Foreign::Api));
                self.overrides.apply_to(reading, place, &mut tool);
                reading.draft.tools.push(tool);
            }
            Err(skip) => report_skip(reading, place, &name.value, skip),
        }
    }

    /// The place of a tool in the listed file, which determines its namespace. If the operation is
    /// in another file, it is the place of its path.
    fn home(&self, operation: Span, path: Span) -> Span {
        let root = self.document.root.span;
        let places = [operation, path, root];
        let home = places.iter().find(|place| place.source == root.source);
        *home.unwrap_or(&root)
    }
}

/// Reports an operation under a key that is not a method.
fn report_lost(reading: &mut Reading<'_>, path: &str, entry: &Entry) {
    let key = &entry.key;
    let message = format!("the operation `{key} {path}` is left out: `{key}` is not a method");
    let help = match keys::nearest_method(key) {
        Some(method) => ask_whether(key, method),
        None => {
            format!("write it under `{ADDITIONAL}` (OpenAPI 3.2), exactly as it is sent").into()
        }
    };
    let finding = Diagnostic::new(Code::SKIPPED_OPERATION, entry.key_span, message).help(help);
    reading.skip_tool("", &Surroundings::of(Foreign::Api), finding);
}

fn no_operation(node: &Node) -> Skip {
    Skip {
        reason: format!("it is {}", node.kind()),
        remedy: "write a mapping with `responses`, or remove the method".to_owned(),
        span: None,
    }
}

/// Leaves an operation out, and reports why.
fn report_skip(reading: &mut Reading<'_>, place: &OperationPlace<'_>, name: &str, skip: Skip) {
    let message = format!(
        "the operation `{}` is left out: {}",
        place.label(),
        skip.reason
    );
    let mut finding =
        Diagnostic::new(Code::SKIPPED_OPERATION, place.span, message).label(place.pointer());
    if let Some(span) = skip.span {
        finding = finding.also(span, "because of this");
    }
    let around = Surroundings::of(Foreign::Api);
    reading.skip_tool(name, &around, finding.help(skip.remedy));
}
