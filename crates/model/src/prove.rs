//! Verb: what can be proved about rules, grants and settings before any call. Nothing here reports
//! findings: `resolve` and `check` ask, and draw the conclusions.

pub mod decide;
pub mod implies;
pub mod looser;
pub mod meets;
pub mod projected;
pub mod reach;
pub mod shown;
mod table;
