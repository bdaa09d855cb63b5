//! What is written can be read back, whatever is in it.

use super::take::take_catalog;
use super::{
    Lock, LockedEngine, LockedGrant, LockedWorker, Subject, accept_changes, read_lock_file,
    write_lock,
};
use crate::diagnostic::Diagnostics;
use crate::model::approval::Approval;
use crate::model::policy::{Blocked, Grant, OutputPolicy, Prompt, Worker};
use crate::model::sample::{sample_catalog, sample_span, sample_tool, with_approval};
use crate::model::{Catalog, Definition, SchemaText, ToolId};
use crate::node::{Node, Value};
use crate::source::{Role, Source, Sources, Spanned};

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
            listed: None,
            limits: Default::default(),
        },
        Grant {
            tool: ToolId(1),
            rules: None,
            approval: Approval::Ask,
            span: None,
            listed: None,
            limits: Default::default(),
        },
    ];
    let blocked = vec![Blocked {
        name: "a::b".into(),
        wire_name: "a__b".into(),
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
            toolsets: Vec::new(),
            mounts: Vec::new(),
            limits: Default::default(),
            limited: Vec::new(),
        },
        Worker {
            name: "idle".into(),
            span: None,
            prompt: Default::default(),
            grants: Vec::new(),
            blocked: Vec::new(),
            output: OutputPolicy::Off,
            output_span: None,
            toolsets: Vec::new(),
            mounts: Vec::new(),
            limits: Default::default(),
            limited: Vec::new(),
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
        let node = super::parse_text(text, sample_span(0));
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

#[test]
fn malformed_locks_are_named() {
    let rows = [
        ("[]", "expected a mapping, found a list"),
        ("tools: {}", "the key `version` is missing"),
        (
            "version: 1\ntools: {}",
            "version `1`, and this toolc reads version 2: an older toolc wrote it, and it does not hold all that is compared",
        ),
        (
            "version: 3\ntools: {}",
            "version `3`, and this toolc reads version 2: another toolc wrote it",
        ),
        (
            "version: 2\ntools: {}\nworkers: {}",
            "the key `definitions` is missing",
        ),
        (
            "version: 2\ntools: {}\ndefinitions: {}\nworkers: {}",
            "the key `engines` is missing",
        ),
        ("version: 2\ntoolz: {}", "unknown key `toolz`"),
        (
            "version: 2\ntools: {}\ndefinitions: {}\nengines: {}\nworkers: {w: {grants: {a: maybe}, blocked: {}}}",
            "expected `preApproved`, `ask` or `blocked`",
        ),
        (
            "version: 2\ntools: {}\ndefinitions: {}\nengines: {}\nworkers: {}\n",
            "this line is not what `toolc lock` writes",
        ),
        (
            "version: 2\n<<<<<<< HEAD\ntools: {}\n=======\n",
            "git could not merge two versions of it",
        ),
    ];
    for (text, expected) in rows {
        let (lock, diagnostics) = read_text(text);
        assert!(lock.is_none());
        let messages: Vec<&str> = diagnostics
            .iter()
            .map(|found| found.message.as_str())
            .collect();
        assert_eq!(messages, [format!("malformed lock: {expected}")], "{text}");
    }
}

#[test]
fn accepts_one_tool_and_keeps_the_others() {
    let taken = |limit: &str| {
        let definitions = vec![
            Definition {
                name: "Pet".into(),
                schema: SchemaText {
                    text: r##"{"items":{"$ref":"#/$defs/Age"}}"##.into(),
                    uses: vec![1],
                },
            },
            Definition {
                name: "Age".into(),
                schema: SchemaText {
                    text: format!(r#"{{"maximum":{limit}}}"#),
                    uses: Vec::new(),
                },
            },
        ];
        let tools = ["t", "u"].map(|name| {
            let mut tool = sample_tool("a", name, r##"{"$ref":"#/$defs/Pet"}"##);
            tool.structural_fingerprint = limit.to_owned();
            tool.input_text.uses = vec![0, 1];
            tool
        });
        take_catalog(&Catalog {
            definitions,
            ..sample_catalog(tools.into())
        })
    };
    let (old, now) = (taken("3"), taken("4"));
    let messages = |lock: &Lock| {
        let mut diagnostics = Diagnostics::default();
        crate::drift::compare_with_lock(&mut diagnostics, lock, &now);
        diagnostics
            .iter()
            .map(|found| found.message.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(messages(&old).len(), 2);
    let accepted = accept_changes(&old, &now, &[Subject::Tool("a::t")]);
    assert_eq!(
        messages(&accepted),
        [
            "the input of `a::u` accepts the same, written differently: `maximum` of `/*` moved from 3 to 4"
        ]
    );
    assert_eq!(accepted.definitions.len(), 4);
    let all = accept_changes(
        &accepted,
        &now,
        &[Subject::Tool("a::t"), Subject::Tool("a::u")],
    );
    assert!(messages(&all).is_empty());
    assert_eq!(all.definitions.len(), 2);
    assert!(read_text(&write_lock(&accepted)).0.is_some());
}

fn grant(approval: Approval) -> LockedGrant {
    LockedGrant {
        approval,
        span: None,
        listed: None,
    }
}

#[test]
fn accepts_what_a_worker_may_do_with_one_tool() {
    let mut now = take_catalog(&sample());
    let mut old = now.clone();
    for lock in [&mut old, &mut now] {
        lock.workers[1].grants.clear();
    }
    let grants = &mut now.workers[1].grants;
    grants.insert("x::a".into(), grant(Approval::Ask));
    grants.insert("x::a#12345678".into(), grant(Approval::Ask));
    grants.insert("x::b".into(), grant(Approval::PreApproved));
    now.workers[1].blocked.clear();
    assert_eq!(accept_changes(&old, &now, &[Subject::Tool("x::a")]), old);
    let worker = old.workers[1].name.clone();
    let subject = Subject::Grant {
        worker: &worker,
        tool: "x::a",
    };
    let accepted = accept_changes(&old, &now, &[subject]);
    let keys: Vec<&str> = accepted.workers[1]
        .grants
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(keys, ["x::a", "x::a#12345678"]);
    assert_eq!(accepted.workers[1].blocked.len(), 1);
    assert_eq!(accepted.workers[0], old.workers[0]);
}

#[test]
fn a_definition_and_its_own_approval_are_accepted_apart() {
    let old = take_catalog(&sample());
    let mut now = old.clone();
    let tool = now.tools.iter_mut().find(|tool| tool.approval.is_some());
    let tool = tool.expect("a tool with an approval of its own");
    let name = tool.name.clone();
    tool.description.push_str(" And more.");
    tool.approval = None;
    let find = |lock: &Lock| {
        let mut tools = lock.tools.iter();
        tools.find(|tool| tool.name == name).cloned().expect("it")
    };
    let (was, is) = (find(&old), find(&now));
    let definition = find(&accept_changes(&old, &now, &[Subject::Tool(&name)]));
    assert_eq!(definition.description, is.description);
    assert_eq!(definition.approval, was.approval);
    let approval = find(&accept_changes(&old, &now, &[Subject::Approval(&name)]));
    assert_eq!(approval.description, was.description);
    assert_eq!(approval.approval, is.approval);
    let both = [Subject::Tool(&name), Subject::Approval(&name)];
    assert_eq!(accept_changes(&old, &now, &both), now);
    // A tool that the lock does not know comes with what it says itself.
    let mut without = now.clone();
    without.tools.retain(|tool| tool.name != name);
    let came = accept_changes(&without, &old, &[Subject::Tool(&name)]);
    assert_eq!(find(&came).approval, was.approval);
}

/// A text that differs from the text of a lock only as an editor or another system may make it.
#[test]
fn only_the_text_of_toolc_lock_is_a_lock() {
    let text = write_lock(&take_catalog(&sample()));
    let windows = text.replace('\n', "\r\n");
    for same in [&text, &windows] {
        assert!(read_text(same).0.is_some());
    }
    let line = "    wire_name: \"a__";
    let forms = [
        text.replacen(line, &format!("    # reviewed\n{line}"), 1),
        text.replacen(line, &format!("    <<: {{title: \"evil\"}}\n{line}"), 1),
        text.replacen(line, &line.replace("    wire", "    \"wire"), 1)
            .replacen("\"wire_name:", "\"wire_name\":", 1),
        text.replacen("definitions: {}", "definitions:  {}", 1),
        text.replacen("definitions: {}", "definitions: {} # none", 1),
        format!("{text}\n"),
        text.trim_end().to_owned(),
        format!("{text}# more\n"),
        format!("{text}...\n"),
        text.replacen('\n', "\r", 1),
        text.replacen("\n", "\r\r\n", 1),
    ];
    for form in forms {
        assert_ne!(form, text);
        let (read, diagnostics) = read_text(&form);
        let found: Vec<_> = diagnostics.iter().collect();
        assert!(read.is_none(), "{form}");
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].help.contains("toolc lock"), "{found:?}");
    }
}

#[test]
fn subjects_have_a_name_each() {
    let rows = [
        ("a::t", Subject::Tool("a::t")),
        ("approval:a::t", Subject::Approval("a::t")),
        (
            "worker:w/a::t",
            Subject::Grant {
                worker: "w",
                tool: "a::t",
            },
        ),
        ("worker:w", Subject::Worker("w")),
        ("engine:e e", Subject::Engine("e e")),
        ("worker::t", Subject::Tool("worker::t")),
    ];
    for (text, subject) in rows {
        assert_eq!(subject.to_string(), text);
    }
    assert_eq!(Subject::Tool("a::t").shell_word(), "a::t");
    assert_eq!(Subject::Tool("a::$(t)").shell_word(), "'a::$(t)'");
    assert_eq!(Subject::Worker("it's").shell_word(), "'worker:it'\\''s'");
}

#[test]
fn odd_texts_survive() {
    const TEXTS: &[&str] = &[
        "",
        " ",
        "\n",
        "\na",
        "a\n",
        "a\n\n",
        "a\n\nb",
        "a \nb",
        "a\n b\n",
        "a\n\tb",
        "\ta\nb",
        "a\r\nb",
        "- a\n- b",
        "# a\nb",
        "a: b\nc: d",
        "---\na",
        "a\n---\nb",
        "...\na",
        "a\n...\nb",
        "%YAML 1.2\n---",
        "| a\nb",
        "> a\nb",
        "'a\nb",
        "\"a\nb",
        "a\u{85}b\nc",
        "a\u{2028}b\nc",
        "\u{feff}a\nb",
        "a\u{0}b",
        "a\u{7f}b",
        "a\u{fffe}\nb",
        "😀\nb",
        "e\u{301}\n",
        "&a\n*a",
        "!x\ny",
        "{a: b}\n[c]",
        "null",
        "~",
        "true",
        "1e5",
        "0x1f",
        "<<",
        "? a",
        "a #b",
        "a\\nb",
        "\\",
        "\"",
        "\u{e0041}\nb",
        "a\u{200d}b\nc",
        "\u{202e}",
    ];
    for text in TEXTS {
        let mut quoted = String::new();
        toolc_runtime::json::write_string(text, &mut quoted);
        let schema = format!(
            r#"{{"properties":{{{quoted}:{{"description":{quoted},"enum":[{quoted}]}}}}}}"#
        );
        let mut odd = sample_tool("ns", text, &schema);
        odd.description = (*text).to_owned();
        let lock = take_catalog(&sample_catalog(vec![odd]));
        let written = write_lock(&lock);
        let (read, diagnostics) = read_text(&written);
        let found: Vec<_> = diagnostics.iter().collect();
        let read = read.unwrap_or_else(|| panic!("{text:?} {found:?}\n{written}"));
        assert_eq!(read.tools[0].description, *text);
        assert_eq!(read.tools[0].name, lock.tools[0].name);
        assert_eq!(
            read.tools[0].input.to_canonical_json(),
            lock.tools[0].input.to_canonical_json()
        );
    }
}
