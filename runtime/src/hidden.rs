//! Characters of prose that a reader does not see, and that a model or a terminal obeys.

/// Ranges of characters that show nothing, or change the order of what is shown, in names and
/// prose. Joiners and variation selectors are not among them: scripts and emoji need them.
const HIDDEN: &[(char, char, &str)] = &[
    ('\u{0}', '\u{8}', "a control character"),
    ('\u{b}', '\u{c}', "a control character"),
    ('\u{e}', '\u{1f}', "a control character"),
    ('\u{7f}', '\u{9f}', "a control character"),
    ('\u{ad}', '\u{ad}', "a soft hyphen"),
    ('\u{61c}', '\u{61c}', "a bidirectional mark"),
    ('\u{180e}', '\u{180e}', "a vowel separator"),
    ('\u{200b}', '\u{200b}', "a zero-width space"),
    ('\u{200e}', '\u{200f}', "a bidirectional mark"),
    ('\u{2028}', '\u{2029}', "a line or paragraph separator"),
    ('\u{202a}', '\u{202e}', "a bidirectional control"),
    ('\u{2060}', '\u{2065}', "an invisible operator"),
    ('\u{2066}', '\u{206f}', "a bidirectional control"),
    ('\u{feff}', '\u{feff}', "a byte order mark"),
    ('\u{fff9}', '\u{fffb}', "an annotation control"),
    ('\u{e0000}', '\u{e007f}', "a tag character"),
];

/// What a hidden character is; `None` for any other.
pub fn describe(character: char) -> Option<&'static str> {
    if matches!(character, ' '..='~') {
        return None;
    }
    HIDDEN
        .iter()
        .find(|(first, last, _)| (*first..=*last).contains(&character))
        .map(|(_, _, description)| *description)
}

/// The text with its hidden characters as escapes.
pub fn show(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match describe(character) {
            Some(_) => shown.extend(character.escape_unicode()),
            None => shown.push(character),
        }
    }
    shown
}
