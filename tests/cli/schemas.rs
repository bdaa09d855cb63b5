//! `toolc schema`: editors refuse exactly the files whose form toolc refuses.

use super::command::{Folder, stdout};
use jsonschema::Validator;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use toolc::compile::{Options, compile};
use toolc::diagnostic::Diagnostics;
use toolc::load::load_sources;
use toolc::source::{Role, SourceId, Sources};
use toolc_base::node::Node;
use toolc_base::parse::parse_source;

/// Findings about the form of a file, which a schema can express.
const OF_FORM: &[&str] = &[
    "T0201", "T0202", "T0203", "T0207", "T0208", "T0209", "T0230", "T0232", "T0235", "T0240",
    "T0244", "T0440",
];

/// Files on which editors and toolc disagree, and why.
const EXPLAINED: &[(&str, &str)] = &[
    (
        "T0107_alias_bomb.yaml",
        "toolc stops before it knows the form",
    ),
    (
        "T0208_wrong_shape_instructions_twice/",
        "a schema does not see the text behind the head",
    ),
    (
        "T0208_wrong_shape_two_spellings/toolc.yaml",
        "a schema does not know which name a code has",
    ),
    (
        "T0208_wrong_shape_port/toolc.yaml",
        "a pattern that knows the largest port says nothing to a reader",
    ),
    (
        "T0231_written_secret_user_info/",
        "credentials in an address have the finding on secrets",
    ),
    (
        "T0231_written_secret/",
        "a secret has a finding of its own, whatever its key is",
    ),
    (
        "T0417_field_not_exported/",
        "hints of wrong types are told when they are exported",
    ),
    (
        "T0232_idle_key_of_rule/",
        "whether a reason has an effect depends on the approval beside it",
    ),
    (
        "T0232_idle_key_limits",
        "whether a limit has an effect depends on the smaller ones around it",
    ),
    (
        "T0410_unsupported_toolset/",
        "a toolset that is not known may need no list",
    ),
    (
        "T0410_unsupported_toolset_rules/",
        "the reader leaves it to a later stage which toolset has an option",
    ),
    (
        "T0470_not_read_only/",
        "whether `read_only: false` has an effect depends on the worker around it",
    ),
    (
        "T0472_illegal_error_code",
        "the schema knows the form of a code, toolc has a finding of its own",
    ),
    (
        "T0410_unsupported_toolset_package",
        "the schema knows the keys of a toolset, toolc has a finding of its own",
    ),
    (
        "T0485_unfit_mount/",
        "the schema knows the keys of a mount, toolc has a finding of its own",
    ),
    (
        "T0475_unfit_declaration_of_",
        "lists and files of several namespaces have no declarations, toolc has a finding of its own",
    ),
    (
        "T0232_idle_key_extension.yaml",
        "anything may be under a key that begins with `x-`, toolc has a note where tools may be meant",
    ),
    (
        "T0495_unfit_pattern.yaml",
        "the schema knows the keys of a rule, toolc has a finding of its own",
    ),
];

#[test]
fn each_kind_of_file_has_a_schema() {
    let folder = Folder::new("schema");
    for kind in [
        "tools",
        "worker",
        "config",
        "output",
        "explanation",
        "descriptor",
        "plugin-answer",
        "manifest",
    ] {
        let printed = folder.toolc(&["schema", kind]);
        assert_eq!(printed.status.code(), Some(0), "{kind}");
        let schema: Value = serde_json::from_str(&stdout(&printed)).expect("JSON");
        assert!(jsonschema::meta::is_valid(&schema), "{kind}");
    }
    assert_eq!(folder.toolc(&["schema", "lock"]).status.code(), Some(2));
}

/// Keys that have several names: the one to write, and those that editors cross out.
const NAMES: &[(&str, &str, &[&str])] = &[
    ("tools", "approval", &["needsApproval", "needs_approval"]),
    (
        "tools",
        "execution",
        &["manualExecution", "manual_execution"],
    ),
    (
        "tools",
        "parameters",
        &[
            "input_schema",
            "inputSchema",
            "parametersJsonSchema",
            "parameters_json_schema",
        ],
    ),
    (
        "tools",
        "output_parameters",
        &[
            "outputSchema",
            "output_schema",
            "response",
            "responseJsonSchema",
        ],
    ),
    ("worker", "read_only", &["readOnly"]),
    ("worker", "allow_empty", &["allowEmpty"]),
    ("worker", "blockReason", &["block_reason"]),
];

#[test]
fn further_names_of_a_key_are_deprecated() {
    for kind in ["tools", "worker", "config"] {
        let mut seen = 0;
        each_properties(&read_schema(kind), &mut |properties| {
            let is_deprecated = |key: &str| properties[key]["deprecated"] == true;
            for (_, name, further) in NAMES.iter().filter(|(of, ..)| *of == kind) {
                let has_name = properties.contains_key(*name);
                assert!(!has_name || !is_deprecated(name), "{kind}: {name}");
                for key in further.iter().filter(|key| properties.contains_key(**key)) {
                    assert!(has_name && is_deprecated(key), "{kind}: {key}");
                    let said = properties[*key]["description"].as_str().expect("words");
                    assert!(said.contains(&format!("`{name}")), "{kind}: {key}: {said}");
                    seen += 1;
                }
            }
            for key in properties.keys() {
                let snake = snake_case(key);
                if snake != *key && properties.contains_key(&snake) {
                    assert!(
                        is_deprecated(key) || is_deprecated(&snake),
                        "{kind}: {key} and {snake}"
                    );
                }
            }
        });
        let further = NAMES.iter().filter(|(of, ..)| *of == kind);
        assert!(seen >= further.map(|(.., further)| further.len()).sum::<usize>());
    }
}

/// Calls a function for the `properties` of each schema.
fn each_properties(schema: &Value, visit: &mut impl FnMut(&serde_json::Map<String, Value>)) {
    match schema {
        Value::Object(map) => {
            if let Some(properties) = map.get("properties").and_then(Value::as_object) {
                visit(properties);
            }
            map.values().for_each(|value| each_properties(value, visit));
        }
        Value::Array(list) => list.iter().for_each(|value| each_properties(value, visit)),
        _ => {}
    }
}

/// `inputSchema` as `input_schema`
fn snake_case(key: &str) -> String {
    let mut snake = String::new();
    for character in key.chars() {
        if character.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(character.to_ascii_lowercase());
    }
    snake
}

#[test]
fn schemas_have_the_form_that_a_schema_store_takes() {
    let folder = Folder::new("schema_catalog");
    let printed = folder.toolc(&["schema", "catalog"]);
    assert_eq!(printed.status.code(), Some(0));
    let catalog: Value = serde_json::from_str(&stdout(&printed)).expect("JSON");
    assert_eq!(catalog["version"], 1);
    let entries = catalog["schemas"].as_array().expect("entries");
    assert_eq!(entries.len(), 3);
    for (entry, kind) in entries.iter().zip(["config", "worker", "tools"]) {
        let schema = read_schema(kind);
        jsonschema::meta::validate(&schema).expect(kind);
        assert_eq!(
            schema["$schema"],
            "https://json-schema.org/draft/2020-12/schema"
        );
        assert_eq!(schema["$id"], entry["url"], "{kind}");
        for key in ["name", "description", "url"] {
            assert!(
                entry[key].as_str().is_some_and(|text| !text.is_empty()),
                "{kind}: {key}"
            );
        }
        let files = entry["fileMatch"].as_array().expect("patterns");
        for file in files.iter().map(|file| file.as_str().expect("a pattern")) {
            assert!(
                file.contains("toolc"),
                "{file} is the name of others' files as well"
            );
        }
    }
}

#[test]
fn names_of_the_catalog_are_names_of_files_that_toolc_reads() {
    let folder = Folder::new("schema_names");
    folder
        .put(
            "specs/weather.toolc-tools.yaml",
            "weather: [{ name: get_weather, parameters: { type: object } }]\n",
        )
        .put(
            "specs/support.toolc-worker.yaml",
            "name: support\ntoolsets: { weather: { tools: all } }\n",
        )
        .put("specs/toolc.yaml", "targets: [mcp]\n");
    let listed = folder.toolc(&["list", "specs"]);
    assert_eq!(listed.status.code(), Some(0));
    assert!(
        stdout(&listed).contains("weather::get_weather"),
        "{}",
        stdout(&listed)
    );
}

/// Returns a schema as it is published.
fn read_schema(kind: &str) -> Value {
    let text = fs::read_to_string(format!("crates/read/schemas/{kind}.json")).expect("a schema");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn editors_and_toolc_agree_about_the_form_of_files() {
    let validators = validators();
    let mut seen = [0; 3];
    let mut faults = Vec::new();
    for path in cases() {
        for (kind, file, value, is_refused) in files_of(&path) {
            seen[kind] += 1;
            let verdict = validators[kind].validate(&value);
            let is_explained = EXPLAINED.iter().any(|(part, _)| file.contains(part));
            if verdict.is_err() != is_refused && !is_explained {
                faults.push(format!(
                    "{file}: toolc refuses it: {is_refused}, its schema: {verdict:?}"
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(seen.iter().all(|count| *count > 20), "{seen:?}");
}

/// Returns the schemas of tool files, worker files and `toolc.yaml`.
fn validators() -> [Validator; 3] {
    ["tools", "worker", "config"].map(|kind| {
        let text =
            fs::read_to_string(format!("crates/read/schemas/{kind}.json")).expect("a schema");
        let schema: Value = serde_json::from_str(&text).expect("JSON");
        jsonschema::validator_for(&schema).expect("a valid schema")
    })
}

/// Returns the files and folders that users would write.
fn cases() -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = ["specs", "crates/cli/templates/init"]
        .iter()
        .map(PathBuf::from)
        .collect();
    for folder in ["tests/ui", "tests/golden", "examples"] {
        let entries = fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path());
        paths.extend(entries.map(|path| match path.join("specs") {
            specs if specs.exists() => specs,
            _ => path,
        }));
    }
    paths.retain(|path| path.is_dir() || path.extension().is_some_and(|ending| ending == "yaml"));
    paths.sort();
    paths
}

/// Returns the kind of each file, its path, its value, and whether toolc refuses its form.
fn files_of(path: &Path) -> Vec<(usize, String, Value, bool)> {
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[path.to_path_buf()]);
    let outcome = compile(diagnostics, &loaded, &Options::default());
    let refused: BTreeSet<SourceId> = outcome
        .diagnostics
        .iter()
        .filter(|finding| OF_FORM.contains(&finding.code.to_string().as_str()))
        .filter_map(|finding| finding.labels.first())
        .map(|label| label.span.source)
        .collect();
    let mut files = Vec::new();
    for (id, source) in loaded.sources.iter() {
        let Some(node) = read_tree(&loaded.sources, id) else {
            continue;
        };
        let Some(kind) = kind_of(&source.role, &node) else {
            continue;
        };
        // values nested too deeply for editors are not compared
        let Ok(value) = serde_json::from_str(&node.to_json()) else {
            continue;
        };
        files.push((kind, source.path.clone(), value, refused.contains(&id)));
    }
    files
}

fn read_tree(sources: &Sources, id: SourceId) -> Option<Node> {
    let mut diagnostics = Diagnostics::default();
    parse_source(&mut diagnostics, sources, id)
}

/// Returns which schema applies to a file; `None` for third-party formats.
fn kind_of(role: &Role, node: &Node) -> Option<usize> {
    match role {
        Role::Config => return Some(2),
        Role::Worker => return Some(1),
        Role::Found | Role::Listed(_) => {}
        _ => return None,
    }
    let has = |key: &str| node.as_map().is_some_and(|map| map.contains(key));
    let foreign = [
        "openapi", "swagger", "overlay", "$schema", "$id", "$defs", "type", "function", "jsonrpc",
        "result",
    ];
    match () {
        () if has("toolsets") || has("extends") => Some(1),
        () if foreign.iter().any(|key| has(key)) => None,
        () => Some(0),
    }
}

#[test]
fn files_of_a_new_project_name_their_schemas() {
    let folder = Folder::new("init_schemas");
    assert_eq!(folder.toolc(&["init"]).status.code(), Some(0));
    for file in ["toolc.yaml", "weather.yaml", "workers/support.yaml"] {
        let path = folder.0.join("specs").join(file);
        let text = fs::read_to_string(&path).expect("a file");
        let first = text.lines().next().unwrap_or_default();
        let (_, schema) = first.split_once("$schema=").expect("the schema's path");
        assert!(path.with_file_name(schema).exists(), "{schema}");
    }
}
