//! What the checks find.

use super::check;
use crate::diagnostic::Diagnostics;
use crate::model::policy::{Approval, Grant, OutputPolicy, Worker};
use crate::model::sample::{catalog, tool};
use crate::model::{Catalog, Definition, SchemaText, Target, Tool, ToolId};

fn run(catalog: Catalog) -> (bool, Vec<String>) {
    let mut diagnostics = Diagnostics::default();
    let passed = check(&mut diagnostics, catalog).is_some();
    let shown = |found: &crate::diagnostic::Diagnostic| {
        format!("{} {} / {}", found.code, found.message, found.help)
    };
    (passed, diagnostics.iter().map(shown).collect())
}

#[test]
fn wire_names_are_told_apart() {
    let tools = vec![
        tool("a", "b__c", "{}"),
        tool("a__b", "c", "{}"),
        tool("a", "x.y", "{}"),
    ];
    let (passed, found) = run(catalog(tools));
    assert!(!passed);
    assert_eq!(
        found,
        [
            "T0309 `a::b__c` and `a__b::c` have the same wire name `a__b__c` \
          / rename one of them, for example this one to `c_2`"
        ]
    );
}

#[test]
fn hidden_characters_are_named() {
    let base = || tool("ns", "t", "{}");
    let described = |description: &str| Tool {
        description: description.to_owned(),
        ..base()
    };
    let rows = [
        (
            tool("ns", "a\u{202e}b", "{}"),
            "T0312 the name of `ns::a\\u{202e}b` has a bidirectional control, U+202E",
        ),
        (
            described("x\u{0}"),
            "T0312 the description of `ns::t` has a control character, U+0000",
        ),
        (
            described("\u{e0041}"),
            "T0312 the description of `ns::t` has a tag character, U+E0041",
        ),
        (
            tool("ns", "t", r#"{"title":"\u0007"}"#),
            "T0312 the input schema of `ns::t` has a control character, U+0007",
        ),
        (
            tool("ns", "t", "{\"title\":\"\u{200b}\"}"),
            "T0312 the input schema of `ns::t` has a zero-width space, U+200B",
        ),
        (tool("ns", "t", r#"{"pattern":"a\\u0007"}"#), ""),
        (described("größe\n\tüber 👩‍💻"), ""),
    ];
    for (tool, expected) in rows {
        let (passed, found) = run(catalog(vec![tool]));
        assert!(passed);
        assert!(
            found
                .first()
                .map_or("", String::as_str)
                .starts_with(expected),
            "{found:?}"
        );
        assert_eq!(found.len(), usize::from(!expected.is_empty()), "{found:?}");
    }
}

#[test]
fn shared_definitions_are_reported_once() {
    let mut tools = vec![tool("ns", "a", "{}"), tool("ns", "b", "{}")];
    for tool in &mut tools {
        tool.input_text.uses = vec![0];
    }
    let definitions = vec![Definition {
        name: "D".into(),
        schema: SchemaText {
            text: "{\"title\":\"\u{2066}\"}".into(),
            uses: Vec::new(),
        },
    }];
    let (_, found) = run(Catalog {
        definitions,
        ..catalog(tools)
    });
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn roots_are_objects() {
    let rows = [
        (r#"{"type":"object","properties":{}}"#, ""),
        ("{}", ""),
        ("true", ""),
        (
            "false",
            "is not `type: object` at its root, which openai and anthropic and mcp refuse",
        ),
        (r#"{"type":"string"}"#, "is not `type: object`"),
        (r#"{"type":["object","null"]}"#, "is not `type: object`"),
        (
            r#"{"oneOf":[{}],"type":"object"}"#,
            "has `oneOf` at its root, which openai and anthropic refuse",
        ),
        (
            r#"{"not":{}}"#,
            "has `not` at its root, which openai refuses",
        ),
        (r#"{"properties":{"oneOf":{"type":"string"}}}"#, ""),
    ];
    let targets = || vec![Target::OpenAi, Target::Anthropic, Target::Mcp];
    let grants = vec![Grant {
        tool: ToolId(0),
        approval: Approval::Ask,
        span: None,
    }];
    let worker = Worker {
        name: "w".into(),
        span: None,
        grants,
        blocked: Vec::new(),
        output: OutputPolicy::Off,
    };
    for (schema, expected) in rows {
        let tools = || vec![tool("ns", "t", schema)];
        let workers = vec![worker.clone()];
        let (passed, found) = run(Catalog {
            targets: targets(),
            workers,
            ..catalog(tools())
        });
        assert_eq!(passed, expected.is_empty(), "{schema}: {found:?}");
        assert!(
            found.first().map_or("", String::as_str).contains(expected),
            "{schema}: {found:?}"
        );
        assert!(
            run(Catalog {
                targets: targets(),
                ..catalog(tools())
            })
            .0,
            "not granted"
        );
    }
}
