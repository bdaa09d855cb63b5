//! Verb: what is certain of schemas and shapes before there is a value: what they accept, how their
//! alternatives are told apart, which of them reach a fault or a secret.

pub mod discriminate;
pub mod disjoint;
pub mod example;
pub mod faults;
pub mod inclusion;
pub mod inhabited;
pub mod one_pass;
pub mod secrets;
pub mod takes;
mod within;
