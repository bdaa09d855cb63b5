//! `toolc build --manifest`: what was read and written, the same from every folder.

use super::command::{Folder, WEATHER, assert_exit, json, stderr};
use serde_json::Value;
use std::fs;

fn folder(name: &str) -> Folder {
    let folder = Folder::new(&format!("manifest_{name}"));
    folder.put("specs/weather.yaml", WEATHER);
    assert_exit(&folder.toolc(&["lock", "specs"]), 0);
    folder
}

const BUILD: &[&str] = &[
    "build",
    "specs",
    "--out",
    "gen/rust",
    "--manifest",
    "build.json",
];

fn read(folder: &Folder) -> Value {
    let text = fs::read_to_string(folder.0.join("build.json")).expect("a manifest");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn a_manifest_has_the_digests_of_what_was_read_and_written() {
    let folder = folder("digests");
    assert_exit(&folder.toolc(BUILD), 0);
    let manifest = read(&folder);
    let schema = json(&folder.toolc(&["schema", "manifest"]));
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    let verdict = schema.validate(&manifest);
    assert!(verdict.is_ok(), "{verdict:?}");
    let definition = &manifest["predicate"]["buildDefinition"];
    let mut names = Vec::new();
    for list in [&manifest["subject"], &definition["resolvedDependencies"]] {
        for file in list.as_array().expect("a list") {
            let name = file["name"].as_str().expect("a name");
            let bytes = fs::read(folder.0.join(name)).expect("it is there");
            let digest = toolc_base::sha256::sha256_hex(&bytes);
            assert_eq!(file["digest"]["sha256"], digest.as_str(), "{name}");
            names.push(name.to_owned());
        }
    }
    for name in ["gen/rust/tools.rs", "specs/weather.yaml", "toolc.lock"] {
        assert!(names.contains(&name.to_owned()), "{names:?}");
    }
}

#[test]
fn two_folders_give_the_same_bytes() {
    let texts = ["here", "there/deeper"].map(|name| {
        let folder = folder(name);
        folder.put(
            "p.sh",
            "cat >/dev/null; printf '{\"version\":1,\"files\":[{\"path\":\"a\",\"text\":\"b\"}]}'",
        );
        let script = folder.0.join("p.sh");
        let made = folder.0.join("web/made");
        let plugin = format!("sh '{}'=x=1", script.display());
        let output = folder.toolc(
            &[
                BUILD,
                &["--plugin", &plugin, "--out", &made.to_string_lossy()],
            ]
            .concat(),
        );
        assert_exit(&output, 0);
        fs::read_to_string(folder.0.join("build.json")).expect("a manifest")
    });
    assert_eq!(texts[0], texts[1]);
    for part in [
        r#""name":"made/a""#,
        r#""options":"x=1","plugin":"sh p.sh""#,
        r#""annotations":{"kind":"plugin"}"#,
    ] {
        assert!(texts[0].contains(part), "{part}: {}", texts[0]);
    }
}

#[test]
fn a_check_compares_the_manifest() {
    let folder = folder("check");
    let check = [BUILD, &["--check"]].concat();
    assert_exit(&folder.toolc(BUILD), 0);
    assert_exit(&folder.toolc(&check), 0);
    let before = fs::read(folder.0.join("build.json")).expect("a manifest");
    folder.put("specs/weather.yaml", &format!("{WEATHER}# changed\n"));
    let said = assert_exit(&folder.toolc(&check), 1);
    assert!(
        said.contains("error[T0501]: `build.json` is not the manifest of this build"),
        "{said}"
    );
    assert_eq!(
        fs::read(folder.0.join("build.json")).expect("a manifest"),
        before
    );
    assert_exit(&folder.toolc(BUILD), 0);
    assert_exit(&folder.toolc(&check), 0);
    fs::remove_file(folder.0.join("build.json")).expect("removed");
    let said = assert_exit(&folder.toolc(&check), 1);
    assert!(
        said.contains("the manifest `build.json` is missing"),
        "{said}"
    );
    // an error writes none
    folder.put("specs/again.yaml", WEATHER);
    assert_exit(&folder.toolc(BUILD), 1);
    assert!(!folder.0.join("build.json").exists());
}

#[test]
fn no_other_file_is_overwritten() {
    let folder = folder("foreign");
    folder.put("build.json", "{\n  \"mine\": true\n}\n");
    let output = folder.toolc(BUILD);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("T0502") && said.contains("--manifest"),
        "{said}"
    );
    assert!(
        fs::read_to_string(folder.0.join("build.json"))
            .expect("there")
            .contains("mine")
    );
    // and nothing else is written
    assert!(said.contains("nothing written"), "{said}");
    assert!(!folder.0.join("generated").exists());
}

#[test]
fn a_manifest_among_the_specs_is_not_read() {
    let folder = folder("among");
    let build = [
        "build",
        "specs",
        "--out",
        "generated",
        "--manifest",
        "specs/build.json",
    ];
    assert_exit(&folder.toolc(&build), 0);
    let said = assert_exit(&folder.toolc(&[&build[..], &["--check"]].concat()), 0);
    assert!(!said.contains("T0201"), "{said}");
    let manifest = fs::read_to_string(folder.0.join("specs/build.json")).expect("a manifest");
    assert!(!manifest.contains("specs/build.json"), "{manifest}");
}
