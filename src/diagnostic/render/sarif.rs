//! Findings as SARIF 2.1.0, the form that code scanners exchange.

use super::place::Places;
use crate::diagnostic::{Code, Diagnostic, Label};
use crate::source::Sources;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// One run with all findings and the rules that they refer to.
pub fn render_sarif(sources: &Sources, diagnostics: &[Diagnostic]) -> Value {
    let places = Places::new(sources);
    let codes: BTreeSet<Code> = diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code)
        .collect();
    let results: Vec<Value> = diagnostics
        .iter()
        .map(|diagnostic| result(&places, diagnostic))
        .collect();
    json!({
        "$schema": SCHEMA,
        "runs": [{
            "columnKind": "unicodeCodePoints",
            "results": results,
            "tool": { "driver": {
                "name": "toolc",
                "rules": codes.into_iter().map(rule).collect::<Vec<_>>(),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
            } },
        }],
        "version": "2.1.0",
    })
}

fn rule(code: Code) -> Value {
    json!({
        "defaultConfiguration": { "level": code.severity().name() },
        "help": { "markdown": code.page(), "text": code.page() },
        "id": code.to_string(),
        "name": code.slug(),
        "shortDescription": { "text": title(code) },
    })
}

/// The heading of a code's page, without the code.
fn title(code: Code) -> &'static str {
    let heading = code.page().lines().next().unwrap_or("");
    heading
        .split_once(": ")
        .map_or(code.slug(), |(_, title)| title)
}

fn result(places: &Places<'_>, diagnostic: &Diagnostic) -> Value {
    let mut labels = diagnostic
        .labels
        .iter()
        .enumerate()
        .map(|(id, found)| location(places, id, found));
    let primary: Vec<Value> = labels.next().into_iter().collect();
    let related: Vec<Value> = labels.collect();
    let mut text = diagnostic.message.clone();
    if !diagnostic.help.is_empty() {
        text.push_str(&format!("\nhelp: {}", diagnostic.help));
    }
    let properties = match diagnostic.class {
        Some(class) => json!({ "class": class.name(), "meaning": class.meaning() }),
        None => json!({}),
    };
    json!({
        "level": diagnostic.severity.name(),
        "locations": primary,
        "message": { "text": text },
        "properties": properties,
        "relatedLocations": related,
        "ruleId": diagnostic.code.to_string(),
    })
}

fn location(places: &Places<'_>, id: usize, label: &Label) -> Value {
    let place = places.place(label.span);
    let mut location = json!({
        "id": id,
        "physicalLocation": {
            "artifactLocation": { "uri": uri(places.path(label.span.source)) },
            "region": {
                "endColumn": place.end_column,
                "endLine": place.end_line,
                "startColumn": place.column,
                "startLine": place.line,
            },
        },
    });
    if !label.text.is_empty() {
        location["message"] = json!({ "text": label.text });
    }
    location
}

/// A path as a relative reference of RFC 3986.
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
    use crate::source::{Role, Source, SourceId, Span};

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
        let value = render_sarif(&sources, &[found]);
        let result = &value["runs"][0]["results"][0];
        assert_eq!(result["ruleId"], "T0108");
        assert_eq!(result["level"], "error");
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "my%20specs/%C3%A4.yaml");
        assert_eq!(place["region"]["startLine"], 2);
        assert_eq!(result["relatedLocations"][0]["message"]["text"], "first");
        assert_eq!(
            value["runs"][0]["tool"]["driver"]["rules"][0]["id"],
            "T0108"
        );
    }
}
