//! What an editor asks about a document. Each kind of request is a file; this one only routes.

mod actions;
mod completion;
mod definition;
mod hover;
mod rename;

use crate::analysis::Analysis;
use crate::commands::Commands;
use crate::documents::{Document, Documents};
use crate::lines::Encoding;
use crate::message::{ErrorCode, Failure};
use crate::params::Params;
use crate::projects::Projects;
use serde_json::Value;
use toolc_base::source::SourceId;

/// A request, and what it may look at.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The parameters.
    pub params: Params<'a>,
    /// What the command line knows.
    pub commands: &'a dyn Commands,
    /// The open documents.
    pub documents: &'a Documents,
    /// What was checked.
    pub projects: &'a Projects,
    /// How the client counts places.
    pub encoding: Encoding,
    /// Whether its edits name the version of a document.
    pub versions: bool,
}

/// What a request does.
type Answer = fn(Asked<'_>) -> Result<Value, Failure>;

/// Every request, and whether its answer needs a check of the text as it is.
const REQUESTS: &[(&str, bool, Answer)] = &[
    ("textDocument/codeAction", true, actions::list_actions),
    ("textDocument/hover", true, hover::describe_place),
    (
        "textDocument/definition",
        true,
        definition::find_definitions,
    ),
    ("textDocument/completion", false, completion::complete),
    ("textDocument/prepareRename", true, rename::prepare_rename),
    ("textDocument/rename", true, rename::rename_tool),
];

/// Whether the answer needs a check of the text as it is.
pub fn needs_check(method: &str) -> bool {
    let mut requests = REQUESTS.iter();
    requests.any(|(name, needs, _)| *name == method && *needs)
}

/// Answers a request.
pub fn answer_request(method: &str, asked: Asked<'_>) -> Result<Value, Failure> {
    let mut requests = REQUESTS.iter();
    match requests.find(|(name, ..)| *name == method) {
        Some((_, _, answer)) => answer(asked),
        None => {
            let message = format!("`{method}` is not a request that this server knows");
            Err(Failure::new(ErrorCode::MethodNotFound, message))
        }
    }
}

/// A document that was checked with the text that it has now.
#[derive(Clone, Copy)]
struct Checked<'a> {
    document: &'a Document,
    analysis: &'a Analysis,
    source: SourceId,
}

impl<'a> Asked<'a> {
    /// The document that it is about.
    fn document(self) -> Result<&'a Document, Failure> {
        self.documents.get(self.params.document()?)
    }

    /// The same with what is known about it, if that is about the text as it is.
    fn checked(self) -> Result<Option<Checked<'a>>, Failure> {
        let document = self.document()?;
        let place = document.place.as_deref();
        let analysis = place.and_then(|place| self.projects.analysis_of(place));
        let checked = analysis.zip(place).and_then(|(analysis, place)| {
            let source = analysis.source_at(place)?;
            let is_same = *analysis.loaded.sources.get(source).text == *document.text;
            is_same.then_some(Checked {
                document,
                analysis,
                source,
            })
        });
        Ok(checked)
    }
}
