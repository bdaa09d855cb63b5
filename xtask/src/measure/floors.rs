//! The floors of the architecture, as `tests/architecture.rs` of the tree has them: its nouns from the lowest
//! to the highest, the stages above them, then what calls the stages.

use super::tree::Tree;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use syn::visit::{self, Visit};
use syn::{Expr, Item};

/// The rooms of each floor, the lowest floor first.
pub struct Floors(Vec<Vec<String>>);

impl Floors {
    /// Reads the floors of a tree; nothing where it has none.
    pub fn read(root: &Path) -> Option<Floors> {
        let text = fs::read_to_string(root.join("tests/architecture.rs")).ok()?;
        Floors::parse(&text)
    }

    fn parse(text: &str) -> Option<Floors> {
        let syntax = syn::parse_file(text).ok()?;
        let names = |name: &str| {
            syntax.items.iter().find_map(|item| match item {
                Item::Const(item) if item.ident == name => Some(first_texts(&item.expr)),
                _ => None,
            })
        };
        let mut floors: Vec<_> = names("NOUNS")?.into_iter().map(|noun| vec![noun]).collect();
        floors.push(names("VERBS")?);
        floors.push(vec!["compile".to_owned()]);
        floors.push(names("DOORS")?);
        Some(Floors(floors))
    }

    fn height(&self, room: &str) -> Option<usize> {
        self.0
            .iter()
            .position(|rooms| rooms.iter().any(|known| known == room))
    }

    /// In how many files a room above is named: each file counts once for each such room.
    pub fn count_upward(&self, tree: &Tree) -> usize {
        let mut found = BTreeSet::new();
        let uses = super::modules::Modules::of(tree).uses;
        let used = uses.iter().map(|used| (used.file, &used.path));
        let files = tree.files.iter().enumerate();
        let named = files.flat_map(|(index, file)| {
            let paths = file.scan.paths.iter();
            paths.map(move |path| (index, &path.segments))
        });
        for (file, path) in used.chain(named) {
            let [first, room, ..] = &path[..] else {
                continue;
            };
            let from = self.height(tree.files[file].room());
            let to = self.height(room).filter(|_| first == "crate");
            if let (Some(from), Some(to)) = (from, to)
                && to > from
            {
                found.insert((file, room));
            }
        }
        found.len()
    }
}

/// The texts of an array, of its tuples the first.
fn first_texts(array: &Expr) -> Vec<String> {
    struct Texts(Vec<String>);
    impl<'ast> Visit<'ast> for Texts {
        fn visit_lit_str(&mut self, literal: &'ast syn::LitStr) {
            self.0.push(literal.value());
        }
        fn visit_expr_tuple(&mut self, tuple: &'ast syn::ExprTuple) {
            if let Some(first) = tuple.elems.first() {
                visit::visit_expr(self, first);
            }
        }
    }
    let mut texts = Texts(Vec::new());
    texts.visit_expr(array);
    texts.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::modules::tests::tree_of;

    #[test]
    fn an_import_from_below_runs_up() {
        let floors = Floors::parse(
            "const VERBS: &[&str] = &[\"read\"];\n\
             const DOORS: &[&str] = &[\"cli\"];\n\
             const NOUNS: &[(&str, &[&str])] = &[(\"node\", &[]), (\"model\", &[\"node\"])];",
        )
        .expect("floors");
        let tree = tree_of(&[
            (
                "node.rs",
                "use crate::model::Shape; fn f() { crate::model::g() }",
            ),
            ("model.rs", "use crate::node::Node;"),
            ("read.rs", "use crate::{cli, node};"),
        ]);
        assert_eq!(floors.count_upward(&tree), 2);
    }

    #[test]
    fn the_floors_of_this_tree_are_found() {
        let floors = Floors::read(&crate::root()).expect("floors");
        assert!(floors.height("source") < floors.height("emit"));
        assert!(floors.height("emit") < floors.height("cli"));
    }
}
