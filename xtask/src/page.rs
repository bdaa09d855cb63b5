//! BENCHMARKS.md: sections that tasks rewrite separately, and the machine that they ran on.

use std::fs;
use std::path::Path;
use std::process::Command;

const INTRODUCTION: &str = "\
# Benchmarks

Written by tasks of `cargo xtask`. Ratios are of one run, in which the peers take turns; absolute
figures hold for the machine alone. A budget is what the project aims for.
";

/// Replaces the section with the same title, or appends a new one.
pub fn put(path: &Path, title: &str, body: &str) -> Result<(), String> {
    let page = fs::read_to_string(path).unwrap_or_default();
    let wanted = format!("{title}\n\n{}\n", body.trim());
    let mut sections: Vec<String> = page.split("\n## ").skip(1).map(str::to_owned).collect();
    let starts = |section: &&mut String| section.lines().next() == Some(title);
    match sections.iter_mut().find(starts) {
        Some(section) => *section = wanted,
        None => sections.push(wanted),
    }
    let sections: String = sections
        .iter()
        .map(|section| format!("\n## {}\n", section.trim_end()))
        .collect();
    fs::write(path, INTRODUCTION.to_owned() + &sections)
        .map_err(|error| format!("BENCHMARKS.md: {error}"))
}

/// The processor, its cores, the compiler, and the day.
pub fn machine() -> String {
    let processors = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processors
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("unknown processor", |(_, model)| model.trim());
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let compiler = output_of(Command::new("rustc").arg("--version"));
    let day = output_of(Command::new("date").args(["-u", "+%Y-%m-%d"]));
    format!("{model}, {cores} cores; {compiler}; {day}")
}

fn output_of(command: &mut Command) -> String {
    let output = command.output().map(|output| output.stdout);
    String::from_utf8_lossy(&output.unwrap_or_default())
        .trim()
        .to_owned()
}

/// Whether a budget is met, as a word.
pub fn verdict(figure: f64, budget: f64) -> &'static str {
    if figure <= budget {
        "met"
    } else {
        "**missed**"
    }
}
