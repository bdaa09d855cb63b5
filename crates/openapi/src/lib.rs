//! Reads descriptions of APIs (OpenAPI 2.0 to 3.2) and gives a draft of a tool for each operation.

pub mod openapi;
