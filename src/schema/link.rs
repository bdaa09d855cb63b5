//! Verb: references to the schemas that they lead to. Documents, the resources in them, their
//! addresses, and the dynamic scope.

pub mod addresses;
pub mod reference;
pub mod resources;
pub mod scope;
