//! The pages in benches/results, one for each task that measures, and the machine that they were measured on.

use crate::root;
use std::fs;
use std::io::ErrorKind;
use std::process::Command;

/// What follows it on a page is written by hand, and stays.
const NOTES: &str = "\n## Notes\n";

/// Writes the page of a task.
pub fn put(task: &str, title: &str, body: &str) -> Result<(), String> {
    let name = format!("benches/results/{task}.md");
    let path = root().join(&name);
    let before = match fs::read_to_string(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        read => read,
    };
    before
        .and_then(|before| fs::write(&path, page(task, title, body, &before)))
        .map_err(|error| format!("{name}: {error}"))?;
    eprintln!(
        "{name} is written; its notes, and BENCHMARKS.md, are to be brought up to date by hand"
    );
    Ok(())
}

/// The new text of a page, with the notes that it had before.
fn page(task: &str, title: &str, body: &str, before: &str) -> String {
    let notes = before
        .find(NOTES)
        .and_then(|start| before.get(start..))
        .unwrap_or_default();
    format!(
        "# {title}\n\nWritten by `cargo xtask {task}`, except for notes at the end. The budgets are in \
         [BENCHMARKS.md](../../BENCHMARKS.md).\n\n{}\n{notes}",
        body.trim()
    )
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_keeps_its_notes() {
        let first = page("bench", "Calls", "old\n", "");
        assert!(first.ends_with("\n\nold\n"), "{first}");
        let noted = format!("{first}{NOTES}\nby hand\n");
        let second = page("bench", "Calls", "\n## New\n\nnew\n", &noted);
        assert!(
            second.ends_with("\n\n## New\n\nnew\n\n## Notes\n\nby hand\n"),
            "{second}"
        );
        assert!(!second.contains("old"), "{second}");
    }

    /// Who reads the budgets finds every page.
    #[test]
    fn every_page_is_linked() {
        let budgets = fs::read_to_string(root().join("BENCHMARKS.md")).expect("a page");
        let pages = fs::read_dir(root().join("benches/results")).expect("the pages");
        for page in pages.flatten() {
            let link = format!("(benches/results/{})", page.file_name().display());
            assert!(budgets.contains(&link), "{link}");
        }
    }
}
