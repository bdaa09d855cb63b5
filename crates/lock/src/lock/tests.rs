//! Every lock that is written can be read back, whatever it contains.

mod accepting;
mod reading;

use super::take::take_catalog;
use super::{Lock, LockedEngine, LockedWorker, read_lock_file, write_lock};
use toolc_base::diagnostic::Diagnostics;
use toolc_base::node::{Node, Value};
use toolc_base::source::{Role, Source, Sources, Spanned};
use toolc_model::model::approval::Approval;
use toolc_model::model::policy::{Blocked, Grant, OutputPolicy, Prompt, Worker};
use toolc_model::model::sample::{sample_catalog, sample_span, sample_tool, with_approval};
use toolc_model::model::{Catalog, Definition, SchemaText, ToolId};

fn read_text(text: &str) -> (Option<Lock>, Diagnostics) {
    let mut sources = Sources::default();
    let source = Source {
        path: "toolc.lock".into(),
        text: text.into(),
        role: Role::Found,
    };
    let id = sources.add(source);
    let mut diagnostics = Diagnostics::default();
    (read_lock_file(&mut diagnostics, &sources, id), diagnostics)
}

fn sample() -> Catalog {
    let mut weather = sample_tool(
        "weather_api",
        "get_weather",
        r#"{"type":"object","required":["location"],"properties":{"location":{"type":"string"},"no":{"enum":[1,null,"x",-1.5e3]},"~ :#":{},"<<":[],"":false}}"#,
    );
    weather.description = "Get the weather.\n\n  indented: yes\n- # and more".into();
    weather.title = Some("Weather \u{202e}\u{2800}x\u{e0101}\u{fe0f} ☀️ \"quoted\" \\ \t".into());
    weather.output_text = Some(weather.input_text.clone());
    let metadata = Node::new(Value::String("null".into()), sample_span(0));
    weather.metadata = vec![
        ("read only".into(), metadata.clone()),
        ("a".into(), metadata),
    ];
    let mut overload = with_approval(
        sample_tool("weather_api", "get_weather", "true"),
        Approval::Ask,
    );
    overload.overload = 1;
    let mut long = sample_tool(
        "a",
        &"k".repeat(120),
        &format!(
            r#"{{"properties":{{"{}":{{"type":"string"}}}}}}"#,
            "p".repeat(2000)
        ),
    );
    long.description = " leading\nspace".into();
    let grants = vec![
        Grant {
            tool: ToolId(0),
            rules: None,
            approval: Approval::PreApproved,
            span: None,
            origin: Default::default(),
            listed: None,
            repairs: None,
            limits: Default::default(),
            results: None,
        },
        Grant {
            tool: ToolId(1),
            rules: None,
            approval: Approval::Ask,
            span: None,
            origin: Default::default(),
            listed: None,
            repairs: None,
            limits: Default::default(),
            results: None,
        },
    ];
    let blocked = vec![Blocked {
        name: "a::b".into(),
        wire_name: "a__b".into(),
        origin: Default::default(),
        span: None,
        reason: "no\nnever".into(),
        reason_span: None,
    }];
    let workers = vec![
        Worker {
            name: "support desk".into(),
            span: None,
            prompt: Prompt {
                instructions: Some(Spanned::new(
                    "Be \u{202e}kind.\nAlways.".into(),
                    sample_span(3),
                )),
                model: Some(Spanned::new("large".into(), sample_span(4))),
            },
            grants,
            blocked,
            output: OutputPolicy::Off,
            output_span: None,
            repair: Vec::new(),
            repair_span: None,
            toolsets: Vec::new(),
            mounts: Vec::new(),
            limits: Default::default(),
            limited: Vec::new(),
            flow: Default::default(),
            results: Vec::new(),
        },
        Worker {
            name: "idle".into(),
            span: None,
            prompt: Default::default(),
            grants: Vec::new(),
            blocked: Vec::new(),
            output: OutputPolicy::Off,
            output_span: None,
            repair: Vec::new(),
            repair_span: None,
            toolsets: Vec::new(),
            mounts: Vec::new(),
            limits: Default::default(),
            limited: Vec::new(),
            flow: Default::default(),
            results: Vec::new(),
        },
    ];
    Catalog {
        workers,
        ..sample_catalog(vec![weather, overload, long])
    }
}

#[test]
fn survives_a_round_trip() {
    let lock = take_catalog(&sample());
    let text = write_lock(&lock);
    let (read, diagnostics) = read_text(&text);
    let found: Vec<_> = diagnostics.iter().collect();
    let read = read.unwrap_or_else(|| panic!("{found:?}\n{text}"));
    assert_eq!(write_lock(&read), text);
    assert!(!text.contains(['\u{202e}', '\u{2800}', '\u{e0101}']));
    assert!(text.contains(r"\u202e\u2800x\U000e0101\ufe0f ☀️ "));
    assert_eq!(read.tools.len(), 3);
    for (tool, taken) in read.tools.iter().zip(&lock.tools) {
        assert_eq!(tool.description, taken.description);
        assert_eq!(tool.title, taken.title);
        assert_eq!(
            tool.input.to_canonical_json(),
            taken.input.to_canonical_json()
        );
    }
    let [desk, taken] = [&read, &lock].map(|lock| &lock.workers[1]);
    let approvals = |worker: &LockedWorker| -> Vec<_> {
        let grants = worker.grants.iter();
        grants
            .map(|(key, grant)| (key.clone(), grant.approval))
            .collect()
    };
    assert_eq!(approvals(desk), approvals(taken));
    assert_eq!(desk.blocked["a::b"].reason, "no\nnever");
}

#[test]
fn engines_survive_a_round_trip() {
    let settings = |text: &str| {
        let node = toolc_base::parse::parse_text(text, sample_span(0));
        let entries = node.as_map().expect("a mapping").iter();
        entries
            .map(|entry| (entry.key.clone(), entry.value.clone()))
            .collect()
    };
    let engine = |name: &str, text: &str| LockedEngine {
        name: name.to_owned(),
        settings: settings(text),
        span: None,
    };
    for engines in [
        Vec::new(),
        vec![
            engine("a", "{\"hosts\":[],\"private\":false,\"retries\":2}"),
            engine("b: #", "{\"addresses\":[\"https://a.example\",\"x: y\"]}"),
        ],
    ] {
        let lock = Lock {
            engines,
            ..Lock::default()
        };
        let text = write_lock(&lock);
        let (read, diagnostics) = read_text(&text);
        assert!(!diagnostics.has_errors(), "{text}");
        assert_eq!(write_lock(&read.expect("a lock")), text);
    }
    let malformed = "version: 2\ntools: {}\ndefinitions: {}\nworkers: {}\nengines: {a: 1}\n";
    assert!(read_text(malformed).1.has_errors());
}

#[test]
fn is_a_text_for_reviewers() {
    let mut only = sample_tool(
        "ns",
        "t",
        r#"{"type":"object","properties":{"b":{"type":"integer"}},"required":["b"]}"#,
    );
    only.description = "Two\nlines".into();
    only.raw_fingerprint = "aa".into();
    only.structural_fingerprint = "bb".into();
    let expected = "\
version: 2

tools:
  \"ns::t\":
    name: \"ns::t\"
    wire_name: \"ns__t\"
    raw_fingerprint: \"aa\"
    structural_fingerprint: \"bb\"
    description: |-
      Two
      lines
    input:
      type: \"object\"
      properties:
        b:
          type: \"integer\"
      required:
        - \"b\"

definitions: {}

engines: {}

workers: {}
";
    let text = write_lock(&take_catalog(&sample_catalog(vec![only])));
    assert_eq!(
        text.split_once("like code.\n").map(|(_, page)| page),
        Some(expected)
    );
}

#[test]
fn definitions_of_one_name_are_told_apart() {
    let definition = |name: &str, text: &str, uses: &[usize]| Definition {
        name: name.into(),
        schema: SchemaText {
            text: text.into(),
            uses: uses.to_vec(),
        },
    };
    let definitions = vec![
        definition("Pet", r##"{"$ref":"#/$defs/Name"}"##, &[1]),
        definition("Name", r#"{"type":"string"}"#, &[]),
        definition("Pet", r##"{"$ref":"#/$defs/Name"}"##, &[3]),
        definition("Name", r#"{"type":"integer"}"#, &[]),
        definition("Alone", r##"{"const":{"$ref":"#/$defs/Pet"}}"##, &[]),
    ];
    let mut first = sample_tool("a", "t", r##"{"$ref":"#/$defs/Pet"}"##);
    first.input_text.uses = vec![0, 4];
    let mut second = sample_tool("b", "t", r##"{"$ref":"#/$defs/Pet"}"##);
    second.input_text.uses = vec![2];
    let lock = take_catalog(&Catalog {
        definitions,
        ..sample_catalog(vec![first, second])
    });
    let reference = |index: usize| lock.tools[index].input.get("$ref").and_then(Node::as_str);
    assert_ne!(reference(0), reference(1));
    assert_eq!(lock.definitions.len(), 5);
    assert!(lock.definitions.contains_key("Alone"));
    for tool in &lock.tools {
        let key = tool
            .input
            .get("$ref")
            .and_then(Node::as_str)
            .and_then(|key| key.strip_prefix("#/$defs/"));
        let pet = key
            .and_then(|key| lock.definitions.get(key))
            .and_then(|pet| pet.get("$ref"));
        let name = pet
            .and_then(Node::as_str)
            .and_then(|name| name.strip_prefix("#/$defs/"));
        assert!(name.is_some_and(|name| lock.definitions.contains_key(name)));
    }
    let data = lock.definitions["Alone"]
        .get("const")
        .and_then(|data| data.get("$ref"));
    assert_eq!(data.and_then(Node::as_str), Some("#/$defs/Pet"));
}
