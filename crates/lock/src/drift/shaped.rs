//! Schemas of a lock as shapes, for display.

use super::definitions::root_of;
use super::matches::match_tools;
use super::witness::formats_of;
use crate::lock::{Lock, LockedTool};
use std::sync::Arc;
use toolc_base::diagnostic::Diagnostics;
use toolc_base::node::Node;
use toolc_schema::schema::document::DraftSchema;
use toolc_schema::schema::formats::Formats;
use toolc_schema::schema::link::resources::Resources;
use toolc_schema::schema::lower::Shaper;
use toolc_schema::schema::prove::faults::Faults;
use toolc_schema::schema::read::SchemaReader;
use toolc_schema::schema::shape::{ShapeId, Shapes};

/// A tool on both sides, possibly renamed; `None` for a side that lacks it.
pub type LockedPair<'l> = (Option<&'l LockedTool>, Option<&'l LockedTool>);

/// All tools of two locks.
pub fn pair_tools<'l>(old: &'l Lock, new: &'l Lock) -> Vec<LockedPair<'l>> {
    let matches = match_tools(old, new);
    let both = matches
        .pairs
        .into_iter()
        .map(|(was, is)| (Some(was), Some(is)));
    let gone = matches.removed.into_iter().map(|was| (Some(was), None));
    let came = matches.added.into_iter().map(|is| (None, Some(is)));
    both.chain(gone).chain(came).collect()
}

/// The schemas of a lock.
pub struct LockedSchemas {
    /// The target of their references.
    root: Arc<Node>,
}

impl LockedSchemas {
    /// The schemas of this lock.
    pub fn new(lock: &Lock) -> Self {
        LockedSchemas {
            root: root_of(&lock.definitions),
        }
    }

    /// A schema of a tool, ready to be compiled, and how `format` is treated in it.
    pub fn draft(&self, tool: &LockedTool, schema: &Node) -> (DraftSchema, Formats) {
        let draft = DraftSchema::within(&self.root, schema.clone());
        (draft, formats_of(tool))
    }

    /// A schema of a tool as shapes; `None` if it cannot be compiled.
    pub fn shape(&self, tool: &LockedTool, schema: &Node) -> Option<(Shapes, ShapeId)> {
        // problems of a schema are reported where it is compiled
        let mut unheard = Diagnostics::silent();
        let mut reader = SchemaReader::new(&mut unheard, Resources::new(&[], true));
        let (draft, formats) = self.draft(tool, schema);
        reader.formats = formats;
        let id = reader.read(&draft, "lock:?tool");
        let (schemas, nodes) = reader.finish();
        if Faults::of(&schemas).at(id).is_some() {
            return None;
        }
        let mut shaper = Shaper::new(&mut unheard, schemas, nodes);
        let shape = shaper.shape_schema(id)?;
        Some((shaper.shapes, shape))
    }
}
