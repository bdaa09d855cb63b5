//! The rules that schemas set for paths.

/// What may be done with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Access {
    /// It may be read.
    Read,
    /// It may be read, written and deleted.
    Write,
}

/// The rules that a schema sets for a path, with `x-path`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PathRules {
    /// What may be done with the file.
    pub access: Access,
    /// The suffixes that its name may have; `None` if all are allowed.
    pub suffixes: Option<&'static [&'static str]>,
    /// The maximum size of the file in bytes, for reading and writing.
    pub max_bytes: u64,
    /// Whether writing requires the file to exist.
    pub must_exist: bool,
}

impl PathRules {
    /// The rules for a path that may be read, without further restrictions.
    pub const READ: PathRules = PathRules {
        access: Access::Read,
        suffixes: None,
        max_bytes: u64::MAX,
        must_exist: false,
    };
}
