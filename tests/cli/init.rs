//! `toolc init`.

use super::command::{Folder, stderr};
use std::fs;

#[test]
fn init_writes_what_compiles_and_keeps_what_is_there() {
    let folder = Folder::new("init");
    folder.put("build.rs", "fn main() {}\n");
    assert_eq!(folder.toolc(&["init"]).status.code(), Some(0));
    assert_eq!(
        fs::read_to_string(folder.0.join("build.rs")).expect("kept"),
        "fn main() {}\n"
    );
    let output = folder.toolc(&["check", "specs", "--fail-on", "note"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

/// What `cargo new` writes.
const NEW: [(&str, &str); 2] = [
    (
        "Cargo.toml",
        "[package]\nname = \"my-agent\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n",
    ),
    (
        "src/main.rs",
        "fn main() {\n    println!(\"Hello, world!\");\n}\n",
    ),
];

#[test]
fn init_adds_what_a_new_crate_lacks_and_says_what_it_left_alone() {
    let folder = Folder::new("init_crate");
    NEW.iter().for_each(|(path, text)| {
        folder.put(path, text);
    });
    let read = |path: &str| fs::read_to_string(folder.0.join(path)).expect(path);
    let published = folder.toolc(&["init"]);
    assert_eq!(published.status.code(), Some(0), "{}", stderr(&published));
    let manifest = read("Cargo.toml");
    for expected in [
        "[dependencies]\ntokio = ",
        "\ntoolc-runtime = { version = \"0.1\", features = [\"terminal\", \"tokio\"] }\n",
        "\n[build-dependencies]\ntoolc = { version = \"0.1\", default-features = false }\n",
    ] {
        assert!(manifest.contains(expected), "no {expected}: {manifest}");
    }
    assert!(
        stderr(&published).contains("toolc init --toolc PATH"),
        "{}",
        stderr(&published)
    );
    assert!(read("src/main.rs").contains("impl Handle<GetWeather> for Support"));

    // The clone replaces what the earlier run wrote; a second run changes nothing.
    folder
        .put("clone/Cargo.toml", "[package]\nname = \"toolc\"\n")
        .put(
            "clone/runtime/Cargo.toml",
            "[package]\nname = \"toolc-runtime\"\n",
        );
    let cloned = folder.toolc(&["init", "--toolc", "clone"]);
    assert_eq!(cloned.status.code(), Some(0), "{}", stderr(&cloned));
    let manifest = read("Cargo.toml");
    assert!(
        manifest.contains("{ path = \"clone/runtime\", features = [\"terminal\", \"tokio\"] }")
    );
    assert!(manifest.contains("{ path = \"clone\", default-features = false }"));
    assert!(!manifest.contains("version = \"0.1\""), "{manifest}");
    let again = folder.toolc(&["init", "--toolc", "clone"]);
    assert!(!stderr(&again).contains("wrote"), "{}", stderr(&again));
    assert_eq!(read("Cargo.toml"), manifest);
    let wrong = folder.toolc(&["init", "--toolc", "specs"]);
    assert_eq!(wrong.status.code(), Some(2), "{}", stderr(&wrong));

    // The user's own files are kept, and what they lack is reported.
    folder
        .put("src/main.rs", "fn main() {}\n")
        .put("build.rs", "fn main() {}\n")
        .put("Cargo.toml", "[workspace]\n");
    let kept = folder.toolc(&["init", "--toolc", "clone"]);
    for expected in [
        "build.rs: add `toolc::build(\"specs\");`",
        "add `toolc = { path = \"clone\", default-features = false }` to [build-dependencies]",
        "cargo run --example support",
    ] {
        assert!(
            stderr(&kept).contains(expected),
            "no {expected}: {}",
            stderr(&kept)
        );
    }
    assert_eq!(read("src/main.rs"), "fn main() {}\n");
    assert_eq!(read("Cargo.toml"), "[workspace]\n");
    assert!(read("examples/support.rs").contains("include_tools!()"));
}

#[test]
fn what_init_writes_is_found_from_above() {
    let folder = Folder::new("init_above");
    assert_eq!(folder.toolc(&["init"]).status.code(), Some(0));
    for command in ["check", "lock", "check"] {
        let output = folder.toolc(&[command]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(stderr(&output).contains("1 tool"), "{}", stderr(&output));
    }
    assert!(folder.0.join("toolc.lock").exists());
}
