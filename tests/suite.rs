//! The JSON Schema Test Suite: every case of every draft, through the tables that the compiler makes and
//! through generated code. Needs `TOOLC_CORPUS`, the folder that holds the suite.

#[path = "suite/cases.rs"]
mod cases;
#[path = "support/doors.rs"]
mod doors;
#[path = "suite/exclusions.rs"]
mod exclusions;
#[path = "support/skip.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod skip;
// Only the comparison with the reference validator needs the sources.
#[expect(dead_code, reason = "a part of it serves other tests")]
#[path = "referee/generated.rs"]
mod generated;
#[path = "suite/tally.rs"]
mod tally;

use cases::{DRAFTS, Group, Remote, groups, remotes};
use generated::{Compiled, Generated, compile_loaded};
use std::collections::HashMap;
use std::path::PathBuf;
use tally::{Instance, Tally};
use toolc::diagnostic::Diagnostics;
use toolc::load::Loaded;
use toolc::source::{Role, SchemaListing, Source, Span};
use toolc_model::config::{Config, Entry, EntryKind};
use toolc_schema::schema::formats::Formats;
use toolc_schema::schema::tables::Tables;

/// No value of the suite is nested more deeply.
const DEPTH: u16 = 12;

#[test]
fn tables_decide_as_the_suite_says() {
    run(|_, compiled, groups| {
        let catalog = compiled.checked.catalog();
        let mut tables = Tables::new(&catalog.shapes);
        let mut verdicts = Vec::new();
        for (index, group) in groups.iter().enumerate() {
            let tool = catalog.tools.iter().find(|tool| tool.name == name(index));
            let table = tool.map(|tool| tables.table(tool.input, DEPTH));
            for case in &group.cases {
                let text = arguments(&case.value);
                if let (Some(table), Ok(value)) = (table, serde_json::from_str(&text)) {
                    doors::agree(table, &value);
                }
                verdicts.push(table.map(|table| toolc_runtime::validate(table, &text).is_ok()));
            }
        }
        verdicts
    });
}

#[test]
fn generated_code_decides_as_the_suite_says() {
    run(|draft, compiled, groups| {
        let generated = Generated::build(draft, compiled);
        let tools = compiled.checked.catalog().tools.iter();
        let wire_names: HashMap<&str, &str> = tools
            .map(|tool| (tool.name.as_str(), tool.wire_name.as_str()))
            .collect();
        let mut instances = Vec::new();
        for (index, group) in groups.iter().enumerate() {
            if let Some(wire_name) = wire_names.get(name(index).as_str()) {
                instances.extend(group.cases.iter().map(|case| Instance {
                    tool: (*wire_name).to_owned(),
                    text: arguments(&case.value),
                }));
            }
        }
        let mut answers = generated.ask(&instances).into_iter();
        let mut verdicts = Vec::new();
        for (index, group) in groups.iter().enumerate() {
            let known = wire_names.contains_key(name(index).as_str());
            for case in &group.cases {
                verdicts.push(known.then(|| {
                    let answer = answers.next().expect("an answer");
                    // where the two interfaces differ, one of them is wrong
                    let both = answer.erased == answer.typed;
                    if both { answer.erased } else { !case.valid }
                }));
            }
        }
        verdicts
    });
}

/// Compiles the suite draft by draft; `ask` returns the verdict on each case, in order.
fn run(ask: impl Fn(&str, &Compiled, &[Group]) -> Vec<Option<bool>>) {
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    let suite: PathBuf = corpus.join("json-schema-test-suite");
    let mut tally = Tally::new();
    let remotes = remotes(&suite.join("remotes"));
    for (draft, dialect) in DRAFTS {
        let groups = groups(&suite, draft);
        let compiled = compile(&groups, &remotes, dialect);
        let verdicts = ask(draft, &compiled, &groups);
        let cases = groups
            .iter()
            .flat_map(|group| group.cases.iter().map(move |case| (group, case)));
        for ((group, case), verdict) in cases.zip(verdicts) {
            tally.add(draft, group, case, verdict);
        }
    }
    tally.finish();
}

/// Compiles the groups of a draft: each schema is a document of its own, to which a tool refers. For the
/// tools of `format.json`, formats are annotations, as that file requires.
fn compile(groups: &[Group], remotes: &[Remote], dialect: &str) -> Compiled {
    let mut loaded = Loaded::default();
    let mut add = |path: String, text: &str, role| {
        let text = text.into();
        loaded.sources.add(Source { path, text, role })
    };
    let (mut tools, mut annotated) = (Vec::new(), Vec::new());
    for (index, group) in groups.iter().enumerate() {
        let name = name(index);
        let address = format!("https://suite.test/{name}.json");
        let list = match group.file == "format.json" {
            true => &mut annotated,
            false => &mut tools,
        };
        list.push(format!(
            r#"{{"name":"{name}","inputSchema":{{"type":"object","required":["v"],"properties":{{"v":{{"$ref":"{address}"}}}}}}}}"#
        ));
        let role = document(address, dialect);
        add(format!("{name}.json"), &group.schema, role);
    }
    for Remote { path, text } in remotes {
        let of = DRAFTS.iter().find(|(draft, _)| path.starts_with(draft));
        let dialect = of.map_or(dialect, |(_, dialect)| dialect);
        let role = document(format!("http://localhost:1234/{path}"), dialect);
        add(format!("remotes/{path}"), text, role);
    }
    let text = |tools: Vec<String>| format!(r#"{{"tools":[{}]}}"#, tools.join(","));
    let span = Span::file(add("suite.mcp.json".to_owned(), &text(tools), Role::Found));
    let mut config = Config::default();
    let entry = config.add(Entry {
        formats: Some(Formats::Annotate),
        ..Entry::new(EntryKind::Mcp, span)
    });
    add(
        "annotated.mcp.json".to_owned(),
        &text(annotated),
        Role::Listed(entry),
    );
    loaded.config = config;
    compile_loaded(Diagnostics::default(), loaded)
}

fn document(uri: String, dialect: &str) -> Role {
    Role::Schema(SchemaListing {
        uri: Some(uri),
        dialect: Some(dialect.to_owned()),
    })
}

/// The name of the tool of a group.
fn name(index: usize) -> String {
    format!("g{index}")
}

/// Wraps a value in an object, since a tool takes an object.
fn arguments(value: &str) -> String {
    format!(r#"{{"v":{value}}}"#)
}
