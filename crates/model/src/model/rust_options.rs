//! Noun: Rust options, from the key `rust` in `toolc.yaml`.

use std::collections::BTreeMap;
use toolc_runtime::format::Format;
use toolc_schema::schema::rust_path::RustPath;

/// The value of `rust:`, for all tools or for those of one registry entry. `None` leaves an option
/// to the next level: the entry, then the top level of `toolc.yaml`, then the default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RustOptions {
    /// `serialize`: whether arguments can be serialized again.
    pub serialize: Option<bool>,
    /// `derive`: the traits that types derive, in the order of [`Derive::ALL`].
    pub derive: Option<Vec<Derive>>,
    /// `borrowed`: whether strings of arguments are borrowed from their text.
    pub borrowed: Option<bool>,
    /// `narrow`: whether to use the smallest integer type that the limits allow.
    pub narrow: Option<bool>,
    /// `formats`: types for strings by format name.
    pub formats: BTreeMap<String, RustPath>,
    /// `types`: which tools have argument types.
    pub types: Option<Types>,
    /// `own_types`: whether `x-rust-type` also counts in what others wrote.
    pub own_types: Option<bool>,
}

impl RustOptions {
    /// The keys that every entry may override.
    pub const KEYS: &'static [&'static str] = &[
        "serialize",
        "derive",
        "borrowed",
        "narrow",
        "formats",
        "types",
        "own_types",
    ];

    /// These options, with unset ones taken from `base`.
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

    /// Whether arguments can be serialized again.
    pub fn serializes(&self) -> bool {
        self.serialize.unwrap_or(false)
    }

    /// The traits that types derive.
    pub fn derives(&self) -> &[Derive] {
        self.derive.as_deref().unwrap_or(Derive::DEFAULT)
    }

    /// The type for strings of a format, if one is set.
    pub fn format(&self, format: Format) -> Option<&RustPath> {
        self.formats.get(format.name())
    }

    /// Whether tools have argument types even if no handler receives them.
    pub fn types_all(&self) -> bool {
        self.types == Some(Types::All)
    }

    /// Whether specs written by others may name types.
    pub fn trusts_types(&self) -> bool {
        self.own_types.unwrap_or(false)
    }

    /// Whether integers use the smallest type that their limits allow.
    pub fn narrows(&self) -> bool {
        self.narrow.unwrap_or(false)
    }

    /// Whether strings of arguments are borrowed from their text.
    pub fn borrows(&self) -> bool {
        self.borrowed.unwrap_or(false)
    }
}

/// Which tools have argument types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Types {
    /// Those run by handlers.
    Handled,
    /// Those run by engines or the runtime as well.
    All,
}

impl Types {
    /// Every value, with its name in files.
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
    /// `Eq`, of types that hold no `f64` and no JSON value.
    Eq,
    /// `Hash`, of the same.
    Hash,
}

impl Derive {
    /// Every value, with its name in files.
    pub const ALL: &'static [(&'static str, Derive)] = &[
        ("Debug", Derive::Debug),
        ("Clone", Derive::Clone),
        ("PartialEq", Derive::PartialEq),
        ("Eq", Derive::Eq),
        ("Hash", Derive::Hash),
    ];

    /// What types derive by default.
    pub const DEFAULT: &'static [Derive] = &[Derive::Debug, Derive::Clone, Derive::PartialEq];

    /// Whether a type can only derive it if all that it holds can be compared exactly.
    pub fn is_exact(self) -> bool {
        matches!(self, Derive::Eq | Derive::Hash)
    }

    /// The name of the trait.
    pub fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(_, derive)| *derive == self)
            .map_or("", |(name, _)| name)
    }
}
