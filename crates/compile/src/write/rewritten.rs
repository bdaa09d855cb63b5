//! Files of people, of which a command changes a part.

use super::beside::Beside;
use std::fs;
use std::io;
use std::path::Path;

/// The byte order mark with which some editors begin a file.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Replaces the text of a file that people write. It keeps its permissions and its byte order mark; behind a link, the file
/// that the link leads to is replaced. It is never half written.
///
/// # Errors
/// If the file is read-only, has another text than `before`, or cannot be replaced.
pub fn rewrite_file(path: &Path, before: &str, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let permissions = fs::metadata(&path)?.permissions();
    if permissions.readonly() {
        let reason = "it is read-only";
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, reason));
    }
    let found = fs::read(&path)?;
    let (mark, rest) = match found.strip_prefix(MARK) {
        Some(rest) => ("\u{feff}", rest),
        None => ("", found.as_slice()),
    };
    if rest != before.as_bytes() {
        let reason = match std::str::from_utf8(&found) {
            Ok(_) => "it has changed in the meantime",
            Err(_) => "it is not UTF-8",
        };
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    let beside = Beside::write(&path, &format!("{mark}{text}"))?;
    beside.set_permissions(permissions)?;
    beside.move_over()
}
