//! "Did you mean": the nearest name in a list.

use super::fix::{Help, Replacement};
use std::cell::Cell;

/// The candidate nearest to a name, if it is near enough to be meant: at most a third of the
/// letters differ. Case is ignored, and `-` equals `_`; of equally near candidates the first wins.
/// A candidate with the opposite meaning is never meant.
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    Guesses::default().nearest(name, candidates)
}

/// The help for an unknown name: asks whether the nearest candidate was meant, if one is near
/// enough.
pub fn did_you_mean<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<Help> {
    nearest(name, candidates).map(|meant| ask_whether(name, meant))
}

/// The help that asks whether this name was meant instead of the one that was written.
pub fn ask_whether(written: &str, meant: impl std::fmt::Display) -> Help {
    let meant = meant.to_string();
    Help {
        text: format!("did you mean `{meant}`?"),
        replacement: Some(Replacement::Name {
            written: written.to_owned(),
            meant,
        }),
    }
}

/// The help that asks for a value to be written as a string.
pub fn quote_it() -> Help {
    Help {
        text: "quote it".to_owned(),
        replacement: Some(Replacement::Quoted),
    }
}

/// The help that asks for a number instead of a string.
pub fn unquote_it(value: &str) -> Help {
    Help {
        text: format!("write it without quotes: `{value}`"),
        replacement: Some(Replacement::Value(value.to_owned())),
    }
}

/// Longer names are not typed by hand.
const MAX_NAME: usize = 128;

/// How many pairs of letters are compared for all guesses together. A typo among a thousand names
/// takes some hundred thousand.
const MAX_COMPARED: usize = 20_000_000;

/// Guesses at what was meant, for names that may be numerous. If hundreds are missing, they are not
/// typos, and no guesses are made for the last of them.
#[derive(Debug)]
pub struct Guesses {
    left: Cell<usize>,
}

impl Default for Guesses {
    fn default() -> Self {
        Guesses {
            left: Cell::new(MAX_COMPARED),
        }
    }
}

impl Guesses {
    /// The candidate nearest to a name, as found by the function [`nearest`].
    pub fn nearest<'c>(
        &self,
        name: &str,
        candidates: impl IntoIterator<Item = &'c str>,
    ) -> Option<&'c str> {
        self.search(name, &mut candidates.into_iter())
    }

    /// Not generic, so that it is compiled only once for all kinds of candidates.
    fn search<'c>(
        &self,
        name: &str,
        candidates: &mut dyn Iterator<Item = &'c str>,
    ) -> Option<&'c str> {
        if name.len() > MAX_NAME {
            return None;
        }
        let wanted = fold(name);
        let mut limit = (wanted.len() / 3).max(1);
        let mut best = None;
        for candidate in candidates {
            // a letter takes up to four bytes
            let least = candidate.len().div_ceil(4);
            let unlike = candidate.len() + limit < wanted.len() || least > wanted.len() + limit;
            if !self.take(1) {
                return None;
            }
            if candidate == name || unlike || candidate.len() > MAX_NAME {
                continue;
            }
            let folded = fold(candidate);
            if wanted.len().abs_diff(folded.len()) > limit {
                continue;
            }
            let (distance, compared) = distance(&wanted, &folded, limit);
            if !self.take(compared) {
                return None;
            }
            let is_near = |distance: &usize| *distance < folded.len();
            if let Some(distance) = distance.filter(is_near)
                && !is_opposite(name, candidate)
            {
                best = Some(candidate);
                let Some(nearer) = distance.checked_sub(1) else {
                    break;
                };
                limit = nearer;
            }
        }
        best
    }

    /// The help for an unknown name, as given by the function [`did_you_mean`].
    pub fn did_you_mean<'c>(
        &self,
        name: &str,
        candidates: impl IntoIterator<Item = &'c str>,
    ) -> Option<Help> {
        let meant = self.nearest(name, candidates)?;
        Some(ask_whether(name, meant))
    }

    fn take(&self, letters: usize) -> bool {
        self.left.set(self.left.get().saturating_sub(letters));
        self.left.get() > 0
    }
}

/// Pairs of words with opposite meanings.
const OPPOSITES: &[(&str, &str)] = &[
    ("allow", "deny"),
    ("allowed", "denied"),
    ("allow", "block"),
    ("allowed", "blocked"),
    ("include", "exclude"),
    ("included", "excluded"),
    ("enable", "disable"),
    ("enabled", "disabled"),
];

/// Prefixes and words that negate the word after them.
const NEGATIONS: &[&str] = &["un", "non", "dis", "not", "no"];

/// Whether two names differ only in a word that reverses the meaning, so that suggesting one for the
/// other would mislead.
fn is_opposite(one: &str, other: &str) -> bool {
    let (one, other) = (split_words(one), split_words(other));
    let (short, long) = match one.len() <= other.len() {
        true => (one, other),
        false => (other, one),
    };
    let Some(at) = (0..long.len()).find(|at| short.get(*at) != long.get(*at)) else {
        return false;
    };
    match long.len() - short.len() {
        0 => short[at + 1..] == long[at + 1..] && are_opposites(&short[at], &long[at]),
        1 => short[at..] == long[at + 1..] && NEGATIONS.contains(&long[at].as_str()),
        _ => false,
    }
}

fn are_opposites(one: &str, other: &str) -> bool {
    let denies = |longer: &str, word: &str| {
        let before = longer.strip_suffix(word);
        before.is_some_and(|before| NEGATIONS.contains(&before))
    };
    let is_pair = |pair: &(&str, &str)| *pair == (one, other) || *pair == (other, one);
    denies(one, other) || denies(other, one) || OPPOSITES.iter().any(is_pair)
}

/// Splits a name into words: `is_trusted` and `isTrusted` into `["is", "trusted"]`.
fn split_words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for letter in name.chars() {
        let is_mark = !letter.is_alphanumeric();
        if is_mark || was_small && letter.is_uppercase() {
            words.push(String::new());
        }
        was_small = letter.is_lowercase();
        if let Some(word) = words.last_mut().filter(|_| !is_mark) {
            word.extend(letter.to_lowercase());
        }
    }
    words
}

fn fold(name: &str) -> Vec<char> {
    name.chars()
        .map(|letter| {
            if letter == '-' {
                '_'
            } else {
                letter.to_ascii_lowercase()
            }
        })
        .collect()
}

/// The number of letters to insert, delete, replace, or swap with their neighbour, if at most
/// `limit`; and how many pairs of letters were compared.
fn distance(from: &[char], to: &[char], limit: usize) -> (Option<usize>, usize) {
    let mut before = Vec::new();
    let mut previous: Vec<usize> = (0..=to.len()).collect();
    for (row, letter) in from.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, other) in to.iter().enumerate() {
            let replaced = previous[column] + usize::from(letter != other);
            let mut least = replaced
                .min(previous[column + 1] + 1)
                .min(current[column] + 1);
            let swapped =
                row > 0 && column > 0 && from[row - 1] == *other && *letter == to[column - 1];
            if swapped {
                let earlier: &Vec<usize> = &before;
                least = least.min(earlier[column - 1] + 1);
            }
            current.push(least);
        }
        // a swap looks back one more row
        let is_far = |row: &[usize]| row.iter().all(|distance| *distance > limit);
        if is_far(&current) && is_far(&previous) {
            return (None, (row + 1) * to.len());
        }
        before = std::mem::replace(&mut previous, current);
    }
    let distance = previous[to.len()];
    (
        (distance <= limit).then_some(distance),
        from.len() * to.len(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_typing_slip() {
        let names = ["get_weather", "get_forecast", "search"];
        assert_eq!(nearest("get_wether", names), Some("get_weather"));
        assert_eq!(nearest("serach", names), Some("search"));
        assert_eq!(nearest("Get-Weather", names), Some("get_weather"));
    }

    #[test]
    fn says_nothing_where_nothing_is_near() {
        assert_eq!(nearest("delete", ["get_weather", "search"]), None);
        assert_eq!(nearest("a", ["b"]), None);
        assert_eq!(nearest("", ["b"]), None);
        assert_eq!(nearest("search", ["search"]), None);
    }

    #[test]
    fn asks_for_the_name_that_was_meant() {
        let help = did_you_mean("serach", ["get_weather", "search"]);
        let help = help.expect("a name is near");
        assert_eq!(help.text, "did you mean `search`?");
        let replacement = Replacement::Name {
            written: "serach".to_owned(),
            meant: "search".to_owned(),
        };
        assert_eq!(help.replacement, Some(replacement));
        assert_eq!(did_you_mean("delete", ["search"]), None);
    }

    #[test]
    fn never_suggests_the_opposite() {
        for (name, opposite) in [
            ("trusted", "untrusted"),
            ("isUntrusted", "is_trusted"),
            ("denied_suffixes", "allowed_suffixes"),
            ("exclude", "include"),
            ("excluded_paths", "included_paths"),
            ("disallowed-suffixes", "allowed_suffixes"),
            ("block_deliveries", "allow_deliveries"),
            ("nonPrivateHosts", "privateHosts"),
            ("no_private_hosts", "private_hosts"),
        ] {
            assert_eq!(nearest(name, [opposite]), None, "{name}");
            assert_eq!(nearest(opposite, [name]), None, "{opposite}");
        }
        let names = ["untrusted", "truster"];
        assert_eq!(nearest("trusted", names), Some("truster"));
        assert_eq!(nearest("fction", ["function"]), Some("function"));
        assert_eq!(nearest("untrused", ["untrusted"]), Some("untrusted"));
    }

    #[test]
    fn counts_a_swap_as_one() {
        let letters = |text: &str| text.chars().collect::<Vec<_>>();
        let distance = |from, to| distance(&letters(from), &letters(to), 9).0;
        assert_eq!(distance("ab", "ba"), Some(1));
        assert_eq!(distance("kitten", "sitting"), Some(3));
        assert_eq!(distance("", "abc"), Some(3));
    }

    #[test]
    fn the_first_of_the_nearest_wins() {
        assert_eq!(
            nearest("search", ["scratch", "seerch", "saarch"]),
            Some("seerch")
        );
        assert_eq!(nearest("search", ["Search", "SEARCH"]), Some("Search"));
        assert_eq!(nearest("größe", ["grosse", "größen"]), Some("größen"));
    }

    #[test]
    fn guessing_comes_to_an_end() {
        let names: Vec<String> = (0..2_000).map(|at| format!("{at:0120}")).collect();
        let guesses = Guesses::default();
        let found = names.iter().map(|name| {
            let names = names.iter().map(String::as_str);
            guesses.nearest(&name.replace('0', "o"), names)
        });
        assert_eq!(found.flatten().count(), 0);
        assert_eq!(guesses.nearest("serch", ["search"]), None);
        assert_eq!(nearest(&"a".repeat(129), [&*"a".repeat(128)]), None);
    }
}
