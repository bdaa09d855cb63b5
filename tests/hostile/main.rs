//! Malicious input: hostile text in every field, hostile files, schemas and arguments. Each ends in findings
//! or in a sound result, in bounded time and without a panic.

mod arguments;
mod crates;
mod files;
mod lattices;
#[cfg(unix)]
mod memory;
mod names;
mod patterns;
mod schemas;
mod searches;
mod slips;
mod support;
mod texts;
mod workers;
