//! Why a file cannot be used, in words that the model may read.

use crate::path::InvalidPath;
use std::error::Error;
use std::fmt;
use std::io;

/// Why a file cannot be used. When a handler returns it with `?`, the model reads its code and its message;
/// the system's own error goes to the observers.
#[derive(Debug)]
pub struct PathError {
    kind: PathErrorKind,
    message: String,
    cause: Option<io::Error>,
}

/// The kinds of [`PathError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PathErrorKind {
    /// There is no such file.
    NotFound,
    /// The path leads out of the workspace, or to something that cannot be used in this way.
    InvalidPath,
    /// Nothing may be changed there.
    ReadOnly,
    /// More access was requested than the workspace has.
    PermissionEscalation,
    /// The file is larger than allowed.
    FileTooLarge,
    /// Files of this kind may not be used.
    UnsupportedFileType,
    /// The file exists already.
    AlreadyExists,
    /// The operating system reported an error.
    Io,
}

impl PathErrorKind {
    /// The code that the model reads.
    pub fn code(self) -> &'static str {
        match self {
            PathErrorKind::NotFound => "NOT_FOUND",
            PathErrorKind::InvalidPath => "INVALID_PATH",
            PathErrorKind::ReadOnly => "READ_ONLY",
            PathErrorKind::PermissionEscalation => "PERMISSION_ESCALATION",
            PathErrorKind::FileTooLarge => "file_too_large",
            PathErrorKind::UnsupportedFileType => "unsupported_file_type",
            PathErrorKind::AlreadyExists => "ALREADY_EXISTS",
            PathErrorKind::Io => "IO_ERROR",
        }
    }
}

impl PathError {
    pub(super) fn new(kind: PathErrorKind, message: impl Into<String>) -> Self {
        PathError {
            kind,
            message: message.into(),
            cause: None,
        }
    }

    pub(super) fn not_found(path: &str) -> Self {
        PathError::new(PathErrorKind::NotFound, format!("File not found: {path}"))
    }

    pub(super) fn invalid(path: &str, why: InvalidPath) -> Self {
        let message = match why {
            InvalidPath::Escape => "Path is outside the workspace root.".to_owned(),
            _ => format!("Invalid path '{}': it {}", shown(path), why.rule()),
        };
        PathError::new(PathErrorKind::InvalidPath, message)
    }

    pub(super) fn outside() -> Self {
        PathError::invalid("", InvalidPath::Escape)
    }

    /// The path leads through a link where none is followed.
    pub(super) fn leads_through_link(path: &str) -> Self {
        let message = format!("{path} leads through a link. Use the path that it stands for");
        PathError::new(PathErrorKind::InvalidPath, message)
    }

    pub(super) fn read_only(path: &str) -> Self {
        let message = format!("Cannot write to read-only path: {path}");
        PathError::new(PathErrorKind::ReadOnly, message)
    }

    /// The path leads to something of the wrong kind.
    pub(super) fn wrong_kind(path: &str, what: &str) -> Self {
        PathError::new(PathErrorKind::InvalidPath, format!("{path} is not {what}"))
    }

    pub(super) fn too_large(path: &str, limit: u64) -> Self {
        let message = format!("{path} is larger than the {limit} bytes that are allowed");
        PathError::new(PathErrorKind::FileTooLarge, message)
    }

    /// The error that the system reported for a path.
    pub(super) fn of(path: &str, error: io::Error) -> Self {
        // The handles refuse without asking the system.
        let escapes = error.raw_os_error().is_none();
        let mut made = match error.kind() {
            io::ErrorKind::NotFound => PathError::not_found(path),
            io::ErrorKind::PermissionDenied if escapes => PathError::outside(),
            io::ErrorKind::NotADirectory => PathError::wrong_kind(path, "in a folder"),
            io::ErrorKind::IsADirectory => PathError::wrong_kind(path, "a file"),
            io::ErrorKind::AlreadyExists => {
                let message = format!("File already exists: {path}");
                PathError::new(PathErrorKind::AlreadyExists, message)
            }
            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidFilename => {
                PathError::invalid(path, InvalidPath::TooLong)
            }
            _ if is_link_loop(&error) => PathError::outside(),
            _ => {
                let message = format!("The file cannot be used: {path}");
                PathError::new(PathErrorKind::Io, message)
            }
        };
        made.cause = Some(error);
        made
    }

    /// The kind of error.
    pub fn kind(&self) -> PathErrorKind {
        self.kind
    }

    /// Downcasts an error to a `PathError`; returns it unchanged if it is another error.
    pub(crate) fn downcast<E: Error + Send + Sync + 'static>(
        error: E,
    ) -> Result<Box<PathError>, Box<dyn Error + Send + Sync>> {
        let error: Box<dyn Error + Send + Sync> = error.into();
        error.downcast()
    }

    /// The code and the message for the model, and the system's error for the observers.
    pub(crate) fn into_parts(self) -> (&'static str, String, Option<io::Error>) {
        (self.kind.code(), self.message, self.cause)
    }
}

/// Whether the error is a loop of links, or a link where none is allowed.
fn is_link_loop(error: &io::Error) -> bool {
    // The kind is not stable yet.
    format!("{:?}", error.kind()) == "FilesystemLoop"
}

/// A path that is not a valid plain path, reduced to what a message can show.
fn shown(path: &str) -> String {
    const SHOWN: usize = 80;
    let plain = |letter: &char| !letter.is_control();
    path.chars().filter(plain).take(SHOWN).collect()
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for PathError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause.as_ref().map(|cause| cause as _)
    }
}
