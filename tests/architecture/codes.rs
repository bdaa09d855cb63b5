//! Every code has its page and its test case.

use super::{files, report};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use toolc::diagnostic::code::CODES;

/// Codes that no file in `tests/ui` can show, and the test that does instead.
const ELSEWHERE: &[(&str, &str)] = &[
    (
        "T0101",
        "tests/cli/paths.rs: a file that may not be read is none in a repository",
    ),
    (
        "T0102",
        "tests/cli/paths.rs: the file would be too large for a repository",
    ),
    (
        "T0109",
        "tests/cli/paths.rs: links do not survive every checkout",
    ),
    ("T0116", "tests/cli/paths.rs: is about two folders"),
    (
        "T0117",
        "tests/cli/paths.rs: links do not survive every checkout",
    ),
    ("T0501", "tests/write.rs: is about the output"),
    ("T0502", "tests/write.rs: is about the output"),
    ("T0503", "tests/write.rs: is about the output"),
    ("T0504", "tests/write.rs: is about the output"),
    ("T0338", "tests/build_script.rs: is about build scripts"),
    (
        "T0520",
        "tests/cli/enriching.rs: is about files beside the lock",
    ),
    ("T0521", "tests/asking.rs: is about files beside the lock"),
    ("T0730", "tests/asking/faults.rs: is about the network"),
    ("T0731", "tests/asking/faults.rs: is about the network"),
    ("T0732", "tests/asking/faults.rs: is about the network"),
    ("T0733", "tests/asking/faults.rs: is about the network"),
    ("T0734", "tests/asking/faults.rs: is about the network"),
    ("T0735", "tests/asking/proposals.rs: is about the network"),
    ("T0736", "tests/asking.rs: is about the network"),
    ("T0512", "tests/cli/revisions.rs: is about a repository"),
    ("T0617", "tests/cli/locks.rs: is about where files lie"),
    ("T0623", "tests/build_script.rs: is about build scripts"),
    (
        "T0625",
        "tests/build_by_cargo/lock.rs: is about build scripts",
    ),
    ("T0631", "tests/cli/lints.rs: is about the day"),
    ("T0641", "tests/cli/evolution.rs: is about the day"),
    ("T0632", "tests/cli/machines.rs: is about a baseline"),
    ("T0633", "tests/cli/machines.rs: is about a baseline"),
    ("T0634", "tests/cli/locks.rs: is about the lock on disk"),
    ("T0700", "tests/snapshot.rs: is about the network"),
    ("T0701", "tests/snapshot.rs: is about the network"),
    ("T0702", "tests/snapshot.rs: is about the network"),
    ("T0703", "tests/snapshot.rs: is about the network"),
    ("T0704", "tests/snapshot.rs: is about the network"),
    ("T0705", "tests/snapshot.rs: is about the network"),
    ("T0706", "tests/snapshot.rs: is about the network"),
    ("T0707", "tests/snapshot.rs: is about the network"),
    ("T0708", "tests/snapshot.rs: is about the network"),
    ("T0720", "tests/serve.rs: is about serving"),
    ("T0721", "tests/serve.rs: is about serving"),
    ("T0722", "tests/serve.rs: is about serving"),
    ("T0723", "tests/serve.rs: is about serving"),
    ("T0724", "server/tests/access/files.rs: is about serving"),
    (
        "T0513",
        "tests/cli/building.rs: only the command line chooses the output folder",
    ),
    ("T0780", "tests/cli/formatting.rs: is about layout"),
    ("T0781", "tests/cli/formatting.rs: is about layout"),
    ("T0790", "tests/hosts/matrix.rs: is about hosts"),
    ("T0791", "tests/hosts/threads.rs: is about hosts"),
    ("T0792", "tests/hosts/matrix.rs: is about hosts"),
    ("T0793", "tests/hosts/threads.rs: is about hosts"),
    ("T0794", "tests/hosts/threads.rs: is about hosts"),
    ("T0795", "tests/hosts/threads.rs: is about hosts"),
    ("T0796", "tests/hosts/threads.rs: is about hosts"),
    (
        "T0782",
        "tests/cli/formatting/texts.rs: nothing should show it",
    ),
    ("T0740", "tests/cli/replay.rs: is about recorded calls"),
    ("T0741", "tests/cli/replay.rs: is about recorded calls"),
    ("T0742", "tests/cli/replay.rs: is about recorded calls"),
    ("T0743", "tests/cli/replay.rs: is about recorded calls"),
    ("T0744", "tests/cli/replay.rs: is about recorded calls"),
    ("T0745", "tests/cli/replay.rs: is about recorded calls"),
    ("T0746", "tests/cli/replay.rs: is about recorded calls"),
    ("T0747", "tests/cli/replay.rs: is about recorded calls"),
    ("T0748", "tests/cli/replay.rs: is about recorded calls"),
    ("T0749", "tests/cli/replay.rs: is about recorded calls"),
    ("T0750", "tests/cli/replay.rs: is about recorded calls"),
    (
        "T0751",
        "tests/cli/replay/states.rs: is about recorded calls",
    ),
    ("T0752", "tests/cli/semver.rs: is about two states"),
    ("T0760", "tests/cli/plugins/refused.rs: is about plug-ins"),
    ("T0761", "tests/cli/plugins/refused.rs: is about plug-ins"),
    ("T0762", "tests/cli/plugins/refused.rs: is about plug-ins"),
    ("T0763", "tests/cli/plugins/refused.rs: is about plug-ins"),
    ("T0764", "tests/cli/plugins/refused.rs: is about plug-ins"),
    ("T0765", "tests/cli/plugins/refused.rs: is about plug-ins"),
    ("T0766", "tests/cli/plugins.rs: is about plug-ins"),
    ("T0767", "tests/cli/plugins.rs: is about plug-ins"),
    ("T0768", "tests/cli/plugins.rs: is about plug-ins"),
    ("T0769", "tests/cli/plugins.rs: is about plug-ins"),
    ("T0770", "tests/build_script.rs: is about build scripts"),
    ("T0771", "tests/build_script.rs: is about build scripts"),
    ("T0772", "tests/snapshot/of_commands.rs: is about commands"),
];

#[test]
fn every_code_is_new_and_in_order() {
    assert!(CODES.is_sorted_by(|a, b| a.code < b.code), "codes ascend");
    let slugs: BTreeSet<_> = CODES.iter().map(|row| row.slug).collect();
    assert_eq!(slugs.len(), CODES.len(), "no slug occurs twice");
}

#[test]
fn every_code_has_a_page() {
    let mut faults = Vec::new();
    for row in CODES {
        let heading = format!("# {}: ", row.code);
        let sections = ["\n## What\n", "\n## Why\n", "\n## Wrong\n", "\n## Right\n"];
        let missing: Vec<_> = sections
            .iter()
            .filter(|section| !row.code.page().contains(**section))
            .map(|section| section.trim())
            .collect();
        if !row.code.page().starts_with(&heading) || !missing.is_empty() {
            faults.push(format!(
                "docs/errors/{}.md: starts with `{heading}`, has {missing:?}",
                row.code
            ));
        }
    }
    let pages =
        files("docs/errors", "md").len() - usize::from(Path::new("docs/errors/README.md").exists());
    assert_eq!(pages, CODES.len(), "pages of no code in docs/errors");
    report(&faults);
}

#[test]
fn every_code_has_a_case() {
    let mut names: Vec<String> = fs::read_dir("tests/ui")
        .expect("the folder of the cases")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.retain(|name| !name.ends_with(".stderr"));
    let mut faults = Vec::new();
    for row in CODES {
        let code = row.code.to_string();
        let in_ui = names
            .iter()
            .any(|name| name.starts_with(&format!("{code}_{}", row.slug)));
        match ELSEWHERE.iter().find(|(elsewhere, _)| *elsewhere == code) {
            Some(_) if in_ui => {
                faults.push(format!("{code} has a case in tests/ui and is in ELSEWHERE"))
            }
            Some((_, reason)) => faults.extend(uncovered(&code, reason)),
            None if !in_ui => faults.push(format!("{code}: no case tests/ui/{code}_{}", row.slug)),
            None => {}
        }
    }
    report(&faults);
}

/// Returns an error message if the named test does not mention the code.
fn uncovered(code: &str, reason: &str) -> Option<String> {
    let path = reason.split(':').next().unwrap_or("");
    let text = fs::read_to_string(path).unwrap_or_default();
    let speaks = text.contains(&code.to_lowercase()) || text.contains(code);
    (!speaks).then(|| format!("{code}: {path} does not speak of it"))
}
