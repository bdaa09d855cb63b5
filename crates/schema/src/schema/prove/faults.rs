//! Which tools cannot be compiled: those whose schemas reach a faulty one.

use crate::schema::keywords::{Fault, SchemaId, Schemas};
use std::collections::HashSet;
use toolc_base::source::next_number;

/// Which schemas reach a faulty one.
pub struct Faults(Vec<Option<Fault>>);

impl Faults {
    /// Follows every use of a faulty schema.
    pub fn of(schemas: &Schemas) -> Self {
        let ids = || (0..next_number(schemas.len())).map(SchemaId);
        let mut faults: Vec<Option<Fault>> = ids().map(|id| schemas.get(id).fault).collect();
        if faults.iter().all(Option::is_none) {
            return Faults(faults);
        }
        let mut users: Vec<Vec<SchemaId>> = vec![Vec::new(); faults.len()];
        for id in ids() {
            let schema = schemas.get(id);
            for below in schema.in_place().chain(schema.below()) {
                users[below.0 as usize].push(id);
            }
        }
        let mut waiting: Vec<SchemaId> =
            ids().filter(|id| faults[id.0 as usize].is_some()).collect();
        let mut seen: HashSet<SchemaId> = waiting.iter().copied().collect();
        while let Some(id) = waiting.pop() {
            for user in &users[id.0 as usize] {
                if seen.insert(*user) {
                    faults[user.0 as usize] = faults[id.0 as usize];
                    waiting.push(*user);
                }
            }
        }
        Faults(faults)
    }

    /// The fault of a schema, or of one that it reaches.
    pub fn at(&self, id: SchemaId) -> Option<Fault> {
        self.0[id.0 as usize]
    }
}
