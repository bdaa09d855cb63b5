//! What schemas say of paths.

/// What may be done with what a path names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Access {
    /// It is read.
    Read,
    /// It is read, written and deleted.
    Write,
}

/// What a schema says of a path: `x-path`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PathRules {
    /// What may be done with the file.
    pub access: Access,
    /// The ends that its name may have; `None` where all are allowed.
    pub suffixes: Option<&'static [&'static str]>,
    /// How many bytes may be read or written.
    pub max_bytes: u64,
    /// Whether only a file that is there is written.
    pub must_exist: bool,
}

impl PathRules {
    /// A path that is read, and nothing else is said about it.
    pub const READ: PathRules = PathRules {
        access: Access::Read,
        suffixes: None,
        max_bytes: u64::MAX,
        must_exist: false,
    };
}
