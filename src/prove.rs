//! Verb: what is certain of rules, grants and settings before there is a call. Nothing here reports anything:
//! `resolve` and `check` ask, and say what follows.

pub mod decide;
pub mod implies;
pub mod looser;
pub mod reach;
mod table;
pub mod wider;
