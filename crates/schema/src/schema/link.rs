//! Verb: follows references to schemas. Documents, the resources in them, their addresses, and the dynamic scope.

pub mod addresses;
pub mod dangling;
pub mod reference;
pub mod resources;
pub mod scope;
