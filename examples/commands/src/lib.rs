//! Commands that a model may run. The rules in the worker file say which; they never run in a shell.

toolc_runtime::include_tools!(pub);
