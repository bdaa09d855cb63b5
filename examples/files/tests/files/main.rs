//! Files through generated code.

mod paths;
mod support;
mod toolset;
