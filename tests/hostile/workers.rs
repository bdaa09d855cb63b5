//! Workers that extend each other along more paths than can be walked, and in endless chains.

use crate::support::{codes, compile_path, folder};
use std::fs;
use std::path::Path;

const TOOLS: &str =
    "desk:\n  - name: note\n    description: Takes a note.\n    parameters: { type: object }\n";

fn write_worker(folder: &Path, name: &str, extends: &[String], more: &str) {
    let extends = match extends {
        [] => String::new(),
        names => format!("extends: [{}]\n", names.join(", ")),
    };
    let text = format!("name: {name}\n{extends}instructions: Be {name}.\n{more}");
    fs::write(folder.join(format!("{name}.yaml")), text).expect("written");
}

#[test]
fn workers_of_a_lattice_are_joined_once() {
    const LEVELS: usize = 40;
    let folder = folder("extended_lattice");
    fs::write(folder.join("desk.yaml"), TOOLS).expect("written");
    let rules = "toolsets:\n  desk:\n    tools: [note]\n    deny: []\n    approval: { default: preApproved, rules: \
                 [{ tools: [note], approval: ask }] }\n";
    for level in 0..LEVELS {
        let below: Vec<String> = match level {
            0 => Vec::new(),
            level => ["a", "b"].map(|side| format!("{side}{}", level - 1)).into(),
        };
        for side in ["a", "b"] {
            write_worker(&folder, &format!("{side}{level}"), &below, rules);
        }
    }
    let outcome = compile_path(&folder);
    assert_eq!(
        codes(&outcome)
            .iter()
            .filter(|code| *code == "T0462")
            .count(),
        0
    );
    let top = outcome
        .artifacts
        .iter()
        .find(|file| file.path == "tools/a39.rs");
    let text = &top.expect("the worker at the top").text;
    assert_eq!(text.matches("Be a0.").count(), 1);
    assert!(text.len() < 200_000, "{}", text.len());
}

#[test]
fn a_chain_of_workers_ends() {
    let folder = folder("extended_chain");
    fs::write(folder.join("desk.yaml"), TOOLS).expect("written");
    for link in 0..200 {
        let below: Vec<String> = (link > 0)
            .then(|| format!("w{}", link - 1))
            .into_iter()
            .collect();
        let more = match link {
            0 => "toolsets: { desk: { tools: [note] } }\n",
            _ => "",
        };
        write_worker(&folder, &format!("w{link}"), &below, more);
    }
    // which file is read first decides where a chain is cut
    let codes = codes(&compile_path(&folder));
    assert!(codes.iter().any(|code| code == "T0462"), "{codes:?}");
}
