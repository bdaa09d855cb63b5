//! Problematic texts: third parties that instruct the model, and secrets in anybody's texts.

mod alike;
mod encoded;
mod examined;
mod families;
mod phrases;
mod plain;
mod wishes;

use super::names::Named;
pub use examined::Examined;
use examined::Texts;
use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics};
use toolc_base::node::{Node, Value};
use toolc_base::secret::{has_form, is_placeholder};
use toolc_base::source::Span;
use toolc_model::draft::DraftTool;
use toolc_runtime::hidden;
use wishes::find_wish;

/// Keys whose values a model reads as text.
const WORDS: &[&str] = &["description", "title", "$comment"];

/// Reports problems in the texts of each tool as written: for each text the first problem, and for
/// each tool every kind once. Texts that were examined at an earlier time are not examined again.
pub(super) fn check_texts(
    diagnostics: &mut Diagnostics,
    named: &[Named],
    earlier: Option<&mut Examined>,
) {
    let [mut harmless, mut plain] = Texts::of(earlier);
    for tool in named {
        let mut found = Found {
            wish: None,
            secret: None,
            harmless: &mut harmless,
            plain: &mut plain,
        };
        let draft = &tool.draft;
        let place = draft.described.unwrap_or(draft.span);
        found.check_wish(draft, &Part::Of("name"), &draft.name.value, draft.name.span);
        found.check_text(draft, &Part::Of("description"), &draft.description, place);
        if let Some(title) = &draft.title {
            found.check_text(draft, &Part::Of("title"), title, draft.span);
        }
        let schemas = [Some(&draft.input), draft.output.as_ref()];
        for schema in schemas.into_iter().flatten() {
            found.walk(draft, &schema.node, "");
        }
        let name = format!("{}::{}", tool.namespace, draft.name.value);
        if let Some((wish, what, span)) = &found.wish {
            diagnostics.push(wish_finding(&name, wish, what, *span));
        }
        if let Some((what, span)) = &found.secret {
            diagnostics.push(secret_finding(&name, what, *span));
        }
    }
    harmless.keep();
    plain.keep();
}

/// The first problem of each kind.
struct Found<'f, 'n, 'e> {
    wish: Option<(wishes::Found, String, Span)>,
    secret: Option<(String, Span)>,
    /// Texts that ask for nothing.
    harmless: &'f mut Texts<'n, 'e>,
    /// Texts without a secret.
    plain: &'f mut Texts<'n, 'e>,
}

impl<'n> Found<'_, 'n, '_> {
    fn walk(&mut self, draft: &DraftTool, node: &'n Node, key: &str) {
        match &node.value {
            Value::Map(map) => {
                for entry in map.iter() {
                    if entry.key.contains(['_', '-', ' ']) {
                        let part = Part::Of("name of an argument");
                        self.check_wish(draft, &part, &entry.key, entry.key_span);
                    }
                    self.walk(draft, &entry.value, &entry.key);
                }
            }
            Value::List(list) => {
                for node in list {
                    self.walk(draft, node, key);
                }
            }
            Value::String(text) if WORDS.contains(&key) => {
                self.check_text(draft, &Part::Keyword(key), text, node.span);
            }
            Value::String(text) => {
                // a model reads these too, and people seldom do
                if text.contains([' ', '_']) {
                    self.check_wish(draft, &Part::Keyword(key), text, node.span);
                }
                self.see_value(text, node.span);
            }
            _ => {}
        }
    }

    fn check_wish(&mut self, draft: &DraftTool, part: &Part<'_>, text: &'n str, span: Span) {
        // the user's own instructions are intended
        if !draft.foreign || self.wish.is_some() || self.harmless.contains(text) {
            return;
        }
        match find_wish(text) {
            Some(wish) => self.wish = Some((wish, part.describe(), span)),
            None => self.harmless.insert(text),
        }
    }

    fn check_text(&mut self, draft: &DraftTool, part: &Part<'_>, text: &'n str, span: Span) {
        self.check_wish(draft, part, text, span);
        if self.secret.is_some() || self.plain.contains(text) {
            return;
        }
        match text.split_whitespace().any(is_secret_word) {
            true => self.secret = Some((part.describe(), span)),
            false => self.plain.insert(text),
        }
    }

    /// Examines a default, an example, or a value of an enumeration.
    fn see_value(&mut self, text: &str, span: Span) {
        if self.secret.is_none() && is_secret_word(text) {
            self.secret = Some(("schema".to_owned(), span));
        }
    }
}

/// Where in a tool a text is.
enum Part<'k> {
    Of(&'static str),
    /// It is the value of a keyword of a schema.
    Keyword(&'k str),
}

impl Part<'_> {
    fn describe(&self) -> String {
        match self {
            Part::Of(what) => (*what).to_owned(),
            Part::Keyword(key) => format!("`{key}` of a schema"),
        }
    }
}

/// Whether a word looks like a real secret, rather than an example of one.
fn is_secret_word(word: &str) -> bool {
    let is_around = |letter: char| "\"'`()[]{}<>,.;:".contains(letter);
    let word = word.trim_matches(is_around);
    // only a bare word: secrets after a name have already been searched for
    word.len() >= 20 && !word.contains(['=', ':', '/']) && has_form(word) && !is_placeholder(word)
}

fn wish_finding(name: &str, wish: &wishes::Found, what: &str, span: Span) -> Diagnostic {
    let name = hidden::show_hidden(name);
    let message = format!("the {what} of `{name}` asks a model to {}", wish.what);
    Diagnostic::new(Code::PERSUASIVE_TEXT, span, message)
        .about(About::tool(name))
        .label(format!("“{}”", hidden::show_hidden(&wish.quoted)))
        .help(
            "others wrote this text: check what the server wants before you grant the tool to a worker; if the \
             text is harmless, write an exception under `lints`",
        )
}

fn secret_finding(name: &str, what: &str, span: Span) -> Diagnostic {
    let name = hidden::show_hidden(name);
    let message = format!("the {what} of `{name}` has what looks like a secret");
    let mut found = Diagnostic::new(Code::SHOWN_SECRET, span, message)
        .about(About::tool(name))
        .help("remove it, and revoke it where it was issued: every model and every log sees it");
    found.secrets.push(span);
    found
}
