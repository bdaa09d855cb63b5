//! Where the arguments of a tool contain secrets.

use super::{compiled, compiled_files, found};
use toolc::source::Role;

fn secrets(schema: &str) -> Vec<String> {
    let text = format!(r#"[{{"name":"t","description":"d","parameters":{schema}}}]"#);
    let outcome = compiled(&text, false);
    let findings = found(&outcome);
    let checked = outcome.checked.expect("no error");
    let tool = checked.tools.first();
    tool.unwrap_or_else(|| panic!("{schema}: {findings:?}"))
        .secrets
        .clone()
}

#[test]
fn secrets_are_found_wherever_a_schema_has_them() {
    let rows = [
        (r#"{"a":{"type":"string"}}"#, "{}", ""),
        (r#"{"a":{"x-secret":true}}"#, "{}", "/a"),
        (r#"{"a":{"x-secret":false}}"#, "{}", ""),
        (r#"{"a":{"writeOnly":true}}"#, "{}", "/a"),
        (r#"{"a":{"writeOnly":false}}"#, "{}", ""),
        (r#"{"a":{"type":"string","format":"password"}}"#, "{}", "/a"),
        (
            r#"{"a":{"type":"string","format":"password","x-secret":false}}"#,
            "{}",
            "",
        ),
        (
            r#"{"a":{"type":"object","properties":{"b":{"x-secret":true},"c":{}}}}"#,
            "{}",
            "/a/b",
        ),
        (
            r#"{"a":{"type":"array","items":{"x-secret":true}}}"#,
            "{}",
            "/a/*",
        ),
        (
            r#"{"a":{"type":"array","prefixItems":[{},{"x-secret":true}]}}"#,
            "{}",
            "/a/*",
        ),
        (
            r#"{"a":{"type":"object","additionalProperties":{"x-secret":true}}}"#,
            "{}",
            "/a/*",
        ),
        (
            r#"{"a":{"type":"object","propertyNames":{"x-secret":true}}}"#,
            "{}",
            "/a/~3",
        ),
        (
            r#"{"a":{"type":"object","patternProperties":{"^b":{"x-secret":true}}}}"#,
            "{}",
            "/a/*",
        ),
        (
            r#"{"a":{"anyOf":[{"type":"null"},{"type":"string","x-secret":true}]}}"#,
            "{}",
            "/a",
        ),
        (
            r#"{"a":{"allOf":[{"type":"string"},{"x-secret":true}]}}"#,
            "{}",
            "/a",
        ),
        (
            r##"{"a":{"$ref":"#/$defs/p"},"b":{"$ref":"#/$defs/p"}}"##,
            r#"{"p":{"type":"string","x-secret":true}}"#,
            "/a /b",
        ),
        (
            r##"{"a":{"$ref":"#/$defs/n"}}"##,
            r##"{"n":{"type":"object","properties":{"k":{"type":"string","x-secret":true},"n":{"$ref":"#/$defs/n"}}}}"##,
            "/a/**/k",
        ),
        (
            r##"{"a":{"$ref":"#/$defs/n"}}"##,
            r##"{"n":{"type":"array","items":{"anyOf":[{"$ref":"#/$defs/n"},{"type":"string","writeOnly":true}]}}}"##,
            "/a/**/*",
        ),
        (r#"{"a/b~c*":{"x-secret":true}}"#, "{}", "/a~1b~0c~2"),
    ];
    for (properties, definitions, pointers) in rows {
        let schema =
            format!(r#"{{"type":"object","properties":{properties},"$defs":{definitions}}}"#);
        assert_eq!(secrets(&schema).join(" "), pointers, "{schema}");
    }
}

#[test]
fn arguments_may_be_secret_as_a_whole() {
    let schema = r#"{"type":"object","properties":{"a":{"type":"string"}},"x-secret":true}"#;
    assert_eq!(secrets(schema), [""]);
}

#[test]
fn many_secrets_are_told_by_their_names() {
    let level = |inner: &str| {
        let keys = ["a", "b", "c", "d"].map(|key| format!(r#""{key}":{inner}"#));
        format!(r#"{{"type":"object","properties":{{{}}}}}"#, keys.join(","))
    };
    let pair =
        r#"{"type":"object","properties":{"key":{"x-secret":true},"name":{"type":"string"}}}"#;
    let schema = level(&level(&level(&level(pair))));
    assert_eq!(secrets(&schema), ["/**/key"]);
}

#[test]
fn a_value_that_is_not_a_flag_is_an_error() {
    let text = r#"[{"name":"t","description":"d","parameters":{"type":"object","properties":{"a":{"x-secret":"yes"}}}}]"#;
    let outcome = compiled(text, false);
    assert!(
        outcome.checked.is_none() || found(&outcome).iter().any(|code| code.starts_with("error")),
        "{:?}",
        found(&outcome)
    );
}

#[test]
fn generated_rows_say_what_is_a_secret() {
    let text = r#"[{"name":"t","description":"d","parameters":{"type":"object","properties":{"a":{"type":"string","x-secret":true}}}}]"#;
    let outcome = compiled(text, false);
    let all: String = outcome
        .artifacts
        .iter()
        .map(|artifact| artifact.text.as_str())
        .collect();
    let all: String = all.split_whitespace().collect();
    assert!(all.contains(r#".secrets(&["/a""#), "{all}");
}

#[test]
fn what_others_mark_hides_nothing_from_approvers() {
    let text = r#"{"tools":[{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string","writeOnly":true},"b":{"type":"string","x-secret":true}}}}]}"#;
    let outcome = compiled_files(&[("x.mcp.json", text, Role::Found)], false);
    let checked = outcome.checked.expect("no error");
    let tool = checked.tools.first().expect("a tool");
    assert_eq!(tool.secrets, ["/a", "/b"]);
    assert!(tool.own_secrets.is_empty(), "{:?}", tool.own_secrets);
    let all = outcome.artifacts.iter();
    let all: String = all.map(|artifact| artifact.text.as_str()).collect();
    let all: String = all.split_whitespace().collect();
    assert!(
        all.contains(r#".secrets(&["/a","/b"]).hide_from_approvers(&[])"#),
        "{all}"
    );
}
