//! Namespaces and overloads.

use super::*;
use toolc_base::node::{Node, Value};
use toolc_base::source::{EntryId, Source};
use toolc_model::config::{Entry, EntryKind};
use toolc_model::draft::DraftSchema;
use toolc_model::model::evolution::Evolution;
use toolc_model::model::sample::sample_span;

fn spanned(text: Option<&str>) -> Option<Spanned<String>> {
    text.map(|text| Spanned::new(text.to_owned(), sample_span(3)))
}

fn draft(name: &str, own: Option<&str>, file: Option<&str>) -> DraftTool {
    DraftTool {
        name: Spanned::new(name.to_owned(), sample_span(1)),
        own_namespace: spanned(own),
        file_namespace: spanned(file),
        description: String::new(),
        described: None,
        title: None,
        input: DraftSchema::standalone(Node::new(Value::Bool(true), sample_span(1))),
        output: None,
        approval: None,
        timeout: None,
        engine: None,
        rules: Vec::new(),
        execution: toolc_model::model::execution::Execution::default(),
        effect: Default::default(),
        untrusted: None,
        served: false,
        inject: Vec::new(),
        errors: Vec::new(),
        metadata: Vec::new(),
        http: None,
        native: None,
        remote: None,
        refusals: Vec::new(),
        given: Vec::new(),
        constants: Vec::new(),
        injected: Vec::new(),
        raw_fingerprint: None,
        overload: false,
        wire_name: None,
        evolution: Evolution::default(),
        foreign: false,
        entry: None,
        span: sample_span(1),
    }
}

/// Names a tool in a file with this role; if the file is listed, then by an entry with this
/// namespace.
fn name_one(
    path: &str,
    role: Role,
    namespace: Option<&str>,
    mut draft: DraftTool,
) -> (Diagnostics, Vec<Named>, Vec<Skipped>) {
    let mut sources = Sources::default();
    let mut config = Config::default();
    let entry = config.add(Entry {
        namespace: spanned(namespace),
        ..Entry::new(EntryKind::File, sample_span(2))
    });
    draft.entry = matches!(role, Role::Listed(_)).then_some(entry);
    sources.add(Source {
        path: path.to_owned(),
        text: "".into(),
        role,
    });
    let mut diagnostics = Diagnostics::default();
    let (named, skipped) = name_tools(&mut diagnostics, &sources, &config, vec![draft]);
    (diagnostics, named, skipped)
}

#[test]
fn namespaces_have_an_order() {
    let all = || draft("t", Some("own"), Some("file"));
    let file = || draft("t", None, Some("file"));
    let bare = || draft("t", None, None);
    let listed = || Role::Listed(EntryId(0));
    let rows = [
        (listed(), Some("entry"), all(), "own", "tool"),
        (listed(), Some("entry"), file(), "entry", "registry entry"),
        (listed(), None, file(), "file", "file"),
        (listed(), None, bare(), "default", "default"),
        (Role::Found, None, file(), "file", "file"),
        (Role::Found, None, bare(), "weather", "file name"),
        (Role::Config, None, bare(), "default", "default"),
    ];
    for (role, entry, draft, namespace, from) in rows {
        let (_, named, _) = name_one("specs/weather.tools.yaml", role, entry, draft);
        assert_eq!(
            (named[0].namespace.as_str(), named[0].namespace_from),
            (namespace, from)
        );
    }
}

#[test]
fn stems_drop_the_format() {
    let rows = [
        ("a/petstore.openapi.json", Some("petstore")),
        ("hr.mcp.json", Some("hr")),
        ("api.github.com.yaml", Some("api.github.com")),
        ("plain", Some("plain")),
        (".yaml", None),
        (".openapi.yaml", None),
    ];
    for (path, stem) in rows {
        assert_eq!(file_stem(path), stem, "{path}");
    }
}

#[test]
fn faulty_names_are_left_out() {
    let rows = [
        (draft("t", Some(""), Some("file")), Code::EMPTY_NAMESPACE),
        (draft("t", Some(" "), None), Code::EMPTY_NAMESPACE),
        (draft(&"ü".repeat(200), None, None), Code::NAME_TOO_LONG),
        (
            draft("t", Some(&"n".repeat(257)), None),
            Code::NAME_TOO_LONG,
        ),
    ];
    for (draft, code) in rows {
        let (diagnostics, named, skipped) = name_one("w.yaml", Role::Found, None, draft);
        assert!(named.is_empty());
        assert_eq!(skipped[0].code, code);
        assert_eq!(
            diagnostics
                .iter()
                .map(|found| found.code)
                .collect::<Vec<_>>(),
            [code]
        );
    }
    assert_eq!(
        name_one(
            "w.yaml",
            Role::Found,
            None,
            draft(&"n".repeat(256), None, None)
        )
        .1
        .len(),
        1
    );
}

#[test]
fn duplicates_and_overloads() {
    let identity = |namespace, fingerprint, at| Identity {
        namespace,
        name: "get_weather",
        fingerprint,
        span: sample_span(at),
        is_own: true,
        is_meant: true,
    };
    let identities = [
        identity("weather_api", "aa", 10),
        identity("weather_api", "bb", 20),
        identity("other", "aa", 30),
        identity("weather_api", "aa", 40),
        identity("weather_api", "cc", 50),
    ];
    let mut diagnostics = Diagnostics::default();
    let numbers = find_duplicates(&mut diagnostics, &identities);
    assert_eq!(numbers, [Some(0), Some(1), Some(0), None, Some(2)]);
    let found: Vec<_> = diagnostics.iter().collect();
    let codes: Vec<Code> = found.iter().map(|found| found.code).collect();
    assert_eq!(
        codes,
        [Code::OVERLOAD, Code::DUPLICATE_TOOL, Code::OVERLOAD]
    );
    assert_eq!(
        found[1].message,
        "duplicate tool: weather_api::get_weather with identical input schema registered twice"
    );
    let places: Vec<Span> = found[1].labels.iter().map(|label| label.span).collect();
    assert_eq!(places, [sample_span(40), sample_span(10)]);
}
