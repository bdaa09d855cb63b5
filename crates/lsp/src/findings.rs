//! Findings as the protocol has them.

use crate::analysis::Analysis;
use crate::documents::Documents;
use crate::lines::Encoding;
use crate::uri::uri_of;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toolc_base::diagnostic::render::Places;
use toolc_base::diagnostic::{Code, Diagnostic, Label, Severity};
use toolc_base::source::{SourceId, Span};

/// What is written without effect, which editors show faded.
const UNNECESSARY: &[Code] = &[
    Code::IDLE_ACTION,
    Code::IDLE_KEY,
    Code::UNREAD_EXTENSION,
    Code::IDLE_OLD_ARGUMENT,
    Code::IDLE_KEYWORD,
    Code::UNREACHABLE_VALUE,
    Code::IDLE_FILL,
    Code::UNREACHABLE_CHOICE,
    Code::UNREACHABLE_APPROVAL,
    Code::IDLE_SETTING,
    Code::DEAD_RULE,
    Code::IDLE_RULE,
    Code::IDLE_ERRORS,
    Code::UNREACHABLE_RULE,
    Code::IDLE_FLOW_RULE,
    Code::STALE_EXCEPTION,
    Code::DEAD_GRANT,
];

/// What is on its way out, which editors strike through.
const DEPRECATED: &[Code] = &[Code::PAST_LAST_DAY, Code::OLD_NAME_KEPT];

/// How findings are written for a client.
#[derive(Clone, Copy)]
pub struct Style {
    /// How places are counted.
    pub encoding: Encoding,
    /// Whether the client shows further places of a finding.
    pub related: bool,
}

/// All findings of an analysis by the address of their file. Those of no file are at the start of `toolc.yaml`.
pub fn sort_findings(
    analysis: &Analysis,
    documents: &Documents,
    style: Style,
) -> BTreeMap<String, Vec<Value>> {
    let writer = Writer {
        analysis,
        documents,
        style,
        places: Places::new(&analysis.loaded.sources),
    };
    let mut sorted: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for found in &analysis.diagnostics {
        if let Some((uri, value)) = writer.finding(found) {
            sorted.entry(uri).or_default().push(value);
        }
    }
    sorted
}

/// The address of a source: that of the open document, or else of the file.
pub fn address_of(analysis: &Analysis, documents: &Documents, id: SourceId) -> Option<String> {
    let (path, place) = analysis.path(id)?;
    let open = documents.at(place);
    Some(open.map_or_else(|| uri_of(path), |document| document.uri.clone()))
}

struct Writer<'w> {
    analysis: &'w Analysis,
    documents: &'w Documents,
    style: Style,
    places: Places<'w>,
}

impl Writer<'_> {
    fn finding(&self, found: &Diagnostic) -> Option<(String, Value)> {
        let own = found.span().filter(|span| self.is_file(span.source));
        let span = match own {
            Some(span) => span,
            None => Span::file(self.analysis.main_source()?),
        };
        let uri = address_of(self.analysis, self.documents, span.source)?;
        let (primary, others) = match own {
            Some(_) => (found.labels.first(), found.labels.get(1..).unwrap_or(&[])),
            None => (None, found.labels.as_slice()),
        };
        let mut message = found.message.clone();
        if let Some(label) = primary.filter(|label| !label.text.is_empty()) {
            message.push_str(&format!("\n{}", label.text));
        }
        let mut related = Vec::new();
        for label in others {
            match self.related(label).filter(|_| self.style.related) {
                Some(value) => related.push(value),
                None => {
                    let place = self.places.show(label.span);
                    message.push_str(&format!("\n{place}: {}", words_of(label)));
                }
            }
        }
        if !found.help.is_empty() {
            message.push_str(&format!("\nhelp: {}", found.help));
        }
        let mut value = json!({
            "range": self.analysis.range(span, self.style.encoding)?,
            "severity": match found.severity {
                Severity::Error => 1,
                Severity::Warning => 2,
                Severity::Note => 3,
            },
            "code": found.code.to_string(),
            "source": "toolc",
            "message": message,
        });
        if let Some(page) = found.code.address() {
            value["codeDescription"] = json!({ "href": page });
        }
        if !related.is_empty() {
            value["relatedInformation"] = json!(related);
        }
        if UNNECESSARY.contains(&found.code) {
            value["tags"] = json!([1]);
        }
        if DEPRECATED.contains(&found.code) {
            value["tags"] = json!([2]);
        }
        Some((uri, value))
    }

    fn is_file(&self, id: SourceId) -> bool {
        self.analysis.path(id).is_some()
    }

    fn related(&self, label: &Label) -> Option<Value> {
        let uri = address_of(self.analysis, self.documents, label.span.source)?;
        let range = self.analysis.range(label.span, self.style.encoding)?;
        Some(json!({
            "location": { "uri": uri, "range": range },
            "message": words_of(label),
        }))
    }
}

fn words_of(label: &Label) -> &str {
    match label.text.as_str() {
        "" => "see here",
        text => text,
    }
}
