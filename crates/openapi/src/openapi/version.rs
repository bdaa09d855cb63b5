//! The version of an API description.

use super::object_map::{self, Kind};
use super::{document, swagger};
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::{Node, Value};
use toolc_base::source::Span;
use toolc_model::reading::Reading;
use toolc_model::reading::dialect::Dialect;

/// A supported version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    Swagger2,
    OpenApi30,
    OpenApi31,
    OpenApi32,
}

use Version::{OpenApi30, OpenApi31, OpenApi32, Swagger2};

/// The key that declares the version, its value, and the version.
const VERSIONS: &[(&str, &str, Version)] = &[
    ("swagger", "2", Swagger2),
    ("openapi", "3.0", OpenApi30),
    ("openapi", "3.1", OpenApi31),
    ("openapi", "3.2", OpenApi32),
];

impl Version {
    /// Normalizes a document to OpenAPI 3, with schemas in JSON Schema 2020-12.
    pub(super) fn normalise(self, reading: &mut Reading<'_>, root: &mut Node) {
        if self == Swagger2 {
            swagger::upgrade_document(reading.diagnostics, root);
        }
        if self.has_siblings() {
            name_dialect(root);
        }
        document::normalise_document(reading, root, self.dialect());
    }

    /// Whether texts next to a reference override those of its target.
    pub(super) fn has_siblings(self) -> bool {
        matches!(self, OpenApi31 | OpenApi32)
    }

    /// The default dialect of schemas.
    fn dialect(self) -> Dialect {
        match self {
            Swagger2 | OpenApi30 => Dialect::OPENAPI_30,
            OpenApi31 | OpenApi32 => Dialect::MCP,
        }
    }
}

/// Sets the dialect that the document declares for all schemas on each of them. OpenAPI's own
/// dialect is skipped: it is the default, under which the keywords of all drafts are read.
fn name_dialect(root: &mut Node) {
    let named = root.get("jsonSchemaDialect").cloned();
    let is_usual = |name: &str| name.contains("://spec.openapis.org/oas/");
    let Some(name) = named.filter(|node| node.as_str().is_some_and(|name| !is_usual(name))) else {
        return;
    };
    object_map::walk_objects(root, &mut |kind, node| {
        let schema = node.as_map_mut().filter(|map| !map.contains("$schema"));
        if let Some(schema) = schema.filter(|_| kind == Kind::Schema) {
            schema.insert("$schema", name.span, name.clone());
        }
    });
}

/// The version of a document, or the finding that it is not supported.
pub(super) fn read_version(node: &Node) -> Result<Version, Diagnostic> {
    let mut keys = ["openapi", "swagger"].into_iter();
    let said = keys.find_map(|key| Some((key, node.get(key)?)));
    let (key, said) = said.ok_or_else(|| unread_version("", node.span))?;
    let text = match &said.value {
        Value::String(text) => text.trim(),
        Value::Number(text) => text,
        _ => "",
    };
    let is_meant = |name: &str| {
        let rest = text.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']))
    };
    let mut rows = VERSIONS.iter();
    if let Some((.., version)) = rows.find(|(of, name, _)| *of == key && is_meant(name)) {
        return Ok(*version);
    }
    Err(unread_version(text, said.span))
}

fn unread_version(text: &str, place: Span) -> Diagnostic {
    let message = format!("version `{text}` of this API description is not read");
    Diagnostic::new(Code::UNKNOWN_FORMAT, place, message).help(
        "toolc reads Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2: write it as `3.0.4` or `3.1.2`",
    )
}
