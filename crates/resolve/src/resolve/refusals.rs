//! Error responses of services: for which statuses models may read them, and their schemas.

use super::names::Named;
use super::options;
use toolc_model::config::Config;
use toolc_model::draft::DraftRefusal;
use toolc_model::model::Refusal;
use toolc_model::model::http::Statuses;
use toolc_schema::schema::keywords::{SchemaId, Schemas};
use toolc_schema::schema::lower::Shaper;
use toolc_schema::schema::prove::faults::Faults;
use toolc_schema::schema::prove::secrets::Secrets;
use toolc_schema::schema::read::SchemaReader;
use toolc_schema::schema::shape::ShapeId;

/// Drops the responses that no model may read, so that their schemas cost nothing.
pub(super) fn keep_exposed(config: &Config, tools: &mut [Named]) {
    for tool in tools {
        let exposed = match tool.draft.http {
            Some(_) => options::exposed_statuses(config, tool),
            None => &[],
        };
        let is_exposed = |statuses: Statuses| {
            let mut exposed = exposed.iter();
            exposed.any(|exposed| exposed.value.overlaps(statuses))
        };
        let refusals = &mut tool.draft.refusals;
        refusals.retain(|refusal| is_exposed(refusal.statuses));
    }
}

/// Reads the schemas of a tool's error responses.
pub(super) fn read_refusals<'e>(
    reader: &mut SchemaReader<'_, 'e>,
    refusals: &'e [DraftRefusal],
    address: &'e str,
) -> Vec<Option<SchemaId>> {
    let read = |refusal: &'e DraftRefusal| {
        let schema = refusal.schema.as_ref()?;
        Some(reader.read(schema, address))
    };
    refusals.iter().map(read).collect()
}

/// Where they contain secrets.
pub(super) fn find_secrets(
    secrets: &Secrets,
    schemas: &Schemas,
    read: &[Option<SchemaId>],
) -> Vec<Vec<String>> {
    let find = |id: &Option<SchemaId>| id.map(|id| secrets.pointers(schemas, id));
    read.iter().map(|id| find(id).unwrap_or_default()).collect()
}

/// The shapes of a tool's error responses. Those that cannot be compiled are not shown to models,
/// which a check reports.
pub(super) fn shape_refusals(
    shaper: &mut Shaper<'_>,
    faults: &Faults,
    refusals: &[DraftRefusal],
    read: &[Option<SchemaId>],
    secrets: Vec<Vec<String>>,
) -> Vec<Refusal> {
    let mut shaped = Vec::with_capacity(refusals.len());
    for ((refusal, id), secrets) in refusals.iter().zip(read).zip(secrets) {
        let sound = id.filter(|id| faults.at(*id).is_none());
        shaped.push(Refusal {
            statuses: refusal.statuses,
            shape: sound.and_then(|id| shaper.shape_schema(id)),
            fingerprint: String::new(),
            secrets,
        });
    }
    shaped
}

/// The same responses with unified shapes.
pub(super) fn settle_refusals(
    refusals: Vec<Refusal>,
    of: impl Fn(ShapeId) -> ShapeId,
    fingerprint: impl Fn(ShapeId) -> String,
) -> Vec<Refusal> {
    let settle = |refusal: Refusal| {
        let shape = refusal.shape.map(&of);
        Refusal {
            shape,
            fingerprint: shape.map(&fingerprint).unwrap_or_default(),
            ..refusal
        }
    };
    refusals.into_iter().map(settle).collect()
}
