//! References from one document into another.

use super::{compiled_files, found, loaded};
use toolc::compile::{Options, compile};
use toolc::diagnostic::Diagnostics;
use toolc::load::Loaded;
use toolc::source::{Role, SchemaListing, SourceId, Span, Spanned};
use toolc_model::config::{Choice, Config, Entry, EntryKind};

/// The published schema of one tool next to other files; the findings if it is left out.
fn published(schema: &str, files: &[(&str, &str, Role)]) -> String {
    published_with(schema, files, Config::default())
}

fn published_with(schema: &str, files: &[(&str, &str, Role)], config: Config) -> String {
    let text = format!(r#"[{{"name":"t","description":"d","parameters":{schema}}}]"#);
    let mut all = vec![("specs/tools.json", text.as_str(), Role::Found)];
    all.extend(files.iter().cloned());
    let loaded = Loaded {
        config,
        ..loaded(&all)
    };
    let outcome = compile(Diagnostics::default(), &loaded, &Options::default());
    let findings = found(&outcome).join(" ");
    let Some(checked) = outcome.checked else {
        return findings;
    };
    let tool = checked.tools.iter().find(|tool| tool.name == "t");
    tool.map_or(findings, |tool| checked.compose_text(&tool.input_text))
}

fn at(uri: &str) -> Role {
    Role::Schema(SchemaListing {
        uri: Some(uri.to_owned()),
        dialect: None,
    })
}

const COMMON: &str = r#"{"$defs":{"x":{"type":"string"},"y":{"$ref":"other.json"}}}"#;

#[test]
fn a_file_is_found_by_its_path() {
    let files = [
        ("specs/common.json", COMMON, Role::Found),
        (
            "specs/other.json",
            r#"{"$defs":{},"type":"null"}"#,
            Role::Found,
        ),
    ];
    assert_eq!(
        published(
            r#"{"properties":{"a":{"$ref":"common.json#/$defs/x"},"b":{"$ref":"./sub/../common.json#/$defs/y"}}}"#,
            &files
        ),
        r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/x"},"b":{"$ref":"#/$defs/y"}},"$defs":{"x":{"type":"string"},"y":{"$ref":"#/$defs/other"},"other":{"type":"null","$defs":{}}}}"##
    );
}

#[test]
fn a_listed_file_is_found_by_its_address_and_its_path() {
    let files = [
        (
            "specs/s/common.json",
            COMMON,
            at("https://x.test/common.json"),
        ),
        (
            "specs/s/other.json",
            "true",
            at("https://x.test/other.json"),
        ),
    ];
    for reference in [
        "https://x.test/common.json",
        "s/common.json",
        "HTTPS://X.test/a/../common.json",
    ] {
        let schema = format!(r#"{{"properties":{{"a":{{"$ref":"{reference}#/$defs/y"}}}}}}"#);
        assert_eq!(
            published(&schema, &files),
            r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/y"}},"$defs":{"y":{"$ref":"#/$defs/other"},"other":true}}"##,
            "{reference}"
        );
    }
}

#[test]
fn a_file_is_found_by_its_identifier() {
    let id =
        r#"{"$id":"https://x.test/id","$defs":{"x":{"$id":"inner","$anchor":"n","type":"null"}}}"#;
    for reference in [
        "https://x.test/inner",
        "https://x.test/inner#n",
        "https://x.test/id#/$defs/x",
    ] {
        let schema = format!(r#"{{"properties":{{"a":{{"$ref":"{reference}"}}}}}}"#);
        let text = published(&schema, &[("specs/any.json", id, Role::Found)]);
        assert!(
            text.ends_with(r#":{"type":"null"}}}"#),
            "{reference}: {text}"
        );
    }
}

#[test]
fn the_schema_of_another_tool_is_found_by_its_place() {
    let tools = r#"{"properties":{"a":{"$ref":"more.json#/0/parameters/properties/n"},"b":{"$ref":"tools.json#/0/parameters/$defs/o"}},"$defs":{"o":{"type":"null"}}}"#;
    let more = r##"[{"name":"u","description":"d","parameters":{"properties":{"n":{"type":"int","$ref":"#/$defs/p"}},"$defs":{"p":{"minimum":1}}}}]"##;
    let text = published(tools, &[("specs/more.json", more, Role::Found)]);
    assert_eq!(
        text,
        r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/n"},"b":{"$ref":"#/$defs/o"}},"$defs":{"n":{"$ref":"#/$defs/p","type":"integer"},"p":{"minimum":1},"o":{"type":"null"}}}"##
    );
}

#[test]
fn the_meta_schemas_are_known() {
    for draft in [
        "draft-04",
        "draft-06",
        "draft-07",
        "draft/2019-09",
        "draft/2020-12",
    ] {
        let schema = format!(
            r#"{{"properties":{{"a":{{"$ref":"https://json-schema.org/{draft}/schema"}}}}}}"#
        );
        let schema = if draft.starts_with("draft-") {
            schema.replace("https", "http")
        } else {
            schema
        };
        let text = published(&schema, &[]);
        assert!(text.contains("uniqueItems"), "{draft}: {text}");
    }
}

#[test]
fn definitions_of_several_documents_have_names_of_their_own() {
    let tool = |name: &str| {
        format!(
            r##"[{{"name":"{name}","description":"d","parameters":{{"properties":{{"a":{{"$ref":"#/$defs/x"}},"b":{{"$ref":"common.json#/$defs/x"}}}},"$defs":{{"x":{{"type":"null"}}}}}}}}]"##
        )
    };
    let (one, two) = (tool("one"), tool("two"));
    let files = [
        ("a.json", one.as_str(), Role::Found),
        ("b.json", two.as_str(), Role::Found),
        ("common.json", COMMON, Role::Found),
    ];
    let checked = compiled_files(&files, false).checked.expect("no error");
    for tool in &checked.tools {
        assert_eq!(
            checked.compose_text(&tool.input_text),
            r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/x"},"b":{"$ref":"#/$defs/x_2"}},"$defs":{"x":{"type":"null"},"x_2":{"type":"string"}}}"##
        );
    }
}

#[test]
fn a_dynamic_reference_is_published_as_what_it_means() {
    let tree = r##"{"$id":"https://x.test/tree","$dynamicAnchor":"node","properties":{"children":{"items":{"$dynamicRef":"#node"}}}}"##;
    let schema = r#"{"$id":"https://x.test/strict","$dynamicAnchor":"node","$ref":"tree","additionalProperties":false}"#;
    assert_eq!(
        published(schema, &[("specs/tree.json", tree, Role::Found)]),
        r##"{"type":"object","properties":{},"$ref":"#/$defs/tree","additionalProperties":false,"$defs":{"tree":{"properties":{"children":{"items":{"$ref":"#/$defs/node"}}}},"node":{"$ref":"#/$defs/tree","additionalProperties":false}}}"##
    );
}

#[test]
fn a_reference_that_leads_nowhere_is_one_finding() {
    let common = ("specs/common.json", COMMON, Role::Found);
    for reference in [
        "common.json#/$defs/z",
        "comon.json",
        "https://x.test/",
        "common.json#z",
    ] {
        let schema = format!(r#"{{"properties":{{"a":{{"$ref":"{reference}"}}}}}}"#);
        let other = r#"[{"name":"u","description":"d","parameters":{"type":"object"}}]"#;
        let files = [common.clone(), ("specs/more.json", other, Role::Found)];
        assert_eq!(published(&schema, &files), "error T0302", "{reference}");
    }
}

/// A reduced API description lacks what its chosen operations do not need, but only for itself:
/// other files see all of it.
#[test]
fn a_reduced_description_is_whole_for_others() {
    let pets = r#"{"openapi":"3.0.3","info":{"title":"p","version":"1"},
        "paths":{"/pets":{"get":{"operationId":"list"},"put":{"operationId":"other"}}},
        "components":{"schemas":{"Pet":{"type":"string","nullable":true}}}}"#;
    let span = Span::file(SourceId(0));
    let mut config = Config::default();
    let entry = config.add(Entry {
        operations: vec![Choice {
            include: true,
            pattern: Spanned::new("list".to_owned(), span),
        }],
        ..Entry::new(EntryKind::Rest, span)
    });
    assert_eq!(
        published_with(
            r#"{"properties":{"a":{"$ref":"pets.json#/components/schemas/Pet"}}}"#,
            &[("specs/pets.json", pets, Role::Listed(entry))],
            config,
        ),
        r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/Pet"}},"$defs":{"Pet":{"type":["string","null"]}}}"##
    );
}
