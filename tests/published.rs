//! From the text of a schema to the published text and the findings.

#[path = "published/documents.rs"]
mod documents;
#[path = "published/secrets.rs"]
mod secrets;

use toolc::compile::{Options, Outcome, compile};
use toolc::diagnostic::level::{Level, Lint};
use toolc::diagnostic::{Code, Diagnostics, Severity};
use toolc::load::Loaded;
use toolc::source::{Role, Source, Sources};
use toolc_model::config::Config;
use toolc_schema::schema::shape::Shape;

fn compiled(text: &str, strict: bool) -> Outcome {
    compiled_files(&[("tools.json", text, Role::Found)], strict)
}

fn compiled_files(files: &[(&str, &str, Role)], strict: bool) -> Outcome {
    let options = Options {
        strict,
        ..Options::default()
    };
    compile(Diagnostics::default(), &loaded(files), &options)
}

fn loaded(files: &[(&str, &str, Role)]) -> Loaded {
    let mut sources = Sources::default();
    for (path, text, role) in files {
        sources.add(Source {
            path: (*path).to_owned(),
            text: (*text).into(),
            role: role.clone(),
        });
    }
    Loaded {
        sources,
        ..Loaded::default()
    }
}

/// The published text of an input schema.
fn published(schema: &str) -> String {
    let text = format!(r#"[{{"name":"t","description":"d","parameters":{schema}}}]"#);
    let outcome = compiled(&text, false);
    let findings = found(&outcome);
    let checked = outcome.checked.expect("no error");
    let tool = checked.tools.first();
    let tool = tool.unwrap_or_else(|| panic!("{schema}: {findings:?}"));
    checked.compose_text(&tool.input_text)
}

fn found(outcome: &Outcome) -> Vec<String> {
    let mark = |severity| match severity {
        Severity::Error => "error ",
        _ => "",
    };
    let words = outcome.diagnostics.iter();
    words
        .map(|found| format!("{}{}", mark(found.severity), found.code))
        .collect()
}

/// A schema, and its published text.
const TEXTS: &[(&str, &str)] = &[
    (
        r##"{"properties":{"default":{"$ref":"#/definitions/X"},"enum":{"$ref":"#/definitions/X"}},"definitions":{"X":{"type":"string"}}}"##,
        r##"{"type":"object","properties":{"default":{"$ref":"#/$defs/X"},"enum":{"$ref":"#/$defs/X"}},"$defs":{"X":{"type":"string"}}}"##,
    ),
    (
        r##"{"properties":{"a":{"default":{"$ref":"#/definitions/X"}}},"definitions":{"X":{}}}"##,
        r##"{"type":"object","properties":{"a":{"default":{"$ref":"#/definitions/X"}}}}"##,
    ),
    (
        r##"{"properties":{"a":{"$id":"http://x/a","$ref":"#/$defs/X","$defs":{"X":{"type":"null"}}},"b":{"$ref":"#/$defs/X"}},"$defs":{"X":{"type":"string"}}}"##,
        r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/X","$defs":{"X":{"type":"null"}}},"b":{"$ref":"#/$defs/X_2"}},"$defs":{"X":{"type":"null"},"X_2":{"type":"string"}}}"##,
    ),
    (
        r##"{"properties":{"a":{"$id":"http://x/a","properties":{"b":{"$ref":"#"}}}}}"##,
        r##"{"type":"object","properties":{"a":{"properties":{"b":{"$ref":"#/$defs/schema"}}}},"$defs":{"schema":{"properties":{"b":{"$ref":"#/$defs/schema"}}}}}"##,
    ),
    (
        r##"{"properties":{"a":{"examples":[{"$anchor":"x","type":"null"}]},"b":{"$id":"http://x/b","items":{"$anchor":"x"}},"c":{"$ref":"#x"}},"$defs":{"C":{"$anchor":"x","type":"string"}}}"##,
        r##"{"type":"object","properties":{"a":{"examples":[{"$anchor":"x","type":"null"}]},"b":{"items":{}},"c":{"$ref":"#/$defs/x"}},"$defs":{"x":{"type":"string"}}}"##,
    ),
    (
        r##"{"properties":{"a":{"$ref":"#/$defs/A%5BB%5D%20ã"}},"$defs":{"A[B] ã":{"type":"string"}}}"##,
        r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/A_B___"}},"$defs":{"A_B___":{"type":"string"}}}"##,
    ),
    (
        r##"{"$id":"http://x/y#","properties":{"a":{"$ref":"http://x/y#/$defs/A"}},"$defs":{"A":{"type":"string"}}}"##,
        r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"string"}}}"##,
    ),
    ("true", r#"{"type":"object","properties":{}}"#),
    ("{}", r#"{"type":"object","properties":{}}"#),
    ("false", r#"{"type":"object","properties":{},"not":{}}"#),
    (
        r#"{"type":"string","minLength":1}"#,
        r#"{"type":"object","properties":{},"not":{}}"#,
    ),
    (
        r##"{"type":["object","null"],"properties":{"a":{"$ref":"#"},"b":true,"c":false}}"##,
        r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/schema"},"b":{},"c":{"not":{}}},"$defs":{"schema":{"type":["object","null"],"properties":{"a":{"$ref":"#/$defs/schema"},"b":true,"c":false}}}}"##,
    ),
    (
        r##"{"type":"object","properties":{"a":{"$ref":"#"}}}"##,
        r##"{"type":"object","properties":{"a":{"$ref":"#"}}}"##,
    ),
    (
        r##"{"title":"t","$ref":"#/$defs/A","$defs":{"A":{"$ref":"#/$defs/B"},"B":{"title":"b","type":["object","null"],"required":["a"]}}}"##,
        r##"{"title":"t","type":"object","properties":{},"required":["a"]}"##,
    ),
    (
        r##"{"$ref":"#/$defs/A","required":["b"],"$defs":{"A":{"required":["a"]}}}"##,
        r##"{"type":"object","properties":{},"$ref":"#/$defs/A","required":["b"],"$defs":{"A":{"required":["a"]}}}"##,
    ),
    (
        r#"{"type":"object","properties":{"a":{"type":["array","null"]},"b":{"type":"array","items":true}}}"#,
        r#"{"type":"object","properties":{"a":{"type":["array","null"],"items":{}},"b":{"type":"array","items":true}}}"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"allOf":[{"type":"array"}],"unevaluatedItems":false}}}"#,
        r#"{"type":"object","properties":{"a":{"allOf":[{"type":"array"}],"unevaluatedItems":false}}}"#,
    ),
];

#[test]
fn references_lead_to_what_is_published() {
    for (schema, expected) in TEXTS {
        assert_eq!(published(schema), *expected, "{schema}");
    }
}

#[test]
fn null_is_an_alternative_however_often_it_stands_there() {
    let text = r#"[{"name":"t","description":"d","parameters":{"properties":{"a":{"anyOf":[{"type":"null"},{"type":"null"}]}}}}]"#;
    let outcome = compiled(text, false);
    assert!(!found(&outcome).contains(&"T0314".to_owned()));
    let checked = outcome.checked.expect("no error");
    let Shape::Object(object) = &checked.shapes.get(checked.tools[0].input).shape else {
        panic!("arguments are an object");
    };
    let shape = &checked.shapes.get(object.fields[0].shape).shape;
    assert_eq!(*shape, Shape::Null);
}

/// A schema that cannot be compiled is an error in the user's own files, but a warning in those of
/// others.
#[test]
fn who_wrote_a_tool_decides_how_much_its_loss_weighs() {
    let faulty = r#"{"properties":{"x":{"type":7}}}"#;
    let own = format!(
        r#"[{{"name":"a","description":"d","parameters":{faulty}}},
            {{"name":"b","description":"d","parameters":{{}},"outputSchema":{faulty}}}]"#
    );
    let server = own.replace("parameters", "inputSchema");
    let server = format!(r#"{{"tools":{server}}}"#);
    let strict = ["error T0304", "error T0318", "T0304"];
    assert_eq!(found(&compiled(&own, true)), strict);
    assert_eq!(found(&compiled(&server, true)), strict);
    let warned = ["T0304", "T0318", "T0304"];
    assert_eq!(found(&compiled(&server, false)), warned);
    let outcome = compiled(&own, false);
    assert_eq!(found(&outcome), ["error T0304", "error T0318", "T0304"]);
    assert!(outcome.checked.is_none() && outcome.artifacts.is_empty());
}

#[test]
fn lints_say_how_much_the_loss_of_a_tool_weighs() {
    let text = r#"[{"name":"a","description":"d","parameters":{"properties":{"x":{"type":7}}}}]"#;
    let mut loaded = loaded(&[("tools.json", text, Role::Found)]);
    loaded.config = Config {
        lints: vec![Lint::new(Code::MALFORMED_SCHEMA, Level::Warn)],
        ..Config::default()
    };
    let outcome = compile(Diagnostics::default(), &loaded, &Options::default());
    assert_eq!(found(&outcome), ["T0304"]);
    assert!(outcome.checked.is_some());
}

#[test]
fn an_output_that_is_not_checked_is_still_recorded() {
    let text =
        r#"{"tools":[{"name":"b","description":"d","inputSchema":{},"outputSchema":{"type":7}}]}"#;
    let checked = compiled(text, false).checked.expect("no error");
    let tool = &checked.tools[0];
    assert!(tool.output.is_none());
    let recorded = tool.output_text.as_ref().expect("the schema as written");
    assert_eq!(recorded.text, r#"{"type":7}"#);
}

#[test]
fn dependencies_that_are_no_mapping_are_reported() {
    let text = r#"[{"name":"a","description":"d","parameters":{"dependencies":["x"]}}]"#;
    assert_eq!(found(&compiled(text, true)), ["error T0304"]);
}

/// Schemas in which the same properties are evaluated for every value, and the properties that they
/// end up with.
const CLOSED: &[(&str, &[&str])] = &[
    (
        r##"{"properties":{"a":{}},"$ref":"#/$defs/B","$defs":{"B":{"properties":{"b":{}}}},"unevaluatedProperties":false}"##,
        &["a", "b"],
    ),
    (
        r#"{"allOf":[{"properties":{"a":{}}},{"properties":{"b":{}}}],"unevaluatedProperties":false}"#,
        &["a", "b"],
    ),
    (
        r#"{"allOf":[{"properties":{"a":{}},"unevaluatedProperties":false}],"properties":{"b":{}}}"#,
        &["b", "a"],
    ),
];

#[test]
fn what_is_evaluated_in_every_value_needs_no_second_look() {
    for (schema, names) in CLOSED {
        let text = format!(r#"[{{"name":"t","description":"d","parameters":{schema}}}]"#);
        let checked = compiled(&text, true).checked.expect("no error");
        let Shape::Object(object) = &checked.shapes.get(checked.tools[0].input).shape else {
            panic!("{schema}: not one pass");
        };
        let found: Vec<&str> = object.fields.iter().map(|field| &*field.name).collect();
        assert_eq!(found, *names, "{schema}");
        assert_eq!(
            checked.shapes.get(object.rest).shape,
            Shape::Never,
            "{schema}"
        );
    }
}
