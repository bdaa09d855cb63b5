//! Tests of the checks.

use super::check_catalog;
use toolc_base::diagnostic::Diagnostics;
use toolc_model::model::approval::Approval;
use toolc_model::model::policy::{Blocked, Grant, OutputPolicy, Worker};
use toolc_model::model::sample::{sample_catalog, sample_tool};
use toolc_model::model::{Catalog, Definition, SchemaText, Target, Tool, ToolId};
use toolc_runtime::hidden;

fn run(catalog: Catalog) -> (bool, Vec<String>) {
    let mut diagnostics = Diagnostics::default();
    let passed = check_catalog(&mut diagnostics, catalog).is_ok();
    let shown = |found: &toolc_base::diagnostic::Diagnostic| {
        format!("{} {} / {}", found.code, found.message, found.help)
    };
    (passed, diagnostics.iter().map(shown).collect())
}

#[test]
fn wire_names_are_told_apart() {
    let tools = vec![
        sample_tool("a", "b__c", "{}"),
        sample_tool("a__b", "c", "{}"),
        sample_tool("a", "x.y", "{}"),
    ];
    let (passed, found) = run(sample_catalog(tools));
    assert!(!passed);
    assert_eq!(
        found,
        [
            "T0309 `a::b__c` and `a__b::c` have the same wire name `a__b__c` \
          / rename one of them, for example this one to `c_2`, or give it another `wire_name`"
        ]
    );
}

#[test]
fn hidden_characters_are_named() {
    let base = || sample_tool("ns", "t", "{}");
    let described = |description: &str| Tool {
        description: description.to_owned(),
        ..base()
    };
    let rows = [
        (
            sample_tool("ns", "a\u{202e}b", "{}"),
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
            sample_tool("ns", "t", r#"{"title":"\u0007"}"#),
            "T0312 the input schema of `ns::t` has a control character, U+0007",
        ),
        (
            sample_tool("ns", "t", "{\"title\":\"\u{200b}\"}"),
            "T0312 the input schema of `ns::t` has a zero-width space, U+200B",
        ),
        (
            described("sunny \u{2600}\u{fe01}\u{fe02}"),
            "T0312 the description of `ns::t` has a variation selector, U+FE02",
        ),
        (
            described("a\u{e0101}"),
            "T0312 the description of `ns::t` has a variation selector, U+E0101",
        ),
        (
            described("\u{0646}\u{200c}\u{200c}\u{0647}"),
            "T0312 the description of `ns::t` has an invisible joiner, U+200C",
        ),
        (
            described("a\u{200d}b"),
            "T0312 the description of `ns::t` has an invisible joiner, U+200D",
        ),
        (
            described("🏴\u{e0067}\u{e0062}\u{e007f}"),
            "T0312 the description of `ns::t` has a tag character, U+E0067",
        ),
        (
            sample_tool("ns", "t", "{\"enum\":[\"\u{3164}\"]}"),
            "T0312 the input schema of `ns::t` has a blank filler, U+3164",
        ),
        (sample_tool("ns", "t", r#"{"pattern":"a\\u0007"}"#), ""),
        (described("größe\n\tüber 👩‍💻 ☀️ 1️⃣ ❤️‍🔥 🏴󠁧󠁢󠁥󠁮󠁧󠁿"), ""),
        (described("می‌خواهم क्‍ष 葛󠄀"), ""),
    ];
    for (tool, expected) in rows {
        let (passed, found) = run(sample_catalog(vec![tool]));
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

/// The table of hidden characters must keep up with Unicode.
#[test]
fn what_unicode_ignores_is_hidden() {
    let property = r"\p{Default_Ignorable_Code_Point}";
    let parsed = regex_syntax::parse(property).expect("a property of Unicode");
    let regex_syntax::hir::HirKind::Class(regex_syntax::hir::Class::Unicode(class)) = parsed.kind()
    else {
        panic!("no class of characters");
    };
    let mut ignored = 0;
    for character in class.iter().flat_map(|range| range.start()..=range.end()) {
        ignored += 1;
        assert!(
            hidden::describe_hidden(character).is_some(),
            "{character:?}"
        );
        let repeated = format!("Get the weather.{character}{character}");
        let (_, found) = run(sample_catalog(vec![Tool {
            description: repeated.clone(),
            ..sample_tool("ns", "t", "{}")
        }]));
        assert_eq!(found.len(), 1, "{character:?}");
        assert!(
            !hidden::show_hidden(&repeated).contains(character),
            "{character:?}"
        );
    }
    assert!(ignored > 4_000);
    let blank = [
        '\u{2800}', '\u{2028}', '\u{fff9}', '\u{9b}', '\u{7f}', '\u{1b}', '\0',
    ];
    assert!(
        blank
            .into_iter()
            .all(|character| hidden::describe_hidden(character).is_some())
    );
}

#[test]
fn what_an_approver_reads_is_looked_at() {
    let worker = Worker {
        name: "sup\u{202e}port".to_owned(),
        span: None,
        prompt: Default::default(),
        grants: Vec::new(),
        blocked: vec![Blocked {
            name: "ns::t".to_owned(),
            wire_name: "ns__t".to_owned(),
            origin: Default::default(),
            span: None,
            reason_span: None,
            reason: "use \u{1b}[31m the other".to_owned(),
        }],
        output: OutputPolicy::Off,
        output_span: None,
        repair: Vec::new(),
        repair_span: None,
        toolsets: Vec::new(),
        mounts: Vec::new(),
        limits: Default::default(),
        limited: Vec::new(),
        results: Default::default(),
        flow: Default::default(),
    };
    let (_, found) = run(Catalog {
        workers: vec![worker],
        ..Catalog::default()
    });
    assert_eq!(
        found,
        [
            "T0312 the name of worker `sup\\u{202e}port` has a bidirectional control, U+202E \
             / remove U+202E from the name: it is in `sup\\u{202e}port`",
            "T0312 the reason for blocking `ns::t` of worker `sup\\u{202e}port` has a control \
             character, U+001B / remove U+001B from the reason for blocking `ns::t`: \
             it is in `use \\u{1b}[31m the other`",
        ]
    );
}

#[test]
fn shared_definitions_are_reported_once() {
    let mut tools = vec![sample_tool("ns", "a", "{}"), sample_tool("ns", "b", "{}")];
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
        ..sample_catalog(tools)
    });
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn roots_have_no_alternatives() {
    let rows = [
        (r#"{"type":"object","properties":{}}"#, ""),
        ("{}", ""),
        ("true", ""),
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
    let targets = || {
        ["openai", "anthropic", "mcp"]
            .into_iter()
            .filter_map(Target::named)
            .collect()
    };
    let grants = vec![Grant {
        tool: ToolId(0),
        rules: None,
        approval: Approval::Ask,
        origin: Default::default(),
        span: None,
        listed: None,
        repairs: None,
        results: None,
        limits: Default::default(),
    }];
    let worker = Worker {
        name: "w".into(),
        span: None,
        prompt: Default::default(),
        grants,
        blocked: Vec::new(),
        output: OutputPolicy::Off,
        output_span: None,
        repair: Vec::new(),
        repair_span: None,
        toolsets: Vec::new(),
        mounts: Vec::new(),
        limits: Default::default(),
        limited: Vec::new(),
        results: Default::default(),
        flow: Default::default(),
    };
    for (schema, expected) in rows {
        let tools = || vec![sample_tool("ns", "t", schema)];
        let workers = vec![worker.clone()];
        let (passed, found) = run(Catalog {
            targets: targets(),
            workers,
            ..sample_catalog(tools())
        });
        assert_eq!(passed, expected.is_empty(), "{schema}: {found:?}");
        assert!(
            found.first().map_or("", String::as_str).contains(expected),
            "{schema}: {found:?}"
        );
        assert!(
            run(Catalog {
                targets: targets(),
                ..sample_catalog(tools())
            })
            .0,
            "not granted"
        );
    }
}
