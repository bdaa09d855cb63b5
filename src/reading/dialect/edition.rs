//! The editions of JSON Schema: their names, and which keywords each of them has.

use crate::schema::rules;

/// An edition, the older ones first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edition {
    Draft4,
    Draft6,
    Draft7,
    Draft2019,
    Draft2020,
}

use Edition::{Draft4, Draft6, Draft7, Draft2019, Draft2020};

/// Every edition, by what the name under `$schema` holds, and by its short name.
const EDITIONS: &[(&str, &str, Edition)] = &[
    ("json-schema.org/draft-03/", "draft-03", Draft4),
    ("json-schema.org/draft-04/", "draft-04", Draft4),
    ("json-schema.org/draft-06/", "draft-06", Draft6),
    ("json-schema.org/draft-07/", "draft-07", Draft7),
    ("json-schema.org/draft/2019-09/", "2019-09", Draft2019),
    ("json-schema.org/draft/2020-12/", "2020-12", Draft2020),
    // the name of whatever is newest
    ("json-schema.org/schema", "latest", Draft2020),
];

impl Edition {
    /// The edition that a name under `$schema` means.
    pub fn named(name: &str) -> Option<Self> {
        let (_, rest) = name.split_once("://")?;
        let found = EDITIONS.iter().find(|(sign, ..)| rest.starts_with(sign));
        found.map(|(.., edition)| *edition)
    }

    /// The edition of a short name, such as `draft-07`.
    pub fn short(name: &str) -> Option<Self> {
        let found = EDITIONS.iter().find(|(_, short, _)| *short == name);
        found.map(|(.., edition)| *edition)
    }

    /// The short name.
    pub fn name(self) -> &'static str {
        let mut found = EDITIONS.iter().filter(|(.., edition)| *edition == self);
        let last = found.find(|(_, name, _)| !matches!(*name, "draft-03" | "latest"));
        last.map_or("", |(_, name, _)| name)
    }

    /// All short names.
    pub fn names() -> impl Iterator<Item = &'static str> {
        EDITIONS.iter().map(|(_, name, _)| *name)
    }

    /// Whether a keyword that others have means nothing in this edition.
    pub(super) fn lacks(self, keyword: &str) -> bool {
        let row = KEYWORDS.iter().find(|(name, ..)| *name == keyword);
        row.is_some_and(|(_, first, last)| self < *first || self > *last)
    }
}

/// Keywords that not every edition has: the first and the last that does.
const KEYWORDS: &[(&str, Edition, Edition)] = &[
    ("$anchor", Draft2019, Draft2020),
    ("$dynamicAnchor", Draft2020, Draft2020),
    ("$dynamicRef", Draft2020, Draft2020),
    ("$recursiveAnchor", Draft2019, Draft2019),
    ("$recursiveRef", Draft2019, Draft2019),
    ("$id", Draft6, Draft2020),
    ("const", Draft6, Draft2020),
    ("contains", Draft6, Draft2020),
    ("dependencies", Draft4, Draft7),
    ("minContains", Draft2019, Draft2020),
    ("maxContains", Draft2019, Draft2020),
    ("propertyNames", Draft6, Draft2020),
    ("if", Draft7, Draft2020),
    ("then", Draft7, Draft2020),
    ("else", Draft7, Draft2020),
    ("dependentRequired", Draft2019, Draft2020),
    ("dependentSchemas", Draft2019, Draft2020),
    ("prefixItems", Draft2020, Draft2020),
    ("unevaluatedItems", Draft2019, Draft2020),
    ("unevaluatedProperties", Draft2019, Draft2020),
];

/// Whether a keyword is of the validation vocabulary (2020-12 validation, section 6).
pub(super) fn is_validation(keyword: &str) -> bool {
    let mut rules = rules::rows().filter(|row| row.is_validation);
    VALIDATION.contains(&keyword) || rules.any(|row| row.keyword == keyword)
}

/// The keywords of that vocabulary that are more than one value.
const VALIDATION: &[&str] = &[
    "type",
    "enum",
    "const",
    "maxContains",
    "minContains",
    "required",
    "dependentRequired",
];
