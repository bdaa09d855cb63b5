//! Which files use which, and the cycles among them.

use super::modules::{Modules, Target};
use super::tree::Tree;
use std::collections::BTreeSet;

/// For each file, the files that it uses. Use of a module that contains the file only counts `with_parents`.
pub fn graph_of(tree: &Tree, modules: &Modules, with_parents: bool) -> Vec<BTreeSet<usize>> {
    let mut graph = vec![BTreeSet::new(); tree.files.len()];
    let mut add = |from: usize, target: Option<Target>| {
        let Some(target) = target else {
            return;
        };
        let to = &tree.files[target.file];
        let is_parent = tree.files[from].module.starts_with(&to.module);
        if target.file != from && (with_parents || !is_parent) {
            graph[from].insert(target.file);
        }
    };
    for used in &modules.uses {
        add(used.file, modules.find_use(&used.module, &used.path));
    }
    for (index, file) in tree.files.iter().enumerate() {
        for path in &file.scan.paths {
            add(index, modules.find(&path.module, &path.segments));
        }
    }
    graph
}

/// The strongly connected sets of files, the largest first.
pub fn find_circles(graph: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    let reached: Vec<BTreeSet<usize>> = (0..graph.len()).map(|from| reach(graph, from)).collect();
    let mut circles = Vec::new();
    let mut seen = BTreeSet::new();
    for file in 0..graph.len() {
        if !reached[file].contains(&file) || seen.contains(&file) {
            continue;
        }
        let others = reached[file].iter().copied();
        let circle: Vec<usize> = others
            .filter(|other| reached[*other].contains(&file))
            .collect();
        seen.extend(circle.iter().copied());
        circles.push(circle);
    }
    circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    circles
}

/// Everything that can be reached from a file in one or more steps.
fn reach(graph: &[BTreeSet<usize>], from: usize) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(file) = waiting.pop() {
        waiting.extend(graph[file].iter().filter(|next| reached.insert(**next)));
    }
    reached
}

/// How many cycles there are, and how many files the largest one has.
pub fn describe(circles: &[Vec<usize>]) -> String {
    let largest = circles.first().map_or(0, Vec::len);
    format!("{} / {largest}", circles.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::list_folders;
    use crate::measure::modules::tests::tree_of;
    use crate::root;

    /// Recursion: a context has observers of events, an event has the context of its call, and so has the question
    /// that is asked about a call.
    const NATURAL: &[&str] = &["approve/request.rs", "context.rs", "observe/event.rs"];

    #[test]
    fn files_beside_each_other_make_no_circle() {
        let root = root();
        for folder in list_folders(&root) {
            let tree = Tree::read(&root, &folder).expect("a tree");
            for circle in find_circles(&graph_of(&tree, &Modules::of(&tree), false)) {
                let paths = circle.iter().map(|file| tree.files[*file].path.as_str());
                let paths: Vec<&str> = paths.collect();
                assert_eq!(paths, NATURAL, "{folder}: files that use each other");
            }
        }
    }

    fn circles_of(files: &[(&str, &str)], with_parents: bool) -> Vec<Vec<usize>> {
        let tree = tree_of(files);
        find_circles(&graph_of(&tree, &Modules::of(&tree), with_parents))
    }

    #[test]
    fn circles_are_found_through_imports_and_paths() {
        let files = [
            ("a.rs", "use crate::b::B;"),
            ("b.rs", "fn f() { crate::c::g() }"),
            ("c.rs", "use crate::a;"),
            ("d.rs", "use crate::a::A;"),
        ];
        assert_eq!(circles_of(&files, false), [[0, 1, 2]]);
    }

    #[test]
    fn the_use_of_a_parent_is_a_circle_only_where_it_counts() {
        let files = [
            ("a.rs", "mod b; fn f() { b::g() }"),
            ("a/b.rs", "use super::f; pub fn g() { f() }"),
        ];
        assert!(circles_of(&files, false).is_empty());
        assert_eq!(circles_of(&files, true), [[0, 1]]);
    }
}
