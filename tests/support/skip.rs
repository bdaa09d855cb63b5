//! What a test needs and may not find on a machine. Then it is skipped, and says so; `.ci/run` ends with the list.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::thread;

/// Returns the folder of real specs that `TOOLC_CORPUS` names, or says that the test is skipped.
pub fn find_corpus() -> Option<PathBuf> {
    let folder = find_variable("TOOLC_CORPUS", "corpus")?;
    // a wrong path must not pass for a skipped test
    assert!(folder.is_dir(), "TOOLC_CORPUS names no folder: {folder:?}");
    Some(folder)
}

/// Returns the path in an environment variable, or says that the test is skipped for want of `kind`.
pub fn find_variable(variable: &str, kind: &str) -> Option<PathBuf> {
    let Some(path) = std::env::var_os(variable) else {
        skip(kind, &format!("{variable} is not set"));
        return None;
    };
    record(&format!("ran\t{}\t{kind}", name_test()));
    Some(PathBuf::from(path))
}

/// Says that the test is skipped, and why.
pub fn skip(kind: &str, reason: &str) {
    eprintln!("skipped: {}: {reason}", name_test());
    record(&format!("{kind}\t{}\t{reason}", name_test()));
}

/// The test that runs, as `binary::module::test`.
fn name_test() -> String {
    let thread = thread::current();
    format!(
        "{}::{}",
        env!("CARGO_CRATE_NAME"),
        thread.name().unwrap_or("?")
    )
}

/// Adds a line to the file that `TOOLC_SKIPPED` names.
fn record(line: &str) {
    let Some(path) = std::env::var_os("TOOLC_SKIPPED") else {
        return;
    };
    let file = OpenOptions::new().create(true).append(true).open(path);
    // tests write side by side, and only one write appends a line whole
    let written =
        (file.expect("the list of what was skipped")).write_all(format!("{line}\n").as_bytes());
    written.expect("written");
}
