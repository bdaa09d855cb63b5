//! Characters in text that a reader does not see but a model or a terminal obeys.

use std::fmt::Write;
use std::str::Chars;

/// Where the arguments of a tool hold secrets, as JSON pointers: `*` matches any key or index, `**` any
/// number of them, and `~2` stands for a literal `*` in a key. As the last step, `~3` stands for the keys of an
/// object, whose values may be shown.
pub type Secrets = &'static [&'static str];

const SELECTOR: &str = "a variation selector";

/// Every character that is invisible or changes the order of displayed text: control characters, Unicode's
/// `Default_Ignorable_Code_Point`, and blank characters that are not white space. Sorted.
const HIDDEN: &[(char, char, &str)] = &[
    ('\u{0}', '\u{8}', "a control character"),
    ('\u{b}', '\u{c}', "a control character"),
    ('\u{e}', '\u{1f}', "a control character"),
    ('\u{7f}', '\u{9f}', "a control character"),
    ('\u{ad}', '\u{ad}', "a soft hyphen"),
    ('\u{34f}', '\u{34f}', "an invisible joiner"),
    ('\u{61c}', '\u{61c}', "a bidirectional mark"),
    ('\u{115f}', '\u{1160}', "a blank filler"),
    ('\u{17b4}', '\u{17b5}', "an invisible vowel"),
    ('\u{180b}', '\u{180d}', SELECTOR),
    ('\u{180e}', '\u{180e}', "a vowel separator"),
    ('\u{180f}', '\u{180f}', SELECTOR),
    ('\u{200b}', '\u{200b}', "a zero-width space"),
    ('\u{200c}', '\u{200d}', "an invisible joiner"),
    ('\u{200e}', '\u{200f}', "a bidirectional mark"),
    ('\u{2028}', '\u{2029}', "a line or paragraph separator"),
    ('\u{202a}', '\u{202e}', "a bidirectional control"),
    ('\u{2060}', '\u{2065}', "an invisible operator"),
    ('\u{2066}', '\u{206f}', "a bidirectional control"),
    ('\u{2800}', '\u{2800}', "a blank pattern"),
    ('\u{3164}', '\u{3164}', "a blank filler"),
    ('\u{fe00}', '\u{fe0f}', SELECTOR),
    ('\u{feff}', '\u{feff}', "a byte order mark"),
    ('\u{ffa0}', '\u{ffa0}', "a blank filler"),
    ('\u{fff0}', '\u{fff8}', "an invisible special character"),
    ('\u{fff9}', '\u{fffb}', "an annotation control"),
    ('\u{1bca0}', '\u{1bca3}', "a shorthand control"),
    ('\u{1d173}', '\u{1d17a}', "a musical control"),
    ('\u{e0000}', '\u{e00ff}', "a tag character"),
    ('\u{e0100}', '\u{e01ef}', SELECTOR),
    ('\u{e01f0}', '\u{e0fff}', "a tag character"),
];

/// The only flags that are spelled with tag characters: England, Scotland, Wales.
const FLAGS: [&str; 3] = [
    "\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    "\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
];

/// What kind of hidden character this is; `None` if it is visible. This includes characters that scripts and
/// emoji need in some places: see [`visible_letters`].
pub fn describe_hidden(character: char) -> Option<&'static str> {
    if matches!(character, ' '..='~') {
        return None;
    }
    let after = HIDDEN.partition_point(|(first, ..)| *first <= character);
    let (_, last, description) = HIDDEN.get(after.checked_sub(1)?)?;
    (character <= *last).then_some(*description)
}

/// The characters of a text, each with a description if it is hidden. A joiner is not hidden between letters
/// of a script that uses joiners or between emoji, nor is a single variation selector after a character that
/// has variants.
pub fn visible_letters(text: &str) -> Letters<'_> {
    Letters {
        rest: text.chars(),
        before: None,
        of_flag: 0,
    }
}

/// The iterator that [`visible_letters`] returns.
#[derive(Debug)]
pub struct Letters<'t> {
    rest: Chars<'t>,
    /// The visible character directly before.
    before: Option<char>,
    /// How many of the following tag characters are part of a flag.
    of_flag: u8,
}

impl Iterator for Letters<'_> {
    type Item = (char, Option<&'static str>);

    fn next(&mut self) -> Option<Self::Item> {
        let character = self.rest.next()?;
        let hidden = describe_hidden(character).filter(|_| !self.belongs(character));
        let rest = self.rest.as_str();
        if character == '\u{1f3f4}' && FLAGS.iter().any(|tags| rest.starts_with(tags)) {
            self.of_flag = 6;
        }
        self.before = hidden.is_none().then_some(character);
        Some((character, hidden))
    }
}

impl Letters<'_> {
    /// Whether a script or emoji needs this character in this place.
    fn belongs(&mut self, character: char) -> bool {
        if let Some(left) = self.of_flag.checked_sub(1) {
            self.of_flag = left;
            return true;
        }
        let Some(before) = self.before else {
            return false;
        };
        let next = self.rest.clone().next();
        match character {
            '\u{200d}' if is_pictogram(before) => next.is_some_and(is_pictogram),
            '\u{200c}' | '\u{200d}' => joins(before) && next.is_none_or(|next| !is_hidden(next)),
            '\u{180b}'..='\u{180d}' | '\u{180f}' => matches!(before, '\u{1820}'..='\u{18aa}'),
            '\u{fe00}'..='\u{fe0f}' => has_variants(before),
            '\u{e0100}'..='\u{e01ef}' => is_ideograph(before),
            _ => false,
        }
    }
}

fn is_hidden(character: char) -> bool {
    describe_hidden(character).is_some()
}

/// Whether a letter belongs to a script in which joiners change the shapes of letters.
fn joins(letter: char) -> bool {
    let is_of_script = matches!(letter,
        '\u{600}'..='\u{6ff}' | '\u{700}'..='\u{77f}' | '\u{7c0}'..='\u{7ff}'
        | '\u{840}'..='\u{dff}' | '\u{f00}'..='\u{109f}' | '\u{1700}'..='\u{18af}'
        | '\u{1900}'..='\u{1aaf}' | '\u{1b00}'..='\u{1c4f}' | '\u{a800}'..='\u{a8ff}'
        | '\u{a900}'..='\u{aaff}' | '\u{abc0}'..='\u{abff}' | '\u{fb50}'..='\u{fdff}'
        | '\u{fe70}'..='\u{fefc}' | '\u{10a00}'..='\u{10fff}' | '\u{11000}'..='\u{11fff}'
        | '\u{1e900}'..='\u{1e95f}');
    is_of_script && !is_hidden(letter)
}

/// Whether an emoji sequence can continue with this: a symbol, its colour or its presentation.
fn is_pictogram(symbol: char) -> bool {
    matches!(symbol,
        '\u{fe0f}' | '\u{2190}'..='\u{27ff}' | '\u{2900}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

/// Whether a character has variants: symbols, keypad characters, ideographs, Myanmar and Phags-pa.
fn has_variants(base: char) -> bool {
    match base {
        '0'..='9' | '#' | '*' => true,
        _ if base.is_ascii() || is_hidden(base) || base.is_whitespace() => false,
        '\u{1000}'..='\u{109f}' | '\u{a840}'..='\u{a87f}' | '\u{2100}'..='\u{2bff}' => true,
        '\u{3000}'..='\u{303f}' | '\u{3200}'..='\u{33ff}' | '\u{1f000}'..='\u{1faff}' => true,
        _ => is_ideograph(base) || !base.is_alphanumeric(),
    }
}

fn is_ideograph(base: char) -> bool {
    matches!(base,
        '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// The first hidden character of a text.
pub fn find_hidden(text: &str) -> Option<char> {
    visible_letters(text).find_map(|(character, hidden)| hidden.map(|_| character))
}

/// A text as people may see it: hidden characters are escaped, as in `\u{202e}`.
pub fn show_hidden(text: &str) -> String {
    escape(text, |character| format!("{}", character.escape_unicode()))
}

/// The same within a line: line breaks and tabs are escaped too, so that a text cannot pass for lines of its own.
pub fn show_line(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for (character, hidden) in visible_letters(text) {
        match hidden.is_some() || character.is_control() {
            true => shown.extend(character.escape_default()),
            false => shown.push(character),
        }
    }
    shown
}

/// JSON as people may see it: text for the same value, with hidden characters as JSON escapes, as in `\u202e`.
pub fn show_json(text: &str) -> String {
    escape(text, |character| {
        let mut units = [0; 2];
        let mut escaped = String::new();
        for unit in character.encode_utf16(&mut units) {
            let _ = write!(escaped, "\\u{unit:04x}");
        }
        escaped
    })
}

fn escape(text: &str, write: fn(char) -> String) -> String {
    let mut shown = String::with_capacity(text.len());
    for (character, hidden) in visible_letters(text) {
        match hidden {
            Some(_) => shown.push_str(&write(character)),
            None => shown.push(character),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_see_has_no_hidden_characters() {
        let cases = [
            ("a\u{202e}b", "a\\u{202e}b", "a\\u202eb"),
            ("\u{e0041}", "\\u{e0041}", "\\udb40\\udc41"),
            ("\u{7f}\u{85}", "\\u{7f}\\u{85}", "\\u007f\\u0085"),
            (
                "x\u{3164}\u{115f}",
                "x\\u{3164}\\u{115f}",
                "x\\u3164\\u115f",
            ),
            // Joiners that a script or an emoji needs stay.
            (
                "\u{645}\u{200c}\u{646}",
                "\u{645}\u{200c}\u{646}",
                "\u{645}\u{200c}\u{646}",
            ),
        ];
        for (text, line, json) in cases {
            assert_eq!(show_line(text), line);
            assert_eq!(show_hidden(text), line);
            assert_eq!(show_json(text), json);
        }
        assert_eq!(show_line("a\nb\tc"), "a\\nb\\tc");
        assert_eq!(show_hidden("a\nb"), "a\nb");
    }
}
