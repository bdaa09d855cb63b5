//! Engines that make results up: where that is told, and what the lock makes of it.

use super::command::{Folder, json, stderr, stdout};

const TOOL: &str = "tools:\n  registry:\n    - type: inline\n      namespace: notes\n      tools:\n        \
                    - { name: find, description: Finds a note., parameters: { type: object, properties: { text: { type: string } } } }\n";

/// Specs with one tool, which an engine runs.
fn with_engine(settings: &str) -> String {
    format!("{TOOL}  engines:\n    notes: {settings}\n")
}

#[test]
fn what_is_simulated_is_told_by_every_command() {
    let folder = Folder::new("simulated");
    folder.put("specs/toolc.yaml", &with_engine("{ type: mock }"));
    let sentence = "the engine `notes` makes up the results of 1 tool (`mock`)";
    for _ in 0..2 {
        // the second one has nothing to do
        let said = stderr(&folder.toolc(&["build", "specs"]));
        assert!(said.contains(sentence), "{said}");
    }
    let document = json(&folder.toolc(&["check", "specs", "--format", "json"]));
    assert_eq!(document["summary"]["simulated"][0], sentence);
    let listed = stdout(&folder.toolc(&["list", "specs"]));
    assert!(listed.contains("(simulated) Finds a note."), "{listed}");
    let listed = json(&folder.toolc(&["list", "specs", "--format", "json"]));
    assert_eq!(listed[0]["simulated"], "mock");
    let report = stdout(&folder.toolc(&["report", "specs"]));
    assert!(report.contains("which makes results up"), "{report}");
}

/// The class of each finding, with what it is about.
fn changes(folder: &Folder) -> Vec<(String, String)> {
    let document = json(&folder.toolc(&["check", "specs", "--format", "json"]));
    let found = document["diagnostics"].as_array().expect("findings");
    let changed = found.iter().filter(|found| found["class"].is_string());
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    changed
        .map(|found| (text(&found["class"]), text(&found["message"])))
        .collect()
}

#[test]
fn a_change_from_or_to_a_simulation_is_one_of_requests() {
    let folder = Folder::new("simulated-drift");
    let lock = || {
        let _ = std::fs::remove_file(folder.0.join("toolc.lock"));
        let written = folder.toolc(&["lock", "specs"]);
        assert!(written.status.success(), "{}", stderr(&written));
    };
    folder.put("specs/toolc.yaml", TOOL);
    lock();
    folder.put("specs/toolc.yaml", &with_engine("{ type: mock }"));
    let found = changes(&folder);
    let of_requests = found.iter().filter(|(class, _)| class == "request");
    assert_eq!(of_requests.count(), 2, "{found:?}");
    lock();
    let faults = "{ type: mock, seed: 3, faults: [{ type: network_error, probability: 0.5 }] }";
    folder.put("specs/toolc.yaml", &with_engine(faults));
    let found = changes(&folder);
    assert_eq!(found.len(), 2, "{found:?}");
    for (class, message) in &found {
        assert_eq!(class, "request", "{message}");
    }
    lock();
    assert_eq!(changes(&folder), []);
    folder.put("specs/toolc.yaml", TOOL);
    let found = changes(&folder);
    assert!(
        found.iter().any(|(class, _)| class == "request"),
        "{found:?}"
    );
}

#[test]
fn an_engine_that_asks_a_model_is_told_and_locked() {
    let folder = Folder::new("simulated-lm");
    let put = |settings: &str| {
        let engine = format!("{{ type: lm, model: tiny, {settings} }}");
        folder.put("specs/toolc.yaml", &with_engine(&engine));
    };
    let address = "base_url: \"https://model.example/v1\", auth: { bearer_env: MODEL_KEY }";
    put(&format!("{address}, record: a.jsonl"));
    let sentence =
        "the engine `notes` makes up the results of 1 tool (`lm`, recorded in `a.jsonl`)";
    let said = stderr(&folder.toolc(&["build", "specs"]));
    assert!(said.contains(sentence), "{said}");
    let listed = json(&folder.toolc(&["list", "specs", "--format", "json"]));
    assert_eq!(listed[0]["simulated"], "lm");
    let report = stdout(&folder.toolc(&["report", "specs"]));
    for part in ["which makes results up", "model.example", "MODEL_KEY"] {
        assert!(report.contains(part), "{part}: {report}");
    }
    let described = json(&folder.toolc(&["export", "specs", "--descriptor"]));
    assert_eq!(described["tools"][0]["runs_by"]["kind"], "lm");
    let lock = || {
        let _ = std::fs::remove_file(folder.0.join("toolc.lock"));
        let written = folder.toolc(&["lock", "specs"]);
        assert!(written.status.success(), "{}", stderr(&written));
    };
    lock();
    assert_eq!(changes(&folder), []);
    let usual = format!("{address}, record: a.jsonl");
    for (settings, class) in [
        (usual.replace("a.jsonl", "b.jsonl"), "request"),
        (usual.replace("record", "candidates: 2, record"), "request"),
        (usual.replace("record", "temperature: 1, record"), "request"),
        (usual.replace("record", "seed: 2, record"), "request"),
        (
            usual.replace("record", "response_format: none, record"),
            "request",
        ),
        (usual.replace("record", "timeout: 5s, record"), "limits"),
        (usual.replace("model.example", "other.example"), "host"),
        (usual.replace("MODEL_KEY", "OTHER_KEY"), "credentials"),
    ] {
        put(&settings);
        let found = changes(&folder);
        let classes: Vec<&str> = found.iter().map(|(class, _)| class.as_str()).collect();
        assert_eq!(classes, [class], "{settings}: {found:?}");
    }
    // a replay calls nobody, and has no credentials
    put(&format!("{address}, replay: a.jsonl"));
    let document = json(&folder.toolc(&["check", "specs", "--format", "json"]));
    let noted = document["diagnostics"].as_array().expect("findings");
    let noted = noted.iter().find(|found| found["code"] == "T0421");
    let noted = noted.expect("what has no effect is told");
    assert_eq!(noted["severity"], "note", "{noted}");
    assert_eq!(
        noted["message"],
        "`base_url`, `auth` have no effect: answers are replayed, and nothing is sent"
    );
    let found = changes(&folder);
    for class in ["request", "host", "credentials"] {
        assert!(
            found.iter().any(|(one, _)| one == class),
            "{class}: {found:?}"
        );
    }
}
