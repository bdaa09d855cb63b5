//! Redacts credentials from everything that leaves the engine, however a service writes them: verbatim;
//! escaped for JSON, HTML or percent-encoding, even nested; and in Base64, alone or as part of more data.
//! Truncation happens afterwards.

#[cfg_attr(
    not(feature = "http"),
    expect(dead_code, reason = "requests use the rest")
)]
pub(crate) mod base64;
#[cfg_attr(
    not(feature = "http"),
    expect(dead_code, reason = "requests use the rest")
)]
pub(crate) mod escape;
mod written;

use crate::alone::stands_alone;
use crate::json::{Json, write_string};
use crate::reader::{Kind, Reader, Stop};
use escape::Escape;
use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use written::{Unit, escape_units};

/// A shorter secret cannot be distinguished from other text, unless it stands alone.
const LEAST: usize = 4;

/// Whether a secret is redacted only where it stands alone.
pub(crate) fn is_short(secret: &str) -> bool {
    secret.chars().count() < LEAST
}

/// A shorter secret is left in results, which must not be changed by accident.
const LEAST_IN_RESULTS: usize = 8;

/// The search for credentials may take this many steps per byte, which matters for text that is full of near
/// matches; what is left then is redacted as a whole.
const STEPS: usize = 16;

/// What is written in place of a credential.
const MARK: &str = "…";

/// Everything to redact for one call; it grows during the call.
#[derive(Default)]
pub(crate) struct Secrets(Mutex<Vec<String>>);

impl Secrets {
    /// Records a secret.
    pub fn add(&self, secret: &str) {
        let mut secrets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !secret.is_empty() && !secrets.iter().any(|known| known == secret) {
            secrets.push(secret.to_owned());
        }
    }

    /// Records the secret of a name and secret, and the pair as `Basic` encodes it.
    pub fn add_pair(&self, name: &str, secret: &str) {
        self.add(secret);
        self.add(&base64::encode_base64(
            format!("{name}:{secret}").as_bytes(),
        ));
    }

    /// Records a name that is not a secret by itself, unless it is too short to be distinguished from other
    /// text.
    #[cfg(feature = "http")]
    pub fn add_name(&self, name: &str) {
        if !is_short(name) {
            self.add(name);
        }
    }

    /// Whether a secret is too short to be found within words.
    #[cfg(feature = "http")]
    pub fn has_short(&self) -> bool {
        let secrets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        secrets.iter().any(|secret| is_short(secret))
    }

    /// A text of a service, or about a request to it. A short secret is redacted where it stands alone: within
    /// words it cannot be distinguished from other text.
    pub fn redact(&self, text: &str) -> String {
        let secrets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let redactor = Redactor::new(&*secrets).for_text(text);
        redactor.redact(text, true).into_owned()
    }

    /// A result. It is unchanged if it contains no secret.
    pub fn redact_result(&self, result: Json) -> Json {
        let secrets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_long = |secret: &&String| secret.chars().count() >= LEAST_IN_RESULTS;
        let redactor = Redactor::new(secrets.iter().filter(is_long)).for_text(result.as_text());
        if redactor.find(result.as_text(), false).is_none() {
            return result;
        }
        let mut out = String::with_capacity(result.as_text().len());
        match redactor.rewrite(&mut Reader::new(result.as_text()), &mut out) {
            Ok(()) => Json::trusted(out),
            Err(Stop) => Json::null(),
        }
    }
}

/// A text to search for.
struct Pattern {
    letters: Vec<char>,
    /// Base64 is case-sensitive.
    is_base64: bool,
    /// Only found where no letter or digit is beside it.
    stands_alone: bool,
}

/// Searches one text for all patterns.
struct Redactor {
    patterns: Vec<Pattern>,
    /// Which ASCII characters can start a match, in any spelling.
    begins: [bool; 128],
    steps: Cell<usize>,
}

impl Redactor {
    fn new<'s>(secrets: impl IntoIterator<Item = &'s String>) -> Self {
        let mut patterns = Vec::new();
        for secret in secrets {
            patterns.push(Pattern {
                letters: secret.chars().collect(),
                is_base64: false,
                stands_alone: is_short(secret),
            });
            let encoded = Escape::Percent.apply(secret);
            patterns.extend(within_base64(secret.as_bytes()));
            if encoded != *secret {
                patterns.extend(within_base64(encoded.as_bytes()));
            }
        }
        let mut begins = [false; 128];
        let first = patterns
            .iter()
            .filter_map(|pattern| pattern.letters.first());
        let folds =
            first.flat_map(|first| [first.to_ascii_lowercase(), first.to_ascii_uppercase()]);
        // The first character of an escape may start any match.
        for char in folds.chain(['\\', '%', '&', '+']) {
            if let Some(begins) = begins.get_mut(char as usize) {
                *begins = !patterns.is_empty();
            }
        }
        Redactor {
            patterns,
            begins,
            steps: Cell::new(0),
        }
    }

    /// Sets the step limit for a text.
    fn for_text(self, text: &str) -> Self {
        self.steps
            .set(text.len().saturating_mul(STEPS).saturating_add(100_000));
        self
    }

    /// The text with a mark in place of each secret. With `to_end`, the text may have been cut within a
    /// secret.
    fn redact<'t>(&self, text: &'t str, to_end: bool) -> Cow<'t, str> {
        let mut rest = text;
        let mut out = String::new();
        while let Some((start, end)) = self.find(rest, to_end) {
            out.push_str(&rest[..start]);
            out.push_str(MARK);
            rest = &rest[end..];
        }
        if rest.len() == text.len() {
            Cow::Borrowed(text)
        } else {
            Cow::Owned(out + rest)
        }
    }

    /// The start and end of the first secret.
    fn find(&self, text: &str, to_end: bool) -> Option<(usize, usize)> {
        text.char_indices().find_map(|(at, char)| {
            if char.is_ascii() && !self.begins[char as usize] {
                return None;
            }
            let rest = &text[at..];
            if self.steps.get() == 0 {
                return Some((at, text.len()));
            }
            let patterns = self.patterns.iter();
            let length = patterns.filter_map(|pattern| {
                let length = pattern.length(rest, to_end, &self.steps)?;
                let is_found = !pattern.stands_alone || stands_alone(text, at, at + length);
                is_found.then_some(length)
            });
            length.max().map(|length| (at, at + length))
        })
    }

    /// Writes a value, redacting its strings and keys, and numbers and literals that are secrets.
    fn rewrite(&self, reader: &mut Reader<'_>, out: &mut String) -> Result<(), Stop> {
        match reader.kind()? {
            Kind::String => write_string(&self.redact(&reader.string()?, false), out),
            Kind::Array => {
                reader.begin_array()?;
                let mut separator = '[';
                while reader.next_item(separator == '[')? {
                    out.push(separator);
                    separator = ',';
                    self.rewrite(reader, out)?;
                }
                out.push_str(if separator == '[' { "[]" } else { "]" });
            }
            Kind::Object => {
                reader.begin_object()?;
                let mut keys = DistinctKeys::default();
                let mut separator = '{';
                while reader.next_key(separator == '{')? {
                    out.push(separator);
                    separator = ',';
                    let key = self.redact(&reader.string()?, false).into_owned();
                    write_string(&keys.add(key), out);
                    reader.colon()?;
                    out.push(':');
                    self.rewrite(reader, out)?;
                }
                out.push_str(if separator == '{' { "{}" } else { "}" });
            }
            Kind::Number | Kind::Boolean | Kind::Null => {
                let text = reader.capture()?;
                let is_one = self.find(text, false) == Some((0, text.len()));
                if is_one {
                    write_string(MARK, out)
                } else {
                    out.push_str(text)
                }
            }
        }
        Ok(())
    }
}

/// The keys of one object, with the number of keys that were the same once redacted.
#[derive(Default)]
struct DistinctKeys(HashMap<String, usize>);

impl DistinctKeys {
    /// Adds a key; if it was already there, it gets a number.
    fn add(&mut self, key: String) -> String {
        let mut unique = key.clone();
        while self.0.contains_key(&unique) {
            // Counting on from the last number tries none of them twice.
            let count = self.0.entry(key.clone()).or_insert(1);
            *count += 1;
            unique = format!("{key}{count}");
        }
        self.0.insert(unique.clone(), 1);
        unique
    }
}

impl Pattern {
    /// The length of the match at the start of the text.
    fn length(&self, text: &str, to_end: bool, steps: &Cell<usize>) -> Option<usize> {
        let (first, others) = self.letters.split_first()?;
        let mut reached = Reached::default();
        reached.record_next(self, text, 0, *first);
        let mut matched = 1;
        for letter in others {
            let mut next = Reached::default();
            for at in reached.places() {
                next.record_next(self, text, *at, *letter);
                steps.set(steps.get().saturating_sub(1));
            }
            if next.count == 0 {
                break;
            }
            reached = next;
            matched += 1;
        }
        let end = *reached.places().iter().max()?;
        let is_cut = to_end && end == text.len() && matched >= LEAST;
        if matched < self.letters.len() && !is_cut {
            return None;
        }
        let padding = text[end..].bytes().take(2).take_while(|byte| *byte == b'=');
        Some(end + if self.is_base64 { padding.count() } else { 0 })
    }

    /// Hosts are lower-cased, whatever they were.
    fn is_same(&self, one: char, other: char) -> bool {
        one == other || !self.is_base64 && one.eq_ignore_ascii_case(&other)
    }
}

/// The positions that can be reached in a text after some letters of a pattern.
#[derive(Default)]
struct Reached {
    places: [usize; 8],
    count: usize,
}

impl Reached {
    fn places(&self) -> &[usize] {
        &self.places[..self.count]
    }

    /// Records where a letter at a position leads.
    fn record_next(&mut self, pattern: &Pattern, text: &str, at: usize, letter: char) {
        for Unit { char, length } in escape_units(&text[at..]) {
            let next = at + length;
            let is_new = pattern.is_same(char, letter) && !self.places().contains(&next);
            if is_new && self.count < self.places.len() {
                self.places[self.count] = next;
                self.count += 1;
            }
        }
    }
}

/// What the Base64 of any data that contains these bytes must contain: for each of three alignments, in both
/// alphabets.
fn within_base64(bytes: &[u8]) -> Vec<Pattern> {
    let mut patterns = Vec::new();
    for before in 0..3 {
        let mut padded = vec![0; before];
        padded.extend_from_slice(bytes);
        let text = base64::encode_base64(&padded);
        // Digits that other bytes contribute to are left out.
        let (first, end) = ((before * 8).div_ceil(6), padded.len() * 8 / 6);
        let digits: Vec<char> = text.chars().take(end).skip(first).collect();
        if digits.len() <= LEAST {
            continue;
        }
        let other = |digit: &char| match digit {
            '+' => '-',
            '/' => '_',
            digit => *digit,
        };
        let others: Vec<char> = digits.iter().map(other).collect();
        let alphabets = if others == digits {
            vec![digits]
        } else {
            vec![digits, others]
        };
        patterns.extend(alphabets.into_iter().map(|letters| Pattern {
            letters,
            is_base64: true,
            stands_alone: false,
        }));
    }
    patterns
}
