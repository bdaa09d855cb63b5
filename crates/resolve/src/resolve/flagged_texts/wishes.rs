//! What third parties ask of a model in the texts of their tools, by typical words. The families are those
//! that papers and reports on poisoned tool descriptions name.

use super::encoded::list_encoded;
use super::families::{FILES, OF_TOOLS, OF_USER, ROLE, ROLE_MARKS, RUN, SECRET_FILES};
use super::phrases::{LATIN_WISHES, PHRASES, READS};
use super::plain::{Word, fold_text, list_readings, split_words};
use std::collections::HashMap;
use std::sync::LazyLock;
use toolc_runtime::hidden::describe_hidden;

/// A wish that a text has.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// What is asked for: wording for a message.
    pub what: &'static str,
    /// The words that ask for it.
    pub quoted: String,
}

/// The first request in a text, with its words.
pub(super) fn find_wish(text: &str) -> Option<Found> {
    let plain = find_plain_wish(text);
    plain.or_else(|| {
        let mut hidden = list_encoded(text).into_iter();
        hidden.find_map(|text| find_plain_wish(&text))
    })
}

fn find_plain_wish(text: &str) -> Option<Found> {
    let found = |what, quoted: &str| Found {
        what,
        quoted: quoted.trim().to_owned(),
    };
    if !text.is_ascii() {
        let visible = text
            .chars()
            .filter(|letter| describe_hidden(*letter).is_none());
        let text = visible.collect::<String>().to_lowercase();
        let mut phrases = PHRASES.iter();
        if let Some((what, phrase)) = phrases.find(|(_, phrase)| text.contains(phrase)) {
            return Some(found(what, phrase));
        }
    }
    let readings = list_readings(text);
    for reading in &readings {
        let line = reading.replace(['\n', '\r', '\t'], " ");
        let has_mark = |mark: &&&str| reading.contains(**mark) || line.contains(**mark);
        if let Some(mark) = ROLE_MARKS.iter().find(has_mark) {
            return Some(found(ROLE, mark));
        }
        if let Some(path) = SECRET_FILES.iter().find(|path| is_asked_for(&line, path)) {
            return Some(found(FILES, path));
        }
        if let Some(command) = find_piped_command(&line) {
            return Some(found(RUN, command));
        }
    }
    readings.iter().find_map(|reading| find_words(reading))
}

/// A program that is fetched and started at once: `curl … | sh`.
fn find_piped_command(line: &str) -> Option<&str> {
    const LONGEST: usize = 120;
    let fetches = ["curl ", "wget "].iter().filter_map(|name| line.find(name));
    let start = fetches.min()?;
    let end = line.floor_char_boundary(start + LONGEST);
    let command = &line[start..end];
    let shells = ["| sh", "| bash", "|sh", "|bash", "| sudo", "| python"];
    let shell = shells
        .iter()
        .filter_map(|shell| Some(command.find(shell)? + shell.len()));
    Some(&command[..shell.min()?])
}

fn find_words(text: &str) -> Option<Found> {
    let words = split_words(text);
    for at in 0..words.len() {
        let Some(wishes) = INDEX.get(words[at].text) else {
            continue;
        };
        for (what, slots) in wishes {
            if let Some(end) = follow(&words, at, slots) {
                let quoted: Vec<&str> = words[at..=end].iter().map(|word| word.text).collect();
                let quoted = quoted.join(" ");
                return Some(Found { what, quoted });
            }
        }
    }
    None
}

/// Whether a text asks to read a file, rather than just mentioning it, for example as one that is
/// refused.
fn is_asked_for(text: &str, path: &str) -> bool {
    const BEFORE: usize = 40;
    const AFTER: usize = 40;
    const THEN: &[&str] = &[
        " and put",
        " and pass",
        " and send",
        " and include",
        " and attach",
        " and submit",
    ];
    const NOT: &[&str] = &["not ", "n't ", "never ", "cannot ", "refuses "];
    text.match_indices(path).any(|(at, _)| {
        let start = text.floor_char_boundary(at.saturating_sub(BEFORE));
        let before = &text[start..at];
        let behind = text[at + path.len()..].chars().next();
        if path.ends_with(char::is_alphanumeric) && behind.is_some_and(char::is_alphanumeric) {
            return false;
        }
        let asked = READ_WORDS
            .iter()
            .filter_map(|word| before.rfind(word.as_str()))
            .max();
        let is_refused = |end: usize| NOT.iter().any(|not| before[..end].ends_with(not));
        let end = text.floor_char_boundary((at + path.len() + AFTER).min(text.len()));
        let goes_on = || THEN.iter().any(|then| text[at..end].contains(then));
        match asked {
            Some(asked) => !is_refused(asked),
            None => goes_on(),
        }
    })
}

/// [`READS`] in the letters of a reading.
static READ_WORDS: LazyLock<Vec<String>> =
    LazyLock::new(|| READS.iter().map(|word| fold_text(word)).collect());

/// One word of a wish.
struct Slot {
    words: Vec<&'static str>,
    /// The beginnings of words.
    stems: Vec<&'static str>,
    /// How many other words may precede it.
    gap: usize,
    /// Words that are not among these.
    except: Vec<&'static str>,
}

impl Slot {
    fn takes(&self, word: &str) -> bool {
        self.words.contains(&word) || self.stems.iter().any(|stem| word.starts_with(stem))
    }
}

/// What is asked for, and the words after the first, by the first.
type Index = HashMap<&'static str, Vec<(&'static str, Vec<Slot>)>>;

/// The wishes by their first word, which is never a stem, and what follows it.
static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut index = Index::new();
    for (what, pattern) in [OF_USER, OF_TOOLS, LATIN_WISHES].into_iter().flatten() {
        let (first, _) = pattern.split_once(' ').unwrap_or((pattern, ""));
        for word in first.split('|') {
            let slots = read_slots(pattern);
            index
                .entry(word.trim_end_matches('*'))
                .or_default()
                .push((what, slots));
        }
    }
    index
});

/// The slots after the first word of a pattern.
fn read_slots(pattern: &'static str) -> Vec<Slot> {
    let (mut slots, mut gap, mut except) = (Vec::new(), 0, Vec::new());
    for part in pattern.split(' ').skip(1) {
        if let Ok(number) = part.parse() {
            gap = number;
            continue;
        }
        if let Some(words) = part.strip_prefix('-') {
            except = words.split('|').collect();
            continue;
        }
        let (stems, words): (Vec<&str>, Vec<&str>) =
            part.split('|').partition(|word| word.ends_with('*'));
        slots.push(Slot {
            words,
            stems: stems
                .iter()
                .map(|stem| stem.trim_end_matches('*'))
                .collect(),
            gap: std::mem::take(&mut gap),
            except: std::mem::take(&mut except),
        });
    }
    slots
}

/// The index of the last word, if the slots match the words after one.
fn follow(words: &[Word<'_>], at: usize, slots: &[Slot]) -> Option<usize> {
    let Some((slot, rest)) = slots.split_first() else {
        return Some(at);
    };
    for next in at + 1..=at + 1 + slot.gap {
        let word = words.get(next).filter(|word| !word.begins)?;
        if slot.takes(word.text)
            && let Some(end) = follow(words, next, rest)
        {
            return Some(end);
        }
        if slot.except.contains(&word.text) {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words_are_no_wishes() {
        let texts = [
            "Ignore case. The previous prompt is kept.",
            "Never tell a user a message was scheduled.",
            "If there is one version, do not ask the user to select it.",
            "You want to authenticate before using other tools.",
            "Returns the rules that override others above.",
            "Asks the user for confirmation before it deletes.",
            "The user must be told. Without it nothing works.",
        ];
        for text in texts {
            assert_eq!(find_wish(text), None, "{text}");
        }
    }

    #[test]
    fn every_pattern_is_two_words_at_least_and_begins_with_whole_ones() {
        for (_, pattern) in [OF_USER, OF_TOOLS, LATIN_WISHES].into_iter().flatten() {
            assert!(!read_slots(pattern).is_empty(), "{pattern}");
        }
    }
}
