//! Workers that extend others: a worker that restricts what it inherits is never a fault of its parent, and the
//! strictest of all that is said holds.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use toolc::compile::{Options, compile};
use toolc::diagnostic::{Code, Diagnostics, Severity};
use toolc::load::load_sources;
use toolc_model::model::Catalog;
use toolc_model::model::approval::Approval;

const TOOLS: &str = "
n:
  - {name: a, description: A., effect: read, parameters: {type: object, properties: {q: {type: string, description: Q.}}, additionalProperties: false}}
  - {name: b, description: B., effect: read, parameters: {type: object, properties: {q: {type: string, description: Q.}}, additionalProperties: false}}
  - {name: w, description: W., effect: write, parameters: {type: object, properties: {q: {type: string, description: Q.}}, additionalProperties: false}}
";

/// A parent that says something about `b` wherever a worker can.
const TALKATIVE: &str = "
name: p
timeout: 30s
toolsets:
  n:
    tools: [a, b]
    limits: {b: {timeout: 5s, at_most: 1}}
    approval: {default: ask, tools: {b: preApproved}, rules: [{tool: b, when: {/q: {equals: x}}, approval: blocked, reason: no x, match: [{q: x}]}]}
    blockReason: {b: never}
";

/// A parent whose results are read page by page.
const PAGED: &str = "
name: p
toolsets: {n: {tools: [a, b], approval: {default: ask}}}
results: {defaults: {bytes: 1000, rest: page}}
";

/// What the child is, its files, what the worker `s` may do, and its findings other than notes.
struct Case {
    what: &'static str,
    workers: &'static [&'static str],
    grants: &'static str,
    found: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        what: "a tool is denied by the worker",
        workers: &[TALKATIVE, "name: s\nextends: p\ndeny: [n::b]"],
        grants: "a ask, b blocked (never)",
        found: &[],
    },
    Case {
        what: "a tool is denied in the toolset",
        workers: &[TALKATIVE, "name: s\nextends: p\ntoolsets: {n: {deny: [b]}}"],
        grants: "a ask, b blocked (never)",
        found: &[],
    },
    Case {
        what: "a tool is blocked",
        workers: &[
            TALKATIVE,
            "name: s\nextends: p\ntoolsets: {n: {approval: {tools: {b: blocked}}}}",
        ],
        grants: "a ask, b blocked (never)",
        found: &[],
    },
    Case {
        what: "a list is shorter",
        workers: &[
            TALKATIVE,
            "name: s\nextends: p\ntoolsets: {n: {tools: [a]}}",
        ],
        grants: "a ask",
        found: &[],
    },
    Case {
        what: "a reason of the parent is for a tool that the list leaves out",
        workers: &[
            "name: p\ntoolsets: {n: {tools: [a, b], approval: {default: preApproved, tools: {b: blocked}}, blockReason: nobody does b}}",
            "name: s\nextends: p\ntoolsets: {n: {tools: [a]}}",
        ],
        grants: "a preApproved",
        found: &[],
    },
    Case {
        what: "only tools that read are kept",
        workers: &[
            "name: p\ntoolsets: {n: {tools: [a, w], approval: {default: ask, tools: {w: ask}}}}",
            "name: s\nextends: p\nread_only: true",
        ],
        grants: "a ask",
        found: &[],
    },
    Case {
        what: "only tools that read are kept in a toolset",
        workers: &[
            "name: p\ntoolsets: {n: {tools: [a, w], approval: {default: ask}, limits: {w: {timeout: 1s}}}}",
            "name: s\nextends: p\ntoolsets: {n: {read_only: true}}",
        ],
        grants: "a ask",
        found: &[],
    },
    Case {
        what: "two parents with different lists, defaults and rules",
        workers: &[
            TALKATIVE,
            "name: r\noutput_policy: enforce\ntoolsets: {n: {tools: [b, w], approval: {default: blocked, tools: {b: ask}}}}",
            "name: s\nextends: [p, r]",
        ],
        grants: "b ask",
        found: &[],
    },
    Case {
        what: "two parents, of which one has a toolset more and says less about results",
        workers: &[
            "name: p\noutput_policy: warn\ntoolsets: {n: {tools: [a], approval: {default: ask}}, filesystem: {root: .}}",
            "name: r\noutput_policy: enforce\ntoolsets: {n: {tools: [a], read_only: true, approval: {default: ask}}}",
            "name: s\nextends: [p, r]",
        ],
        grants: "a ask",
        found: &[],
    },
    Case {
        what: "two parents, the second with less of the file system",
        workers: &[
            "name: p\ntoolsets: {filesystem: {root: ./x, max_file_size: 1MB}}",
            "name: r\ntoolsets: {filesystem: {root: ./x/y, read_only: true, max_file_size: 1KB}}",
            "name: s\nextends: [p, r]",
        ],
        grants: "",
        found: &[],
    },
    Case {
        what: "what the child itself asks for too much is its own fault",
        workers: &[
            TALKATIVE,
            "name: s\nextends: p\ntoolsets: {n: {tools: [a, w], approval: {tools: {a: preApproved}}}}",
        ],
        grants: "",
        found: &["T0463 w1.yaml", "T0403 w1.yaml"],
    },
    Case {
        what: "a reason reaches what the worker denies",
        workers: &[
            "name: s\ndeny: [n::b]\ntoolsets: {n: {tools: [a], approval: {default: ask}, blockReason: nobody does b}}",
        ],
        grants: "a ask, b blocked (nobody does b)",
        found: &[],
    },
    Case {
        what: "a reason for one tool reaches what the toolset denies; a reason beside `deny` comes first",
        workers: &[
            "name: s\ndeny: {n::w: not w}\ntoolsets: {n: {tools: [a], deny: [b], approval: {default: ask}, blockReason: {b: not b, w: other}}}",
        ],
        grants: "a ask, b blocked (not b), w blocked (not w)",
        found: &[],
    },
    Case {
        what: "results are read page by page in both",
        workers: &[
            PAGED,
            "name: s\nextends: p\nresults: {n::a: {bytes: 500, rest: page}}",
        ],
        grants: "a ask, b ask, read_more preApproved",
        found: &[],
    },
    Case {
        what: "results are read page by page in the parent alone",
        workers: &[
            PAGED,
            "name: s\nextends: p\nresults: {defaults: {bytes: 500, rest: cut}}",
        ],
        grants: "a ask, b ask",
        found: &[],
    },
    Case {
        what: "results are read page by page in the child alone",
        workers: &[
            "name: p\ntoolsets: {n: {tools: [a, b], approval: {default: ask}}}\nresults: {defaults: {bytes: 1000}}",
            "name: s\nextends: p\nresults: {defaults: {bytes: 500, rest: page}}",
        ],
        grants: "a ask, b ask",
        found: &[],
    },
    Case {
        what: "the tool that reads on is denied",
        workers: &[PAGED, "name: s\nextends: p\ndeny: [results::read_more]"],
        grants: "a ask, b ask, results::read_more blocked (this tool is blocked and cannot be called)",
        found: &[],
    },
];

#[test]
fn a_child_that_restricts_is_no_fault_of_its_parent() {
    let mut faults = Vec::new();
    for (number, case) in CASES.iter().enumerate() {
        let (grants, found) = compile_case(number, case);
        if found != case.found {
            faults.push(format!("{}: {found:#?}", case.what));
        }
        if case.found.is_empty() && !case.grants.is_empty() && grants != case.grants {
            faults.push(format!("{}: {grants}", case.what));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn compile_case(number: usize, case: &Case) -> (String, Vec<String>) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("extends-{number}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("tools.yaml"), TOOLS).expect("the tools");
    for (index, text) in case.workers.iter().enumerate() {
        fs::write(folder.join(format!("w{index}.yaml")), text).expect("a worker");
    }
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[folder]);
    let outcome = compile(diagnostics, &loaded, &Options::default());
    let serious = outcome.diagnostics.iter();
    let serious = serious.filter(|found| found.severity != Severity::Note);
    let found = serious
        .filter(|found| found.code != Code::ESCALATED_GRANT)
        .map(|found| {
            let span = found.span().expect("a place");
            let path = &loaded.sources.get(span.source).path;
            let name = path.rsplit('/').next().unwrap_or(path);
            format!("{} {name}", found.code)
        });
    let found = found.collect();
    let checked = outcome.checked.as_ref();
    (
        checked.map_or(String::new(), |checked| list_grants(checked.catalog())),
        found,
    )
}

/// `a ask, b blocked (why)`
fn list_grants(catalog: &Catalog) -> String {
    let worker = catalog.workers.iter().find(|worker| worker.name == "s");
    let worker = worker.expect("the worker");
    let mut all = Vec::new();
    for grant in &worker.grants {
        let tool = catalog.tool(grant.tool);
        if tool.namespace == "n" || tool.namespace == "results" {
            let approval = match grant.approval {
                Approval::PreApproved => "preApproved",
                Approval::Ask => "ask",
                Approval::Blocked => "blocked",
            };
            all.push(format!("{} {approval}", tool.name));
        }
    }
    for blocked in &worker.blocked {
        let mut line = blocked.name.trim_start_matches("n::").to_owned();
        let _ = write!(line, " blocked ({})", blocked.reason);
        all.push(line);
    }
    all.sort();
    all.join(", ")
}
