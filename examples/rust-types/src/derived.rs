//! Tools whose arguments only the compiler knows: their schemas are those that schemars derives, in `derived.schemas.json`.

use crate::shared::Move;
use semver::Version;
use serde::{Deserialize, Serialize};

/// What is found where.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Page<T> {
    /// What to find.
    pub filter: T,
    /// Which page.
    #[serde(default)]
    pub number: u32,
}

/// What `find` takes: a generic type.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Find {
    /// The page.
    pub page: Page<Vec<String>>,
}

/// Find what has all of these words.
pub fn find(args: Find) -> String {
    let Page { filter, number } = args.page;
    format!("page {number} of what has {}", filter.join(", "))
}

/// What `release` takes and returns: a type of another crate.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Release {
    /// The version.
    pub version: Version,
}

/// Return the next version.
pub fn release(args: Release) -> Release {
    let Version { major, minor, .. } = args.version;
    let version = Version::new(major, minor.saturating_add(1), 0);
    Release { version }
}

macro_rules! words {
    ($name:ident: $($word:ident)*) => {
        /// A word of a list.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        pub enum $name { $(#[allow(missing_docs)] $word,)* }
    };
}

words! { Colour: Red Green Blue }

/// What `paint` takes: a type that a macro makes.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Paint {
    /// The colour.
    pub colour: Colour,
}

/// Paint it.
pub fn paint(args: Paint) -> bool {
    args.colour == Colour::Red
}

/// Move by some steps: a struct of another module.
pub fn move_by(args: Move) -> i32 {
    args.east.saturating_add(args.north)
}
