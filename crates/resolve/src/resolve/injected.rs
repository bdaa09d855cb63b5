//! Arguments of requests that the program provides: the shapes of their values.

use toolc_model::draft::DraftInjected;
use toolc_model::model::Injected;
use toolc_schema::schema::keywords::{SchemaId, Schemas};
use toolc_schema::schema::lower::Shaper;
use toolc_schema::schema::prove::secrets::Secrets;
use toolc_schema::schema::read::SchemaReader;
use toolc_schema::schema::shape::ShapeId;

/// Reads the schemas of a tool's injected arguments.
pub(super) fn read_injected<'e>(
    reader: &mut SchemaReader<'_, 'e>,
    injected: &'e [DraftInjected],
    address: &'e str,
) -> Vec<SchemaId> {
    let read = |one: &'e DraftInjected| reader.read(&one.schema, address);
    injected.iter().map(read).collect()
}

/// Whether each of them is, or contains, a secret.
pub(super) fn find_secrets(secrets: &Secrets, schemas: &Schemas, read: &[SchemaId]) -> Vec<bool> {
    let has_secret = |id: &SchemaId| !secrets.pointers(schemas, *id).is_empty();
    read.iter().map(has_secret).collect()
}

/// The shapes of a tool's injected arguments, whose schemas must have no fault.
pub(super) fn shape_injected(
    shaper: &mut Shaper<'_>,
    injected: &[DraftInjected],
    read: &[SchemaId],
    secrets: Vec<bool>,
) -> Vec<Option<Injected>> {
    let mut shaped = Vec::with_capacity(injected.len());
    for ((one, id), is_secret) in injected.iter().zip(read).zip(secrets) {
        let shape = shaper.shape_schema(*id);
        shaped.push(shape.map(|shape| Injected {
            name: one.name.clone(),
            shape,
            is_secret,
        }));
    }
    shaped
}

/// The same arguments with unified shapes.
pub(super) fn settle_injected(
    injected: Vec<Option<Injected>>,
    of: impl Fn(ShapeId) -> ShapeId,
) -> Vec<Injected> {
    let settle = |one: Injected| Injected {
        shape: of(one.shape),
        ..one
    };
    injected.into_iter().flatten().map(settle).collect()
}
