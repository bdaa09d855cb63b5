//! What `toolc init` makes of a new crate.

use super::fixture::{Fixture, NEW};
use std::fs;
use std::path::Path;
use std::process::Command;

/// What `toolc init` makes of a new crate is built and run: as its program, and beside an existing program.
#[test]
fn what_init_makes_answers_calls() {
    let root = env!("CARGO_MANIFEST_DIR");
    let fixture = Fixture::empty("init_by_cargo");
    fixture.write("Cargo.toml", NEW);
    fixture.write(
        "src/main.rs",
        "fn main() {\n    println!(\"Hello, world!\");\n}\n",
    );
    let init = || {
        let made = Command::new(env!("CARGO_BIN_EXE_toolc"))
            .args(["init", "--toolc", root])
            .current_dir(&fixture.folder)
            .output()
            .expect("toolc runs");
        let shown = String::from_utf8_lossy(&made.stderr).into_owned();
        assert!(made.status.success(), "{shown}");
        shown
    };
    assert!(init().contains("\n  cargo run   "));
    let answers = "{\"temperature\":12.5}\n\
        Error: [INVALID_ARGUMENTS] invalid arguments: /location: must have at least 1 character; \
        /unit: must be one of `celsius`, `fahrenheit`\n\
        Correct the arguments that are named, keep the others, and call the tool again.\n";
    let ran = fixture.cargo(&["run"]);
    assert_eq!(ran.stdout, answers, "{}", ran.stderr);
    assert!(!ran.stderr.contains("warning"), "{}", ran.stderr);

    fixture.write("src/main.rs", "fn main() {}\n");
    assert!(init().contains("\n  cargo run --example support   "));
    let ran = fixture.cargo(&["run", "--example", "support"]);
    assert_eq!(ran.stdout, answers, "{}", ran.stderr);
    begins_with_a_description(root);
}

/// The same of the description of an API. Its engine is replaced by one that makes results up, so that no HTTP is compiled.
fn begins_with_a_description(root: &str) {
    let fixture = Fixture::empty("init_api_by_cargo");
    fixture.write("Cargo.toml", NEW);
    fixture.write(
        "src/main.rs",
        "fn main() {\n    println!(\"Hello, world!\");\n}\n",
    );
    let made = Command::new(env!("CARGO_BIN_EXE_toolc"))
        .args(["init", "--toolc", root, "--openapi"])
        .arg(Path::new(root).join("tests/serve/specs/shop.openapi.yaml"))
        .current_dir(&fixture.folder)
        .output()
        .expect("toolc runs");
    let shown = String::from_utf8_lossy(&made.stderr).into_owned();
    assert!(
        made.status.success() && shown.contains("\n  cargo run   "),
        "{shown}"
    );
    let replace = |path: &str, from: &str, to: &str| {
        let text = fs::read_to_string(fixture.folder.join(path)).expect(path);
        assert!(text.contains(from), "{path}: {text}");
        fixture.write(path, &text.replace(from, to));
    };
    replace(
        "Cargo.toml",
        "features = [\"http\", ",
        "features = [\"simulate\", ",
    );
    replace("specs/toolc.yaml", "{ type: http }", "{ type: mock }");
    replace(
        "specs/workers/agent.yaml",
        "default: ask",
        "default: preApproved",
    );
    let listed = fixture.cargo(&["run"]);
    assert_eq!(
        listed.stdout, "shop::listOrders\nshop::findOrder\n",
        "{}",
        listed.stderr
    );
    let call = |arguments: &[&str]| {
        let program = fixture.target.join("debug/my-agent");
        let ended = Command::new(program)
            .args(arguments)
            .output()
            .expect("it runs");
        String::from_utf8_lossy(&ended.stdout).into_owned()
    };
    let found = call(&["shop::findOrder", r#"{"id":"7"}"#]);
    assert!(found.contains("{\"lines\":["), "{found}");
    let wrong = call(&["shop::findOrder"]);
    assert!(wrong.contains("[INVALID_ARGUMENTS]"), "{wrong}");
}
