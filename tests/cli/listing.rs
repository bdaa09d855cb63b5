//! `toolc list`, `show`, `explain`, and the selection of tools by tags.

use super::command::{Folder, WEATHER, json, stderr, stdout};

#[test]
fn lists_shows_and_exports() {
    let folder = Folder::new("list");
    folder.put("specs/weather.yaml", WEATHER);
    assert_eq!(
        stdout(&folder.toolc(&["list", "specs", "--qualified"])),
        "weather_api::get_weather\n"
    );
    let list = json(&folder.toolc(&["list", "specs", "--format", "json"]));
    assert_eq!(list[0]["workers"]["all"], "ask");
    let shown = stdout(&folder.toolc(&["show", "weather_api::get_weather", "specs"]));
    assert!(
        shown.contains("weather.yaml:2:") && shown.contains("\"location\""),
        "{shown}"
    );
    assert!(
        shown.contains("  result      toolc_runtime::Json\n"),
        "{shown}"
    );
    let unknown = folder.toolc(&["show", "weather_api::get_wether", "specs"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(
        stderr(&unknown).contains("did you mean `weather_api::get_weather`?"),
        "{}",
        stderr(&unknown)
    );
    for (target, pointer) in [
        ("openai", "/0/function/parameters/type"),
        ("anthropic", "/0/input_schema/type"),
        (
            "gemini",
            "/0/functionDeclarations/0/parametersJsonSchema/type",
        ),
        ("mcp", "/tools/0/inputSchema/type"),
    ] {
        let exported = json(&folder.toolc(&["export", "--target", target, "specs"]));
        assert_eq!(
            exported.pointer(pointer),
            Some(&"object".into()),
            "{target}"
        );
    }
}

/// Two namespaces, with an overload and metadata.
const RECORDS: &str = r#"
a:
  - { name: get, description: d, metadata: { owner: shop, tier: 1 }, parameters: { type: object } }
  - { name: put, description: d, parameters: { type: object }, overload: true }
  - { name: put, description: d, parameters: { type: object, properties: { x: { type: string, description: x } } } }
b:
  - { name: get, description: d, parameters: { type: object } }
c:
  - { name: cut, description: d, parameters: { type: object } }
"#;

#[test]
fn tools_are_chosen_by_namespace_and_by_fingerprint() {
    let folder = Folder::new("choices");
    folder.put("specs/all.yaml", RECORDS);
    let list = |more: &[&str]| {
        let arguments = [&["list", "specs"], more].concat();
        stdout(&folder.toolc(&arguments))
    };
    assert_eq!(list(&["--namespaces"]), "a\nb\nc\n");
    assert_eq!(list(&["--names"]), "cut\nget\nput\n");
    assert_eq!(list(&["--names", "--namespace", "a"]), "get\nput\n");
    assert_eq!(
        list(&["--qualified", "--namespace", "b", "--namespace", "c"]),
        "b::get\nc::cut\n"
    );
    let namespaces = json(&folder.toolc(&["list", "specs", "--namespaces", "--format", "json"]));
    assert_eq!(namespaces, serde_json::json!(["a", "b", "c"]));
    let all = json(&folder.toolc(&["list", "specs", "--format", "json"]));
    assert_eq!(all[0]["metadata"]["owner"], "shop");
    assert_eq!(all[1]["metadata"], serde_json::json!({}));
    let fingerprint = all[2]["fingerprint"].as_str().expect("a fingerprint");
    assert_eq!(
        list(&["--qualified", "--fingerprint", fingerprint]),
        "a::put\n"
    );
    let unknown = folder.toolc(&["list", "specs", "--namespace", "bb"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("no tool is in the namespace `bb`"));
    let unknown = folder.toolc(&["list", "specs", "--fingerprint", "f"]);
    assert_eq!(unknown.status.code(), Some(2));

    let shown = json(&folder.toolc(&["show", "a::get", "specs", "--format", "json"]));
    assert_eq!(shown[0]["metadata"]["tier"], 1);
    let shown = stdout(&folder.toolc(&["show", "a::get", "specs"]));
    assert!(
        shown.contains(r#"  metadata    {"owner":"shop","tier":1}"#),
        "{shown}"
    );
    let show = [
        "show",
        "a::put",
        "specs",
        "--format",
        "json",
        "--fingerprint",
    ];
    let shown = json(&folder.toolc(&[&show[..], &[fingerprint]].concat()));
    assert_eq!(shown.as_array().map(Vec::len), Some(1));
    let refused = folder.toolc(&[&show[..], &["f"]].concat());
    assert!(
        stderr(&refused).contains("No overload of 'a::put' matches fingerprint 'f'."),
        "{}",
        stderr(&refused)
    );
}

#[test]
fn explains_codes() {
    let folder = Folder::new("explain");
    let page = folder.toolc(&["explain", "t0301"]);
    assert!(stdout(&page).starts_with("# T0301: "), "{}", stdout(&page));
    assert_eq!(
        stdout(&folder.toolc(&["explain", "duplicate_tool"])),
        stdout(&page)
    );
    assert_eq!(folder.toolc(&["explain", "T9999"]).status.code(), Some(2));
    assert_eq!(
        folder.toolc(&["build", "--nonsense"]).status.code(),
        Some(2)
    );
}

#[test]
fn shows_what_nobody_may_call_and_what_is_hidden() {
    let folder = Folder::new("show");
    let hidden = "{ type: string, description: \"a\\u202Eb\" }";
    folder
        .put(
            "specs/weather.yaml",
            &WEATHER.replace("{ type: string }", hidden),
        )
        .put("specs/worker.yaml", "name: w\ntoolsets: {}\n");
    let shown = folder.toolc(&["show", "weather_api::get_weather", "specs"]);
    let text = stdout(&shown);
    assert!(
        text.contains("granted to no worker"),
        "{text}{}",
        stderr(&shown)
    );
    assert!(text.contains("a\\u{202e}b"), "{text}");
    for name in ["get_weather", "get_wether", "weather_api__get_wether"] {
        let unknown = folder.toolc(&["show", name, "specs"]);
        let said = stderr(&unknown);
        assert!(
            said.contains("did you mean `weather_api::get_weather`?"),
            "{said}"
        );
    }
}

#[test]
fn errors_do_not_hide_what_could_be_compiled() {
    let folder = Folder::new("partial_list");
    let orders = "orders:
  - { name: find, description: Finds., parameters: { type: object } }
  - { name: pay, description: Pays., parameters: { type: objekt } }
";
    let desk =
        "name: desk\ntoolsets:\n  orders: { tools: [find, sell], approval: { default: ask } }\n";
    folder
        .put("specs/orders.yaml", orders)
        .put("specs/desk.yaml", desk);
    for (arguments, expected) in [
        (
            &["list", "specs"][..],
            "orders::find  unknown      Finds.\n",
        ),
        (&["list", "specs", "--qualified"], "orders::find\n"),
        (&["list", "specs", "--workers"], "desk\n  tools   1\n"),
        (
            &["show", "orders::find", "specs"],
            "  approval    desk: ask (",
        ),
    ] {
        let output = folder.toolc(arguments);
        let (text, said) = (stdout(&output), stderr(&output));
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(text.contains(expected), "{arguments:?}: {text}");
        assert!(
            said.contains("1 tool is left out")
                && said.contains("error[T0304]")
                && said.contains("error[T0402]")
                && said.contains("this shows only what could be compiled"),
            "{said}"
        );
    }
    let output = folder.toolc(&["list", "specs", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(json(&output)[0]["workers"]["desk"], "ask");
    let left_out = folder.toolc(&["show", "orders::pay", "specs"]);
    assert_eq!(left_out.status.code(), Some(1));
    assert!(stderr(&left_out).contains("the tool `orders::pay` was left out"));
    // a prompt goes to a model, and code into a program: there is neither
    for arguments in [
        &["list", "specs", "--prompt", "desk"][..],
        &["export", "specs", "--target", "mcp"],
    ] {
        let output = folder.toolc(arguments);
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
    // the lost file may have been the worker, so no worker has every tool
    folder.put("specs/desk.yaml", "name: desk\n toolsets: {}\n");
    let shown = stdout(&folder.toolc(&["show", "orders::find", "specs"]));
    assert!(
        shown.contains("orders::find") && !shown.contains("approval"),
        "{shown}"
    );
}

#[test]
fn a_list_without_tools_says_so() {
    let folder = Folder::new("empty_list");
    folder.put("specs/notes.yaml", "remember: the milk\n");
    let listed = folder.toolc(&["list", "specs"]);
    assert_eq!(listed.status.code(), Some(0));
    assert!(listed.stdout.is_empty());
    assert!(
        stderr(&listed).contains("no tools were found"),
        "{}",
        stderr(&listed)
    );
}

#[test]
fn tools_are_listed_and_exported_by_their_tags() {
    let folder = Folder::new("tags");
    folder.put(
        "desk.yaml",
        "desk:\n  - { name: read_note, description: Reads., tags: [notes, read], parameters: { type: object } }\n  \
         - { name: add_note, description: Adds., tags: [notes], parameters: { type: object } }\n  \
         - { name: ring, description: Rings., parameters: { type: object } }\n",
    );
    let names = |arguments: &[&str]| {
        let mut all = vec!["list", "--qualified"];
        all.extend(arguments);
        let output = folder.toolc(&all);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    };
    assert_eq!(names(&["--tag", "read"]), "desk::read_note\n");
    assert_eq!(
        names(&["--tag", "notes"]),
        "desk::read_note\ndesk::add_note\n"
    );
    assert_eq!(names(&[]).lines().count(), 3);
    let exported = folder.toolc(&["export", "--target", "openai", "--tag", "read"]);
    let definitions = json(&exported);
    assert_eq!(definitions.as_array().map(Vec::len), Some(1));
    let unknown = folder.toolc(&["list", "--tag", "note"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(
        stderr(&unknown).contains("did you mean `notes`?"),
        "{}",
        stderr(&unknown)
    );
}

#[test]
fn operations_are_those_that_their_authors_mark() {
    let folder = Folder::new("list_marked");
    folder
        .put(
            "pets.openapi.yaml",
            "openapi: 3.1.0\ninfo: { title: Pets, version: '1' }\npaths:\n  /pets:\n    get: { operationId: listPets, x-mcp-tool: true }\n    \
             post: { operationId: addPet, x-mcp-tool: false }\n    put: { operationId: putPet, x-mcp-tool: { title: Put a pet } }\n    \
             delete: { operationId: dropPets }\n",
        )
        .put(
            "toolc.yaml",
            "tools:\n  registry:\n    - { type: rest, spec: pets.openapi.yaml, namespace: pets, operations: { include: \"extension:x-mcp-tool\" } }\n",
        );
    let listed = folder.toolc(&["list", "--names"]);
    assert_eq!(stdout(&listed), "listPets\nputPet\n", "{}", stderr(&listed));
}
