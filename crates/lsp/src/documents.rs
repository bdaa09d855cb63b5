//! Noun: the documents that are open in the editor, with their text as it is there.

use crate::lines::{Encoding, Lines};
use crate::message::{ErrorCode, Failure};
use crate::params::Params;
use crate::uri::path_of;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use toolc_read::load::{Disk, Files, Overlay};

/// An open document.
#[derive(Debug, Clone)]
pub struct Document {
    /// Its address, as the client writes it.
    pub uri: String,
    /// Where it is; `None` if it is not a file.
    pub path: Option<PathBuf>,
    /// The same without links, by which documents and sources are compared.
    pub place: Option<PathBuf>,
    /// The number that the client gives to this state of it.
    pub version: i64,
    /// Its text.
    pub text: Arc<str>,
    /// The lines of the text.
    pub lines: Arc<Lines>,
}

/// All open documents, by address.
#[derive(Debug, Default)]
pub struct Documents {
    open: BTreeMap<String, Document>,
}

impl Documents {
    /// Opens a document, from the parameters of `textDocument/didOpen`.
    pub fn open(&mut self, params: Params<'_>) -> Result<&Document, Failure> {
        let uri = params.document()?.to_owned();
        let version = params.number("/textDocument/version")?;
        let text = params.text("/textDocument/text")?;
        let path = path_of(&uri);
        let document = Document {
            place: path.as_deref().map(find_place),
            path,
            version,
            text: text.into(),
            lines: Arc::new(Lines::of_text(text)),
            uri: uri.clone(),
        };
        self.open.insert(uri.clone(), document);
        self.get(&uri)
    }

    /// Applies the edits of `textDocument/didChange` in their order. If one of them is malformed, none is applied.
    pub fn change(&mut self, params: Params<'_>, encoding: Encoding) -> Result<&Document, Failure> {
        let uri = params.document()?;
        let version = params.number("/textDocument/version")?;
        let changes = params.list("/contentChanges")?;
        let document = self.get(uri)?;
        let mut text = document.text.to_string();
        let mut lines = document.lines.clone();
        for change in changes {
            text = edit_text(text, &lines, change, encoding)?;
            lines = Arc::new(Lines::of_text(&text));
        }
        let changed = Document {
            version,
            text: text.into(),
            lines,
            ..document.clone()
        };
        self.open.insert(uri.to_owned(), changed);
        self.get(uri)
    }

    /// Closes a document. What is on the disk counts again.
    pub fn close(&mut self, params: Params<'_>) -> Result<Document, Failure> {
        let uri = params.document()?;
        self.open.remove(uri).ok_or_else(|| not_open(uri))
    }

    /// The document at an address.
    pub fn get(&self, uri: &str) -> Result<&Document, Failure> {
        self.open.get(uri).ok_or_else(|| not_open(uri))
    }

    /// All documents.
    pub fn iter(&self) -> impl Iterator<Item = &Document> {
        self.open.values()
    }

    /// The document that is the file at a place, if it is open.
    pub fn at(&self, place: &std::path::Path) -> Option<&Document> {
        let mut open = self.open.values();
        open.find(|document| document.place.as_deref() == Some(place))
    }

    /// The disk under the texts of all documents.
    pub fn lay_over_disk(&self) -> Overlay {
        let mut overlay = Overlay::default();
        for document in self.open.values() {
            if let Some(path) = &document.path {
                overlay.edit_file(path, document.text.clone());
            }
        }
        overlay
    }
}

/// A path without links; its folder without them if it does not exist.
pub fn find_place(path: &std::path::Path) -> PathBuf {
    let files: &dyn Files = &Disk;
    match (files.resolve(path), path.parent(), path.file_name()) {
        (Ok(place), ..) => place,
        (Err(_), Some(folder), Some(name)) => files.canonical(folder).join(name),
        (Err(_), ..) => path.to_owned(),
    }
}

fn not_open(uri: &str) -> Failure {
    let message = format!("the document `{uri}` is not open");
    Failure::new(ErrorCode::InvalidParams, message)
}

fn edit_text(
    mut text: String,
    lines: &Lines,
    change: &Value,
    encoding: Encoding,
) -> Result<String, Failure> {
    let params = Params(change);
    let new = params.text("/text")?;
    if change.get("range").is_none_or(Value::is_null) {
        return Ok(new.to_owned());
    }
    let (start, end) = params.range("/range")?;
    let start = lines.byte(&text, start, encoding);
    let end = lines.byte(&text, end, encoding);
    if start > end {
        let message = "the range of a change ends before it starts";
        return Err(Failure::new(ErrorCode::InvalidParams, message));
    }
    text.replace_range(start..end, new);
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const URI: &str = "file:///nowhere/a.yaml";

    fn opened(text: &str) -> Documents {
        let mut documents = Documents::default();
        let params = json!({ "textDocument": { "uri": URI, "version": 1, "text": text } });
        documents.open(Params(&params)).expect("well-formed");
        documents
    }

    fn change(documents: &mut Documents, changes: Value) -> Result<String, ErrorCode> {
        let params =
            json!({ "textDocument": { "uri": URI, "version": 2 }, "contentChanges": changes });
        let changed = documents.change(Params(&params), Encoding::Utf16);
        changed
            .map(|document| document.text.to_string())
            .map_err(|failure| failure.code)
    }

    fn at(line: u32, from: u32, to: u32, text: &str) -> Value {
        let place = |character| json!({ "line": line, "character": character });
        json!({ "range": { "start": place(from), "end": place(to) }, "text": text })
    }

    #[test]
    fn edits_follow_each_other() {
        let mut documents = opened("a: 😀\nb: c\n");
        let edits = json!([
            at(0, 3, 5, "x"),
            at(1, 0, 1, "long"),
            at(1, 6, 7, "d"),
            at(9, 0, 0, "e: f\n")
        ]);
        let text = change(&mut documents, edits);
        assert_eq!(text.as_deref(), Ok("a: x\nlong: d\ne: f\n"));
        let whole = change(&mut documents, json!([{ "text": "new" }]));
        assert_eq!(whole.as_deref(), Ok("new"));
    }

    #[test]
    fn a_malformed_edit_changes_nothing() {
        let mut documents = opened("a: b\n");
        let malformed = [
            json!([at(0, 0, 1, "x"), at(0, 3, 2, "")]),
            json!([{ "range": {}, "text": "" }]),
            json!([{}]),
            json!({}),
        ];
        for changes in malformed {
            let outcome = change(&mut documents, changes);
            assert_eq!(outcome, Err(ErrorCode::InvalidParams));
        }
        let document = documents.get(URI).expect("still open");
        assert_eq!((&*document.text, document.version), ("a: b\n", 1));
    }
}
