//! Where the arguments of a tool contain secrets, which are hidden from approvers and logs.

use crate::schema::keywords::{Schema, SchemaId, Schemas};
use std::collections::{BTreeSet, HashSet};
use toolc_base::node::escape_pointer;
use toolc_base::source::next_number;

/// If there are more places than this, they are given by name: any property with that name.
const MOST: usize = 64;

/// The step to the keys of an object, in place of its values.
const KEYS: &str = "~3";

/// How many steps the search takes for one tool; beyond that, places are given by name as well.
const STEPS: usize = 10_000;

/// The schemas from which a secret can be reached.
#[derive(Debug)]
pub struct Secrets {
    /// The schemas of the secrets themselves.
    marked: HashSet<SchemaId>,
    leads: HashSet<SchemaId>,
}

impl Secrets {
    /// Examines all schemas once: most of them lead to no secret.
    pub fn of(schemas: &Schemas, is_secret: impl Fn(&Schema) -> bool) -> Self {
        let ids = || (0..next_number(schemas.len())).map(SchemaId);
        let mut leads = HashSet::new();
        let mut waiting: Vec<SchemaId> = ids().filter(|id| is_secret(schemas.get(*id))).collect();
        let marked: HashSet<SchemaId> = waiting.iter().copied().collect();
        if waiting.is_empty() {
            return Secrets { marked, leads };
        }
        let mut above: Vec<Vec<SchemaId>> = vec![Vec::new(); schemas.len()];
        for id in ids() {
            let schema = schemas.get(id);
            for child in schema.in_place().chain(schema.below()) {
                above[child.0 as usize].push(id);
            }
        }
        while let Some(id) = waiting.pop() {
            if leads.insert(id) {
                waiting.extend(&above[id.0 as usize]);
            }
        }
        Secrets { marked, leads }
    }

    /// The secrets in the arguments that a schema describes, as pointers in the runtime's syntax.
    pub fn pointers(&self, schemas: &Schemas, input: SchemaId) -> Vec<String> {
        if !self.leads.contains(&input) {
            return Vec::new();
        }
        let mut search = Search {
            schemas,
            secrets: self,
            frames: Vec::new(),
            prefix: Vec::new(),
            found: Vec::new(),
            left: STEPS,
        };
        search.visit(input);
        let written = |steps: &Vec<String>| steps.iter().map(|step| format!("/{step}")).collect();
        let pointers: BTreeSet<String> = search.found.iter().map(written).collect();
        if search.left > 0 && pointers.len() <= MOST {
            return pointers.into_iter().collect();
        }
        self.names(schemas)
    }

    /// The last steps on the paths to all secrets, wherever these are.
    fn names(&self, schemas: &Schemas) -> Vec<String> {
        let is_secret = |id: &SchemaId| self.leads.contains(id) && self.ends(schemas, *id);
        let mut names = BTreeSet::new();
        for id in &self.leads {
            for (step, child) in steps(schemas.get(*id)) {
                if is_secret(&child) {
                    names.insert(format!("/**/{step}"));
                }
            }
        }
        names.into_iter().collect()
    }

    /// Whether a value of this schema is itself a secret.
    fn ends(&self, schemas: &Schemas, id: SchemaId) -> bool {
        let (mut waiting, mut known) = (vec![id], HashSet::new());
        while let Some(id) = waiting.pop() {
            if !known.insert(id) {
                continue;
            }
            if self.marked.contains(&id) {
                return true;
            }
            waiting.extend(schemas.get(id).in_place());
        }
        false
    }
}

/// The parts of a value, with the steps to them.
fn steps(schema: &Schema) -> impl Iterator<Item = (String, SchemaId)> + '_ {
    let named = schema.object.properties.iter();
    let named = named.map(|(key, id)| (escape(key), *id));
    let names = schema.object.names;
    let keys = names.map(|id| (KEYS.to_owned(), id));
    let properties: HashSet<SchemaId> =
        schema.object.properties.iter().map(|(_, id)| *id).collect();
    let others = schema.below();
    let others = others.filter(move |id| !properties.contains(id) && names != Some(*id));
    named
        .chain(keys)
        .chain(others.map(|id| ("*".to_owned(), id)))
}

fn escape(key: &str) -> String {
    escape_pointer(key).replace('*', "~2")
}

struct Search<'s> {
    schemas: &'s Schemas,
    secrets: &'s Secrets,
    /// The schemas on the current path, each with the length of its path and whether it contains
    /// itself.
    frames: Vec<(SchemaId, usize, bool)>,
    prefix: Vec<String>,
    found: Vec<Vec<String>>,
    left: usize,
}

impl Search<'_> {
    fn visit(&mut self, id: SchemaId) {
        if !self.secrets.leads.contains(&id) || self.left == 0 {
            return;
        }
        self.left -= 1;
        let deep = self.prefix.len();
        if let Some(frame) = self.frames.iter_mut().find(|frame| frame.0 == id) {
            frame.2 |= deep > frame.1;
            return;
        }
        let schema = self.schemas.get(id);
        if self.secrets.marked.contains(&id) {
            self.found.push(self.prefix.clone());
            return;
        }
        let before = self.found.len();
        self.frames.push((id, deep, false));
        for part in schema.in_place() {
            self.visit(part);
        }
        for (step, part) in steps(schema) {
            self.prefix.push(step);
            self.visit(part);
            self.prefix.pop();
        }
        let is_recursive = self.frames.pop().is_some_and(|frame| frame.2);
        if is_recursive {
            for pointer in &mut self.found[before..] {
                pointer.insert(deep, "**".to_owned());
            }
        }
    }
}
