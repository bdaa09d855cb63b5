//! The dialects that `$schema` may name: an edition of JSON Schema, or a meta-schema among the documents.

use std::collections::HashMap;
use toolc_base::node::{Map, Node};
use toolc_base::source::Role;
use toolc_schema::schema::edition::Edition;
use toolc_schema::schema::uri;

/// A dialect named by `$schema`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::reading) struct Named {
    pub(super) edition: Edition,
    /// Whether the keywords of the validation vocabulary are assertions.
    pub(super) validates: bool,
    /// A required vocabulary that is not supported.
    pub(super) unknown: Option<String>,
}

impl Named {
    fn of(edition: Edition) -> Self {
        Named {
            edition,
            validates: true,
            unknown: None,
        }
    }
}

/// The dialects of all documents in a compilation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dialects {
    custom: HashMap<String, Named>,
}

impl Dialects {
    /// The dialect that a document defines, if it is a meta-schema.
    pub fn of(role: &Role, document: &Node) -> Self {
        let mut dialects = Dialects::default();
        let Some(map) = document.as_map() else {
            return dialects;
        };
        let base = map.get("$schema").and_then(Node::as_str);
        let Some(edition) = base.and_then(Edition::named) else {
            return dialects;
        };
        let named = vocabularies(edition, map);
        let listed = match role {
            Role::Schema(listing) => listing.uri.clone(),
            _ => None,
        };
        let own = map.get("$id").and_then(Node::as_str).map(str::to_owned);
        for address in [listed, own].into_iter().flatten() {
            let address = without_fragment(&address);
            dialects.custom.insert(address, named.clone());
        }
        dialects
    }

    /// Adds those of another document.
    pub fn extend(&mut self, other: &Dialects) {
        let others = other.custom.iter();
        let others = others.map(|(address, named)| (address.clone(), named.clone()));
        self.custom.extend(others);
    }

    /// The dialect with a name.
    pub(super) fn find(&self, name: &str) -> Option<Named> {
        // the dialects of OpenAPI 3.1 and 3.2 add no assertions
        let is_openapi = name.contains("://spec.openapis.org/oas/");
        let openapi = is_openapi.then_some(Edition::Draft2020);
        let standard = openapi.or_else(|| Edition::named(name)).map(Named::of);
        standard.or_else(|| self.custom.get(&without_fragment(name)).cloned())
    }
}

fn without_fragment(address: &str) -> String {
    uri::split_fragment(address).0.to_owned()
}

/// The names of the standard vocabularies, relative to their base address.
const VOCABULARIES: &[&str] = &[
    "core",
    "applicator",
    "unevaluated",
    "validation",
    "meta-data",
    "format",
    "format-annotation",
    "format-assertion",
    "content",
];

/// The `$vocabulary` of a meta-schema (2020-12 core, section 8.1.2).
fn vocabularies(edition: Edition, map: &Map) -> Named {
    let mut named = Named::of(edition);
    let Some(listed) = map.get("$vocabulary").and_then(Node::as_map) else {
        return named;
    };
    named.validates = false;
    for entry in listed.iter() {
        let standard = entry.key.strip_prefix("https://json-schema.org/draft/");
        let name = standard.and_then(|rest| rest.split_once("/vocab/"));
        match name.filter(|(_, name)| VOCABULARIES.contains(name)) {
            Some((_, name)) => named.validates |= name == "validation",
            None if entry.value.as_bool() == Some(true) => {
                named.unknown.get_or_insert(entry.key.clone());
            }
            None => {}
        }
    }
    named
}
