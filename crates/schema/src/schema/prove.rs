//! Verb: what can be proved about schemas and shapes without a value: what they accept, how to
//! discriminate their alternatives, and which of them reach a fault or a secret.

pub mod discriminate;
pub mod disjoint;
pub mod example;
pub mod faults;
pub mod inclusion;
pub mod inhabited;
pub mod one_pass;
pub mod places;
pub mod secrets;
pub mod takes;
mod within;
