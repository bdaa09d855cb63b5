//! The door of a crate: what other crates can name.

use super::tree::Tree;
use syn::{Item, UseTree, Visibility};

/// How many items other crates can name: those in public modules, and what these re-export.
pub fn count_items(tree: &Tree) -> usize {
    let root = tree.files.iter().find(|file| file.path == "lib.rs");
    root.map_or(0, |root| count_in(tree, &root.syntax.items, &[]))
}

fn count_in(tree: &Tree, items: &[Item], module: &[String]) -> usize {
    let mut count = 0;
    for item in items {
        count += match item {
            Item::Mod(inner) if is_public(&inner.vis) => {
                let below = [module, &[inner.ident.to_string()]].concat();
                match &inner.content {
                    Some((_, items)) => count_in(tree, items, &below),
                    None => count_of_file(tree, &below),
                }
            }
            Item::Use(used) if is_public(&used.vis) => count_names(&used.tree),
            Item::Macro(defined) => {
                let mut attributes = defined.attrs.iter();
                usize::from(attributes.any(|attribute| attribute.path().is_ident("macro_export")))
            }
            item => usize::from(visibility_of(item).is_some_and(is_public)),
        };
    }
    count
}

fn count_of_file(tree: &Tree, module: &[String]) -> usize {
    let file = tree.files.iter().find(|file| file.module == module);
    file.map_or(0, |file| count_in(tree, &file.syntax.items, module))
}

/// The names that a `pub use` offers. One with a star counts as one.
fn count_names(tree: &UseTree) -> usize {
    match tree {
        UseTree::Path(inner) => count_names(&inner.tree),
        UseTree::Group(group) => group.items.iter().map(count_names).sum(),
        UseTree::Name(_) | UseTree::Rename(_) | UseTree::Glob(_) => 1,
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn visibility_of(item: &Item) -> Option<&Visibility> {
    match item {
        Item::Const(item) => Some(&item.vis),
        Item::Enum(item) => Some(&item.vis),
        Item::Fn(item) => Some(&item.vis),
        Item::Static(item) => Some(&item.vis),
        Item::Struct(item) => Some(&item.vis),
        Item::Trait(item) => Some(&item.vis),
        Item::Type(item) => Some(&item.vis),
        Item::Union(item) => Some(&item.vis),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::modules::tests::tree_of;

    #[test]
    fn what_is_private_or_within_a_private_module_does_not_count() {
        let files = [
            (
                "lib.rs",
                "pub mod a; mod b; pub use b::{C, D as E}; pub(crate) fn f() {} pub fn g() {}",
            ),
            (
                "a.rs",
                "pub struct S; struct T; pub mod inner { pub const X: u8 = 0; }",
            ),
            ("b.rs", "pub struct C; pub struct D; pub struct Hidden;"),
        ];
        assert_eq!(count_items(&tree_of(&files)), 5);
    }
}
