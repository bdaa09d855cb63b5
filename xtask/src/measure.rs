//! `cargo xtask measure`: prints a table of figures about the code of a tree. There are no limits on them: to
//! see the effect of a change, compare the table with that of the tree before it.

mod blocks;
mod calls;
mod door;
mod imports;
mod keywords;
mod modules;
mod scan;
mod table;
mod tree;

use crate::options::Options;
use crate::root;
use modules::Modules;
use scan::Function;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use table::{Table, per_thousand, percent};
use tree::Tree;

/// The folders to measure, one column each: the compiler, crate by crate, the runtime, and what is on top of it.
fn list_folders(root: &Path) -> Vec<String> {
    let mut crates: Vec<String> = std::fs::read_dir(root.join("crates"))
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.path().join("src").is_dir())
        .map(|entry| format!("crates/{}/src", entry.file_name().to_string_lossy()))
        .collect();
    crates.sort();
    let mut folders = vec!["src".to_owned()];
    folders.append(&mut crates);
    folders.push("runtime/src".to_owned());
    folders.push("programs/src".to_owned());
    folders.push("server/src".to_owned());
    folders.push("postgres/src".to_owned());
    folders
}

/// A file with more lines of code than this counts as long.
const LONG_FILE: usize = 400;

/// How many of the longest functions have a row.
const LONGEST: usize = 10;

/// How many cycles have a row.
const CIRCLES: usize = 5;

/// How many files of a cycle are named.
const NAMED: usize = 13;

pub fn measure(arguments: &[String]) -> Result<(), String> {
    let options = Options::read(arguments, &["--tree"], &["--names"])?;
    let folder = options.text("--tree").map_or_else(root, PathBuf::from);
    let printed = if options.has("--names") {
        list_names(&folder)?
    } else {
        figures_of(&folder)?.to_string()
    };
    std::io::stdout()
        .write_all(printed.as_bytes())
        .map_err(|error| error.to_string())
}

/// Whether the name does not tell a reader of a call what the function does.
fn is_terse(function: &Function) -> bool {
    function.is_one_word() && !function.is_idiomatic()
}

/// The functions in the last row about names, to find better names for them.
fn list_names(folder: &Path) -> Result<String, String> {
    let mut lines = String::new();
    for name in list_folders(folder) {
        let tree = Tree::read(folder, &name)?;
        for function in calls::called_from_elsewhere(&tree, &Modules::of(&tree)) {
            if is_terse(function) {
                let path = &tree.files[function.file].path;
                let owner = function.owner.as_deref().unwrap_or_default();
                let line = format!(
                    "{name}/{path}:{} {owner}::{}\n",
                    function.line, function.name
                );
                lines.push_str(&line);
            }
        }
    }
    Ok(lines)
}

fn figures_of(folder: &Path) -> Result<Table, String> {
    let mut trees = Vec::new();
    for name in list_folders(folder) {
        trees.push(Tree::read(folder, &name)?);
    }
    let mut table = Table::new(&trees);
    count_files(&mut table, &trees);
    count_functions(&mut table, &trees);
    count_names(&mut table, &trees);
    count_expressions(&mut table, &trees);
    count_imports(&mut table, &trees);
    table.row("blocks of lines that are elsewhere too", &trees, |tree| {
        let found = blocks::find_duplicates(tree);
        format!("{} ({} lines)", found.blocks, found.lines)
    });
    for keyword in keywords::SCALAR {
        table.row(&format!("files that name `{keyword}`"), &trees, |tree| {
            keywords::count_files(tree, keyword).to_string()
        });
    }
    for keyword in keywords::STRUCTURAL {
        let name = format!("files that spell `{keyword}`");
        table.row(&name, &trees, |tree| {
            keywords::count_spelling_files(tree, keyword).to_string()
        });
    }
    for setting in keywords::SETTINGS {
        table.row(&format!("files that name `{setting}`"), &trees, |tree| {
            keywords::count_files(tree, setting).to_string()
        });
    }
    list_functions(&mut table, &trees);
    list_circles(&mut table, &trees);
    list_rooms(&mut table, &trees);
    Ok(table)
}

fn count_files(table: &mut Table, trees: &[Tree]) {
    table.row("files", trees, |tree| tree.files.len().to_string());
    table.row("lines, without tests", trees, |tree| {
        tree.lines().to_string()
    });
    table.row("items that other crates can name", trees, |tree| {
        door::count_items(tree).to_string()
    });
    table.row(
        &format!("files of more than {LONG_FILE} lines"),
        trees,
        |tree| {
            let long = tree.files.iter().filter(|file| file.lines > LONG_FILE);
            long.count().to_string()
        },
    );
}

fn count_functions(table: &mut Table, trees: &[Tree]) {
    table.row("functions", trees, |tree| {
        tree.functions().count().to_string()
    });
    table.row(
        "lines of a function, median / p90 / longest",
        trees,
        |tree| {
            let mut lengths: Vec<usize> = tree.functions().map(|function| function.lines).collect();
            lengths.sort_unstable();
            let quantile = |share: usize| lengths.get(lengths.len() * share / 100).copied();
            let longest = lengths.last().copied();
            let [median, maximum, longest] =
                [quantile(50), quantile(90), longest].map(Option::unwrap_or_default);
            format!("{median} / {maximum} / {longest}")
        },
    );
}

fn count_names(table: &mut Table, trees: &[Tree]) {
    table.row("functions with a name of one word", trees, |tree| {
        let short = tree.functions().filter(|function| function.is_one_word());
        percent(short.count(), tree.functions().count())
    });
    table.row("… of those called from another file", trees, |tree| {
        let called = calls::called_from_elsewhere(tree, &Modules::of(tree));
        let short = called.iter().filter(|function| function.is_one_word());
        percent(short.count(), called.len())
    });
    table.row(
        "… without accessors and names of the standard library",
        trees,
        |tree| {
            let called = calls::called_from_elsewhere(tree, &Modules::of(tree));
            let short = called.iter().filter(|function| is_terse(function));
            percent(short.count(), called.len())
        },
    );
}

fn count_expressions(table: &mut Table, trees: &[Tree]) {
    table.row("closures bound to a name, per 1,000 lines", trees, |tree| {
        let bound = tree.files.iter().map(|file| file.scan.bound_closures);
        per_thousand(bound.sum(), tree.lines())
    });
    table.row(
        "calls of iterator adaptors, per 1,000 lines",
        trees,
        |tree| {
            let calls = tree.files.iter().map(|file| file.scan.adaptor_calls);
            per_thousand(calls.sum(), tree.lines())
        },
    );
    table.row("`match` on a `bool`", trees, |tree| {
        let found = tree.files.iter().map(|file| file.scan.bool_matches);
        found.sum::<usize>().to_string()
    });
}

fn count_imports(table: &mut Table, trees: &[Tree]) {
    table.row("circles of modules / files in the largest", trees, |tree| {
        imports::describe(&circles_of(tree, false))
    });
    table.row("… where the use of a parent counts too", trees, |tree| {
        imports::describe(&circles_of(tree, true))
    });
}

fn circles_of(tree: &Tree, with_parents: bool) -> Vec<Vec<usize>> {
    let graph = imports::graph_of(tree, &Modules::of(tree), with_parents);
    imports::find_circles(&graph)
}

fn list_functions(table: &mut Table, trees: &[Tree]) {
    for rank in 0..LONGEST {
        table.row(&format!("longest functions, {}", rank + 1), trees, |tree| {
            let mut functions: Vec<_> = tree.functions().collect();
            functions.sort_by_key(|function| std::cmp::Reverse(function.lines));
            functions.get(rank).map_or(String::new(), |function| {
                let path = &tree.files[function.file].path;
                format!(
                    "{} `{}` {path}:{}",
                    function.lines, function.name, function.line
                )
            })
        });
    }
}

fn list_circles(table: &mut Table, trees: &[Tree]) {
    for rank in 0..CIRCLES {
        table.row(&format!("largest circles, {}", rank + 1), trees, |tree| {
            let circles = circles_of(tree, false);
            circles
                .get(rank)
                .map_or(String::new(), |circle| name_circle(tree, circle))
        });
    }
}

fn name_circle(tree: &Tree, circle: &[usize]) -> String {
    let shown = circle.iter().take(NAMED);
    let names: Vec<&str> = shown.map(|file| tree.files[*file].short_name()).collect();
    let more = match circle.len() - names.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}: {}{more}", circle.len(), names.join(" "))
}

fn list_rooms(table: &mut Table, trees: &[Tree]) {
    for (column, tree) in trees.iter().enumerate() {
        let mut rooms: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for file in &tree.files {
            let room = rooms.entry(file.room()).or_default();
            *room = (room.0 + file.lines, room.1 + 1);
        }
        for (room, (lines, files)) in rooms {
            let name = format!("room `{}/{room}`: lines in files", tree.folder);
            table.cell(&name, column, format!("{lines} in {files}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_tree_can_be_counted() {
        let table = figures_of(&root()).expect("a table").to_string();
        assert!(table.contains("| files that name `maxLength` |"), "{table}");
        assert!(table.contains("| room `crates/read/src/load`: "), "{table}");
    }

    #[test]
    fn a_folder_without_code_is_told() {
        let error = figures_of(&root().join("docs")).err().unwrap_or_default();
        assert!(error.contains("no Rust file in `src`"), "{error}");
    }
}
