//! Which operands do no harm.

use super::row::{Operands, Row};

/// What is known of the other words of a command.
pub(super) struct Named<'n> {
    /// The words that the rule names.
    pub words: &'n [&'n str],
    /// The options that are given.
    pub seen: &'n [&'static str],
}

/// Whether a model may choose an operand, given how many come before it and whether it is after `--`.
pub(super) fn is_free_operand(
    row: &Row,
    named: &Named<'_>,
    number: usize,
    is_after_dashes: bool,
    word: &str,
) -> bool {
    match row.operands {
        Operands::No => false,
        Operands::Text => !word.starts_with('@'),
        Operands::After(first) => word.starts_with(first),
        Operands::Paths => is_within(word),
        Operands::OnePath => number == 0 && is_within(word),
        Operands::TextAndPaths(instead) => {
            let mut instead = instead.split_whitespace();
            let has_text = instead.any(|option| named.seen.contains(&option));
            number == 0 && !has_text || is_within(word)
        }
        Operands::CodeAndPaths => number > 0 && is_within(word),
        Operands::Revisions if is_after_dashes => is_within(word),
        Operands::Revisions => is_revision(word) && !looks_like_path(word),
        Operands::RevisionsAndPaths if is_after_dashes => is_within(word),
        Operands::RevisionsAndPaths => is_revision(word),
        Operands::Urls => {
            let site = find_site(word);
            let mut sites = named.words.iter().map(|word| find_site(word));
            site.is_some() && sites.any(|named| named == site)
        }
    }
}

/// Whether a text is a path that does not lead out of the folder in which the command runs: not an absolute
/// one, not through `..`, no home, no `@file`, and no `host:path` or URL.
pub(super) fn is_within(path: &str) -> bool {
    let before_slash = path.split('/').next().unwrap_or(path);
    !path.starts_with(['/', '~', '@'])
        && !before_slash.contains(':')
        && path.split('/').all(|part| part != "..")
}

/// Whether a text can only be a revision or a path within the repository.
fn is_revision(word: &str) -> bool {
    let leads_up = |part: &str| part.rsplit(':').next() == Some("..");
    !word.starts_with(['/', '~'])
        && !word.contains("://")
        && !word.contains("::")
        && !word.split('/').any(leads_up)
}

/// Whether a text reads as the name of a file: `./a`, `a/`, `a.txt`; `HEAD:a.txt` and `v1.2` do not.
fn looks_like_path(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    let suffix = name.rsplit_once('.').map(|(_, suffix)| suffix);
    let is_suffix = |suffix: &str| {
        (1..=5).contains(&suffix.len())
            && suffix.starts_with(|first: char| first.is_ascii_alphabetic())
            && suffix.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    let is_range = word.contains("..");
    word.starts_with("./")
        || word.ends_with('/')
        || !word.contains([':', '@', '^']) && !is_range && suffix.is_some_and(is_suffix)
}

/// The scheme and the host of a URL with nothing unusual in it, with the port.
fn find_site(url: &str) -> Option<&str> {
    let rest = url
        .strip_prefix("https://")
        .or(url.strip_prefix("http://"))?;
    let host = rest.split(['/', '?']).next()?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:".contains(&byte);
    let has_globs = url.contains(['{', '}', '[', ']', '\\', '@', '#']) || url.contains(' ');
    let is_site = !host.is_empty() && host.bytes().all(is_plain) && !has_globs;
    is_site.then(|| &url[..url.len() - rest.len() + host.len()])
}

/// Whether some part of a word leads out of the folder in which a command runs, or is a URL or `@file`. For
/// words whose meaning is not known, so each part that may be a path counts.
pub(in crate::shell) fn leads_out(word: &str) -> bool {
    let bare = match word.strip_prefix('-') {
        // `-I/usr`: the first letter may be the option
        Some(letters) if !letters.starts_with('-') => {
            let first = letters.chars().next().map_or(0, char::len_utf8);
            &letters[first..]
        }
        _ => word,
    };
    let parts = bare.split(['=', ',', ':']);
    let leads =
        |part: &str| part.starts_with(['/', '~', '@']) || part.split('/').any(|part| part == "..");
    leads(word) || parts.into_iter().any(leads)
}
