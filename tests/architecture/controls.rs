//! `docs/security-controls.md` has a row for each control of its lists, names tests for what it says is covered, and says whose the
//! rest is.

use super::parity::is_there;
use std::collections::BTreeSet;
use std::fs;

const STATES: &[&str] = &["covered", "part", "not covered"];

/// The sections of chapters of AISVS 1.0, and how many requirements each has.
const AISVS: &[(&str, u32)] = &[
    ("C9.1", 3),
    ("C9.2", 10),
    ("C9.3", 8),
    ("C9.4", 4),
    ("C9.5", 6),
    ("C9.6", 3),
    ("C10.1", 3),
    ("C10.2", 7),
    ("C10.3", 5),
    ("C10.4", 8),
];

#[test]
fn every_control_that_is_covered_names_its_test() {
    let text = fs::read_to_string("docs/security-controls.md").expect("the page");
    let mut expected = list_controls();
    let mut faults = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("| ")) {
        let line = line.trim_matches('|');
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [id, _, state, shown, whose] = cells[..] else {
            continue;
        };
        if id == "id" {
            continue;
        }
        if !expected.remove(id) {
            faults.push(format!("{id}: not a control of these lists, or twice"));
        }
        if !STATES.contains(&state) {
            faults.push(format!("{id}: `{state}` is not a state"));
        }
        let tests: Vec<&str> = shown.split('`').skip(1).step_by(2).collect();
        if tests.is_empty() != (state == "not covered") {
            faults.push(format!("{id}: {state}, with {} tests", tests.len()));
        }
        if state != "covered" && whose.is_empty() {
            faults.push(format!("{id}: {state}, and nothing says whose the rest is"));
        }
        // a whole file says too little
        let is_vague = |test: &&&str| {
            let is_case = ["tests/ui/", "tests/compile_fail/"];
            !test.contains("::") && !is_case.iter().any(|folder| test.starts_with(folder))
        };
        let vague = tests.iter().filter(is_vague);
        faults.extend(vague.map(|test| format!("{id}: `{test}` names no test")));
        let missing = tests.iter().filter(|test| !is_there(test));
        faults.extend(missing.map(|test| format!("{id}: there is no `{test}`")));
    }
    faults.extend(expected.iter().map(|id| format!("{id}: no row")));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn list_controls() -> BTreeSet<String> {
    let ten = |name: fn(u32) -> String| (1..=10).map(name);
    let sections = AISVS.iter().flat_map(|(section, count)| {
        (1..=*count).map(move |number| format!("v1.0-{section}.{number}"))
    });
    ten(|number| format!("LLM{number:02}:2025"))
        .chain(ten(|number| format!("ASI{number:02}")))
        .chain(ten(|number| format!("MCP{number:02}:2025")))
        .chain(sections)
        .collect()
}
