//! Short texts within others: one of a few characters may be part of any word, so only where it stands alone does
//! it count as itself.

/// Whether no letter or digit is beside a part of a text.
#[inline]
pub(crate) fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].chars().next_back();
    let after = text[end..].chars().next();
    ![before, after]
        .into_iter()
        .flatten()
        .any(char::is_alphanumeric)
}

/// The text with a mark in place of each occurrence of a word that stands alone.
#[inline]
pub(crate) fn replace_alone(text: &str, word: &str, mark: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for (start, found) in text.match_indices(word) {
        if stands_alone(text, start, start + found.len()) {
            out.push_str(&text[copied..start]);
            out.push_str(mark);
            copied = start + found.len();
        }
    }
    out.push_str(&text[copied..]);
    out
}
