//! How actions change a document, and the findings about them.

use super::*;
use toolc_base::parse::parse_source;
use toolc_base::source::{Role, Source, SourceId, Sources};

const DOCUMENT: &str = "\
info: { title: t }
tags: [{ name: a }, { name: b }]
paths:
  /a: { get: { summary: s, parameters: [{ name: x }, { name: y }, { name: z }] }, put: { x-old: true } }
  /b: { get: { deprecated: true } }
";

/// The document after some actions, as JSON, and their findings. Values from the overlay have their
/// places there.
fn applied(actions: &str) -> (String, Vec<String>) {
    let mut sources = Sources::default();
    let mut add = |path: &str, text: &str| {
        sources.add(Source {
            path: path.to_owned(),
            text: text.into(),
            role: Role::Found,
        })
    };
    let document = add("a.yaml", DOCUMENT);
    let overlay = add(
        "o.yaml",
        &format!("overlay: 1.1.0\ninfo: {{}}\nactions: [{actions}]\n"),
    );
    let mut diagnostics = Diagnostics::default();
    let mut tree = |id: SourceId| parse_source(&mut diagnostics, &sources, id).expect("YAML");
    let (mut document, overlay) = (tree(document), tree(overlay));
    apply_overlay(&mut diagnostics, &mut document, &overlay);
    let found = diagnostics.into_sorted().into_iter();
    let found = found.map(|found| format!("{} {}", found.code, found.message));
    (document.to_json(), found.collect())
}

fn part(actions: &str, pointer: &str) -> String {
    let (text, found) = applied(actions);
    assert_eq!(found, Vec::<String>::new(), "{actions}");
    let mut sources = Sources::default();
    let id = sources.add(Source {
        path: "a.json".to_owned(),
        text: text.into(),
        role: Role::Found,
    });
    let node = parse_source(&mut Diagnostics::default(), &sources, id).expect("JSON");
    node.pointer(pointer).map_or(String::new(), Node::to_json)
}

/// Actions, a place in the document, and its value afterwards.
const CASES: &[(&str, &str, &str)] = &[
    (
        "{ target: $, update: { info: { title: u, x: 1 } } }",
        "/info",
        r#"{"title":"u","x":1}"#,
    ),
    (
        "{ target: $.tags, update: { name: c } }",
        "/tags",
        r#"[{"name":"a"},{"name":"b"},{"name":"c"}]"#,
    ),
    (
        "{ target: $.tags, update: [{ name: c }] }",
        "/tags",
        r#"[{"name":"a"},{"name":"b"},{"name":"c"}]"#,
    ),
    (
        "{ target: $, update: { tags: [1] } }",
        "/tags",
        r#"[{"name":"a"},{"name":"b"},1]"#,
    ),
    (
        "{ target: $.info.title, update: u }",
        "/info",
        r#"{"title":"u"}"#,
    ),
    (
        "{ target: $.paths.*.get, update: { x: 1 } }",
        "/paths/~1b/get",
        r#"{"deprecated":true,"x":1}"#,
    ),
    (
        "{ target: '$.paths.*[?@.deprecated]', remove: true, update: { x: 1 } }",
        "/paths/~1b",
        "{}",
    ),
    (
        "{ target: \"$..parameters[?@.name != 'y']\", remove: true }",
        "/paths/~1a/get/parameters",
        r#"[{"name":"y"}]"#,
    ),
    (
        "{ target: \"$.paths['/a','/b'].get.summary\", remove: true }",
        "/paths/~1a/get/summary",
        "",
    ),
    ("{ target: '$..*', remove: true }", "", "{}"),
    (
        "{ target: $.paths, update: { /c: {} } }, { target: \"$.paths['/c']\", copy: \"$.paths['/b']\" }, { target: \"$.paths['/b']\", remove: true }",
        "/paths/~1c",
        r#"{"get":{"deprecated":true}}"#,
    ),
];

#[test]
fn actions_are_applied_in_order() {
    for (actions, pointer, expected) in CASES {
        assert_eq!(part(actions, pointer), *expected, "{actions}");
    }
}

#[test]
fn what_an_action_cannot_do_is_reported() {
    for (actions, finding) in [
        (
            "{ target: $.nothing, remove: true }",
            "T0225 `$.nothing` selects nothing",
        ),
        (
            "{ target: $, remove: true }",
            "T0224 the whole description cannot be removed",
        ),
        (
            "{ target: $.info, update: 1 }",
            "T0224 the overlay has a number where the description has a mapping",
        ),
        (
            "{ target: $, update: { tags: x } }",
            "T0224 the overlay has a string where the description has a list",
        ),
        (
            "{ target: $.info, copy: $.paths.* }",
            "T0224 `$.paths.*` selects 2 nodes, but only one can be copied",
        ),
        (
            "{ target: $.info }",
            "T0224 an action has none of `update`, `copy` and `remove: true`",
        ),
        ("{ update: 1 }", "T0224 an action has no `target`"),
        (
            "{ target: $.paths./a, remove: true }",
            "T0224 `target` is not a valid JSONPath after `$.paths.`: a name or `*` must follow; other names are written in brackets: `['a-b']`",
        ),
    ] {
        assert_eq!(applied(actions).1, [finding], "{actions}");
    }
}
