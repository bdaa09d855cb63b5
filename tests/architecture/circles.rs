//! Import cycles between files. A file and its submodules may import each other, since they are one unit.
//! Sibling files must not.

use super::{File, files};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Cycles of the runtime that are inherent: each of the two types takes the other.
const NATURAL: [&[&str]; 1] = [
    // A context has observers of events, and an event has the context of its call.
    &["context", "observe"],
];

/// Returns the module path of a file: `["read", "keyword"]` for `read/keyword.rs`.
fn module_of(file: &File, root: &str) -> Vec<String> {
    let below = file.path.strip_prefix(root).expect("a source file");
    let below = below.with_extension("");
    let names = below.iter().map(|name| name.to_string_lossy().into_owned());
    names.collect()
}

/// Returns the paths in a text, each as its segments: `use crate::a::{b, c::D}` contains two.
fn paths_of(text: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in text.match_indices(start) {
            let before = text[..at].chars().next_back();
            let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
            if !before.is_some_and(is_part) {
                read_path(&text[at..], &mut Vec::new(), &mut found);
            }
        }
    }
    found
}

/// Reads a path or a braced group of paths, and returns its length in bytes.
fn read_path(text: &str, before: &mut Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
    let own = before.len();
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let word = super::sources::first_word(rest);
        before.push(word.to_owned());
        at += word.len();
        let Some(rest) = text[at..].strip_prefix("::") else {
            found.push(before.clone());
            break;
        };
        at += 2;
        if rest.starts_with('{') {
            at += 1;
            at += read_group(&text[at..], before, found);
            break;
        }
    }
    before.truncate(own);
    at
}

fn read_group(text: &str, before: &mut Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        match letter {
            '}' => return at + 1,
            _ if letter.is_alphanumeric() || letter == '_' => {
                at += read_path(&text[at..], before, found);
            }
            _ => at += letter.len_utf8(),
        }
    }
    at
}

/// Returns the module that a path leads to from the given module.
fn resolve(
    from: &[String],
    path: &[String],
    known: &BTreeMap<Vec<String>, usize>,
) -> Option<usize> {
    let (first, rest) = path.split_first()?;
    let mut base: Vec<String> = match first.as_str() {
        "crate" => Vec::new(),
        _ => from[..from.len().checked_sub(1)?].to_vec(),
    };
    let mut target = None;
    for segment in rest {
        if segment == "super" {
            base.pop()?;
            continue;
        }
        base.push(segment.clone());
        match known.get(&base) {
            Some(file) => target = Some(*file),
            None => break,
        }
    }
    target
}

/// Returns which file imports which, leaving out pairs of which one file is a submodule of the other.
fn uses(modules: &[Vec<String>], files: &[File]) -> Vec<BTreeSet<usize>> {
    let known = modules.iter().cloned().zip(0..).collect();
    let uses_of = |(index, file): (usize, &File)| {
        let own = &modules[index];
        let code: Vec<&str> = file.code().collect();
        let paths = paths_of(&code.join("\n"));
        let targets = paths.iter().filter_map(|path| resolve(own, path, &known));
        let is_beside = |target: &usize| {
            let other = &modules[*target];
            !own.starts_with(other) && !other.starts_with(own)
        };
        targets.filter(is_beside).collect()
    };
    files.iter().enumerate().map(uses_of).collect()
}

fn reached(graph: &[BTreeSet<usize>], from: usize) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(file) = waiting.pop() {
        waiting.extend(graph[file].iter().filter(|next| reached.insert(**next)));
    }
    reached
}

/// Returns the cycles of imports below a folder, each as the set of its files' names.
fn circles_below(root: &str) -> BTreeSet<BTreeSet<String>> {
    let files = files(root, "rs");
    let modules: Vec<Vec<String>> = files.iter().map(|file| module_of(file, root)).collect();
    let graph = uses(&modules, &files);
    let reached: Vec<BTreeSet<usize>> =
        (0..files.len()).map(|file| reached(&graph, file)).collect();
    let mut circles = BTreeSet::new();
    for file in 0..files.len() {
        let back = |other: &&usize| reached[**other].contains(&file);
        let circle = reached[file].iter().filter(back);
        if reached[file].contains(&file) {
            circles.insert(circle.map(|other| modules[*other].join("/")).collect());
        }
    }
    circles
}

#[test]
fn files_beside_each_other_make_no_circle() {
    for entry in fs::read_dir("crates").expect("the crates").flatten() {
        let folder = entry.path().join("src");
        let circles = circles_below(folder.to_str().expect("a plain path"));
        assert!(
            circles.is_empty(),
            "{}: files that use each other: {circles:#?}",
            folder.display()
        );
    }
}

#[test]
fn files_of_the_runtime_make_no_circle_but_recursion() {
    let named = |names: &&[&str]| names.iter().map(|name| name.to_string()).collect();
    let natural: BTreeSet<BTreeSet<String>> = NATURAL.iter().map(named).collect();
    assert_eq!(circles_below("runtime/src"), natural);
}

#[test]
fn paths_are_read_out_of_groups() {
    let text = "use crate::a::{self, b::{C, d}, e};\nlet x = super::f::g(crate::h);";
    let paths: Vec<String> = paths_of(text).iter().map(|path| path.join("::")).collect();
    let wanted = [
        "crate::a::self",
        "crate::a::b::C",
        "crate::a::b::d",
        "crate::a::e",
        "crate::h",
        "super::f::g",
    ];
    assert_eq!(paths, wanted);
}
