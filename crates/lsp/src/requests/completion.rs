//! What may be written at a place: keys and values of the schemas for editors, tools, workers, engines and arguments.

mod cursor;
mod offers;

use super::Asked;
use crate::analysis::Analysis;
use crate::analysis::write_range;
use crate::keys::schema_of;
use crate::message::Failure;
use cursor::Cursor;
use offers::list_offers;
use serde_json::{Value, json};
use toolc_base::source::{Role, Source};

/// What can be written: a word, what it is, and words on it.
struct Offer {
    label: String,
    /// A `CompletionItemKind` of the protocol.
    kind: u32,
    detail: String,
    words: String,
    /// Whether it is a key, behind which a value follows.
    is_key: bool,
}

impl Offer {
    fn new(label: impl Into<String>, kind: u32, detail: impl Into<String>) -> Self {
        Offer {
            label: label.into(),
            kind,
            detail: detail.into(),
            words: String::new(),
            is_key: false,
        }
    }

    /// The same as a key.
    fn key(self, words: impl Into<String>) -> Self {
        Offer {
            words: words.into(),
            is_key: true,
            ..self
        }
    }
}

/// What may be written at a place. The text need not be complete: that is when people ask.
pub fn complete(asked: Asked<'_>) -> Result<Value, Failure> {
    let position = asked.params.position("/position")?;
    let document = asked.document()?;
    let place = document.place.as_deref();
    let Some(analysis) = place.and_then(|place| asked.projects.analysis_around(place)) else {
        return Ok(json!([]));
    };
    let byte = document
        .lines
        .byte(&document.text, position, asked.encoding);
    let source = describe_source(analysis, document.place.as_deref(), &document.text);
    for cursor in Cursor::read_place(&source, byte) {
        let config = &analysis.loaded.config;
        let Some(schema) = schema_of(config, &source, &cursor.root) else {
            continue;
        };
        let offers = list_offers(analysis, schema, &cursor);
        if !offers.is_empty() {
            let (text, lines) = (&document.text, &document.lines);
            let range = write_range(text, lines, cursor.word, asked.encoding);
            return Ok(write_items(offers, &cursor, &range));
        }
    }
    Ok(json!([]))
}

fn write_items(offers: Vec<Offer>, cursor: &Cursor, range: &Value) -> Value {
    let items = offers.into_iter().map(|offer| {
        let text = match offer.is_key && cursor.takes_colon {
            true => format!("{}: ", offer.label),
            false => offer.label.clone(),
        };
        let mut item = json!({
            "label": offer.label,
            "kind": offer.kind,
            "textEdit": { "range": range, "newText": text },
        });
        if !offer.detail.is_empty() {
            item["detail"] = json!(offer.detail);
        }
        if !offer.words.is_empty() {
            item["documentation"] = json!(offer.words);
        }
        item
    });
    items.collect()
}

/// The document as a source, with the role that it had in the last check.
fn describe_source(analysis: &Analysis, place: Option<&std::path::Path>, text: &str) -> Source {
    let known = place.and_then(|place| analysis.source_at(place));
    let known = known.map(|id| analysis.loaded.sources.get(id));
    let name = place.and_then(|place| place.file_name()?.to_str());
    Source {
        path: known
            .map_or(name.unwrap_or(""), |source| &source.path)
            .to_owned(),
        role: known.map_or(Role::Found, |source| source.role.clone()),
        text: text.into(),
    }
}
