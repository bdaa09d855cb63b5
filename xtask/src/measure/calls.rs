//! Functions that are called from another file.

use super::modules::Modules;
use super::scan::Function;
use super::tree::Tree;
use std::collections::{BTreeMap, BTreeSet};

/// A function without `self`: its module and name, or its type and name.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Called {
    Free(Vec<String>, String),
    Associated(String, String),
}

/// Functions whose name is used in another file. Methods are only known by name, so a method counts wherever
/// a method of that name is called; methods of traits are never counted.
pub fn called_from_elsewhere<'t>(tree: &'t Tree, modules: &Modules) -> Vec<&'t Function> {
    let (called, methods) = collect_calls(tree, modules);
    let is_elsewhere = |files: Option<&BTreeSet<usize>>, own: usize| {
        files.is_some_and(|files| files.iter().any(|file| *file != own))
    };
    let functions = tree.functions().filter(|function| {
        let by_method =
            function.is_method && is_elsewhere(methods.get(function.name.as_str()), function.file);
        let by_path = is_elsewhere(called.get(&key_of(function)), function.file);
        function.is_visible && !function.is_of_trait && (by_method || by_path)
    });
    functions.collect()
}

fn key_of(function: &Function) -> Called {
    let name = function.name.clone();
    match &function.owner {
        Some(owner) => Called::Associated(owner.clone(), name),
        None => Called::Free(function.module.clone(), name),
    }
}

type Files<K> = BTreeMap<K, BTreeSet<usize>>;

fn collect_calls<'t>(tree: &'t Tree, modules: &Modules) -> (Files<Called>, Files<&'t str>) {
    let mut called: Files<Called> = BTreeMap::new();
    let mut methods: Files<&str> = BTreeMap::new();
    for (index, file) in tree.files.iter().enumerate() {
        for name in &file.scan.methods {
            methods.entry(name).or_default().insert(index);
        }
        for path in &file.scan.paths {
            let Some(target) = modules.find(&path.module, &path.segments) else {
                continue;
            };
            let key = match &target.rest[..] {
                [name] => Called::Free(target.module, name.clone()),
                [owner, name] => Called::Associated(owner.clone(), name.clone()),
                _ => continue,
            };
            called.entry(key).or_default().insert(index);
        }
    }
    (called, methods)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::modules::tests::tree_of;

    #[test]
    fn calls_are_told_from_names_that_only_look_alike() {
        let tree = tree_of(&[
            (
                "a.rs",
                "pub fn text() {}\npub fn words() {}\nfn hidden() {}\n\
                 impl Plan { pub fn find() {} pub fn take(&self) {} fn own(&self) {} }",
            ),
            (
                "b.rs",
                "use crate::a::{self, Plan};\nfn words() {}\n\
                 fn f(p: &Plan) { a::text(); words(); Plan::find(); p.take(); p.own(); }",
            ),
        ]);
        let found = called_from_elsewhere(&tree, &Modules::of(&tree));
        let names: Vec<&str> = found.iter().map(|function| &*function.name).collect();
        assert_eq!(names, ["text", "find", "take"]);
    }
}
