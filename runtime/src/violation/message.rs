//! Messages, written word by word without the machinery of `format!`, which takes longer than the walk that finds
//! the fault.

use super::words::{clean_rule, shorten_name};

/// The maximum length of a message in bytes. Words that quote the schema are shortened separately.
const MAX_MESSAGE: usize = 1_000;

/// The initial capacity of a message, enough for most.
const MESSAGE: usize = 64;

/// A part of a message. Texts from the arguments or the schema have variants that clean and shorten them;
/// `Text` cannot hold them.
#[derive(Clone, Copy)]
pub(crate) enum Word<'w> {
    /// A text of this crate.
    Text(&'static str),
    /// A name, in backticks.
    Name(&'w str),
    /// A pattern, or another rule of the schema.
    Rule(&'w str),
    /// A count, an index or an ordinal.
    Number(u64),
    /// A count with its noun: `1 item`, `2 items`.
    Counted(u64, &'static str),
    /// Words that have a type of their own.
    Phrase(&'w dyn Phrase),
    /// A part of another message.
    Message(&'w str),
}

/// Words that have a type of their own. What they quote must be clean and short.
pub(crate) trait Phrase {
    /// Appends the words to a message.
    fn write(&self, message: &mut String);
}

/// Writes a message, and cuts it if it is too long.
#[cold]
pub(crate) fn write_message(words: &[Word<'_>]) -> String {
    let mut message = String::with_capacity(MESSAGE);
    for word in words {
        word.write(&mut message);
    }
    if message.len() > MAX_MESSAGE {
        message.truncate(message.floor_char_boundary(MAX_MESSAGE));
        message.push('…');
    }
    message
}

impl Word<'_> {
    fn write(self, message: &mut String) {
        match self {
            Word::Text(text) => message.push_str(text),
            Word::Name(name) => {
                message.push('`');
                message.push_str(&shorten_name(name));
                message.push('`');
            }
            Word::Rule(rule) => message.push_str(&clean_rule(rule)),
            Word::Number(number) => push_number(number, message),
            Word::Counted(count, noun) => {
                push_number(count, message);
                message.push(' ');
                message.push_str(noun);
                if count != 1 {
                    message.push('s');
                }
            }
            Word::Phrase(phrase) => phrase.write(message),
            Word::Message(part) => message.push_str(part),
        }
    }
}

/// Appends an integer to a message.
pub(crate) fn push_number(number: impl itoa::Integer, message: &mut String) {
    message.push_str(itoa::Buffer::new().format(number));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_joins_its_words() {
        let words = |count| [Word::Text("must have "), Word::Counted(count, "item")];
        assert_eq!(write_message(&words(1)), "must have 1 item");
        assert_eq!(write_message(&words(20)), "must have 20 items");
    }

    #[test]
    fn what_comes_from_outside_is_cut() {
        let long = "é".repeat(1_000);
        let name = write_message(&[Word::Text("key "), Word::Name(&long)]);
        assert_eq!(name, format!("key `{}…`", "é".repeat(64)));
        assert_eq!(write_message(&[Word::Rule(&long)]).chars().count(), 201);
        let part = write_message(&[Word::Text("-"), Word::Message(&long)]);
        assert_eq!(part, format!("-{}…", "é".repeat(499)));
    }
}
