//! `docs/parity.md` names a test for each feature that it claims to work, and every test that it names
//! exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const STATES: &[&str] = &["works", "part", "different", "later"];

/// The rows of the page, by the letter of their group: the five systems, what is common to such systems, and what none
/// of them has.
const GROUPS: &[(&str, u32, u32)] = &[
    ("F", 1, 33),
    ("G", 1, 30),
    ("T", 1, 15),
    ("A", 1, 23),
    ("X", 1, 25),
    // capabilities, by subject
    ("I", 1, 14),
    ("S", 1, 12),
    ("N", 1, 8),
    ("W", 1, 14),
    ("C", 1, 10),
    ("R", 1, 13),
    ("E", 1, 7),
    ("D", 1, 11),
    ("L", 1, 5),
    ("P", 1, 6),
    ("H", 1, 6),
    ("O", 1, 4),
    ("K", 1, 6),
    ("Y", 1, 7),
    // what nobody has
    ("U", 1, 24),
];

#[test]
fn every_feature_that_works_names_its_test() {
    let text = fs::read_to_string("docs/parity.md").expect("the page");
    let mut faults = Vec::new();
    let mut known = BTreeSet::new();
    for line in text.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [id, _, state, shown, why] = cells[..] else {
            continue;
        };
        if id == "id" {
            continue;
        }
        known.insert(id.to_owned());
        let tests: Vec<&str> = shown.split('`').skip(1).step_by(2).collect();
        if !STATES.contains(&state) {
            faults.push(format!("{id}: `{state}` is not a state"));
        }
        if state == "works" && tests.is_empty() {
            faults.push(format!("{id}: works, and no test shows it"));
        }
        if state != "works" && why.is_empty() {
            faults.push(format!("{id}: {state}, and nothing says why"));
        }
        let missing = tests.iter().filter(|test| !is_there(test));
        faults.extend(missing.map(|test| format!("{id}: there is no `{test}`")));
    }
    for (group, first, last) in GROUPS {
        for number in *first..=*last {
            let id = format!("{group}{number}");
            if !known.contains(&id) {
                faults.push(format!("{id}: no row"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Returns whether a file, a folder, or a function of a file (`tests/cli/listing.rs::explains_codes`) exists.
pub(super) fn is_there(test: &str) -> bool {
    let Some((path, function)) = test.split_once("::") else {
        return Path::new(test).exists() || Path::new(&format!("{test}.stderr")).exists();
    };
    let text = fs::read_to_string(path).unwrap_or_default();
    text.contains(&format!("fn {function}("))
}
