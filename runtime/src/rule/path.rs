//! Compares paths by their text: what is below a folder, regardless of links. The file system is not
//! consulted.

use crate::path::{is_ambiguous, is_like_point};

/// Whether a text is `prefix`, or continues after it with a `/`.
pub(super) fn has_path_prefix(text: &str, prefix: &str) -> bool {
    text.strip_prefix(prefix)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || prefix.ends_with('/'))
}

/// Whether a path leads to `folder` or below it. It is `false` if one of them is absolute and the other is
/// relative, if the path leaves the place where it starts, or if some system could read it as another path.
pub fn is_under(path: &str, folder: &str) -> bool {
    let is_absolute = |path: &str| path.starts_with('/');
    if path.is_empty() || is_absolute(path) != is_absolute(folder) || is_doubtful(path) {
        return false;
    }
    let wanted = || folder.split('/').filter(|name| !matches!(*name, "" | "."));
    // The depth that the path has reached, and how many of its folders match those of `folder`.
    let (mut depth, mut common) = (0usize, 0usize);
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." if depth == 0 => return false,
            ".." => {
                depth -= 1;
                common = common.min(depth);
            }
            name => {
                common += usize::from(depth == common && wanted().nth(common) == Some(name));
                depth += 1;
            }
        }
    }
    common == wanted().count()
}

/// Whether some system reads a path differently from its text: because of other separators, drives and homes,
/// trimmed dots and blanks, or escapes.
fn is_doubtful(path: &str) -> bool {
    let first = path.split('/').next().unwrap_or("");
    let is_drive = first.as_bytes().get(1) == Some(&b':');
    let is_trimmed = |letter: char| letter.is_whitespace() || is_like_point(letter);
    let is_dots = |name: &str| {
        // Servers that support path parameters read `..;a` as `..`.
        let name_alone = name.split(';').next().unwrap_or("");
        let is_trimmed = !name_alone.is_empty() && name_alone.chars().all(is_trimmed);
        is_trimmed && !matches!(name, "." | "..")
    };
    first.starts_with('~')
        || is_drive
        || is_ambiguous(path)
        || path.contains("%25")
        || path.split('/').any(is_dots)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_ends_where_a_segment_ends() {
        for (text, prefix, expected) in [
            ("git", "git", true),
            ("git/x", "git", true),
            ("gitfoo", "git", false),
            ("git foo", "git", false),
            ("gi", "git", false),
            ("refs/heads/a", "refs/heads/", true),
            ("refs/heads", "refs/heads/", false),
            ("https://a.example.evil", "https://a.example", false),
            ("https://a.example/b", "https://a.example", true),
            ("GIT/x", "git", false),
        ] {
            assert_eq!(has_path_prefix(text, prefix), expected, "{text} {prefix}");
        }
    }

    #[test]
    fn a_path_is_below_a_folder_or_it_is_not() {
        for (path, folder) in [
            ("docs", "docs"),
            ("docs/", "docs"),
            ("docs/a", "docs/"),
            ("./docs//a/./b", "docs"),
            ("x/../docs/a", "docs"),
            ("docs/a/../../docs/b", "docs"),
            ("docs/a b.txt", "docs"),
            ("docs/100%.txt", "docs"),
            ("docs/.hidden", "docs"),
            ("docs/é", "docs"),
            ("docs/a;v=1", "docs"),
            ("docs/;a", "docs"),
            ("docs/a…", "docs"),
            ("docs/%unit", "docs"),
            (".", "."),
            ("a/b", "."),
            ("/etc/passwd", "/etc"),
            ("//etc/../etc/passwd", "/etc"),
            ("/x", "/"),
        ] {
            assert!(is_under(path, folder), "{path} {folder}");
        }
    }

    #[test]
    fn what_leaves_or_can_be_read_otherwise_is_below_nothing() {
        for (path, folder) in [
            ("", "."),
            ("docsfoo", "docs"),
            ("doc", "docs"),
            ("Docs/a", "docs"),
            ("docs/../a", "docs"),
            ("docs/..", "docs"),
            ("../docs/a", "docs"),
            ("a/../../docs/b", "docs"),
            ("/docs/a", "docs"),
            ("docs/a", "/docs"),
            ("/../etc/x", "/etc"),
            ("/docs", "."),
            ("..", "."),
            ("docs\\..\\a", "docs"),
            ("docs/a\0b", "docs"),
            ("docs/\u{85}", "docs"),
            ("docs/%2e%2E/a", "docs"),
            ("docs/..%2fa", "docs"),
            ("docs/%252e%252e/a", "docs"),
            ("docs/%5c", "docs"),
            ("docs/%00", "docs"),
            ("docs/.../a", "docs"),
            ("docs/.. /a", "docs"),
            ("docs/..\u{a0}/etc", "docs"),
            ("docs/.\u{200b}./etc", "docs"),
            ("docs/．．/etc", "docs"),
            ("docs/‥/etc", "docs"),
            ("docs/a／..／..／b", "docs"),
            ("docs/%c0%ae%c0%ae/etc", "docs"),
            ("docs/%u002e%u002e/etc", "docs"),
            ("docs/..;/etc", "docs"),
            ("docs/..;v=1/etc", "docs"),
            ("~/a", "."),
            ("~root/a", "."),
            ("C:/a", "."),
        ] {
            assert!(!is_under(path, folder), "{path} {folder}");
        }
    }
}
