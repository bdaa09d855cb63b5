//! Declarations that apply to all tools of their file: their namespaces, and that each is made once.

use super::Addresses;
use super::names::file_namespace;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::{Sources, Span};
use toolc_model::draft::DraftDeclared;
use toolc_model::model::declared::Declared;
use toolc_schema::schema::formats::Formats;
use toolc_schema::schema::keywords::{SchemaId, Schemas};
use toolc_schema::schema::lower::Shaper;
use toolc_schema::schema::prove::faults::Faults;
use toolc_schema::schema::prove::secrets::Secrets;
use toolc_schema::schema::read::SchemaReader;
use toolc_schema::schema::shape::ShapeId;

/// A declaration with its namespace resolved.
pub(super) struct NamedDeclared {
    pub namespace: String,
    pub draft: DraftDeclared,
}

/// Resolves the namespace of every declaration. Duplicates are reported, and the first one counts.
pub(super) fn name_declared(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    drafts: Vec<DraftDeclared>,
) -> Vec<NamedDeclared> {
    let mut named: Vec<NamedDeclared> = Vec::new();
    for draft in drafts {
        let namespace = file_namespace(sources, draft.namespace.as_ref(), draft.span);
        let is_same =
            |known: &&NamedDeclared| known.namespace == namespace && known.draft.what == draft.what;
        match named.iter().find(is_same) {
            Some(first) => diagnostics.push(declared_twice(&namespace, &draft, first.draft.span)),
            None => named.push(NamedDeclared { namespace, draft }),
        }
    }
    named
}

fn declared_twice(namespace: &str, draft: &DraftDeclared, first: Span) -> Diagnostic {
    let message = format!(
        "{} of the namespace `{namespace}` is declared twice",
        draft.what.words()
    );
    Diagnostic::new(Code::DECLARED_TWICE, draft.span, message)
        .label("declared again here")
        .also(first, "first declared here")
        .help("declare it in one of the files of the namespace")
}

/// Reads the schemas of declarations.
pub(super) fn read_declared<'e>(
    reader: &mut SchemaReader<'_, 'e>,
    addresses: &Addresses,
    declared: &'e [NamedDeclared],
) -> Vec<SchemaId> {
    reader.formats = Formats::default();
    reader.names_types = true;
    let read =
        |one: &'e NamedDeclared| reader.read(&one.draft.schema, addresses.at(one.draft.span));
    declared.iter().map(read).collect()
}

/// The pointers to secrets in declarations.
pub(super) fn secrets_of(
    secrets: &Secrets,
    schemas: &Schemas,
    read: &[SchemaId],
) -> Vec<Vec<String>> {
    let pointers = |id: &SchemaId| secrets.pointers(schemas, *id);
    read.iter().map(pointers).collect()
}

/// The shapes of declarations. A declaration that cannot be compiled is reported and left out.
pub(super) fn shape_declared(
    shaper: &mut Shaper<'_>,
    faults: &Faults,
    declared: &[NamedDeclared],
    read: &[SchemaId],
    secrets: Vec<Vec<String>>,
) -> Vec<Declared> {
    let mut shaped = Vec::new();
    for ((one, id), secrets) in declared.iter().zip(read).zip(secrets) {
        let shape = match faults.at(*id) {
            Some(_) => None,
            None => shaper.shape_arguments(*id),
        };
        let Some(shape) = shape else {
            shaper.diagnostics.push(unfit(one));
            continue;
        };
        shaped.push(Declared {
            namespace: one.namespace.clone(),
            what: one.draft.what.clone(),
            shape,
            text: one.draft.schema.node.to_json(),
            fingerprint: String::new(),
            secrets,
            span: one.draft.span,
        });
    }
    shaped
}

/// The same declarations with unified shapes.
pub(super) fn settle_declared(
    declared: Vec<Declared>,
    of: impl Fn(ShapeId) -> ShapeId,
    fingerprint: impl Fn(ShapeId) -> String,
) -> Vec<Declared> {
    let settled = declared.into_iter().map(|one| {
        let shape = of(one.shape);
        Declared {
            shape,
            fingerprint: fingerprint(shape),
            ..one
        }
    });
    settled.collect()
}

fn unfit(one: &NamedDeclared) -> Diagnostic {
    let (what, namespace) = (one.draft.what.words(), &one.namespace);
    let message = format!("{what} of the namespace `{namespace}` cannot be compiled");
    Diagnostic::new(Code::UNFIT_DECLARATION, one.draft.span, message)
        .label("its schema has a fault, which is reported")
        .help("correct the schema")
}
