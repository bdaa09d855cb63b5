//! Commands that a model may run. The rules in the file of a worker say which; no shell ever runs them.

toolc_runtime::include_tools!(pub);
