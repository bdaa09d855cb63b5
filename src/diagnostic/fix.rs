//! Mechanical remedies: what a finding says to write instead, as an edit.

use super::Diagnostic;
use super::suggest::{Replacement, find_replacement};
use crate::source::{Sources, Span};

/// A replacement of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The text to replace.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// The edit that a help line suggests: another name at the primary place, with the quotes of the
/// original, or the expected value. `None` if a person has to decide.
pub fn find_fix(sources: &Sources, found: &Diagnostic) -> Option<Fix> {
    let span = found.span()?;
    let text = sources
        .get(span.source)
        .text
        .get(span.start as usize..span.end as usize)?;
    let replacement = find_replacement(&found.help)?;
    let written = match replacement {
        Replacement::Value(value) => value.to_owned(),
        Replacement::Name(name) => {
            let quote = ['"', '\'']
                .into_iter()
                .find(|quote| text.starts_with(*quote));
            let bare = quote.map_or(text, |quote| text.trim_matches(quote));
            // the place may cover a whole mapping
            if !is_plain(bare) || !is_plain(name) || !found.message.contains(&format!("`{bare}`")) {
                return None;
            }
            // a qualified name cannot replace an unqualified one, nor the reverse
            if bare.contains("::") != name.contains("::") {
                return None;
            }
            let quote = quote.map(String::from).unwrap_or_default();
            format!("{quote}{name}{quote}")
        }
    };
    Some(Fix {
        span,
        text: written,
    })
}

/// Whether a name needs no quotes in YAML, and no escapes in JSON.
fn is_plain(name: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "_-./$:".contains(letter);
    !name.is_empty() && name.chars().all(is_letter) && !name.ends_with(':')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use crate::source::{Role, Source, SourceId};

    fn fix(text: &str, part: &str, message: &str, help: &str) -> Option<String> {
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
        let found = Diagnostic::new(Code::UNKNOWN_TOOL, span, message).help(help);
        find_fix(&sources, &found).map(|fix| fix.text)
    }

    #[test]
    fn a_name_is_written_as_the_other_was() {
        let said = "unknown tool `serch`";
        let help = "did you mean `search`?";
        assert_eq!(
            fix("[serch]", "serch", said, help).as_deref(),
            Some("search")
        );
        assert_eq!(
            fix("['serch']", "'serch'", said, help).as_deref(),
            Some("'search'")
        );
        assert_eq!(
            fix("[\"serch\"]", "\"serch\"", said, help).as_deref(),
            Some("\"search\"")
        );
        let value = fix("{default: 5}", "5", "must be a string", "quote it: `\"5\"`");
        assert_eq!(value.as_deref(), Some("\"5\""));
    }

    #[test]
    fn what_a_person_decides_is_not_an_edit() {
        let help = "did you mean `search`?";
        assert_eq!(
            fix("{a: serch}", "{a: serch}", "unknown tool `serch`", help),
            None
        );
        assert_eq!(
            fix("[serch]", "serch", "unknown tool `serch`", "remove it"),
            None
        );
        assert_eq!(
            fix(
                "[serch]",
                "serch",
                "`a::serch`",
                "did you mean `a::search`?"
            ),
            None
        );
        assert_eq!(
            fix("[serch]", "serch", "`serch`", "did you mean `a::search`?"),
            None
        );
    }
}
