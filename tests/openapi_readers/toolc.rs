//! The same description as toolc reads it.

use crate::view::{Api, Body, Operation, key};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use toolc::compile::read_all;
use toolc::diagnostic::Diagnostics;
use toolc::load::{Loaded, load_sources};
use toolc_base::parse::parse_source;
use toolc_model::model::http::{self, Content, Encoding, Origin, Place};

/// A document of the corpus.
pub struct Document {
    loaded: Loaded,
    /// The document as JSON, for the other readers; YAML as its parser converts it.
    pub json: Value,
}

impl Document {
    pub fn load(path: &Path) -> Self {
        let mut diagnostics = Diagnostics::default();
        let loaded = load_sources(&mut diagnostics, &[path.to_owned()]);
        let (id, source) = loaded.sources.iter().next().expect("a source");
        let json = serde_json::from_str(&source.text).unwrap_or_else(|_| {
            let node = parse_source(&mut diagnostics, &loaded.sources, id);
            let text = node.expect("YAML or JSON").to_json();
            serde_json::from_str(&text).expect("JSON")
        });
        Document { loaded, json }
    }

    pub fn read(&self) -> Api {
        let mut diagnostics = Diagnostics::default();
        let draft = read_all(&mut diagnostics, &self.loaded, None);
        let mut api = Api::new();
        for tool in &draft.tools {
            let http = tool.http.as_ref().expect("an operation");
            let key = key(&http.method, &http.path);
            api.entry(key)
                .or_default()
                .push(operation(http, &tool.input.node.to_json()));
        }
        api
    }
}

fn operation(http: &http::Operation, input: &str) -> Operation {
    let input: Value = serde_json::from_str(input).expect("a schema");
    let required = |name: &str| {
        let list = input["required"].as_array();
        list.is_some_and(|list| list.iter().any(|known| known == name))
    };
    let parameters: Vec<_> = http
        .parameters
        .iter()
        .map(|parameter| {
            let Origin::Argument(argument) = &parameter.value else {
                panic!("nothing fixes {}", parameter.name);
            };
            let place = match parameter.place {
                Place::Path => "path",
                Place::Query => "query",
                Place::QueryString => "querystring",
                Place::Header => "header",
                Place::Cookie => "cookie",
            };
            (
                (place.to_owned(), parameter.name.clone()),
                required(argument),
            )
        })
        .collect();
    let different: BTreeMap<_, _> = parameters.iter().cloned().collect();
    assert_eq!(
        different.len(),
        parameters.len(),
        "a parameter is sent twice: {parameters:?}"
    );
    let body = http.body.as_ref().map(|body| Body {
        required: body.required,
        media: [body.media_type.clone()].into(),
        encoding: Some(match body.encoding {
            Encoding::Json => "json",
            Encoding::Form => "form",
            Encoding::Multipart => "multipart",
            Encoding::JsonLines | Encoding::JsonSequence => "json",
            Encoding::Text => "text",
            Encoding::Bytes => "bytes",
        }),
    });
    if let Some(body) = &http.body
        && let Content::Argument(argument) = &body.content
    {
        assert_eq!(
            required(argument),
            body.required,
            "{} {}",
            http.method,
            http.path
        );
    }
    Operation {
        parameters: different,
        body,
    }
}
