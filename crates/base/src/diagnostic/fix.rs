//! Mechanical remedies: what a finding says to write instead, as data.

use super::Diagnostic;
use crate::source::{Sources, Span};

/// What to write instead.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Help {
    /// A sentence; may be empty.
    pub text: String,
    /// What is to be written in the primary place, unless a person has to decide.
    pub replacement: Option<Replacement>,
}

impl Help {
    /// The help with a further sentence. It is no longer the only thing to do, so nothing is
    /// replaced mechanically.
    pub fn and(self, further: &str) -> Self {
        Help::from(format!("{} {further}", self.text))
    }
}

impl From<String> for Help {
    fn from(text: String) -> Self {
        Help {
            text,
            replacement: None,
        }
    }
}

impl From<&str> for Help {
    fn from(text: &str) -> Self {
        Help::from(text.to_owned())
    }
}

/// What is written in place of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Replacement {
    /// Another name, in the quotes of the old one.
    Name {
        /// The old name.
        written: String,
        /// The new one.
        meant: String,
    },
    /// Another value, exactly as given.
    Value(String),
    /// The same text in quotes. A number is not always read as it is written: in YAML, `0123` is
    /// the number 123.
    Quoted,
}

impl Replacement {
    /// Whether the new text contains one of these.
    pub(super) fn mentions<'t>(&self, mut texts: impl Iterator<Item = &'t str>) -> bool {
        let new = match self {
            Replacement::Name { meant, .. } => meant,
            Replacement::Value(value) => value,
            Replacement::Quoted => return false,
        };
        texts.any(|text| new.contains(text))
    }
}

/// What a finding says to write, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The text to replace.
    pub span: Span,
    /// What to write there.
    pub replacement: Replacement,
}

/// A replacement of text.
#[cfg(feature = "cli")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The text to replace.
    pub span: Span,
    /// The new text.
    pub text: String,
}

impl Fix {
    /// The edit of the file; `None` if the place holds something else than what is to be replaced.
    #[cfg(feature = "cli")]
    pub fn edit(&self, sources: &Sources) -> Option<Edit> {
        let old = quoted_text(sources, self.span)?;
        let text = match &self.replacement {
            Replacement::Value(value) => value.clone(),
            Replacement::Quoted => in_quotes(old),
            Replacement::Name { written, meant } => {
                let quote = ['"', '\'']
                    .into_iter()
                    .find(|quote| old.starts_with(*quote));
                let bare = quote.map_or(old, |quote| old.trim_matches(quote));
                // the place may cover a whole mapping, or more than the name
                if bare != written || !is_plain(written) || !is_plain(meant) {
                    return None;
                }
                let quote = quote.map(String::from).unwrap_or_default();
                format!("{quote}{meant}{quote}")
            }
        };
        Some(Edit {
            span: self.span,
            text,
        })
    }
}

impl Diagnostic {
    /// Says in the help what the text in quotes is, now that the text is at hand.
    pub(super) fn quote_source(&mut self, sources: &Sources) {
        let Some(fix) = self.fix.as_ref() else { return };
        if fix.replacement == Replacement::Quoted
            && let Some(old) = quoted_text(sources, fix.span)
        {
            self.help = format!("{}: `{}`", self.help, in_quotes(old));
        }
    }
}

fn quoted_text(sources: &Sources, span: Span) -> Option<&str> {
    let text = &sources.get(span.source).text;
    text.get(span.start as usize..span.end as usize)
}

/// A number or a boolean as a string in YAML and JSON.
fn in_quotes(text: &str) -> String {
    format!("\"{text}\"")
}

/// Whether a name needs no quotes in YAML, and no escapes in JSON.
#[cfg(feature = "cli")]
fn is_plain(name: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "_-./$:".contains(letter);
    !name.is_empty() && name.chars().all(is_letter) && !name.ends_with(':')
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use crate::source::{Role, Source, SourceId};

    fn name(written: &str, meant: &str) -> Help {
        Help {
            text: "did you mean another one?".to_owned(),
            replacement: Some(Replacement::Name {
                written: written.to_owned(),
                meant: meant.to_owned(),
            }),
        }
    }

    fn fix(text: &str, part: &str, help: Help) -> Option<String> {
        let mut sources = Sources::default();
        sources.add(Source {
            path: "a.yaml".to_owned(),
            text: text.into(),
            role: Role::Found,
        });
        let start = u32::try_from(text.find(part).expect("a part")).expect("small");
        let span = Span {
            source: SourceId(0),
            start,
            end: start + u32::try_from(part.len()).expect("small"),
        };
        let found = Diagnostic::new(Code::UNKNOWN_TOOL, span, "a finding").help(help);
        found.fix?.edit(&sources).map(|edit| edit.text)
    }

    #[test]
    fn a_name_is_written_as_the_other_was() {
        let help = || name("serch", "search");
        for (written, edited) in [
            ("serch", "search"),
            ("'serch'", "'search'"),
            ("\"serch\"", "\"search\""),
        ] {
            let found = fix(&format!("[{written}]"), written, help());
            assert_eq!(found.as_deref(), Some(edited));
        }
    }

    #[test]
    fn a_value_in_quotes_is_the_text_that_was_written() {
        for written in ["5", "0123", "+1555", "0x1F", ".5"] {
            let quoted = Help {
                text: "quote it".to_owned(),
                replacement: Some(Replacement::Quoted),
            };
            let found = fix(&format!("{{default: {written}}}"), written, quoted);
            assert_eq!(found, Some(format!("\"{written}\"")));
        }
    }

    #[test]
    fn what_a_person_decides_is_not_an_edit() {
        let help = || name("serch", "search");
        assert_eq!(fix("{a: serch}", "{a: serch}", help()), None);
        assert_eq!(fix("[/a/serch]", "/a/serch", help()), None);
        assert_eq!(fix("[serch]", "serch", Help::from("remove it")), None);
        assert_eq!(fix("[serch]", "serch", help().and("or remove it")), None);
        let spaced = name("serch", "a search");
        assert_eq!(fix("[serch]", "serch", spaced), None);
    }
}
