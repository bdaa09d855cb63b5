//! The links between pages: each leads to a file, and its anchor to a heading of that page.

use super::sources::{File, files, report};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Folders whose pages are inputs or expected texts.
const NOT_PAGES: &[&str] = &[
    "tests/cases",
    "tests/ui",
    "tests/reference",
    "tests/report/expected",
];

#[test]
fn links_lead_somewhere() {
    let mut faults = Vec::new();
    for page in pages() {
        for link in links(&page.text) {
            if let Some(fault) = fault_of(&page.path, link) {
                faults.push(format!("{}: `{link}`: {fault}", page.path.display()));
            }
        }
    }
    report(&faults);
}

fn pages() -> Vec<File> {
    let mut pages = files(".", "md");
    pages.retain(|page| {
        let path = page.path.strip_prefix(".").unwrap_or(&page.path);
        let is_foreign = path.iter().any(|name| name == "node_modules");
        !is_foreign && !NOT_PAGES.iter().any(|folder| path.starts_with(folder))
    });
    assert!(pages.len() > 200, "only {} pages", pages.len());
    pages
}

/// What is wrong with a link of a page.
fn fault_of(page: &Path, link: &str) -> Option<String> {
    let is_address = link.contains("://") || link.starts_with("mailto:");
    if is_address {
        return None;
    }
    let (path, anchor) = match link.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor)),
        None => (link, None),
    };
    let target: PathBuf = match path {
        "" => page.to_path_buf(),
        path => page.parent()?.join(path),
    };
    if !target.exists() {
        return Some("the file does not exist".to_owned());
    }
    let anchor = anchor.filter(|_| target.extension().is_some_and(|found| found == "md"))?;
    let text = std::fs::read_to_string(&target).ok()?;
    match anchors(&text).iter().any(|known| known == anchor) {
        true => None,
        false => Some("no heading has this anchor".to_owned()),
    }
}

/// The lines that are not code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut fence: Option<&str> = None;
    text.lines().filter(move |line| {
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| line.trim_start().starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            (None, None) => return true,
            _ => {}
        }
        false
    })
}

/// The targets of `[text](target)`, outside of code.
pub(super) fn links(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in prose(text) {
        for (start, _) in line.match_indices("](") {
            let is_code = line[..start].matches('`').count() % 2 == 1;
            let target = line[start + 2..].split([')', ' ']).next();
            found.extend(target.filter(|_| !is_code));
        }
    }
    found
}

/// The anchors of the headings, as forges make them: lower case, without punctuation, with `-` for each space,
/// and numbered from the second of the same text on.
fn anchors(text: &str) -> Vec<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let headings = prose(text).filter_map(|line| {
        let heading = line.trim_start_matches('#');
        let level = line.len() - heading.len();
        (1..=6)
            .contains(&level)
            .then(|| heading.strip_prefix(' '))?
    });
    let anchor = |heading: &str| {
        let shown = without_targets(heading.trim());
        let kept = shown
            .chars()
            .filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
        let slug: String = kept.collect::<String>().to_lowercase().replace(' ', "-");
        let count = seen.entry(slug.clone()).or_default();
        *count += 1;
        match *count {
            1 => slug,
            count => format!("{slug}-{}", count - 1),
        }
    };
    headings.map(anchor).collect()
}

/// A heading without the targets of its links.
fn without_targets(heading: &str) -> String {
    let mut parts = heading.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |shown, part| {
        shown + part.split_once(')').map_or("", |(_, rest)| rest)
    })
}

#[test]
fn anchors_are_those_of_forges() {
    let page = "# A `tool`: what's it?\n\n```sh\n# no heading\n```\n\n## `a` and [b_c](d.md)\n## Twice\n### Twice\n#no\n";
    assert_eq!(
        anchors(page),
        ["a-tool-whats-it", "a-and-b_c", "twice", "twice-1"]
    );
    let page = "[a](b.md#c), `[d](e)` and [f](g.md \"title\")\n\n```text\n[h](i)\n```\n";
    assert_eq!(links(page), ["b.md#c", "g.md"]);
}
