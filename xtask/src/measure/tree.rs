//! The Rust files of a folder, parsed, without their tests.

use super::scan::{Function, Scan};
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;
use syn::spanned::Spanned;
use syn::{Attribute, Item, Meta};

/// A folder of code.
pub struct Tree {
    /// Its name in the table.
    pub folder: String,
    pub files: Vec<SourceFile>,
}

pub struct SourceFile {
    /// Relative to the folder: `read/openapi.rs`.
    pub path: String,
    /// `["read", "openapi"]`; empty for `lib.rs`.
    pub module: Vec<String>,
    /// The number of lines that are not tests.
    pub lines: usize,
    /// The contents of these lines, with their numbers.
    pub code: Vec<(usize, String)>,
    pub syntax: syn::File,
    pub scan: Scan,
}

impl Tree {
    pub fn read(root: &Path, folder: &str) -> Result<Tree, String> {
        let base = root.join(folder);
        let mut paths = Vec::new();
        collect(&base, "", &mut paths);
        paths.sort();
        if paths.is_empty() {
            return Err(format!("there is no Rust file in `{folder}`"));
        }
        let mut files = Vec::new();
        for path in paths {
            let text = fs::read_to_string(base.join(&path))
                .map_err(|error| format!("{folder}/{path}: {error}"))?;
            let file = SourceFile::parse(path, &text, files.len())
                .map_err(|error| format!("{folder}/{error}"))?;
            files.push(file);
        }
        Ok(Tree {
            folder: folder.to_owned(),
            files,
        })
    }

    pub fn lines(&self) -> usize {
        self.files.iter().map(|file| file.lines).sum()
    }

    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        self.files.iter().flat_map(|file| &file.scan.functions)
    }
}

impl SourceFile {
    /// Parses a file that is the `index`th of its tree.
    pub fn parse(path: String, text: &str, index: usize) -> Result<SourceFile, String> {
        let mut syntax = syn::parse_file(text).map_err(|error| format!("{path}: {error}"))?;
        let mut tests = Vec::new();
        remove_tests(&mut syntax.items, &mut tests);
        let numbered = text.lines().enumerate().map(|(at, line)| (at + 1, line));
        let code: Vec<(usize, String)> = numbered
            .filter(|(number, _)| !tests.iter().any(|lines| lines.contains(number)))
            .map(|(number, line)| (number, line.trim().to_owned()))
            .collect();
        let module = module_of(&path);
        let scan = Scan::of(&syntax, index, &module);
        Ok(SourceFile {
            path,
            module,
            lines: code.len(),
            code,
            syntax,
            scan,
        })
    }

    /// The top-level module: `read` for `read/openapi.rs`.
    pub fn room(&self) -> &str {
        let first = self.path.split('/').next().unwrap_or("");
        first.trim_end_matches(".rs")
    }

    pub fn short_name(&self) -> &str {
        self.path.trim_end_matches(".rs")
    }
}

fn collect(base: &Path, below: &str, found: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(base.join(below)) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = match below {
            "" => name.clone(),
            below => format!("{below}/{name}"),
        };
        if name == "tests" || name == "tests.rs" {
            continue;
        }
        if entry.path().is_dir() {
            collect(base, &path, found);
        } else if name.ends_with(".rs") {
            found.push(path);
        }
    }
}

fn module_of(path: &str) -> Vec<String> {
    if path == "lib.rs" {
        return Vec::new();
    }
    let names = path.trim_end_matches(".rs").split('/');
    names.map(str::to_owned).collect()
}

fn remove_tests(items: &mut Vec<Item>, lines: &mut Vec<RangeInclusive<usize>>) {
    items.retain(|item| {
        let is_test = attributes_of(item).iter().any(is_cfg_test);
        if is_test {
            let span = item.span();
            lines.push(span.start().line..=span.end().line);
        }
        !is_test
    });
    for item in items {
        if let Item::Mod(module) = item
            && let Some((_, items)) = &mut module.content
        {
            remove_tests(items, lines);
        }
    }
}

fn attributes_of(item: &Item) -> &[Attribute] {
    match item {
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn is_cfg_test(attribute: &Attribute) -> bool {
    let Meta::List(list) = &attribute.meta else {
        return false;
    };
    list.path.is_ident("cfg") && list.tokens.to_string() == "test"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_not_counted() {
        let text = "//! A file.\nfn one() {}\n#[cfg(test)]\nmod tests {\n    fn two() {}\n}\n";
        let file = SourceFile::parse("read/one.rs".into(), text, 0).expect("a file");
        assert_eq!(file.lines, 2);
        assert_eq!(file.module, ["read", "one"]);
        assert_eq!(file.room(), "read");
        assert_eq!(file.scan.functions.len(), 1);
    }
}
