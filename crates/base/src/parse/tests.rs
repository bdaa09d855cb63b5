//! Texts, the trees they parse to, and the findings about them.

use super::parse_source;
use crate::diagnostic::Diagnostics;
use crate::node::{Node, Value};
use crate::source::{Role, Source, SourceId, Sources};

fn read(path: &str, text: &str) -> (Option<Node>, Vec<String>, Sources) {
    let mut sources = Sources::default();
    let id = sources.add(Source {
        path: path.to_owned(),
        text: text.into(),
        role: Role::Found,
    });
    let mut diagnostics = Diagnostics::default();
    let node = parse_source(&mut diagnostics, &sources, id);
    let findings = diagnostics.iter().map(|found| {
        let place = found.span().map(|span| sources.line_column(span));
        format!(
            "{} {:?} {}",
            found.code,
            place.unwrap_or((0, 0)),
            found.message
        )
    });
    (node, findings.collect(), sources)
}

fn json_of(path: &str, text: &str) -> String {
    let (node, findings, _) = read(path, text);
    assert_eq!(findings, Vec::<String>::new(), "{text}");
    node.map(|node| node.to_json()).unwrap_or_default()
}

/// YAML text, and the equivalent JSON.
const VALUES: &[(&str, &str)] = &[
    // not valid YAML, but how libyaml and PyYAML read it
    (
        "a:\n  b: \"x\n  y\n  z\"\n  c: 'u\n\n  v'\n",
        r#"{"a":{"b":"x y z","c":"u\nv"}}"#,
    ),
    ("a: 1\nb: [x, 'y', \"z\"]\n", r#"{"a":1,"b":["x","y","z"]}"#),
    (
        "- yes\n- no\n- on\n- 2024-01-02\n- 12:30\n- ~\n- null\n- true\n",
        r#"["yes","no","on","2024-01-02","12:30",null,null,true]"#,
    ),
    (
        "[0x1F, 0o17, 007, +5, -0, 1., .5, 1e3, 1.50, 1_000, 0b1]",
        r#"[31,15,7,5,-0,1.0,0.5,1e3,1.50,"1_000","0b1"]"#,
    ),
    (
        "[12345678901234567890123, 0xff, 1.2.3, '1', \"1\", +, .]",
        r#"[12345678901234567890123,255,"1.2.3","1","1","+","."]"#,
    ),
    (
        "404: a\ntrue: b\n~: c\n1.5: d\n",
        r#"{"404":"a","true":"b","~":"c","1.5":"d"}"#,
    ),
    (
        "a: !!str 1\nb: !!int 2\nc: !!float 3\nd: ! 4\n",
        r#"{"a":"1","b":2,"c":3,"d":"4"}"#,
    ),
    (
        "base: &b {x: 1, y: 2}\nc:\n  <<: *b\n  y: 3\n",
        r#"{"base":{"x":1,"y":2},"c":{"y":3,"x":1}}"#,
    ),
    (
        "a: &a {x: 1}\nb: &b {x: 2, z: 3}\nc: {<<: [*a, *b]}\n",
        r#"{"a":{"x":1},"b":{"x":2,"z":3},"c":{"x":1,"z":3}}"#,
    ),
    ("\"<<\": 1\n", r#"{"<<":1}"#),
    ("k: &k name\n*k : v\n", r#"{"k":"name","name":"v"}"#),
    (
        "{\"a\": 1, \"b\": [true, null,], # comment\n}",
        r#"{"a":1,"b":[true,null]}"#,
    ),
    ("s: \"\\uD834\\uDD1E\"\n", "{\"s\":\"\u{1D11E}\"}"),
    (
        "t: |\n  one\n  two\nf: >-\n  one\n  two\n",
        r#"{"t":"one\ntwo\n","f":"one two"}"#,
    ),
    ("", "null"),
    ("# nothing\n", "null"),
    ("a:\n", r#"{"a":null}"#),
];

#[test]
fn yaml_becomes_what_json_would_say() {
    for (yaml, json) in VALUES {
        assert_eq!(json_of("a.yaml", yaml), *json, "{yaml}");
    }
}

/// A path, a text, and the findings about it.
const FAULTS: &[(&str, &str, &[&str])] = &[
    (
        "a.json",
        "{\"a\": 1,}",
        &["T0104 (1, 9) the file is not valid JSON: expected a key"],
    ),
    (
        "a.json",
        "{\"a\": 1",
        &["T0104 (1, 8) the file is not valid JSON: expected `,` or `}`"],
    ),
    (
        "a.json",
        "{\"a\": 1}\n{\"a\": 2}\n",
        &[
            "T0201 (2, 1) the file holds one JSON value per line, which is not a format that toolc reads",
        ],
    ),
    (
        "a.json",
        "{\"é\": 1, \"b\": 2,\n \"é\": 3}",
        &["T0108 (2, 2) the key `é` occurs twice in one mapping"],
    ),
    (
        "a.yaml",
        "é: 1\nb: 2\né: 3\n",
        &["T0108 (3, 1) the key `é` occurs twice in one mapping"],
    ),
    (
        "a.yaml",
        "a: 1\n---\nb: 2\n",
        &["T0111 (2, 1) the file holds several YAML documents"],
    ),
    (
        "a.yaml",
        "a: .inf\nb: !x y\nc: !!binary aa\n",
        &[
            "T0112 (1, 4) `.inf` is not a JSON number",
            "T0112 (2, 7) the YAML tag `!x` has no meaning here",
            "T0112 (3, 13) the YAML tag `!!binary` has no meaning here",
        ],
    ),
    (
        "a.yaml",
        "a: 1e999\n",
        &["T0112 (1, 4) the number `1e999` is out of range"],
    ),
    (
        "a.yaml",
        "[a, b]: c\nd: e\n",
        &["T0112 (1, 1) a mapping key is a collection"],
    ),
    (
        "a.yaml",
        "a: &a [*a]\n",
        &["T0107 (1, 8) an alias is inside the value that it names, so the value would never end"],
    ),
    (
        "a.yaml",
        "a: *b\n",
        &[
            "T0105 (1, 4) the file is not valid YAML: `*b` is an alias, and there is no `&b` above it",
        ],
    ),
    (
        "a.yaml",
        "a:\n\tb: 1\n",
        &["T0105 (2, 1) the file is not valid YAML: there is a tab in the indentation"],
    ),
    (
        "a.yaml",
        "äö: \"x\n",
        &["T0105 (1, 5) the file is not valid YAML: a quotation mark `\"` is not closed"],
    ),
    (
        "a.yaml",
        "a: b: c\n",
        &["T0105 (1, 5) the file is not valid YAML: there is a `:` where no key can end"],
    ),
    (
        "a.yaml",
        "a: {b: 1\n",
        &["T0105 (1, 4) the file is not valid YAML: a `{` is not closed"],
    ),
];

#[test]
fn every_fault_has_one_finding_at_its_place() {
    let wrong: Vec<_> = FAULTS
        .iter()
        .map(|(path, text, expected)| (text, read(path, text).1, *expected))
        .filter(|(_, found, expected)| found != expected)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn limits_hold() {
    let deep = "[".repeat(600) + &"]".repeat(600);
    for path in ["a.json", "a.yaml"] {
        let findings = read(path, &deep).1;
        assert_eq!(findings.len(), 1);
        assert!(findings[0].starts_with("T0106 (1, 51"), "{findings:?}");
    }
    let block: String = (0..600)
        .map(|level| format!("{}a:\n", " ".repeat(level)))
        .collect();
    assert!(read("a.yaml", &block).1[0].starts_with("T0106"));
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..9 {
        let alias = format!("*a{}", level - 1);
        bomb += &format!("a{level}: &a{level} [{}]\n", vec![alias; 10].join(","));
    }
    let findings = read("a.yaml", &bomb).1;
    assert!(
        findings.len() == 1 && findings[0].starts_with("T0107"),
        "{findings:?}"
    );
}

/// Asserts that every span in the tree covers the text it stands for.
fn assert_spans(node: &Node, sources: &Sources) {
    let text = sources.text(node.span);
    match &node.value {
        Value::String(value) => {
            let words = text.trim_matches(['"', '\'']).split('\n').map(str::trim);
            let words: Vec<&str> = words.collect();
            assert_eq!(words.join(" "), *value, "{text:?}");
        }
        Value::Number(value) => assert_eq!(text, &**value),
        Value::Map(map) => {
            for entry in map.iter() {
                assert_eq!(
                    sources.text(entry.key_span).trim_matches(['"', '\'']),
                    entry.key
                );
                assert_spans(&entry.value, sources);
                assert!(
                    entry.value.span.end <= node.span.end
                        && node.span.start <= entry.key_span.start,
                    "{text:?}"
                );
            }
        }
        Value::List(items) => items.iter().for_each(|item| {
            assert_spans(item, sources);
            assert!(
                item.span.end <= node.span.end && node.span.start <= item.span.start,
                "{text:?}"
            );
        }),
        Value::Null | Value::Bool(_) => {}
    }
}

#[test]
fn spans_are_bytes_of_the_text() {
    for (path, text) in [
        (
            "a.yaml",
            "ключ: значение\nb:\n  - é\n  - ü: 1\n    d: [ä, {ö: 2}]\n\n# end\nc: 'ß'\n",
        ),
        ("a.yaml", "- a: 1\n  b:\n  - x\n  - y\n- c\n"),
        ("a.yaml", "- a: 'x\n  y\n  z'\n  b: \"é\n  ü\"\n- c\n"),
        (
            "a.json",
            "{ \"ключ\" : [ 1, \"é\", {\"a\":{}} ] , \"b\":\"ü\"}",
        ),
    ] {
        let (node, findings, sources) = read(path, text);
        assert!(findings.is_empty());
        assert_spans(&node.expect("a tree"), &sources);
    }
}

#[test]
fn front_matter_of_a_worker_is_yaml() {
    let mut sources = Sources::default();
    let text = "---\nname: a\n---\nYou are: a helper {\n";
    sources.add(Source {
        path: "a.yaml".to_owned(),
        text: text.into(),
        role: Role::Worker,
    });
    let mut diagnostics = Diagnostics::default();
    let node = parse_source(&mut diagnostics, &sources, SourceId(0)).expect("a tree");
    assert_eq!(node.to_json(), r#"{"name":"a"}"#);
    assert_eq!(diagnostics.iter().count(), 0);
}
