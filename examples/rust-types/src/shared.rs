//! Types that several modules use.

use serde::Deserialize;

/// How far.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Move {
    /// Steps to the east.
    pub east: i32,
    /// Steps to the north.
    #[serde(default)]
    pub north: i32,
}
