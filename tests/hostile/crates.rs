//! Hostile but valid specs become a crate that compiles without warnings.

use crate::support::{codes, compile_path, folder};
use crate::{names, schemas, texts};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Calls every tool with hostile arguments through the type-erased interface.
const MAIN: &str = r##"//! Calls of every tool.
pub mod tools;

fn main() {
    let texts = [
        "", "{", "{}", "null", "[]", "{\"a\":1,\"a\":1}", "{\"x\":1e400}", "{\"x\":\"\\ud800\"}", "{\"\\q\":1}",
    ];
    let deep = "{\"x\":".repeat(100_000);
    let lists = format!("{{\"x\":{}{}}}", "[".repeat(120), "]".repeat(120));
    for tool in tools::all() {
        assert_eq!(tools::find(tool.wire_name).len(), 1, "{}", tool.wire_name);
        for text in texts.into_iter().chain([deep.as_str(), lists.as_str()]) {
            let refused = tool.validate(text).is_err();
            assert!(refused || text == "{}" || text.len() > 100, "{}: {text}", tool.wire_name);
        }
        assert!(tool.schema().starts_with('{'), "{}", tool.wire_name);
    }
    println!("{} tools", tools::all().len());
}
"##;

fn cargo(folder: &Path, arguments: &[&str]) -> String {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile_target");
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .output()
        .expect("cargo runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {arguments:?}\n{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn write_crate(folder: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let runtime = json!(root.join("runtime").to_string_lossy());
    let manifest = format!(
        "[package]\nname = \"hostile\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n[dependencies]\ntoolc-runtime = {{ path = {runtime} }}\n\n[workspace]\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest).expect("written");
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).expect("copied");
    fs::write(folder.join("src/main.rs"), MAIN).expect("written");
}

#[test]
fn hostile_specs_make_a_clean_crate() {
    let folder = folder("crate");
    let specs = folder.join("specs");
    for part in ["specs", "src/tools"] {
        fs::create_dir_all(folder.join(part)).expect("a folder");
    }
    let mut tools: Vec<Value> = texts::tools();
    tools.extend(names::tools());
    tools.extend(schemas::tools());
    tools.push(names::colliding());
    fs::write(specs.join("tools.json"), json!(tools).to_string()).expect("written");
    let outcome = compile_path(&specs);
    assert_eq!(outcome.summary.tools, tools.len(), "{:?}", codes(&outcome));
    assert!(!outcome.artifacts.is_empty(), "{:?}", codes(&outcome));
    for artifact in &outcome.artifacts {
        fs::write(folder.join("src").join(&artifact.path), &artifact.text).expect("written");
    }
    write_crate(&folder);
    cargo(
        &folder,
        &["clippy", "--quiet", "--offline", "--", "--deny", "warnings"],
    );
    let said = cargo(&folder, &["run", "--quiet", "--offline"]);
    assert_eq!(said, format!("{} tools\n", tools.len()));
}
