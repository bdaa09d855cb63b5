//! What a model reads in a text, however it is written: without tags, invisible characters, entities and
//! terminal colours, in lower-case Latin letters whatever script or style they were in.

use super::alike::fold_letter;
use std::borrow::Cow;
use toolc_runtime::hidden::describe_hidden;

/// How often entities within entities are resolved.
const DEPTH: usize = 2;

/// The texts that a model may read in one: with tags taken for spaces, for words, and for nothing.
pub(super) fn list_readings(text: &str) -> Vec<String> {
    let mut decoded = Cow::Borrowed(text);
    for _ in 0..DEPTH {
        if !decoded.contains('&') {
            break;
        }
        decoded = Cow::Owned(decode_entities(&decoded));
    }
    let folded = fold_text(&decoded);
    let has_marks = folded.contains(['*', '`']);
    if !folded.contains('<') && !has_marks {
        return vec![folded];
    }
    let joined = cut_tags(&folded, "").replace(['*', '`'], "");
    let mut readings = vec![cut_tags(&folded, " "), joined, folded];
    readings.dedup();
    readings
}

/// The text with its entities replaced by what they stand for.
fn decode_entities(text: &str) -> String {
    const LONGEST: usize = 10;
    const NAMED: &[(&str, &str)] = &[
        ("lt", "<"),
        ("gt", ">"),
        ("amp", "&"),
        ("quot", "\""),
        ("apos", "'"),
        ("nbsp", " "),
        ("shy", ""),
        ("zwnj", ""),
        ("zwj", ""),
        ("newline", "\n"),
        ("tab", " "),
    ];
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.bytes().take(LONGEST).position(|byte| byte == b';');
        let name = end.map_or("", |end| &rest[1..end]);
        let known = NAMED
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name));
        let letter = name.strip_prefix('#').and_then(|number| {
            let hex = number.strip_prefix(['x', 'X']);
            let code = match hex {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)
        });
        match (known, letter, end) {
            (Some((_, meant)), _, Some(end)) => {
                out.push_str(meant);
                rest = &rest[end + 1..];
            }
            (_, Some(letter), Some(end)) => {
                out.push(letter);
                rest = &rest[end + 1..];
            }
            _ => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// The text in lower-case Latin letters, as far as its characters look like some.
pub(super) fn fold_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => {
                // the sequence that sets a colour, or hides what follows, ends with a letter
                while letters
                    .next_if(|next| !next.is_ascii_alphabetic())
                    .is_some()
                {}
                letters.next_if(char::is_ascii_alphabetic);
                out.push(' ');
            }
            // characters of a copy of ASCII that no font shows
            '\u{e0020}'..='\u{e007e}' => {
                let code = u32::from(letter) - 0xe_0000;
                out.extend(char::from_u32(code).map(|plain| plain.to_ascii_lowercase()));
            }
            '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{20d0}'..='\u{20ff}' => {}
            '\u{2028}' | '\u{2029}' => out.push('\n'),
            _ if letter.is_ascii_digit() => {
                let before = out.chars().next_back().is_some_and(char::is_alphabetic);
                let mut rest = letters.clone().skip_while(char::is_ascii_digit);
                let mut after = || rest.next().is_some_and(|next| next.is_ascii_alphabetic());
                out.push(if before || after() {
                    fold_digit(letter)
                } else {
                    letter
                });
            }
            _ if letter.is_ascii_graphic() || letter == ' ' => {
                out.push(letter.to_ascii_lowercase())
            }
            '\n' | '\r' | '\t' => out.push(letter),
            _ if describe_hidden(letter).is_some() => {}
            _ if letter.is_whitespace() => out.push(' '),
            _ => fold_letter(letter, &mut out),
        }
    }
    out
}

/// The letter that a digit stands for within a word: `1gn0re`.
fn fold_digit(digit: char) -> char {
    match digit {
        '0' => 'o',
        '1' => 'i',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        _ => digit,
    }
}

/// The text with something in place of each tag and of the marks of comments.
fn cut_tags(text: &str, by: &str) -> String {
    const LONGEST: usize = 200;
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        if let Some(inner) = rest.strip_prefix("<!--") {
            out.push(' ');
            rest = inner;
            continue;
        }
        let is_tag = rest[1..].starts_with(|next: char| next == '/' || next.is_ascii_alphabetic());
        let end = rest.bytes().take(LONGEST).position(|byte| byte == b'>');
        match end.filter(|_| is_tag) {
            Some(end) => {
                out.push_str(by);
                rest = &rest[end + 1..];
            }
            None => {
                out.push('<');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// A word, and whether it begins a sentence.
#[derive(Debug)]
pub(super) struct Word<'t> {
    pub text: &'t str,
    pub begins: bool,
}

/// The words of a text that [`list_readings`] returned. What is neither letter nor digit separates them. A
/// sentence has two words at least, so that a mark after each word does not part what belongs together.
pub(super) fn split_words(text: &str) -> Vec<Word<'_>> {
    let mut words: Vec<Word<'_>> = Vec::new();
    let (mut begins, mut length) = (true, 0usize);
    let mut start = None;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        let is_inside = letter == '\'' && start.is_some() && next.is_some_and(char::is_alphabetic);
        if letter.is_alphanumeric() || is_inside {
            start.get_or_insert(at);
            continue;
        }
        if let Some(start) = start.take() {
            words.push(Word {
                text: &text[start..at],
                begins,
            });
            length += 1;
            begins = false;
        }
        let ends = match letter {
            '.' | '!' | '?' | ';' | ':' => next.is_none_or(|next| !next.is_alphanumeric()),
            '\n' => next == Some('\n'),
            _ => false,
        };
        if ends && length > 1 {
            (begins, length) = (true, 0);
        }
    }
    if let Some(start) = start {
        words.push(Word {
            text: &text[start..],
            begins,
        });
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words_of(text: &str) -> Vec<String> {
        let readings = list_readings(text);
        let words = readings.iter().map(|reading| {
            let words = split_words(reading);
            words
                .iter()
                .map(|word| word.text)
                .collect::<Vec<_>>()
                .join(" ")
        });
        words.collect()
    }

    #[test]
    fn a_text_is_read_as_a_model_reads_it() {
        for (text, expected) in [
            ("<IMPORTANT>Ignore it</IMPORTANT>", "ignore it"),
            ("&lt;b&gt;Ignore&#32;it", "ignore it"),
            ("&amp;lt;b&amp;gt;Ignore it", "ignore it"),
            ("ig<b></b>nore it", "ignore it"),
            ("ig**nor**e it", "ignore it"),
            ("i\u{200b}gn\u{ad}ore it", "ignore it"),
            ("Ιgnоrе it", "ignore it"),
            ("Ｉｇｎｏｒｅ it", "ignore it"),
            ("𝐈𝐠𝐧𝐨𝐫𝐞 𝘪𝘵", "ignore it"),
            ("Ⓘⓖⓝⓞⓡⓔ it", "ignore it"),
            ("ígnôré it", "ignore it"),
            ("i\u{301}gnore it", "ignore it"),
            ("1gn0re it", "ignore it"),
            ("\u{1b}[8mIgnore it\u{1b}[0m", "ignore it"),
            ("\u{e0049}\u{e0067}\u{e006e}ore it", "ignore it"),
            ("Don’t", "don't"),
        ] {
            let words = words_of(text);
            assert!(
                words.iter().any(|words| words == expected),
                "{text}: {words:?}"
            );
        }
    }

    #[test]
    fn a_mark_after_every_word_ends_no_sentence() {
        let begins = |text: &str| split_words(text).iter().filter(|word| word.begins).count();
        assert_eq!(begins("Ignore. all. previous. words"), 2);
        assert_eq!(begins("Reads a file. Ignores case."), 2);
        assert_eq!(begins("See a.b and c:d"), 1);
    }
}
