//! Documents, the tools that they become, and the findings about them.

mod foreign;
mod openapi;
mod overrides;
mod parts;
mod reference;
mod requests;
mod swagger;
mod versions;
mod workers;

use super::config::read_config;
use super::{Dialects, join_files, read_source};
use crate::config::{Config, Entry, EntryKind};
use crate::diagnostic::{Diagnostics, Severity};
use crate::draft::Draft;
use crate::parse::parse_source;
use crate::source::{Role, Source, SourceId, Sources, Span};

/// Reads a text as YAML or JSON.
fn draft_of(text: &str, role: Role) -> (Draft, Vec<String>) {
    draft_with(text, role, &Config::default())
}

/// The same for a text that an entry lists.
fn draft_listed(text: &str, entry: Entry) -> (Draft, Vec<String>) {
    let mut config = Config::default();
    let id = config.add(entry);
    draft_with(text, Role::Listed(id), &config)
}

/// Reads a text as `toolc.yaml`.
fn draft_of_config(text: &str) -> (Draft, Vec<String>) {
    let mut sources = Sources::default();
    let id = sources.add(Source {
        path: "toolc.yaml".to_owned(),
        text: text.into(),
        role: Role::Config,
    });
    let mut diagnostics = Diagnostics::default();
    let node = parse_source(&mut diagnostics, &sources, id).expect("the text is well-formed");
    let settings = read_config(&mut diagnostics, &node);
    let mut config = settings.config;
    for listed in settings.entries {
        config.add(listed.entry);
    }
    draft_with(text, Role::Config, &config)
}

fn draft_with(text: &str, role: Role, config: &Config) -> (Draft, Vec<String>) {
    let mut sources = Sources::default();
    let id = sources.add(Source {
        path: "a.yaml".to_owned(),
        text: text.into(),
        role,
    });
    let mut diagnostics = Diagnostics::default();
    let node = parse_source(&mut diagnostics, &sources, id).expect("the text is well-formed");
    let mut parsed = [(id, node)];
    join_files(&sources, config, &mut parsed);
    let [(_, node)] = parsed;
    let draft = read_source(
        &mut diagnostics,
        &sources,
        config,
        &Dialects::default(),
        id,
        node,
    );
    let found = diagnostics.into_sorted().into_iter().map(|found| {
        let place = found
            .span()
            .map(|span| sources.line_column(span))
            .unwrap_or((0, 0));
        let mark = if found.severity == Severity::Note {
            "note "
        } else {
            ""
        };
        format!("{mark}{} {place:?} {}", found.code, found.message)
    });
    (draft, found.collect())
}

fn listed(kind: EntryKind) -> Entry {
    Entry::new(kind, Span::file(SourceId(0)))
}

/// Namespace, name and input schema of each tool.
fn lines(draft: &Draft) -> Vec<String> {
    let line = |tool: &crate::draft::DraftTool| {
        let namespace = tool.own_namespace.as_ref().or(tool.file_namespace.as_ref());
        let namespace = namespace.map_or("-", |namespace| &namespace.value);
        format!(
            "{namespace} {} {}",
            tool.name.value,
            tool.input.node.to_json()
        )
    };
    draft.tools.iter().map(line).collect()
}

fn assert_reads(text: &str, tools: &[&str], findings: &[&str]) {
    let (draft, mut found) = draft_of(text, Role::Found);
    // what others say beside the shape
    found.retain(|found| !found.starts_with("note T0232"));
    assert_eq!(found, findings, "{text}");
    assert_eq!(lines(&draft), tools, "{text}");
}

/// Text and tools of documents without a fault.
const SHAPES: &[(&str, &[&str])] = &[
    (
        "w:\n- {name: a, parameters: {type: object}}\n- {name: b, parameters: {}}\n",
        &[r#"w a {"type":"object"}"#, "w b {}"],
    ),
    (
        "w: [{name: a, parameters: {}}]\nv: [{name: a, parameters: {}}]\n",
        &["w a {}", "v a {}"],
    ),
    (
        "namespace: w\ntools: [{name: a, input_schema: {}}, {name: b, namespace: v, parameters: {}}]\n",
        &["w a {}", "v b {}"],
    ),
    ("- {name: a, parameters: {}}\n", &["- a {}"]),
    (
        "a: {parameters: {}}\nb: {name: b, parameters: {}}\n",
        &["- a {}", "- b {}"],
    ),
    (r#"{"tools":[{"name":"a","inputSchema":{}}]}"#, &["- a {}"]),
    (
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":{}}]}}"#,
        &["- a {}"],
    ),
    (
        r#"[{"type":"function","function":{"name":"a","parameters":{}}}]"#,
        &["- a {}"],
    ),
    (
        r#"{"model":"m","tools":[{"type":"function","name":"a","parameters":{},"strict":true}]}"#,
        &["- a {}"],
    ),
    (r#"{"name":"a","input_schema":{}}"#, &["- a {}"]),
    (
        r#"{"contents":[],"tools":[{"functionDeclarations":[{"name":"a","parameters":{}}]}]}"#,
        &["- a {}"],
    ),
    (
        r#"[{"function_declarations":[{"name":"a","parameters":{}},{"name":"b","parameters":{}}]}]"#,
        &["- a {}", "- b {}"],
    ),
];

#[test]
fn every_shape_is_read() {
    for (text, tools) in SHAPES {
        assert_reads(text, tools, &[]);
    }
}

/// Text, tools, and findings.
const FAULTS: &[(&str, &[&str], &[&str])] = &[
    (
        "a: {name: b, parameters: {}}\nc: {parameters: {}}\n",
        &["- c {}"],
        &["T0204 (1, 11) the tool `b` is under the key `a`"],
    ),
    (
        "- parameters: {}\n- {name: a, parameters: {}}\n",
        &["- a {}"],
        &["T0203 (1, 3) a tool has no name"],
    ),
    (
        "w: [{name: a, parameters: {}}]\nb: {parameters: {}}\n",
        &[],
        &["T0211 (2, 1) the file mixes lists of tools with single tools"],
    ),
    (
        "- {name: a, parameters: null}\n- {name: b, parameters: {}}\n",
        &[r#"- a {"type":"object","properties":{}}"#, "- b {}"],
        &["note T0210 (1, 25) the tool `a` has null as its input, so any arguments are accepted"],
    ),
    (
        "- {name: a, paramaters: {}}\n- {name: b, parameters: {}}\n",
        &["- b {}"],
        &["T0202 (1, 13) the tool `a` has no input schema, but a key `paramaters`"],
    ),
    (
        "- {name: a, description: x, paramaters: {}}\n",
        &[],
        &["T0202 (1, 29) the tool `a` has no input schema, but a key `paramaters`"],
    ),
    (
        "{\"openapi\":\"3.0.0\"}",
        &[],
        &["T0206 (1, 12) the document has no `paths`, so there is nothing in it to compile"],
    ),
    (
        "- {name: a, parameters: [x]}\n- {name: b, parameters: {}}\n",
        &["- b {}"],
        &["T0202 (1, 25) the input schema of `a` must be a mapping, found a list"],
    ),
    (
        "- {name: a, parameters: {}, inputSchema: {}}\n",
        &[],
        &["T0202 (1, 29) the tool `a` has both `parameters` and `inputSchema`"],
    ),
    (
        "- {name: a, parameters: {}, approval: preAproved}\n",
        &["- a {}"],
        &["T0208 (1, 39) `preAproved` is not a valid approval"],
    ),
    (
        "- {name: a, parameters: {}, descripton: x}\n",
        &["- a {}"],
        &["T0207 (1, 29) a tool has no key `descripton`; it is kept as metadata"],
    ),
    (
        "- {name: a, parameters: {}, namespace: ''}\n",
        &["- a {}"],
        &["T0209 (1, 40) the namespace is empty"],
    ),
    (
        "- {type: web_search}\n- {name: a, parameters: {}}\n",
        &["- a {}"],
        &[
            "T0202 (1, 3) `web_search` runs at the provider and has no schema, so there is nothing to compile",
        ],
    ),
    (
        "- 1\n- {name: a, parameters: {}}\n",
        &["- a {}"],
        &["T0202 (1, 3) a tool must be a mapping, found a number"],
    ),
    (
        "version: 3\nservices: {web: {image: x}}\n",
        &[],
        &["T0201 (1, 1) the file is not in a format that toolc reads"],
    ),
];

#[test]
fn every_fault_has_one_finding_and_the_rest_is_read() {
    for (text, tools, findings) in FAULTS {
        assert_reads(text, tools, findings);
    }
}

/// A schema in a dialect, and what it is in JSON Schema 2020-12.
const DIALECTS: &[(&str, &str)] = &[
    (
        r#"{"type":"dict","properties":{"a":{"type":"float"},"type":{"type":"ArrayList","items":{"type":"HashMap"}}}}"#,
        r#"{"type":"object","properties":{"a":{"type":"number"},"type":{"type":"array","items":{"type":"object"}}}}"#,
    ),
    (
        r#"{"type":["STRING","NULL"],"enum":["dict",null],"default":{"type":"dict"},"examples":[{"type":"dict"}]}"#,
        r#"{"type":["string","null"],"enum":["dict",null],"default":{"type":"dict"},"examples":[{"type":"dict"}]}"#,
    ),
    (
        r#"{"type":"any","const":{"type":"any"}}"#,
        r#"{"const":{"type":"any"}}"#,
    ),
    (r#"{"type":"","description":"x"}"#, r#"{"description":"x"}"#),
    (
        r#"{"type":"integer","minimum":1,"exclusiveMinimum":true,"maximum":9,"exclusiveMaximum":false}"#,
        r#"{"type":"integer","maximum":9,"exclusiveMinimum":1}"#,
    ),
    (
        r#"{"type":"string","nullable":true}"#,
        r#"{"type":["string","null"]}"#,
    ),
    (
        r##"{"anyOf":[{"$ref":"#/a"}],"nullable":true}"##,
        r##"{"anyOf":[{"$ref":"#/a"},{"type":"null"}]}"##,
    ),
    (
        r##"{"allOf":[{"$ref":"#/a"}],"nullable":true,"title":"x"}"##,
        r##"{"title":"x","anyOf":[{"allOf":[{"$ref":"#/a"}]},{"type":"null"}]}"##,
    ),
    (
        r#"{"type":"string","enum":["a"],"nullable":true}"#,
        r#"{"type":["string","null"],"enum":["a"]}"#,
    ),
    (
        r#"{"nullable":true,"description":"x"}"#,
        r#"{"description":"x"}"#,
    ),
    (
        r#"{"items":[{"type":"int"}],"additionalItems":false}"#,
        r#"{"prefixItems":[{"type":"integer"}],"items":false}"#,
    ),
    (
        r#"{"dependencies":{"a":["b"],"c":{"type":"dict"}}}"#,
        r#"{"dependentRequired":{"a":["b"]},"dependentSchemas":{"c":{"type":"object"}}}"#,
    ),
    (
        r#"{"dependentRequired":{"a":["b"]},"dependencies":{"a":["b","c"],"d":"e"}}"#,
        r#"{"dependentRequired":{"a":["b","c"],"d":["e"]}}"#,
    ),
    (
        r#"{"dependentSchemas":{"a":{"minProperties":2}},"dependencies":{"a":{"type":"dict"}}}"#,
        r#"{"dependentSchemas":{"a":{"allOf":[{"minProperties":2},{"type":"object"}]}}}"#,
    ),
    (r#"{"dependencies":["a"]}"#, r#"{"dependencies":["a"]}"#),
    (
        r#"{"properties":{"a":{"required":true},"b":{"required":false}}}"#,
        r#"{"properties":{"a":{},"b":{}},"required":["a"]}"#,
    ),
    (
        r#"{"properties":{"a":{"optional":true}},"required":[]}"#,
        r#"{"properties":{"a":{}},"required":[]}"#,
    ),
    (
        r##"{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/A","minLength":3,"definitions":{"A":{"type":"string"}}}"##,
        r##"{"$ref":"#/definitions/A","definitions":{"A":{"type":"string"}}}"##,
    ),
    (
        r##"{"$ref":"#/$defs/A","minLength":3,"$defs":{"A":{"type":"char"}}}"##,
        r##"{"$ref":"#/$defs/A","minLength":3,"$defs":{"A":{"type":"string"}}}"##,
    ),
    (
        r##"{"$recursiveAnchor":true,"items":{"$recursiveRef":"#"}}"##,
        r##"{"$recursiveAnchor":true,"items":{"$recursiveRef":"#"}}"##,
    ),
    (
        r##"{"$ref":"#/x/y/0","x":{"y":[{"type":"float","$ref":"#/default"}]},"default":{"type":"float"}}"##,
        r##"{"$ref":"#/x/y/0","x":{"y":[{"type":"number","$ref":"#/default"}]},"default":{"type":"float"}}"##,
    ),
    (
        r##"{"$schema":"http://json-schema.org/draft-04/schema#","id":"http://x/y","const":1,"items":{"id":"#a","$ref":"#"},"not":{"id":"#b"}}"##,
        r##"{"items":{"$ref":"#"},"not":{"$anchor":"b"},"$id":"http://x/y"}"##,
    ),
    (
        r##"{"$schema":"http://json-schema.org/draft-07/schema#","$id":"http://x/y#z","dependentRequired":{"a":["b"]},"items":[{}],"prefixItems":[true]}"##,
        r##"{"$anchor":"z","$id":"http://x/y","prefixItems":[{}]}"##,
    ),
    (
        r##"{"$schema":"https://json-schema.org/draft/2019-09/schema","contains":{},"minContains":2,"unevaluatedItems":false,"$dynamicRef":"#"}"##,
        r##"{"unevaluatedItems":false,"allOf":[{"not":{"not":{"contains":{},"minContains":2}}}]}"##,
    ),
    (
        r##"{"$schema":"https://json-schema.org/draft/2020-12/schema","$recursiveRef":"#","contains":{},"unevaluatedItems":false}"##,
        r##"{"$schema":"https://json-schema.org/draft/2020-12/schema","contains":{},"unevaluatedItems":false}"##,
    ),
];

#[test]
fn every_dialect_becomes_2020_12() {
    for (written, meant) in DIALECTS {
        let (draft, _) = draft_of(
            &format!(r#"[{{"name":"a","parameters":{written}}}]"#),
            Role::Found,
        );
        assert_eq!(draft.tools[0].input.node.to_json(), *meant);
    }
}

#[test]
fn a_changed_type_is_noted_at_its_place() {
    let text = "- name: a\n  parameters: {type: dict, properties: {b: {type: any}}}\n";
    let notes = [
        "note T0205 (2, 22) the type `dict` is read as `object`",
        "note T0205 (2, 51) the type `any` is read as any type",
    ];
    assert_reads(
        text,
        &[r#"- a {"type":"object","properties":{"b":{}}}"#],
        &notes,
    );
}

#[test]
fn the_fingerprint_is_of_the_schema_as_written() {
    let of = |text: &str| {
        draft_of(text, Role::Found).0.tools[0]
            .raw_fingerprint
            .clone()
    };
    let written = of("- {name: a, parameters: {type: dict, properties: {}}}");
    assert_eq!(
        written,
        of("- {name: b, parameters: {properties: {}, type: dict}}")
    );
    assert_ne!(
        written,
        of("- {name: a, parameters: {properties: {}, type: object}}")
    );
    // printf '{}' | sha256sum
    let empty = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";
    assert_eq!(of("- {name: a, parameters: {}}").as_deref(), Some(empty));
}

#[test]
fn what_has_no_meaning_of_its_own_is_kept() {
    let text = r#"{"tools":[{"name":"a","title":"A","inputSchema":{},"outputSchema":{"type":"object"},
        "annotations":{"readOnlyHint":true},"_meta":{"x":1}}]}"#;
    let tool = &draft_of(text, Role::Found).0.tools[0];
    let kept: Vec<_> = tool
        .metadata
        .iter()
        .map(|(key, node)| format!("{key}={}", node.to_json()))
        .collect();
    assert_eq!(
        kept,
        [r#"annotations={"readOnlyHint":true}"#, r#"_meta={"x":1}"#]
    );
    assert_eq!(tool.title.as_deref(), Some("A"));
    assert_eq!(
        tool.output
            .as_ref()
            .map(|output| output.node.to_json())
            .as_deref(),
        Some(r#"{"type":"object"}"#)
    );
}

#[test]
fn a_listed_file_is_what_its_entry_says() {
    let bare = "- {name: a}\n";
    assert_eq!(draft_of(bare, Role::Found).0.tools.len(), 0);
    assert_eq!(draft_listed(bare, listed(EntryKind::File)).0.tools.len(), 1);
    assert_eq!(draft_listed(bare, listed(EntryKind::Mcp)).0.tools.len(), 1);
    let (draft, found) = draft_listed(bare, listed(EntryKind::Rest));
    assert_eq!((draft.tools.len(), found.len()), (0, 1));
    assert!(found[0].starts_with("T0208"), "{found:?}");
}

#[test]
fn deep_schemas_are_read() {
    let deep = format!(
        "[{{\"name\":\"a\",\"parameters\":{}{{}}{}}}]",
        "{\"not\":".repeat(500),
        "}".repeat(500)
    );
    assert_eq!(draft_of(&deep, Role::Found).0.tools.len(), 1);
}
