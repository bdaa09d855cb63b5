//! A crate without a build script that compiles the tools.

toolc_runtime::include_tools!();

fn main() {}
