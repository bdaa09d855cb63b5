//! The layers of the architecture, as defined in `tests/architecture.rs` of the tree: its nouns, each above
//! those that it may know, then the stages, then what calls the stages.

use super::tree::Tree;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use syn::{Expr, Item, Lit};

/// The layer of the stages; nouns are below it.
const STAGES: usize = 1_000;

/// The layer of each top-level module.
pub struct Floors(BTreeMap<String, usize>);

impl Floors {
    /// Reads the layers of a tree; `None` if it has none.
    pub fn read(root: &Path) -> Option<Floors> {
        let text = fs::read_to_string(root.join("tests/architecture.rs")).ok()?;
        Floors::parse(&text)
    }

    fn parse(text: &str) -> Option<Floors> {
        let syntax = syn::parse_file(text).ok()?;
        let constant = |name: &str| {
            syntax.items.iter().find_map(|item| match item {
                Item::Const(item) if item.ident == name => Some(&*item.expr),
                _ => None,
            })
        };
        let mut heights = heights_of(constant("NOUNS")?);
        heights.extend(texts_of(constant("VERBS")?).map(|verb| (verb, STAGES)));
        heights.insert("compile".to_owned(), STAGES + 1);
        heights.extend(texts_of(constant("DOORS")?).map(|door| (door, STAGES + 2)));
        Some(Floors(heights))
    }

    /// Whether one module must not know the other: the other is higher, or both are nouns in the same layer.
    fn is_upward(&self, from: &str, to: &str) -> bool {
        let (Some(low), Some(high)) = (self.0.get(from), self.0.get(to)) else {
            return false;
        };
        from != to && (high > low || high == low && *low < STAGES)
    }

    /// How many times a file names a higher module: each file counts once for each such module.
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
            if first == "crate" && self.is_upward(tree.files[file].room(), room) {
                found.insert((file, room));
            }
        }
        found.len()
    }
}

/// A noun is above everything that it may know. The layers of nouns that may know each other never settle, so
/// the use of one by the other counts as upward.
fn heights_of(nouns: &Expr) -> BTreeMap<String, usize> {
    let rows: Vec<(String, Vec<String>)> = elements_of(nouns)
        .filter_map(|row| match row {
            Expr::Tuple(row) => {
                let name = texts_of(row.elems.first()?).next()?;
                Some((name, texts_of(row.elems.last()?).collect()))
            }
            _ => None,
        })
        .collect();
    let mut heights: BTreeMap<String, usize> =
        rows.iter().map(|(noun, _)| (noun.clone(), 0)).collect();
    for _ in 0..rows.len() {
        for (noun, known) in &rows {
            let below = known.iter().filter_map(|known| heights.get(known));
            let height = below.max().map_or(0, |below| below + 1);
            heights.insert(noun.clone(), height);
        }
    }
    heights
}

fn elements_of(array: &Expr) -> impl Iterator<Item = &Expr> {
    let array = match array {
        Expr::Reference(reference) => &reference.expr,
        other => other,
    };
    let elements = match array {
        Expr::Array(array) => Some(array.elems.iter()),
        _ => None,
    };
    elements.into_iter().flatten()
}

/// The strings of an array, or the single string that the expression is.
fn texts_of(expression: &Expr) -> impl Iterator<Item = String> {
    elements_of(expression)
        .chain([expression])
        .filter_map(|element| match element {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        })
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
        assert!(!floors.is_upward("model", "node"));
    }

    #[test]
    fn the_floors_of_this_tree_are_found() {
        let floors = Floors::read(&crate::root()).expect("floors");
        assert!(floors.is_upward("source", "emit") && floors.is_upward("emit", "cli"));
        assert!(!floors.is_upward("draft", "source") && !floors.is_upward("emit", "check"));
    }
}
