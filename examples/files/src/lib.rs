//! Tools that use files. What a worker may reach is said in its file; the runtime reaches nothing else.

toolc_runtime::include_tools!(pub);
