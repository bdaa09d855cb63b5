//! Addresses of documents (`file:///…`) and paths.

use std::path::{Path, PathBuf};

/// The path of a document on this machine; `None` if its address is that of something else, such as a text without a file.
pub fn path_of(uri: &str) -> Option<PathBuf> {
    let scheme = uri.get(.."file:".len())?;
    if !scheme.eq_ignore_ascii_case("file:") {
        return None;
    }
    let rest = &uri["file:".len()..];
    let path = match rest.strip_prefix("//") {
        // the host is empty or this machine
        Some(rest) => {
            let at = rest.find('/')?;
            let (host, path) = rest.split_at(at);
            let is_here = host.is_empty() || host.eq_ignore_ascii_case("localhost");
            is_here.then_some(path)?
        }
        None => rest.starts_with('/').then_some(rest)?,
    };
    let path = path.split(['?', '#']).next().unwrap_or(path);
    let path = decode(path)?;
    // `/c:/specs` is a path with a drive
    let bytes = path.as_bytes();
    let has_drive = bytes.len() > 2 && bytes[1].is_ascii_alphabetic() && bytes[2] == b':';
    let path = match has_drive && cfg!(windows) {
        true => &path[1..],
        false => &path,
    };
    (!path.contains('\0')).then(|| PathBuf::from(path))
}

/// The address of a file at an absolute path.
pub fn uri_of(path: &Path) -> String {
    let text = path.to_string_lossy();
    // what Windows puts before a path that was resolved
    let text = text.strip_prefix(r"\\?\").unwrap_or(&text);
    let mut out = String::from("file://");
    let text = match cfg!(windows) {
        true => text.replace('\\', "/"),
        false => text.to_owned(),
    };
    if !text.starts_with('/') {
        out.push('/');
    }
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// A text without percent-encoding; `None` if that is malformed.
pub fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let high = char::from(rest.next()?).to_digit(16)?;
        let low = char::from(rest.next()?).to_digit(16)?;
        bytes.push(u8::try_from(high * 16 + low).ok()?);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_read_as_it_is_written() {
        for path in ["/a/b.yaml", "/a b/ä%.yaml", "/a:b/c#d?.json"] {
            let uri = uri_of(Path::new(path));
            assert!(uri.is_ascii(), "{uri}");
            assert_eq!(path_of(&uri).as_deref(), Some(Path::new(path)));
        }
    }

    #[test]
    fn clients_escape_in_various_ways() {
        let rows = [
            ("file:///a/b%20c.yaml", Some("/a/b c.yaml")),
            ("FILE://localhost/a/ä.yaml", Some("/a/ä.yaml")),
            ("file:/a/b.yaml", Some("/a/b.yaml")),
            ("file:///a?x#y", Some("/a")),
            ("file://elsewhere/a", None),
            ("file:a", None),
            ("file:///a%", None),
            ("file:///a%00", None),
            ("file:///a%ff", None),
            ("untitled:Untitled-1", None),
            ("", None),
            ("fileä", None),
        ];
        for (uri, path) in rows {
            assert_eq!(path_of(uri).as_deref(), path.map(Path::new), "{uri}");
        }
    }
}
