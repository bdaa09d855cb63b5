//! Documents, the tools that are read from them, and the findings about them.

mod dialects;
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
use toolc_base::diagnostic::{Diagnostics, Severity};
use toolc_base::parse::parse_source;
use toolc_base::source::{Role, Source, SourceId, Sources, Span};
use toolc_model::config::{Config, Entry, EntryKind};
use toolc_model::draft::Draft;

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

/// The namespace, name and input schema of each tool.
fn lines(draft: &Draft) -> Vec<String> {
    let line = |tool: &toolc_model::draft::DraftTool| {
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
    // keys without effect are not the subject here
    found.retain(|found| !found.contains("T0232 "));
    assert_eq!(found, findings, "{text}");
    assert_eq!(lines(&draft), tools, "{text}");
}

/// The text and the tools of documents without errors.
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

/// Keys that begin with `x-` may be used freely beside tools, for example for parts that are repeated.
#[test]
fn what_is_under_x_is_not_tools() {
    assert_reads(
        "x-size: &size {type: integer}\nx-notes: [a]\nx: [{name: a, parameters: {properties: {n: *size}}}]\n\
         x-beta: [{name: b, parameters: {}}]\n",
        &[
            r#"x a {"properties":{"n":{"type":"integer"}}}"#,
            "x-beta b {}",
        ],
        &[],
    );
}

#[test]
fn every_shape_is_read() {
    for (text, tools) in SHAPES {
        assert_reads(text, tools, &[]);
    }
}

/// The text, the tools, and the findings.
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
        &["T0202 (1, 13) the tool `a` has no input schema, but it has a key `paramaters`"],
    ),
    (
        "- {name: a, description: x, paramaters: {}}\n",
        &[],
        &["T0202 (1, 29) the tool `a` has no input schema, but it has a key `paramaters`"],
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
