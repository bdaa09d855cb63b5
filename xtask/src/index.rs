//! The index of the error pages, and their part of the table of contents of the book.

use crate::root;
use std::fs;
use toolc::diagnostic::code::{CODES, Row};

/// The stages, by the first two digits of their codes.
const STAGES: &[(&str, &str)] = &[
    ("T01", "Load and parse"),
    ("T02", "Read"),
    ("T03", "Resolve"),
    ("T04", "Check"),
    ("T05", "Emit and write"),
    ("T06", "Drift"),
    ("T07", "Snapshot, serve and replay"),
];

/// Writes both.
pub fn write() -> Result<(), String> {
    let summary = fs::read_to_string(root().join(SUMMARY));
    let summary = summary.map_err(|error| format!("{SUMMARY}: {error}"))?;
    for (path, text) in [(INDEX, index()), (SUMMARY, list_pages(&summary)?)] {
        fs::write(root().join(path), text).map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(())
}

const INDEX: &str = "docs/errors/README.md";
const SUMMARY: &str = "docs/SUMMARY.md";

/// The line of the table of contents below which the pages are listed, as far as the next empty line.
const LISTED_BELOW: &str = "- [Codes](errors/README.md)\n";

/// The table of contents with a line for each page.
fn list_pages(summary: &str) -> Result<String, String> {
    let (before, rest) = summary
        .split_once(LISTED_BELOW)
        .ok_or(format!("{SUMMARY} has no line `{}`", LISTED_BELOW.trim()))?;
    let (_, after) = rest.split_once("\n\n").unwrap_or(("", ""));
    let mut text = format!("{before}{LISTED_BELOW}");
    for row in CODES {
        let code = row.code;
        text.push_str(&format!("  - [{code}: {}](errors/{code}.md)\n", title(row)));
    }
    Ok(format!("{text}\n{after}"))
}

const PREFACE: &str = "\
# Codes

Each finding of toolc has a code. `toolc explain T0301` shows its page.

A warning that leaves a tool out is an error if the tool is in a file of your own, unless `lints` in `toolc.yaml`
names its code. In the files of servers, providers and APIs it stays a warning, and `--strict` makes it an error.
";

fn index() -> String {
    let mut page = PREFACE.to_owned();
    for (prefix, stage) in STAGES {
        page.push_str(&format!(
            "\n## {stage}\n\n| code | severity | what |\n|---|---|---|\n"
        ));
        let rows = CODES
            .iter()
            .filter(|row| row.code.to_string().starts_with(prefix));
        page.extend(rows.map(line));
    }
    page
}

fn line(row: &Row) -> String {
    let code = row.code;
    let (severity, title) = (row.severity.name(), title(row));
    format!("| [{code}]({code}.md) | {severity} | {title} |\n")
}

/// What the heading of a page says after the code.
fn title(row: &Row) -> &'static str {
    let page = toolc_errors::find_page(&row.code.to_string()).unwrap_or_default();
    let heading = page.lines().next().unwrap_or_default();
    heading
        .split_once(": ")
        .map_or(row.slug, |(_, title)| title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_names_every_code_once() {
        let page = index();
        for row in CODES {
            assert_eq!(
                page.matches(&format!("[{}]", row.code)).count(),
                1,
                "{}",
                row.code
            );
        }
    }

    #[test]
    fn the_index_is_up_to_date() {
        let found = fs::read_to_string(root().join(INDEX)).unwrap_or_default();
        assert!(found == index(), "run `cargo xtask errors`");
        let summary = fs::read_to_string(root().join(SUMMARY)).unwrap_or_default();
        assert_eq!(
            list_pages(&summary).as_ref(),
            Ok(&summary),
            "run `cargo xtask errors`"
        );
    }
}
