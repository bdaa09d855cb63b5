//! Noun: what generated Rust looks like, as `rust:` in `toolc.yaml` says it.

use crate::schema::rust_path::RustPath;
use std::collections::BTreeMap;
use toolc_runtime::format::Format;

/// What `rust:` says, for all tools or for those of one registry entry. `None` leaves an option to
/// whoever speaks next: the entry, then the top of `toolc.yaml`, then the default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RustOptions {
    /// `serialize`: arguments can be written out again.
    pub serialize: Option<bool>,
    /// `derive`: the traits that types derive, in the order of [`Derive::ALL`].
    pub derive: Option<Vec<Derive>>,
    /// `borrowed`: strings of arguments are read in place.
    pub borrowed: Option<bool>,
    /// `narrow`: the smallest integer that limits allow.
    pub narrow: Option<bool>,
    /// `formats`: the types of strings of a format, by its name.
    pub formats: BTreeMap<String, RustPath>,
    /// `types`: which tools have types for their arguments.
    pub types: Option<Types>,
    /// `own_types`: `x-rust-type` counts also in what others wrote.
    pub own_types: Option<bool>,
}

impl RustOptions {
    /// What every entry may override.
    pub const KEYS: &'static [&'static str] = &[
        "serialize",
        "derive",
        "borrowed",
        "narrow",
        "formats",
        "types",
        "own_types",
    ];

    /// These options, and where they say nothing, those of `base`.
    #[must_use]
    pub fn over(self, base: &RustOptions) -> Self {
        RustOptions {
            serialize: self.serialize.or(base.serialize),
            derive: self.derive.or_else(|| base.derive.clone()),
            borrowed: self.borrowed.or(base.borrowed),
            narrow: self.narrow.or(base.narrow),
            formats: base
                .formats
                .clone()
                .into_iter()
                .chain(self.formats)
                .collect(),
            types: self.types.or(base.types),
            own_types: self.own_types.or(base.own_types),
        }
    }

    /// Whether arguments can be written out again.
    pub fn serializes(&self) -> bool {
        self.serialize.unwrap_or(false)
    }

    /// The traits that types derive.
    pub fn derives(&self) -> &[Derive] {
        self.derive.as_deref().unwrap_or(Derive::DEFAULT)
    }

    /// The type of strings of a format, where it has one.
    pub fn format(&self, format: Format) -> Option<&RustPath> {
        self.formats.get(format.name())
    }

    /// Whether tools have types for their arguments that no handler gets.
    pub fn types_all(&self) -> bool {
        self.types == Some(Types::All)
    }

    /// Whether what others wrote may name types.
    pub fn trusts_types(&self) -> bool {
        self.own_types.unwrap_or(false)
    }

    /// Whether integers are as small as their limits allow.
    pub fn narrows(&self) -> bool {
        self.narrow.unwrap_or(false)
    }

    /// Whether strings of arguments are read in place.
    pub fn borrows(&self) -> bool {
        self.borrowed.unwrap_or(false)
    }
}

/// Which tools have types for their arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Types {
    /// Those that handlers run.
    Handled,
    /// Those that an engine or the runtime runs too.
    All,
}

impl Types {
    /// Every value with the word that stands for it in a file.
    pub const ALL: &'static [(&'static str, Types)] =
        &[("handled", Types::Handled), ("all", Types::All)];
}

/// A trait that generated types can derive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Derive {
    /// `Debug`
    Debug,
    /// `Clone`
    Clone,
    /// `PartialEq`
    PartialEq,
}

impl Derive {
    /// Every value with the word that stands for it in a file.
    pub const ALL: &'static [(&'static str, Derive)] = &[
        ("Debug", Derive::Debug),
        ("Clone", Derive::Clone),
        ("PartialEq", Derive::PartialEq),
    ];

    /// What types derive where nothing is said.
    pub const DEFAULT: &'static [Derive] = &[Derive::Debug, Derive::Clone, Derive::PartialEq];

    /// The name of the trait.
    pub fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(_, derive)| *derive == self)
            .map_or("", |(name, _)| name)
    }
}
