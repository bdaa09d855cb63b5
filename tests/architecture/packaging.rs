//! What a release consists of is named in several files, none of which can see the others.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every text between two others.
fn find_between<'t>(text: &'t str, before: &str, after: &str) -> BTreeSet<&'t str> {
    let parts = text.split(before).skip(1);
    parts
        .filter_map(|part| part.split_once(after).map(|(inner, _)| inner.trim()))
        .collect()
}

#[test]
fn the_installer_fetches_what_the_workflow_builds() {
    let installer = read("packaging/install.sh");
    let workflow = read(".github/workflows/release.yml");
    let fetched = find_between(&installer, ") target=", " ;;");
    let built = find_between(&workflow, "{ target: ", ",");
    assert_eq!(fetched, built);
}

/// An archive has the name under which three others look for it.
#[test]
fn archives_have_one_name() {
    let archive = read("xtask/src/archive.rs");
    assert!(archive.contains(r#"format!("toolc-{}-{triple}", read_version()?)"#));
    assert!(archive.contains(r#"format!("{name}.tar.gz")"#));
    let installer = read("packaging/install.sh");
    assert!(installer.contains(r#"name="toolc-$version-$target""#));
    assert!(installer.contains("$releases/v$version/$file"));
    let manifest = read("Cargo.toml");
    assert!(manifest.contains(
        r#"pkg-url = "{ repo }/releases/download/v{ version }/{ name }-{ version }-{ target }.tar.gz""#
    ));
    assert!(
        manifest.contains(r#"bin-dir = "{ name }-{ version }-{ target }/{ bin }{ binary-ext }""#)
    );
}

#[test]
fn the_action_hands_each_input_to_its_scripts() {
    let action = read("action.yml");
    let inputs = action.split("\ninputs:\n").nth(1).expect("inputs");
    let inputs = inputs.split("\noutputs:").next().expect("outputs");
    let declared: BTreeSet<&str> = inputs
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .map(|line| line.trim().trim_end_matches(':'))
        .collect();
    assert_eq!(declared, find_between(&action, "${{ inputs.", "}}"));
    let given: BTreeSet<&str> = action
        .lines()
        .filter_map(|line| line.trim().split_once(": ${{ "))
        .map(|(name, _)| name)
        .collect();
    let scripts = find_between(&action, "\"$GITHUB_ACTION_PATH/", "\"'");
    assert_eq!(scripts.len(), 2, "{scripts:?}");
    for script in scripts {
        let text = read(script);
        let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        for word in words.filter(|word| word.starts_with("INPUT_")) {
            assert!(
                given.contains(word),
                "{script} reads {word}, which action.yml does not set"
            );
        }
    }
}
