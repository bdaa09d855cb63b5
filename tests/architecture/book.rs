//! The table of contents of the book: `docs/SUMMARY.md` has each page of `docs/` exactly once.

use super::links::links;
use super::{files, report};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

#[test]
fn every_page_is_in_the_book_once() {
    let summary = fs::read_to_string("docs/SUMMARY.md").expect("the table of contents");
    let mut listed: BTreeMap<&str, usize> = BTreeMap::new();
    for link in links(&summary) {
        *listed.entry(link).or_default() += 1;
    }
    let mut faults = Vec::new();
    for page in files("docs", "md") {
        let path = page.path.strip_prefix("docs").expect("a page of docs/");
        let is_listed = listed.contains_key(path.to_str().expect("a plain path"));
        if !is_listed && path != Path::new("SUMMARY.md") {
            faults.push(format!("docs/{} is in no chapter", path.display()));
        }
    }
    let twice = listed.iter().filter(|(_, times)| **times > 1);
    faults.extend(twice.map(|(link, times)| format!("`{link}` is listed {times} times")));
    let anchors = listed.keys().filter(|link| link.contains('#'));
    faults.extend(anchors.map(|link| format!("`{link}` is not a page")));
    report(&faults);
}
