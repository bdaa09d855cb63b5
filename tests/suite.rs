//! The JSON Schema Test Suite: every case of every draft, by the tables that the compiler makes and
//! by generated code. Needs `TOOLC_CORPUS`, the folder that holds the suite.

#[path = "suite/cases.rs"]
mod cases;
#[path = "suite/exclusions.rs"]
mod exclusions;
// The sources are of interest to the referee alone.
#[allow(dead_code)]
#[path = "referee/generated.rs"]
mod generated;
#[path = "suite/tally.rs"]
mod tally;

use cases::{DRAFTS, Group, groups};
use generated::{Compiled, Generated, compile_loaded};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use tally::{Instance, Tally};
use toolc::diagnostic::Diagnostics;
use toolc::load::Loaded;
use toolc::model::leak::Tables;
use toolc::source::{Role, Source};

/// No value of the suite nests deeper.
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
                let verdict = |table| toolc_runtime::validate(table, &arguments(&case.value));
                verdicts.push(table.map(|table| verdict(table).is_ok()));
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
                    // where the two doors differ, one of them is wrong
                    let both = answer.erased == answer.typed;
                    if both { answer.erased } else { !case.valid }
                }));
            }
        }
        verdicts
    });
}

/// Compiles the suite draft by draft; `ask` says what is found for each case, in order.
fn run(ask: impl Fn(&str, &Compiled, &[Group]) -> Vec<Option<bool>>) {
    let Some(corpus) = std::env::var_os("TOOLC_CORPUS") else {
        eprintln!("skipped: TOOLC_CORPUS is not set");
        return;
    };
    let suite: PathBuf = Path::new(&corpus).join("json-schema-test-suite");
    let mut tally = Tally::new();
    for (draft, dialect) in DRAFTS {
        let groups = groups(&suite, draft);
        let compiled = compile(&groups, dialect);
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

/// Compiles the groups of a draft as the tools of one MCP snapshot.
fn compile(groups: &[Group], dialect: &str) -> Compiled {
    let tools: Vec<String> = groups
        .iter()
        .enumerate()
        .map(|(index, group)| {
            let schema = resource(index, &group.schema);
            format!(
                r#"{{"name":"{}","inputSchema":{{"$schema":"{dialect}","type":"object","required":["v"],"properties":{{"v":{schema}}}}}}}"#,
                name(index)
            )
        })
        .collect();
    let mut loaded = Loaded::default();
    loaded.sources.add(Source {
        path: "suite.mcp.json".to_owned(),
        text: format!(r#"{{"tools":[{}]}}"#, tools.join(",")).into(),
        role: Role::Found,
    });
    compile_loaded(Diagnostics::default(), loaded)
}

/// A schema as a document of its own.
fn resource(index: usize, schema: &str) -> String {
    match schema.strip_prefix('{') {
        Some(rest) if !schema.contains("\"$id\":") => {
            let comma = if rest == "}" { "" } else { "," };
            format!(r#"{{"$id":"suite:{index}"{comma}{rest}"#)
        }
        _ => schema.to_owned(),
    }
}

/// The name of the tool of a group.
fn name(index: usize) -> String {
    format!("g{index}")
}

/// A tool takes an object.
fn arguments(value: &str) -> String {
    format!(r#"{{"v":{value}}}"#)
}
