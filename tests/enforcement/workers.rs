//! Settings of workers for places and handlers, and their effects.

use toolc::compile::{Options, Outcome, compile};
use toolc::diagnostic::Diagnostics;
use toolc::load::Loaded;
use toolc::source::{Role, Source};
use toolc_model::model::approval::Approval;
use toolc_model::model::toolset::Settings;

fn compile_texts(texts: &[(&str, &str)]) -> Outcome {
    let mut loaded = Loaded::default();
    for (path, text) in texts {
        loaded.sources.add(Source {
            path: (*path).to_owned(),
            text: (*text).into(),
            role: Role::Found,
        });
    }
    compile(Diagnostics::default(), &loaded, &Options::default())
}

fn clerk(example: &str) -> String {
    format!(
        r"name: clerk
toolsets:
  filesystem:
    root: ./files
    mounts: [{{ target: /archive, path: ./archive, read_only: true }}]
    tools: [read_file, write_file]
    approval:
      default: ask
      tools: {{ read_file: preApproved }}
      rules:
        - tool: write_file
          when: {{ /path: {{ under: /scratch }} }}
          approval: preApproved
          match: [{{ path: {example}, content: x }}]
          no_match:
            - {{ path: /scratch/../notes.md, content: x }}
            - {{ path: /archive/notes.md, content: x }}
"
    )
}

#[test]
fn who_is_asked_depends_on_the_place_and_what_can_be_reached_does_not() {
    let outcome = compile_texts(&[("clerk.yaml", &clerk("/scratch/notes.md"))]);
    assert!(outcome.diagnostics.is_empty(), "{:?}", outcome.diagnostics);
    let checked = outcome.checked.expect("no error");
    let worker = checked.workers.first().expect("the worker");
    let Some(Settings::Files(files)) = worker.toolsets.first() else {
        panic!("the files of the worker");
    };
    assert!(files.mounts[0].read_only && files.read_only.is_none());
    let mut grants = worker.grants.iter();
    let write = grants.find(|grant| checked.tool(grant.tool).name == "write_file");
    let write = write.expect("it is granted");
    assert_eq!(write.approval, Approval::Ask);
    assert!(write.rules.is_some());

    let wrong = compile_texts(&[("clerk.yaml", &clerk("/notes.md"))]);
    let codes: Vec<String> = wrong
        .diagnostics
        .iter()
        .map(|found| found.code.to_string())
        .collect();
    assert_eq!(codes, ["T0454"]);
}

#[test]
fn a_toolset_is_mounted_without_a_configuration() {
    let tools = "notes:\n  - { name: save, description: Save., parameters: { type: object, additionalProperties: false } }\n";
    let worker = "name: writer\ntoolsets: { notes: { tools: [save], mount: true } }\n";
    let outcome = compile_texts(&[("notes.yaml", tools), ("writer.yaml", worker)]);
    let checked = outcome.checked.expect("no error");
    let mounts = &checked.workers[0].mounts;
    assert_eq!(mounts.len(), 1);
    assert!(mounts[0].config.is_none());
    let pages = outcome
        .artifacts
        .iter()
        .map(|artifact| artifact.text.as_str());
    let page = pages
        .filter(|page| page.contains("pub struct Mounts"))
        .count();
    assert_eq!(page, 1, "the program makes its handlers");
}

#[test]
fn what_is_declared_beside_one_list_is_for_its_tools() {
    let tool = "  - { name: save, description: Save., parameters: { type: object, additionalProperties: false } }\n";
    let beside =
        format!("config: {{ properties: {{ folder: {{ type: string }} }} }}\nnotes:\n{tool}");
    let worker = "name: writer\ntoolsets: { notes: { tools: [save], config: { folder: / } } }\n";
    let outcome = compile_texts(&[("notes.yaml", &beside), ("writer.yaml", worker)]);
    assert!(outcome.diagnostics.is_empty(), "{:?}", outcome.diagnostics);
    let checked = outcome.checked.expect("no error");
    assert!(checked.config("notes").is_some());
    assert!(checked.workers[0].mounts[0].config.is_some());
}
