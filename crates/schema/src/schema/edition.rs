//! Noun: the editions of JSON Schema and their names.

/// An edition. Ordered from oldest to newest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edition {
    /// draft-04
    Draft4,
    /// draft-06
    Draft6,
    /// draft-07
    Draft7,
    /// 2019-09
    Draft2019,
    /// 2020-12
    Draft2020,
}

use Edition::{Draft4, Draft6, Draft7, Draft2019, Draft2020};

/// Every edition, with a part of its name under `$schema` and its short name.
const EDITIONS: &[(&str, &str, Edition)] = &[
    ("json-schema.org/draft-03/", "draft-03", Draft4),
    ("json-schema.org/draft-04/", "draft-04", Draft4),
    ("json-schema.org/draft-06/", "draft-06", Draft6),
    ("json-schema.org/draft-07/", "draft-07", Draft7),
    ("json-schema.org/draft/2019-09/", "2019-09", Draft2019),
    ("json-schema.org/draft/2020-12/", "2020-12", Draft2020),
    // the name of whatever edition is newest
    ("json-schema.org/schema", "latest", Draft2020),
];

impl Edition {
    /// The edition that a name under `$schema` refers to.
    pub fn named(name: &str) -> Option<Self> {
        let (_, rest) = name.split_once("://")?;
        let found = EDITIONS.iter().find(|(sign, ..)| rest.starts_with(sign));
        found.map(|(.., edition)| *edition)
    }

    /// The edition with a short name, such as `draft-07`.
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
}
