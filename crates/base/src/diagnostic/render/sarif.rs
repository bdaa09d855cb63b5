//! Findings as SARIF 2.1.0, the interchange format of code scanners.

use super::place::{Places, join_paths};
use crate::diagnostic::fix::Edit;
use crate::diagnostic::identity::fingerprint_findings;
use crate::diagnostic::{Code, Diagnostic, Label};
use crate::source::{Sources, Span};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// How the fingerprints are made: another method needs another name.
const FINGERPRINT: &str = "toolcFinding/v1";

/// One run with all findings and the rules they refer to. `root` is the path within the scanned
/// repository that paths are relative to: empty, or ending in `/`.
pub fn render_sarif(sources: &Sources, diagnostics: &[Diagnostic], root: &str) -> Value {
    let log = Log {
        sources,
        places: Places::new(sources),
        root,
    };
    let codes: BTreeSet<Code> = diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code)
        .collect();
    let fingerprints = fingerprint_findings(sources, diagnostics);
    let results: Vec<Value> = diagnostics
        .iter()
        .zip(&fingerprints)
        .map(|(diagnostic, fingerprint)| log.result(diagnostic, &codes, fingerprint))
        .collect();
    json!({
        "$schema": SCHEMA,
        "runs": [{
            "columnKind": "unicodeCodePoints",
            "results": results,
            "tool": { "driver": {
                "name": "toolc",
                "rules": codes.iter().map(|code| rule(*code)).collect::<Vec<_>>(),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
            } },
        }],
        "version": "2.1.0",
    })
}

fn rule(code: Code) -> Value {
    let mut rule = json!({
        "defaultConfiguration": { "level": code.severity().name() },
        "help": { "markdown": code.page(), "text": code.page() },
        "id": code.to_string(),
        "name": code.slug(),
        "properties": { "tags": [code.stage().name()] },
        "shortDescription": { "text": title(code) },
    });
    if let Some(text) = paragraph(code) {
        rule["fullDescription"] = json!({ "text": text });
    }
    if let Some(uri) = code.address() {
        rule["helpUri"] = json!(uri);
    }
    rule
}

/// The heading of the page for a code, without the code.
fn title(code: Code) -> &'static str {
    let heading = code.page().lines().next().unwrap_or("");
    heading
        .split_once(": ")
        .map_or(code.slug(), |(_, title)| title)
}

/// The first paragraph of the page for a code, on one line.
fn paragraph(code: Code) -> Option<String> {
    let mut paragraphs = code.page().split("\n\n").map(str::trim);
    let text = paragraphs.find(|text| !text.is_empty() && !text.starts_with('#'))?;
    let words: Vec<&str> = text.split_whitespace().collect();
    Some(words.join(" "))
}

/// A log under construction.
struct Log<'l> {
    sources: &'l Sources,
    places: Places<'l>,
    root: &'l str,
}

impl Log<'_> {
    fn result(&self, diagnostic: &Diagnostic, codes: &BTreeSet<Code>, fingerprint: &str) -> Value {
        let mut labels = diagnostic
            .labels
            .iter()
            .enumerate()
            .map(|(id, found)| self.location(id, found));
        let primary: Vec<Value> = labels.next().into_iter().collect();
        let related: Vec<Value> = labels.collect();
        let mut text = diagnostic.message.clone();
        if !diagnostic.help.is_empty() {
            text.push_str(&format!("\nhelp: {}", diagnostic.help));
        }
        let mut properties = Map::new();
        if let Some(class) = diagnostic.class {
            properties.insert("class".to_owned(), json!(class.name()));
            properties.insert("meaning".to_owned(), json!(class.meaning()));
        }
        let about = &diagnostic.about;
        for (key, value) in [("tool", &about.tool), ("worker", &about.worker)] {
            if let Some(value) = value {
                properties.insert(key.to_owned(), json!(value));
            }
        }
        let mut result = json!({
            "level": diagnostic.severity.name(),
            "locations": primary,
            "message": { "text": text },
            "partialFingerprints": { FINGERPRINT: fingerprint },
            "properties": properties,
            "relatedLocations": related,
            "ruleId": diagnostic.code.to_string(),
            "ruleIndex": codes.iter().take_while(|code| **code != diagnostic.code).count(),
        });
        let edit = diagnostic
            .fix
            .as_ref()
            .and_then(|fix| fix.edit(self.sources));
        if let Some(edit) = edit {
            result["fixes"] = json!([self.fix(&edit, &diagnostic.help)]);
        }
        result
    }

    fn fix(&self, edit: &Edit, help: &str) -> Value {
        json!({
            "artifactChanges": [{
                "artifactLocation": { "uri": self.uri(edit.span) },
                "replacements": [{
                    "deletedRegion": self.region(edit.span),
                    "insertedContent": { "text": edit.text },
                }],
            }],
            "description": { "text": help },
        })
    }

    fn location(&self, id: usize, label: &Label) -> Value {
        let mut location = json!({
            "id": id,
            "physicalLocation": {
                "artifactLocation": { "uri": self.uri(label.span) },
                "region": self.region(label.span),
            },
        });
        if !label.text.is_empty() {
            location["message"] = json!({ "text": label.text });
        }
        location
    }

    fn region(&self, span: Span) -> Value {
        let place = self.places.place(span);
        json!({
            "endColumn": place.end_column,
            "endLine": place.end_line,
            "startColumn": place.column,
            "startLine": place.line,
        })
    }

    fn uri(&self, span: Span) -> String {
        let path = self.places.path(span.source);
        if path.starts_with('/') {
            return format!("file://{}", uri(path));
        }
        uri(&join_paths(self.root, path))
    }
}

/// A path as a relative reference (RFC 3986).
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Role, Source, SourceId};

    #[test]
    fn a_finding_names_its_rule_and_its_places() {
        let mut sources = Sources::default();
        sources.add(Source {
            path: "my specs/ä.yaml".to_owned(),
            text: "a: 1\na: 2\n".into(),
            role: Role::Found,
        });
        let span = |start, end| Span {
            source: SourceId(0),
            start,
            end,
        };
        let found = Diagnostic::new(Code::DUPLICATE_KEY, span(5, 6), "the key `a` occurs twice")
            .also(span(0, 1), "first");
        let value = render_sarif(&sources, &[found], "agent/");
        let result = &value["runs"][0]["results"][0];
        assert_eq!(result["ruleId"], "T0108");
        assert_eq!(result["level"], "error");
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(
            place["artifactLocation"]["uri"],
            "agent/my%20specs/%C3%A4.yaml"
        );
        assert_eq!(place["region"]["startLine"], 2);
        assert_eq!(result["relatedLocations"][0]["message"]["text"], "first");
        assert_eq!(result["ruleIndex"], 0);
        assert_eq!(
            value["runs"][0]["tool"]["driver"]["rules"][0]["id"],
            "T0108"
        );
    }
}
