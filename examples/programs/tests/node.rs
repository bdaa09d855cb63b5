//! Programs in Node.js, as the example runs them.

#[path = "../../../tests/support/skip.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod skip;

use std::process::{Command, Output};

fn has_node() -> bool {
    let found = Command::new("node").arg("--version").output().is_ok();
    if !found {
        skip::skip("node", "there is no Node.js");
    }
    found
}

fn run(program: &str) -> Output {
    let file = format!("{}/programs/{program}", env!("CARGO_MANIFEST_DIR"));
    let ran = Command::new(env!("CARGO_BIN_EXE_programs"))
        .arg(file)
        .output();
    ran.expect("the example runs")
}

#[test]
fn a_program_asks_waits_and_runs_again() {
    if !has_node() {
        return;
    }
    let ran = run("pay.js");
    let expected = r#"asked: bank::pay {"cents":1200,"to":"baker"}
asked: bank::pay {"cents":9900,"to":"mallory"}
the model is told: {"paid":1,"refused":["mallory"]}
note: paying 2 of 3
paid: baker 1200
note: done on time
"#;
    let errors = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert_eq!(String::from_utf8_lossy(&ran.stdout), expected, "{errors}");
}

#[test]
fn a_program_reaches_nothing_but_its_tools() {
    if !has_node() {
        return;
    }
    let ran = run("escape.js");
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    let expected = r#"the model is told: {"eval":"EvalError","process":"ReferenceError","require":"ReferenceError","fetch":"ReferenceError","clock":"TypeError","chance":"TypeError"}"#;
    assert_eq!(said.trim_end(), expected);
}

#[test]
fn time_and_memory_are_limited() {
    if !has_node() {
        return;
    }
    for (program, code) in [
        ("endless.js", "its limit of time"),
        ("hungry.js", "went away"),
    ] {
        let ran = run(program);
        let errors = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(errors.contains(code), "{program}: {errors}");
    }
}
