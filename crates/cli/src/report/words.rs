//! The differences between two texts, word by word.

/// Longer texts are compared as a whole: the comparison takes quadratic time.
const MOST_WORDS: usize = 2_000;

/// A part of the comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Text in both.
    Same(String),
    /// Text only in the old one.
    Old(String),
    /// Text only in the new one.
    New(String),
}

/// The parts of two texts in order. A removed part precedes its replacement.
pub fn compare_words(old: &str, new: &str) -> Vec<Piece> {
    let (old, new) = (split_words(old), split_words(new));
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (before, old, new) = (&old[..start], &old[start..], &new[start..]);
    let backwards = old.iter().rev().zip(new.iter().rev());
    let end = backwards.take_while(|(a, b)| a == b).count();
    let (old, after) = old.split_at(old.len() - end);
    let new = &new[..new.len() - end];
    let mut pieces = Pieces::default();
    before
        .iter()
        .for_each(|word| pieces.push(Piece::Same((*word).to_owned())));
    compare_middle(&mut pieces, old, new);
    after
        .iter()
        .for_each(|word| pieces.push(Piece::Same((*word).to_owned())));
    pieces.0
}

/// Uses the longest common subsequence.
fn compare_middle(pieces: &mut Pieces, old: &[&str], new: &[&str]) {
    let removed = |word: &&str| Piece::Old((*word).to_owned());
    let added = |word: &&str| Piece::New((*word).to_owned());
    if old.len().max(new.len()) > MOST_WORDS {
        old.iter().for_each(|word| pieces.push(removed(word)));
        new.iter().for_each(|word| pieces.push(added(word)));
        return;
    }
    // how many words have in common what follows each pair of positions
    let width = new.len() + 1;
    let mut common = vec![0u16; (old.len() + 1) * width];
    for (row, was) in old.iter().enumerate().rev() {
        for (column, is) in new.iter().enumerate().rev() {
            let at = row * width + column;
            common[at] = match was == is {
                true => common[at + width + 1] + 1,
                false => common[at + width].max(common[at + 1]),
            };
        }
    }
    let (mut row, mut column) = (0, 0);
    while let (Some(was), Some(is)) = (old.get(row), new.get(column)) {
        let at = row * width + column;
        if was == is {
            pieces.push(Piece::Same((*was).to_owned()));
            (row, column) = (row + 1, column + 1);
        } else if common[at + width] >= common[at + 1] {
            pieces.push(removed(was));
            row += 1;
        } else {
            pieces.push(added(is));
            column += 1;
        }
    }
    old[row..]
        .iter()
        .for_each(|word| pieces.push(removed(word)));
    new[column..]
        .iter()
        .for_each(|word| pieces.push(added(word)));
}

/// The words, and the separators between them.
fn split_words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let end = match is_word(first) {
            true => rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, after) = rest.split_at(end);
        words.push(word);
        rest = after;
    }
    words
}

/// Merges adjacent pieces of the same kind.
#[derive(Default)]
struct Pieces(Vec<Piece>);

impl Pieces {
    fn push(&mut self, piece: Piece) {
        match (self.0.last_mut(), piece) {
            (Some(Piece::Same(last)), Piece::Same(more))
            | (Some(Piece::Old(last)), Piece::Old(more))
            | (Some(Piece::New(last)), Piece::New(more)) => last.push_str(&more),
            (_, piece) => self.0.push(piece),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Formats as `git diff --word-diff` does: `[-old-]` and `{+new+}`.
    fn show(old: &str, new: &str) -> String {
        let pieces = compare_words(old, new)
            .into_iter()
            .map(|piece| match piece {
                Piece::Same(text) => text,
                Piece::Old(text) => format!("[-{text}-]"),
                Piece::New(text) => format!("{{+{text}+}}"),
            });
        pieces.collect()
    }

    #[test]
    fn words_are_compared() {
        for (old, new, shown) in [
            ("", "", ""),
            ("a b", "a b", "a b"),
            ("", "a", "{+a+}"),
            ("a", "", "[-a-]"),
            (
                "Get the weather.",
                "Get all weather now.",
                "Get [-the-]{+all+} weather{+ now+}.",
            ),
            ("a b c d", "b c x d", "[-a -]b c{+ x+} d"),
            ("größe", "große", "[-größe-]{+große+}"),
        ] {
            assert_eq!(show(old, new), shown);
        }
    }

    #[test]
    fn a_long_text_is_compared_as_a_whole() {
        let (old, new) = ("a b ".repeat(2_000), "c d ".repeat(2_000));
        let pieces = compare_words(&old, &new);
        assert!(pieces.len() <= 3, "{}", pieces.len());
    }
}
