//! Sixty programs with asks in loops, in branches and side by side. Each is killed at every step, and run again until it ends:
//! each effect happens once. Each is made to do something else when it runs again: that is found, and nothing of it runs.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "killed/desk.rs"]
mod desk;
#[path = "killed/drive.rs"]
mod drive;
#[path = "killed/person.rs"]
mod person;
#[cfg(unix)]
#[path = "killed/process.rs"]
mod process;
#[path = "killed/sandbox.rs"]
mod sandbox;
#[path = "killed/script.rs"]
mod script;
#[path = "killed/steps.rs"]
mod steps;

use drive::{Case, Order, Plant, Went};
use script::Script;
use std::fs;
use std::path::Path;
use toolc_programs::{Ended, ProgramError};

fn programs() -> Vec<(String, Script)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let read = |path: &Path| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, Script::parse(&fs::read_to_string(path).unwrap()))
    };
    paths.iter().map(|path| read(path)).collect()
}

#[test]
fn there_are_sixty() {
    assert_eq!(programs().len(), 60);
}

#[test]
fn each_effect_happens_once_wherever_a_program_is_killed() {
    let (mut kills, mut interrupted) = (0, 0);
    for (name, script) in programs() {
        let calm = Case::new(&script);
        calm.run_to_the_end(None);
        calm.assert_each_effect_once(&name);
        for step in 1..=calm.steps() {
            let case = Case::new(&script);
            case.run_to_the_end(Some(step));
            case.assert_each_effect_once(&format!("{name}, killed at step {step}"));
            kills += 1;
            interrupted += case.interrupted();
        }
    }
    eprintln!(
        "{kills} kills, {interrupted} calls of which a person had to find out whether they ran"
    );
    assert!(kills > 3_000, "{kills}");
}

#[test]
fn every_planted_divergence_is_found_before_it_runs() {
    let mut planted = 0;
    for (name, script) in programs() {
        let whole = Case::new(&script);
        whole.run_to_the_end(None);
        for plant in [Plant::Other, Plant::Skip, Plant::Tool] {
            for at in 0.. {
                let case = Case::new(&script);
                let Went::Ended(Ended::Pending(_)) = case.run(Order::Written, None) else {
                    break;
                };
                let Some(target) = case.traced().get(at).cloned() else {
                    break;
                };
                // where several are equal, one more of them would take its place
                if whole.equal(&target) > case.equal(&target) {
                    continue;
                }
                case.approve_all();
                let before = case.effects();
                let went = case.run(Order::Written, Some((plant, target.clone())));
                let Went::Failed(ProgramError::Diverged { missing, .. }) = went else {
                    panic!("{name}: {plant:?} of {target:?} was not found: {went:?}");
                };
                assert_eq!(missing, target.0, "{name}");
                case.assert_only_approved_since(&before, &name);
                // the program itself goes on as if nothing had happened
                case.run_to_the_end(None);
                case.assert_each_effect_once(&name);
                planted += 1;
            }
        }
    }
    eprintln!("{planted} divergences");
    assert!(planted > 250, "{planted}");
}
