//! What the README says of its program and of the crates is so.

use std::process::Command;

const README: &str = include_str!("../../../README.md");

/// The block of this language after a sentence.
fn block_after<'p>(sentence: &str, language: &str) -> &'p str {
    let (_, rest) = README.split_once(sentence).expect("the sentence");
    let (_, rest) = rest
        .split_once(&format!("```{language}\n"))
        .expect("a block");
    rest.split_once("```").expect("its end").0
}

#[test]
fn the_program_prints_what_is_shown() {
    let output = Command::new(env!("CARGO_BIN_EXE_readme-program")).output();
    let printed = String::from_utf8(output.expect("it runs").stdout).expect("UTF-8");
    assert_eq!(
        printed,
        block_after("It prints what the model reads", "text")
    );
}

#[test]
fn the_manifest_names_crates_and_features_that_there_are() {
    let manifest = block_after("You write the following.", "toml");
    let runtime = include_str!("../../../runtime/Cargo.toml");
    for (path, name) in [
        ("../toolc/runtime", "toolc-runtime"),
        ("../toolc\"", "toolc"),
    ] {
        let line = manifest
            .lines()
            .find(|line| line.starts_with(&format!("{name} =")));
        assert!(line.expect("a dependency").contains(path), "{name}");
    }
    let (_, features) = runtime.split_once("[features]").expect("features");
    for feature in ["tokio", "http"] {
        assert!(
            features
                .lines()
                .any(|line| line.starts_with(&format!("{feature} =")))
        );
    }
}

#[test]
fn the_version_of_rust_is_the_one_that_is_needed() {
    let version = env!("CARGO_PKG_RUST_VERSION");
    assert!(
        README.contains(&format!("Rust {version} or later")),
        "{version}"
    );
}
