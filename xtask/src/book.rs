//! The book of `docs/`: what mdBook has done to its pages before it renders them, and a look at what it rendered.

mod built;
mod links;

use links::{Link, rewrite_links};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::Path;

/// Where the path of a page, relative to `docs/`, is in the book.
type Places = BTreeMap<String, String>;

/// Without arguments, a preprocessor of mdBook: it reads `[context, book]` and writes the book. `supports RENDERER` is what
/// mdBook asks it first, and `check FOLDER` looks at the rendered pages.
pub fn run(arguments: &[String]) -> Result<(), String> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [] => preprocess(),
        ["supports", "html"] => Ok(()),
        ["supports", renderer] => Err(format!("pages are not made for `{renderer}`")),
        ["check", folder] => built::check_pages(Path::new(folder)),
        _ => Err("the arguments are none, `supports RENDERER` or `check FOLDER`".to_owned()),
    }
}

fn preprocess() -> Result<(), String> {
    let mut text = String::new();
    let read = std::io::stdin().read_to_string(&mut text);
    read.map_err(|error| format!("standard input: {error}"))?;
    let input: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let Value::Array(parts) = input else {
        return Err("a book is an array of its context and its chapters".to_owned());
    };
    let mut book = parts.into_iter().nth(1).ok_or("the book is missing")?;
    let mut places = Places::new();
    visit_chapters(&mut book, &mut |chapter| {
        if let Some(path) = chapter["path"].as_str() {
            places.insert(path.to_owned(), place_in_book(path));
        }
    });
    visit_chapters(&mut book, &mut |chapter| place_chapter(chapter, &places));
    let written = std::io::stdout().write_all(book.to_string().as_bytes());
    written.map_err(|error| format!("standard output: {error}"))
}

/// Calls a function with each chapter, wherever this version of mdBook has it.
fn visit_chapters(value: &mut Value, visit: &mut dyn FnMut(&mut Value)) {
    match value {
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| visit_chapters(item, visit)),
        Value::Object(members) => {
            if let Some(chapter) = members.get_mut("Chapter") {
                visit(chapter);
            }
            members
                .values_mut()
                .for_each(|member| visit_chapters(member, visit));
        }
        _ => {}
    }
}

fn place_chapter(chapter: &mut Value, places: &Places) {
    let Some(path) = chapter["path"].as_str().map(str::to_owned) else {
        return;
    };
    let content = chapter["content"].as_str().unwrap_or_default();
    let content = rewrite_links(content, &|target| link_in_book(&path, target, places));
    chapter["content"] = Value::String(content);
    chapter["path"] = Value::String(place_in_book(&path));
}

/// `project/SECURITY.md` of `../SECURITY.md`, and `errors/index.md` of `errors/README.md`.
fn place_in_book(path: &str) -> String {
    let path = match path.strip_prefix("../") {
        Some(above) => format!("project/{above}"),
        None => path.to_owned(),
    };
    match path.strip_suffix("README.md") {
        Some(folder) => format!("{folder}index.md"),
        None => path,
    }
}

/// What becomes of a link of the page at a path.
fn link_in_book(path: &str, target: &str, places: &Places) -> Link {
    if target.contains("://") || target.starts_with("mailto:") || target.starts_with('#') {
        return Link::Kept;
    }
    let (file, anchor) = target
        .find('#')
        .map_or((target, ""), |at| target.split_at(at));
    let file = resolve_path(path, file);
    match places.get(&file) {
        Some(place) => Link::To(relative_path(&place_in_book(path), place) + anchor),
        None => Link::Removed,
    }
}

/// The path of a file that a page names, relative to the folder of the book.
fn resolve_path(page: &str, file: &str) -> String {
    let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(file.split('/')) {
        match (part, parts.last()) {
            ("" | ".", _) => {}
            ("..", Some(last)) if *last != ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    // a page above the folder may name one in it
    let within = match parts.as_slice() {
        ["..", "docs", within @ ..] => within,
        all => all,
    };
    within.join("/")
}

/// How one page of the book names another one.
fn relative_path(from: &str, to: &str) -> String {
    let from: Vec<&str> = from.split('/').collect();
    let to: Vec<&str> = to.split('/').collect();
    let folders = from.len().min(to.len()) - 1;
    let shared = (0..folders).take_while(|at| from[*at] == to[*at]).count();
    let ups = std::iter::repeat_n("..", from.len() - 1 - shared);
    let parts: Vec<&str> = ups.chain(to[shared..].iter().copied()).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_where_pages_are_in_the_book() {
        let paths = [
            "README.md",
            "mcp.md",
            "errors/README.md",
            "errors/T0101.md",
            "../runtime/README.md",
        ];
        let places: Places = paths
            .iter()
            .map(|path| ((*path).to_owned(), place_in_book(path)))
            .collect();
        for (page, target, expected) in [
            (
                "mcp.md",
                "errors/T0101.md#why",
                Link::To("errors/T0101.md#why".to_owned()),
            ),
            (
                "errors/T0101.md",
                "../mcp.md",
                Link::To("../mcp.md".to_owned()),
            ),
            (
                "errors/T0101.md",
                "README.md",
                Link::To("index.md".to_owned()),
            ),
            (
                "mcp.md",
                "../runtime/README.md#testing",
                Link::To("project/runtime/index.md#testing".to_owned()),
            ),
            (
                "../runtime/README.md",
                "../docs/mcp.md",
                Link::To("../../mcp.md".to_owned()),
            ),
            ("mcp.md", "../examples/gateway", Link::Removed),
            ("mcp.md", "#serving", Link::Kept),
            ("mcp.md", "https://example.com/a.md", Link::Kept),
        ] {
            assert_eq!(
                link_in_book(page, target, &places),
                expected,
                "{page}: {target}"
            );
        }
    }

    #[test]
    fn chapters_are_found_in_each_version_of_the_form() {
        let chapter = |path: &str, below: Value| serde_json::json!({ "Chapter": { "path": path, "content": "", "sub_items": below } });
        let below = serde_json::json!([chapter("b.md", serde_json::json!([]))]);
        for list in ["sections", "items"] {
            let mut book =
                serde_json::json!({ list: ["Separator", chapter("a.md", below.clone())] });
            let mut found = Vec::new();
            visit_chapters(&mut book, &mut |chapter| {
                found.push(chapter["path"].clone());
            });
            assert_eq!(found, ["a.md", "b.md"]);
        }
    }
}
