//! Calls of APIs: what generated code says of an operation becomes a request.

pub mod operation;
