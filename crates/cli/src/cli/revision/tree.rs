//! A tree of git: the entries of a folder, each as `MODE NAME`, a zero byte and the bytes of its ID.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write;
use std::path::PathBuf;
use std::rc::Rc;

/// The largest tree that is read.
pub(super) const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// The longest target of a link.
pub(super) const MAX_LINK: u64 = 4096;

/// The entries of a folder by name, shared by all folders with the same content.
pub(super) type Entries = Rc<BTreeMap<OsString, Entry>>;

/// What is in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// What it is.
    pub kind: EntryKind,
    /// The object with its content, in hexadecimal digits.
    pub id: String,
}

/// What an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryKind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// A commit of another repository.
    Submodule,
}

impl Entry {
    /// A folder with this tree.
    pub(super) fn folder(id: String) -> Self {
        Entry {
            kind: EntryKind::Folder,
            id,
        }
    }
}

/// Reads a tree whose IDs have `length` bytes. Names that could lead elsewhere are refused, as git does itself.
pub(super) fn read_tree(
    content: &[u8],
    length: usize,
) -> Result<BTreeMap<OsString, Entry>, String> {
    let mut entries = BTreeMap::new();
    let mut rest = content;
    while !rest.is_empty() {
        let (entry, behind) = read_entry(rest, length).ok_or("a tree is not well-formed")?;
        let (name, entry) = entry;
        let is_plain = !matches!(name, b"" | b"." | b"..") && !name.contains(&b'/');
        if !is_plain {
            let name = String::from_utf8_lossy(name).into_owned();
            return Err(format!(
                "a tree has an entry called `{}`",
                name.escape_debug()
            ));
        }
        entries.insert(to_name(name), entry);
        rest = behind;
    }
    Ok(entries)
}

type Read<'t> = ((&'t [u8], Entry), &'t [u8]);

fn read_entry(text: &[u8], length: usize) -> Option<Read<'_>> {
    let space = text.iter().position(|byte| *byte == b' ')?;
    let (mode, rest) = (&text[..space], &text[space + 1..]);
    let zero = rest.iter().position(|byte| *byte == 0)?;
    let (name, rest) = (&rest[..zero], &rest[zero + 1..]);
    let (id, rest) = rest.split_at_checked(length)?;
    let kind = match mode {
        b"40000" | b"040000" => EntryKind::Folder,
        b"120000" => EntryKind::Link,
        b"160000" => EntryKind::Submodule,
        mode if mode.starts_with(b"100") => EntryKind::File,
        _ => return None,
    };
    let mut digits = String::with_capacity(2 * length);
    for byte in id {
        write!(digits, "{byte:02x}").ok()?;
    }
    Some(((name, Entry { kind, id: digits }), rest))
}

#[cfg(unix)]
fn to_name(bytes: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStrExt;
    std::ffi::OsStr::from_bytes(bytes).to_owned()
}

#[cfg(not(unix))]
fn to_name(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// The target of a link.
pub(super) fn to_path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(to_name(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(entries: &[(&str, &str)]) -> Vec<u8> {
        let entry = |(mode, name): &(&str, &str)| {
            [mode.as_bytes(), b" ", name.as_bytes(), b"\0", &[0xab; 20]].concat()
        };
        entries.iter().flat_map(entry).collect()
    }

    #[test]
    fn entries_have_a_kind_and_an_id() {
        let rows = [
            ("100644", "a b.yaml", EntryKind::File),
            ("100755", "run", EntryKind::File),
            ("40000", "specs", EntryKind::Folder),
            ("120000", "link", EntryKind::Link),
            ("160000", "sub", EntryKind::Submodule),
        ];
        let written: Vec<_> = rows.iter().map(|(mode, name, _)| (*mode, *name)).collect();
        let read = read_tree(&tree(&written), 20).expect("a tree");
        assert_eq!(read.len(), rows.len());
        for (_, name, kind) in rows {
            let entry = read.get(&OsString::from(name)).expect(name);
            assert_eq!((entry.kind, entry.id.as_str()), (kind, &*"ab".repeat(20)));
        }
    }

    #[test]
    fn names_that_lead_elsewhere_are_refused() {
        for name in ["", ".", "..", "a/b", "../x"] {
            let fault = read_tree(&tree(&[("100644", name)]), 20).expect_err(name);
            assert!(fault.contains(name), "{fault}");
        }
        for text in [&b"100644"[..], b"100644 a", b"100644 a\0abc", b"7 a\0"] {
            assert!(read_tree(text, 20).is_err(), "{text:?}");
        }
    }
}
