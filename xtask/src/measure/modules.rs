//! Resolves paths to modules: names are followed through `use`, including re-exports.

use super::tree::Tree;
use std::collections::HashMap;
use syn::{Item, UseTree, Visibility};

/// How many `use` items a name is followed through.
const HOPS: usize = 8;

/// The modules of a crate.
pub struct Modules {
    known: HashMap<Vec<String>, Module>,
    /// The paths in `use` items, as they are written in a module.
    pub uses: Vec<Use>,
}

struct Module {
    file: usize,
    /// The names that `use` brings into the module.
    names: HashMap<String, Import>,
}

#[derive(Clone)]
struct Import {
    path: Vec<String>,
    is_exported: bool,
}

pub struct Use {
    pub file: usize,
    pub module: Vec<String>,
    pub path: Vec<String>,
}

/// What a path refers to.
pub struct Target {
    /// The file of the module.
    pub file: usize,
    pub module: Vec<String>,
    /// The names after the module: an item, or an item and something that belongs to it.
    pub rest: Vec<String>,
}

impl Modules {
    pub fn of(tree: &Tree) -> Modules {
        let mut modules = Modules {
            known: HashMap::new(),
            uses: Vec::new(),
        };
        for (index, file) in tree.files.iter().enumerate() {
            modules.add_items(&file.syntax.items, &file.module, index);
        }
        modules
    }

    fn add_items(&mut self, items: &[Item], module: &[String], file: usize) {
        let mut names = HashMap::new();
        for item in items {
            match item {
                Item::Use(item) => {
                    let mut leaves = Vec::new();
                    flatten(&item.tree, &mut Vec::new(), &mut leaves);
                    let is_exported = !matches!(item.vis, Visibility::Inherited);
                    for (name, path) in leaves {
                        let import = Import {
                            path: path.clone(),
                            is_exported,
                        };
                        names.insert(name, import);
                        self.uses.push(Use {
                            file,
                            module: module.to_vec(),
                            path,
                        });
                    }
                }
                Item::Mod(inner) => {
                    if let Some((_, items)) = &inner.content {
                        let below = [module, &[inner.ident.to_string()]].concat();
                        self.add_items(items, &below, file);
                    }
                }
                _ => {}
            }
        }
        self.known.insert(module.to_vec(), Module { file, names });
    }

    /// What a `use` in a module refers to; `None` if it leads out of the crate.
    pub fn find_use(&self, module: &[String], path: &[String]) -> Option<Target> {
        self.follow_use(module, path, HOPS)
    }

    /// What a path in a module refers to; `None` if it leads out of the crate.
    pub fn find(&self, module: &[String], path: &[String]) -> Option<Target> {
        self.follow(module, path, HOPS)
    }

    fn follow(&self, module: &[String], path: &[String], hops: usize) -> Option<Target> {
        let hops = hops.checked_sub(1)?;
        let (mut at, mut rest) = self.enter(module, path, hops)?;
        while let Some((first, behind)) = rest.split_first() {
            let below = [&at[..], std::slice::from_ref(first)].concat();
            if self.known.contains_key(&below) {
                (at, rest) = (below, behind.to_vec());
                continue;
            }
            let import = self.known.get(&at)?.names.get(first);
            // A private name is visible to the module itself and to those below it.
            let is_seen = |import: &&Import| import.is_exported || module.starts_with(&at);
            let Some(import) = import.filter(is_seen) else {
                break;
            };
            return self.follow_use(&at, &[&import.path, behind].concat(), hops);
        }
        let file = self.known.get(&at)?.file;
        Some(Target {
            file,
            module: at,
            rest,
        })
    }

    /// Follows the path of a `use`, whose first name is a crate if it is nothing else.
    fn follow_use(&self, module: &[String], path: &[String], hops: usize) -> Option<Target> {
        let first = path.first()?;
        let is_keyword = ["crate", "self", "super"].contains(&first.as_str());
        let below = [module, std::slice::from_ref(first)].concat();
        if is_keyword || self.known.contains_key(&below) {
            return self.follow(module, path, hops);
        }
        // `use serde_json;` names itself.
        let import = self.known.get(module)?.names.get(first);
        let import = import.filter(|import| import.path.first() != Some(first))?;
        let whole = [&import.path, &path[1..]].concat();
        self.follow_use(module, &whole, hops.checked_sub(1)?)
    }

    /// The module that a path starts from, and the rest of the path.
    fn enter(
        &self,
        module: &[String],
        path: &[String],
        hops: usize,
    ) -> Option<(Vec<String>, Vec<String>)> {
        let (first, behind) = path.split_first()?;
        let behind = behind.to_vec();
        match first.as_str() {
            "crate" => Some((Vec::new(), behind)),
            "self" => Some((module.to_vec(), behind)),
            "super" => {
                let (_, parent) = module.split_last()?;
                match behind.first().map(String::as_str) {
                    Some("super") => self.enter(parent, &behind, hops),
                    _ => Some((parent.to_vec(), behind)),
                }
            }
            _ => self.enter_by_name(module, first, behind, hops),
        }
    }

    fn enter_by_name(
        &self,
        module: &[String],
        first: &String,
        behind: Vec<String>,
        hops: usize,
    ) -> Option<(Vec<String>, Vec<String>)> {
        let below = [module, std::slice::from_ref(first)].concat();
        if self.known.contains_key(&below) {
            return Some((below, behind));
        }
        match self.known.get(module)?.names.get(first) {
            Some(import) => {
                let target = self.follow_use(module, &import.path, hops)?;
                Some((target.module, [target.rest, behind].concat()))
            }
            None => Some((module.to_vec(), [vec![first.clone()], behind].concat())),
        }
    }
}

/// The names that a `use` brings in, each with its full path.
fn flatten(tree: &UseTree, path: &mut Vec<String>, leaves: &mut Vec<(String, Vec<String>)>) {
    match tree {
        UseTree::Path(inner) => {
            path.push(inner.ident.to_string());
            flatten(&inner.tree, path, leaves);
            path.pop();
        }
        UseTree::Name(name) if name.ident == "self" => {
            let last = path.last().cloned().unwrap_or_default();
            leaves.push((last, path.clone()));
        }
        UseTree::Name(name) => {
            let name = name.ident.to_string();
            leaves.push((name.clone(), [&path[..], &[name]].concat()));
        }
        UseTree::Rename(renamed) => {
            let mut whole = path.clone();
            if renamed.ident != "self" {
                whole.push(renamed.ident.to_string());
            }
            leaves.push((renamed.rename.to_string(), whole));
        }
        UseTree::Glob(_) => leaves.push(("*".to_owned(), path.clone())),
        UseTree::Group(group) => {
            for inner in &group.items {
                flatten(inner, path, leaves);
            }
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::measure::tree::SourceFile;

    /// A tree of files, given as paths and texts.
    pub fn tree_of(files: &[(&str, &str)]) -> Tree {
        let parse = |(index, (path, text)): (usize, &(&str, &str))| {
            SourceFile::parse((*path).to_owned(), text, index).expect("Rust")
        };
        Tree {
            folder: "src".to_owned(),
            files: files.iter().enumerate().map(parse).collect(),
        }
    }

    fn file_of(tree: &Tree, module: &str, path: &str) -> Option<String> {
        let split = |text: &str| text.split("::").map(str::to_owned).collect::<Vec<_>>();
        let target = Modules::of(tree).find(&split(module), &split(path))?;
        Some(tree.files[target.file].path.clone())
    }

    #[test]
    fn names_are_followed_to_where_they_are_defined() {
        let tree = tree_of(&[
            ("lib.rs", "pub mod model; mod read;"),
            ("model.rs", "mod shape; pub use shape::Shape;"),
            ("model/shape.rs", "pub struct Shape;"),
            ("read.rs", "use crate::model::{self, Shape as S}; mod json;"),
            ("read/json.rs", "use super::*; use std::fmt; fn f() {}"),
        ]);
        let file = |module, path| file_of(&tree, module, path);
        assert_eq!(
            file("read", "crate::model::Shape").as_deref(),
            Some("model/shape.rs")
        );
        assert_eq!(file("read", "S::new").as_deref(), Some("model/shape.rs"));
        assert_eq!(file("read", "model").as_deref(), Some("model.rs"));
        assert_eq!(file("read", "json::f").as_deref(), Some("read/json.rs"));
        assert_eq!(
            file("read::json", "super::json::f").as_deref(),
            Some("read/json.rs")
        );
        assert_eq!(file("read::json", "fmt::Display"), None);
        assert_eq!(
            file("read::json", "crate::missing::f").as_deref(),
            Some("lib.rs")
        );
    }
}
