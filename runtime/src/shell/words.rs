//! Splits a command into words as a POSIX shell does, without anything else that a shell does.

use crate::hidden;
use std::fmt;

/// Syntax that only a shell interprets. It is rejected everywhere, even in quotes.
const OPERATORS: &[&str] = &["|", ">", "<", ";", "&", "`", "$(", "${"];

/// Why a text is not a command.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unfit {
    /// It has no words.
    Empty,
    /// It contains a shell operator.
    Operator(&'static str),
    /// It contains a line break.
    LineBreak,
    /// It contains an invisible character of this kind.
    Hidden(&'static str),
    /// It has a quote that is not closed.
    OpenQuote(char),
    /// It ends with a backslash.
    OpenEscape,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::Empty => f.write_str("the command is empty"),
            Unfit::Operator(operator) => write!(
                f,
                "the command has the shell metacharacter `{operator}`: no shell runs it, so it must \
                 be one program with its arguments"
            ),
            Unfit::LineBreak => f.write_str(
                "the command has a line break: it must be one program with its arguments",
            ),
            Unfit::Hidden(what) => write!(f, "the command has {what}, which nobody sees"),
            Unfit::OpenQuote(quote) => write!(f, "the command has a {quote} that is not closed"),
            Unfit::OpenEscape => f.write_str("the command ends with a backslash"),
        }
    }
}

/// Splits a command: blanks separate words, quotes and backslashes keep them together.
///
/// # Errors
/// Fails if it is not a single program with its arguments.
pub fn split(line: &str) -> Result<Vec<String>, Unfit> {
    check_text(line)?;
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            ' ' | '\t' => words.extend(word.take()),
            '\'' => read_single(&mut letters, word.get_or_insert_default())?,
            '"' => read_double(&mut letters, word.get_or_insert_default())?,
            '\\' => {
                let next = letters.next().ok_or(Unfit::OpenEscape)?;
                word.get_or_insert_default().push(next);
            }
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    check_program(&words)?;
    Ok(words)
}

/// Checks words that are already separate.
///
/// # Errors
/// Fails if they contain anything that no command may contain.
pub fn check_words(words: &[String]) -> Result<(), Unfit> {
    words.iter().try_for_each(|word| check_text(word))?;
    check_program(words)
}

fn check_program(words: &[String]) -> Result<(), Unfit> {
    match words.first() {
        Some(program) if !program.is_empty() => Ok(()),
        _ => Err(Unfit::Empty),
    }
}

fn check_text(text: &str) -> Result<(), Unfit> {
    if let Some(operator) = OPERATORS.iter().find(|operator| text.contains(**operator)) {
        return Err(Unfit::Operator(operator));
    }
    if text.contains(['\n', '\r']) {
        return Err(Unfit::LineBreak);
    }
    match text.chars().find_map(hidden::describe_hidden) {
        Some(what) => Err(Unfit::Hidden(what)),
        None => Ok(()),
    }
}

fn read_single(letters: &mut std::str::Chars<'_>, word: &mut String) -> Result<(), Unfit> {
    for letter in letters {
        match letter {
            '\'' => return Ok(()),
            other => word.push(other),
        }
    }
    Err(Unfit::OpenQuote('\''))
}

/// In double quotes, a backslash escapes characters that are special there, and is literal before others.
fn read_double(letters: &mut std::str::Chars<'_>, word: &mut String) -> Result<(), Unfit> {
    while let Some(letter) = letters.next() {
        match letter {
            '"' => return Ok(()),
            '\\' => match letters.next() {
                Some(escaped @ ('"' | '\\' | '$')) => word.push(escaped),
                Some(other) => word.extend(['\\', other]),
                None => break,
            },
            other => word.push(other),
        }
    }
    Err(Unfit::OpenQuote('"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_posix_shell_splits_them() {
        let rows: &[(&str, &[&str])] = &[
            ("git status", &["git", "status"]),
            ("  git \t status  ", &["git", "status"]),
            ("a 'b c' d", &["a", "b c", "d"]),
            ("a \"b c\" d", &["a", "b c", "d"]),
            ("a'b'\"c\"d", &["abcd"]),
            ("a '' \"\"", &["a", "", ""]),
            (r"a b\ c", &["a", "b c"]),
            (r#"a "\"\\\$\n""#, &["a", r#""\$\n"#]),
            (r"a '\'", &["a", r"\"]),
            ("a # b", &["a", "#", "b"]),
            ("a $HOME ~ *.rs", &["a", "$HOME", "~", "*.rs"]),
            ("git\u{a0}status", &["git\u{a0}status"]),
        ];
        for (line, words) in rows {
            let found = split(line).expect(line);
            assert_eq!(found, *words, "{line}");
        }
    }

    #[test]
    fn what_only_a_shell_understands_is_refused() {
        for operator in OPERATORS {
            for line in [
                format!("a {operator} b"),
                format!("a '{operator}'"),
                format!("a{operator}b"),
            ] {
                assert_eq!(split(&line), Err(Unfit::Operator(operator)), "{line}");
            }
        }
        for (line, unfit) in [
            ("", Unfit::Empty),
            (" \t", Unfit::Empty),
            ("'' a", Unfit::Empty),
            ("a\nb", Unfit::LineBreak),
            ("a '\r'", Unfit::LineBreak),
            ("a \0", Unfit::Hidden("a control character")),
            ("a 'b", Unfit::OpenQuote('\'')),
            ("a \"b", Unfit::OpenQuote('"')),
            ("a \"b\\", Unfit::OpenQuote('"')),
            ("a \\", Unfit::OpenEscape),
        ] {
            assert_eq!(split(line), Err(unfit), "{line:?}");
        }
    }
}
