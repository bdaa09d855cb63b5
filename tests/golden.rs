//! Compiling the specs again yields the code that is checked in, byte for byte. `TOOLC_BLESS=1` rewrites it.

use std::path::{Path, PathBuf};
use toolc::compile::{Options, compile};
use toolc::diagnostic::{Diagnostics, Severity};
use toolc::load::load_sources;
use toolc::write::{compare_artifacts, write_artifacts};

fn is_golden(specs: &str, folder: &str) {
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[PathBuf::from(specs)]);
    let outcome = compile(diagnostics, &loaded, &Options::default());
    let errors: Vec<_> = outcome
        .diagnostics
        .iter()
        .filter(|found| found.severity == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");

    let folder = Path::new(folder);
    if std::env::var_os("TOOLC_BLESS").is_some() {
        let mut diagnostics = Diagnostics::default();
        write_artifacts(&mut diagnostics, folder, &outcome.artifacts);
        assert!(
            !diagnostics.has_errors(),
            "{:#?}",
            diagnostics.into_sorted()
        );
    }
    let differences = compare_artifacts(folder, &outcome.artifacts);
    assert!(
        differences.is_empty(),
        "run `cargo xtask bless` and review the change: {differences:#?}"
    );
}

#[test]
fn generated_is_what_specs_compile_to() {
    is_golden("specs", "generated");
}

/// The code of an API that an engine calls. `cargo run -p petstore` compiles and runs the same code.
#[test]
fn requests_are_what_an_api_compiles_to() {
    is_golden("examples/petstore/specs", "tests/golden/petstore");
}

/// The code of the tools that `tests/reference.rs` calls.
#[test]
fn reference_tools_are_what_their_specs_compile_to() {
    is_golden("tests/reference/specs", "tests/golden/reference");
}

/// The code of tools that engines run. `tests/serve.rs` compares it with the result of `toolc serve` for the
/// same specs.
#[test]
fn what_engines_run_is_what_its_specs_compile_to() {
    is_golden("tests/serve/specs", "tests/golden/serve");
}

/// The code of tools whose results are made up, which `tests/simulated.rs` calls.
#[test]
fn what_is_simulated_is_what_its_specs_compile_to() {
    is_golden("tests/simulated/specs", "tests/golden/simulated");
}

/// The code of tools whose results a model makes up, which `tests/lm.rs` and `tests/tools_as_data.rs` call.
#[test]
fn what_a_model_makes_up_is_what_its_specs_compile_to() {
    is_golden("tests/lm/specs", "tests/golden/lm");
}

/// The code of tools with old names, which `tests/evolution.rs` calls.
#[test]
fn tools_that_changed_are_what_their_specs_compile_to() {
    is_golden("tests/evolution/specs", "tests/golden/evolution");
}

/// The code of tools whose defaults are filled in, which `tests/filling.rs` calls.
#[test]
fn tools_that_are_filled_are_what_their_specs_compile_to() {
    is_golden("tests/filling/specs", "tests/golden/filling");
}

/// The code of workers that repair calls, which `tests/repairs.rs` calls.
#[test]
fn workers_that_repair_are_what_their_specs_compile_to() {
    is_golden("tests/repairs/specs", "tests/golden/repairs");
}

/// The code of workers that show a part of results, which `tests/results.rs` calls.
#[test]
fn workers_that_show_a_part_are_what_their_specs_compile_to() {
    is_golden("tests/results/specs", "tests/golden/results");
}

/// The code of functions that are written in Rust. `cargo test -p rust-tools` compiles and runs the same
/// code.
#[test]
fn functions_are_what_a_module_compiles_to() {
    is_golden("examples/rust-tools/specs", "tests/golden/rust-tools");
}

#[test]
fn the_same_specs_give_the_same_bytes() {
    let artifacts = || {
        let mut diagnostics = Diagnostics::default();
        let loaded = load_sources(&mut diagnostics, &[PathBuf::from("specs")]);
        compile(diagnostics, &loaded, &Options::default()).artifacts
    };
    assert_eq!(artifacts(), artifacts());
}
