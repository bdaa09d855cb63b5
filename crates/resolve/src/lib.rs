//! Resolves what readers found into one catalog (names, schemas, grants), and runs every check on it: only this crate can
//! make a `Checked`.

pub mod check;
pub mod resolve;
