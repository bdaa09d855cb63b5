//! Which credentials a request needs: the security schemes of the document, and which of them an operation requires.

use super::document::Document;
use super::style;
use std::collections::BTreeMap;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_model::model::http::{Gap, Place, Requirement, Scheme};
use toolc_model::reading::fields::wrong_kind;

/// The schemes of a document, by name.
pub(super) struct Schemes {
    known: BTreeMap<String, Scheme>,
}

/// Whether a document does not mention credentials at all, neither globally nor for any operation.
pub(super) fn is_silent(document: &Document) -> bool {
    let mut operations = document.operations();
    document.root.get("security").is_none()
        && !operations.any(|(.., operation)| operation.contains("security"))
}

impl Schemes {
    /// Reads `components.securitySchemes`.
    pub(super) fn read(diagnostics: &mut Diagnostics, document: &Document) -> Self {
        let components = document.root.get_map("components");
        let schemes = components.map(|components| components.entries("securitySchemes"));
        let mut known = BTreeMap::new();
        for entry in schemes.into_iter().flatten() {
            let node = document.resolve(&entry.value).unwrap_or(&entry.value);
            let scheme = scheme(node);
            report_scheme(diagnostics, entry, &scheme);
            known.insert(entry.key.clone(), scheme);
        }
        Schemes { known }
    }

    /// The alternatives that a node itself requires; `None` if it leaves that to its parent.
    pub(super) fn read_alternatives(
        &self,
        diagnostics: &mut Diagnostics,
        owner: &Map,
    ) -> Option<Vec<Vec<Requirement>>> {
        let mut alternatives = Vec::new();
        for node in owner.get_list("security")? {
            match &node.value {
                Value::Map(map) => {
                    let requirements = map.iter().map(|entry| self.requirement(diagnostics, entry));
                    alternatives.push(requirements.collect());
                }
                Value::String(name) => {
                    report_bare_name(diagnostics, node, name);
                    let entry = Entry {
                        key: name.clone(),
                        key_span: node.span,
                        value: Node::list(Vec::new(), node.span),
                    };
                    alternatives.push(vec![self.requirement(diagnostics, &entry)]);
                }
                _ => wrong_kind(diagnostics, node, "an element of `security`", "a mapping"),
            }
        }
        Some(alternatives)
    }

    fn requirement(&self, diagnostics: &mut Diagnostics, entry: &Entry) -> Requirement {
        let scopes = entry.value.as_list().unwrap_or(&[]);
        let scheme = self.known.get(&entry.key).cloned();
        Requirement {
            name: entry.key.clone(),
            scheme: scheme.unwrap_or_else(|| self.unknown(diagnostics, entry)),
            scopes: scopes
                .iter()
                .filter_map(Node::as_str)
                .map(str::to_owned)
                .collect(),
        }
    }

    /// A scheme that the document does not describe.
    fn unknown(&self, diagnostics: &mut Diagnostics, entry: &Entry) -> Scheme {
        let message = format!("`{}` is not a security scheme of the document", entry.key);
        let help = match did_you_mean(&entry.key, self.known.keys().map(String::as_str)) {
            Some(help) => help,
            None => "describe it under `components.securitySchemes`".into(),
        };
        let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, entry.key_span, message);
        diagnostics.push(finding.help(help));
        Scheme::Incomplete(Gap::Scheme)
    }
}

/// Reports a requirement that is only a name, and not the name above its scopes.
fn report_bare_name(diagnostics: &mut Diagnostics, node: &Node, name: &str) {
    let message =
        format!("the requirement `{name}` has no scopes; it is read as `{{ {name}: [] }}`");
    let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, node.span, message);
    diagnostics.push(finding.help(format!("write `{{ {name}: [] }}`")));
}

/// How the credentials of a scheme are sent.
fn scheme(node: &Node) -> Scheme {
    let text = |key| node.get_str(key);
    let kind = text("type").unwrap_or("");
    match kind {
        "http" => http(text("scheme").unwrap_or("")),
        "apiKey" => api_key(text("in").unwrap_or(""), text("name").unwrap_or("")),
        "oauth2" => oauth2(node),
        "openIdConnect" => Scheme::Bearer,
        "" => Scheme::Incomplete(Gap::Type),
        other => Scheme::Other(other.to_owned()),
    }
}

fn http(scheme: &str) -> Scheme {
    match scheme.to_ascii_lowercase().as_str() {
        "bearer" => Scheme::Bearer,
        "basic" => Scheme::Basic,
        "" => Scheme::Incomplete(Gap::HttpScheme),
        other => Scheme::Other(format!("http {other}")),
    }
}

fn api_key(place: &str, name: &str) -> Scheme {
    let place = style::read_place(place).filter(|place| {
        !name.is_empty() && matches!(place, Place::Header | Place::Query | Place::Cookie)
    });
    match place {
        Some(place) => Scheme::ApiKey {
            place,
            name: name.to_owned(),
        },
        None => Scheme::Incomplete(Gap::Place),
    }
}

/// Client credentials if the scheme supports them: every other flow needs a person.
fn oauth2(node: &Node) -> Scheme {
    let flow = node
        .get_map("flows")
        .and_then(|flows| flows.get("clientCredentials"));
    let url = flow.and_then(|flow| flow.get_str("tokenUrl"));
    match url.filter(|url| !url.is_empty()) {
        Some(url) => Scheme::ClientCredentials {
            token_url: url.to_owned(),
        },
        None => Scheme::Bearer,
    }
}

/// Reports a scheme whose credentials toolc cannot send.
fn report_scheme(diagnostics: &mut Diagnostics, entry: &Entry, scheme: &Scheme) {
    let fault = match scheme {
        Scheme::Incomplete(Gap::Type) => "has no `type`",
        Scheme::Incomplete(Gap::HttpScheme) => "has no `scheme`",
        Scheme::Incomplete(Gap::Place) => "does not say where its key is sent",
        Scheme::Other(what) => &format!("is `{what}`, whose credentials toolc cannot send"),
        _ => return,
    };
    let message = format!("the security scheme `{}` {fault}", entry.key);
    let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, entry.key_span, message);
    diagnostics.push(finding.help(
        "operations that need it are called without it; bearer, basic, apiKey and oauth2 can be sent",
    ));
}
