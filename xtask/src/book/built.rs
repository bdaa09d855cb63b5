//! A look at the rendered pages: every link leads to a file and to something in it, and no page needs the network.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// It is shown for any address, and has all addresses from the root.
const FOR_ANY_ADDRESS: &str = "404.html";

/// What one page has.
#[derive(Debug, Default)]
struct Page {
    /// What links may name after `#`.
    anchors: BTreeSet<String>,
    /// Addresses of `href`, and the tags that they are of.
    links: Vec<(String, String)>,
    /// Addresses of `src` and of what a page loads.
    loads: Vec<String>,
}

/// Checks all pages of a folder.
///
/// # Errors
/// Every link that leads nowhere, and every address that a page loads from elsewhere.
pub fn check_pages(folder: &Path) -> Result<(), String> {
    let mut paths = Vec::new();
    collect_pages(folder, &mut paths)?;
    let mut pages: BTreeMap<PathBuf, Page> = BTreeMap::new();
    for path in paths {
        let text = fs::read_to_string(&path);
        let text = text.map_err(|error| format!("{}: {error}", path.display()))?;
        pages.insert(path, read_page(&text));
    }
    let mut faults = Vec::new();
    for (path, page) in &pages {
        let found = page.links.iter().map(|(_, address)| address);
        for address in found.chain(&page.loads) {
            if let Some(fault) = fault_of(path, address, &pages) {
                faults.push(format!("{}: `{address}`: {fault}", path.display()));
            }
        }
        let elsewhere = page.loads.iter().filter(|address| is_elsewhere(address));
        faults.extend(
            elsewhere.map(|address| {
                format!("{}: `{address}` is loaded from the network", path.display())
            }),
        );
    }
    let links: usize = pages.values().map(|page| page.links.len()).sum();
    if faults.is_empty() && links > 0 {
        eprintln!("{} pages with {links} links", pages.len());
        return Ok(());
    }
    Err(format!("{links} links\n{}", faults.join("\n")))
}

fn collect_pages(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries.flatten() {
        let path = entry.path();
        let is_page = path.extension().is_some_and(|end| end == "html");
        if path.is_dir() {
            collect_pages(&path, found)?;
        } else if is_page && !path.ends_with(FOR_ANY_ADDRESS) {
            found.push(path);
        }
    }
    Ok(())
}

fn read_page(text: &str) -> Page {
    let mut page = Page::default();
    // `<` in a text is written as an entity, so what follows one is a tag
    for part in text.split('<').skip(1) {
        let tag = part.split('>').next().unwrap_or_default();
        let name = tag.split_whitespace().next().unwrap_or_default();
        page.anchors.extend(attribute(tag, "id"));
        page.anchors.extend(attribute(tag, "name"));
        page.loads.extend(attribute(tag, "src"));
        match (name, attribute(tag, "href")) {
            ("link", Some(address)) => page.loads.push(address),
            (_, Some(address)) => page.links.push((name.to_owned(), address)),
            _ => {}
        }
    }
    page
}

/// The value of an attribute of a tag.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split_once('"').map(|(value, _)| value.to_owned())
}

fn is_elsewhere(address: &str) -> bool {
    address.contains("://") || address.starts_with("//")
}

/// What is wrong with an address of a page.
fn fault_of(page: &Path, address: &str, pages: &BTreeMap<PathBuf, Page>) -> Option<String> {
    let is_inline = address.starts_with("data:") || address.starts_with("mailto:");
    if is_elsewhere(address) || is_inline {
        return None;
    }
    let (file, anchor) = address.split_once('#').unwrap_or((address, ""));
    let file = file.split('?').next().unwrap_or_default();
    let target = match file {
        "" => page.to_path_buf(),
        file => resolve_parts(&page.parent()?.join(file)),
    };
    if !target.is_file() {
        return Some("the file does not exist".to_owned());
    }
    let there = pages.get(&target)?;
    let is_there = anchor.is_empty() || there.anchors.contains(anchor);
    (!is_there).then(|| "nothing there has this name".to_owned())
}

/// A path without `.` and `..`.
fn resolve_parts(path: &Path) -> PathBuf {
    let mut resolved = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => {
                resolved.pop();
            }
            std::path::Component::CurDir => {}
            part => resolved.push(part),
        }
    }
    resolved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leads_nowhere_is_found() {
        let folder = std::env::temp_dir().join(format!("toolc-book-{}", std::process::id()));
        fs::create_dir_all(folder.join("b")).expect("a folder");
        let put = |path: &str, text: &str| fs::write(folder.join(path), text).expect("written");
        put(
            "a.html",
            "<p id=\"x\"><a href=\"b/c.html#y\">href=\"no\"</a>",
        );
        put(
            "b/c.html",
            "<h2 id=\"y\"><a class=\"header\" href=\"../a.html#x\">",
        );
        assert_eq!(check_pages(&folder), Ok(()));
        put(
            "b/c.html",
            "<a href=\"../a.html#z\"><a href=\"d.html\"><script src=\"https://x.example/\">",
        );
        let faults = check_pages(&folder).expect_err("faults");
        for expected in [
            "`b/c.html#y`: nothing there has this name",
            "`../a.html#z`: nothing there has this name",
            "`d.html`: the file does not exist",
            "is loaded from the network",
        ] {
            assert!(faults.contains(expected), "no {expected}: {faults}");
        }
        fs::remove_dir_all(&folder).expect("removed");
    }
}
