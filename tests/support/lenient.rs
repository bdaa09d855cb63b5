//! Reports the user's own tools that cannot be compiled as warnings, as for files by other authors: a corpus
//! contains both.

use toolc::diagnostic::Code;
use toolc::diagnostic::level::{Level, Lint};
use toolc::load::Loaded;

/// The codes with which tools are left out.
const LEFT_OUT: &[Code] = &[
    Code::MALFORMED_TOOL,
    Code::MISSING_NAME,
    Code::DANGLING_REFERENCE,
    Code::MALFORMED_SCHEMA,
    Code::CIRCULAR_REFERENCE,
    Code::UNSUPPORTED_PATTERN,
    Code::NAME_TOO_LONG,
    Code::SCHEMA_TOO_LARGE,
];

/// Makes these codes warnings, so that the rest is compiled.
pub fn lenient(mut loaded: Loaded) -> Loaded {
    let lints = LEFT_OUT.iter().map(|code| Lint::new(*code, Level::Warn));
    loaded.config.lints.extend(lints);
    loaded
}
