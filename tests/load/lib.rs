//! A thousand tools, compiled by the build script.

toolc_runtime::include_tools!(pub);
