//! Which properties are not carried, and which components reach one.

use super::Variant;
use crate::openapi::object_map::{self, Kind, pointer_of};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use toolc_base::node::{Node, unescape_pointer};
use toolc_schema::schema::written;

/// How many references to references are followed.
const MAX_HOPS: usize = 16;

/// What is known about the targets of references, by pointer.
pub(super) struct Facts {
    flag: &'static str,
    targets: HashMap<String, Target>,
    /// The targets that have a second form, with its name.
    pub(super) forms: BTreeMap<String, String>,
}

/// The target of a reference.
struct Target {
    /// Whether it has the flag.
    is_flagged: bool,
    /// The target's own reference, if it is just that.
    alias: Option<String>,
    /// All references within it.
    references: Vec<String>,
    /// All properties within it, at any depth.
    within: Properties,
    /// What applies to the value itself.
    own: Own,
}

/// Properties that may be hidden.
#[derive(Default)]
struct Properties {
    /// Properties with the flag.
    flagged: BTreeSet<String>,
    /// Properties that are references: name and pointer.
    referring: Vec<(String, String)>,
}

/// What applies to the value that a schema describes, not to values within it.
#[derive(Default)]
struct Own {
    properties: Properties,
    /// References to schemas that apply to it as well.
    same: Vec<String>,
}

impl Facts {
    /// Examines everything reachable from the starting points.
    pub(super) fn of(root: &Node, variant: &Variant, mut waiting: Vec<String>) -> Self {
        let mut targets: HashMap<String, Target> = HashMap::new();
        while let Some(pointer) = waiting.pop() {
            if targets.contains_key(&pointer) {
                continue;
            }
            let Some(node) = root.pointer(&pointer) else {
                continue;
            };
            let target = Target::of(node, variant.flag);
            waiting.extend(target.references.iter().cloned());
            targets.insert(pointer, target);
        }
        let mut facts = Facts {
            flag: variant.flag,
            targets,
            forms: BTreeMap::new(),
        };
        facts.forms = facts.name(root, variant.suffix);
        facts
    }

    /// Whether a property is not carried.
    pub(super) fn is_hidden(&self, property: &Node) -> bool {
        is_flagged(property, self.flag)
            || pointer_of(property).is_some_and(|pointer| self.leads_to_flag(&pointer))
    }

    fn leads_to_flag(&self, pointer: &str) -> bool {
        let mut next = self.targets.get(pointer);
        for _ in 0..MAX_HOPS {
            match next {
                Some(target) if target.is_flagged => return true,
                Some(target) => next = target.alias.as_ref().and_then(|to| self.targets.get(to)),
                None => return false,
            }
        }
        false
    }

    /// Adds the hidden properties of the value that a schema describes.
    pub(super) fn collect_hidden(&self, schema: &Node, hidden: &mut BTreeSet<String>) {
        let mut own = Own::default();
        own.scan(schema, self.flag);
        let mut known: HashSet<&str> = HashSet::new();
        let mut waiting: Vec<&Own> = vec![&own];
        while let Some(own) = waiting.pop() {
            hidden.extend(own.properties.flagged.iter().cloned());
            let referring = own.properties.referring.iter();
            let flagged = referring.filter(|(_, pointer)| self.leads_to_flag(pointer));
            hidden.extend(flagged.map(|(name, _)| name.clone()));
            for pointer in &own.same {
                if let Some((pointer, target)) = self.targets.get_key_value(pointer)
                    && known.insert(pointer)
                {
                    waiting.push(&target.own);
                }
            }
        }
    }

    /// The targets that reach a hidden property, each with the name of its second form.
    fn name(&self, root: &Node, suffix: &str) -> BTreeMap<String, String> {
        let mut referrers: HashMap<&str, Vec<&str>> = HashMap::new();
        for (pointer, target) in &self.targets {
            for to in &target.references {
                referrers.entry(to).or_default().push(pointer);
            }
        }
        let hides = |target: &Target| {
            let mut referring = target.within.referring.iter();
            !target.within.flagged.is_empty()
                || referring.any(|(_, pointer)| self.leads_to_flag(pointer))
        };
        let hiding = self.targets.iter().filter(|(_, target)| hides(target));
        let mut waiting: Vec<&str> = hiding.map(|(pointer, _)| pointer.as_str()).collect();
        let mut reaching: BTreeSet<&str> = BTreeSet::new();
        while let Some(pointer) = waiting.pop() {
            if reaching.insert(pointer) {
                waiting.extend(referrers.get(pointer).into_iter().flatten().copied());
            }
        }
        let components = root.pointer("/components/schemas").and_then(Node::as_map);
        let mut names: HashSet<String> = HashSet::new();
        let mut forms = BTreeMap::new();
        for pointer in reaching {
            let last = pointer.rsplit('/').next().unwrap_or("");
            let mut name = unescape_pointer(last).into_owned() + suffix;
            while components.is_some_and(|map| map.contains(&name)) || names.contains(&name) {
                name.push('_');
            }
            names.insert(name.clone());
            forms.insert(pointer.to_owned(), name);
        }
        forms
    }
}

impl Target {
    fn of(node: &Node, flag: &str) -> Self {
        let mut target = Target {
            is_flagged: is_flagged(node, flag),
            alias: pointer_of(node),
            references: Vec::new(),
            within: Properties::default(),
            own: Own::default(),
        };
        collect_references(node, &mut target.references);
        target.within.scan(Kind::Schema, node, flag);
        target.own.scan(node, flag);
        target
    }
}

impl Own {
    fn scan(&mut self, schema: &Node, flag: &str) {
        self.same.extend(pointer_of(schema));
        self.properties.add(schema, flag);
        let all = schema.get_list("allOf");
        for part in all.unwrap_or(&[]) {
            self.scan(part, flag);
        }
    }
}

impl Properties {
    fn scan(&mut self, kind: Kind, node: &Node, flag: &str) {
        if kind == Kind::Schema {
            self.add(node, flag);
        }
        object_map::each_child(kind, node, &mut |kind, node| self.scan(kind, node, flag));
    }

    fn add(&mut self, schema: &Node, flag: &str) {
        for property in written::list_properties(schema) {
            if is_flagged(&property.value, flag) {
                self.flagged.insert(property.key.clone());
            } else if let Some(pointer) = pointer_of(&property.value) {
                self.referring.push((property.key.clone(), pointer));
            }
        }
    }
}

fn is_flagged(schema: &Node, flag: &str) -> bool {
    schema.get(flag).and_then(Node::as_bool) == Some(true)
}

/// The pointers of all references in a schema.
pub(super) fn collect_references(schema: &Node, found: &mut Vec<String>) {
    object_map::each_reference(Kind::Schema, schema, &mut |_, node| {
        found.extend(pointer_of(node));
    });
}
