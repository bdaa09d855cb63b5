//! `cargo xtask full`: the long runs, one after the other, each with its pages in `benches/results/`. It takes hours.

use crate::TASKS;

/// The tasks with the sizes that a release is measured by. What only counts comes first, since it leaves the machine as it was.
const LONG: &[(&str, &[&str])] = &[
    ("differential", &["--instances", "2000000"]),
    ("texts", &["--texts", "5000000"]),
    ("fuzz", &["--seconds", "1800"]),
    ("drift", &[]),
    ("openapi", &[]),
    ("peers", &[]),
    ("bench", &[]),
    ("bench-build", &[]),
    ("bench-compile", &[]),
];

pub fn run_all() -> Result<(), String> {
    let mut failures = Vec::new();
    for (name, arguments) in LONG {
        eprintln!("\n== {name} {}", arguments.join(" "));
        let task = TASKS.iter().find(|(known, _, _)| known == name);
        let (_, _, task) = task.ok_or(format!("`{name}` is not a task"))?;
        let arguments: Vec<String> = arguments.iter().map(|text| (*text).to_owned()).collect();
        if let Err(message) = task(&arguments) {
            eprintln!("error: {message}");
            failures.push(*name);
        }
    }
    match failures.is_empty() {
        true => Ok(()),
        false => Err(format!("failed: {}", failures.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_long_run_is_a_task() {
        for (name, _) in LONG {
            assert!(TASKS.iter().any(|(known, _, _)| known == name), "{name}");
        }
    }
}
