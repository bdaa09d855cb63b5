//! What names refer to in a file: its own items, its imports, and well-known names.

use super::items::{Item, Items, Keyword, parse_item};
use std::collections::HashMap;
use syn::UseTree;

/// The names that a file imports, with their full paths.
#[derive(Debug, Default)]
pub(super) struct Imports(HashMap<String, String>);

impl Imports {
    pub(super) fn of(items: &Items) -> Self {
        let mut imports = Imports::default();
        let uses = items.iter().filter(|item| item.keyword == Keyword::Use);
        for item in uses {
            // the compiler will report what cannot be parsed here
            if let Ok(tree) = parse_item::<syn::ItemUse>(&item.tokens) {
                imports.add(&tree.tree, String::new());
            }
        }
        imports
    }

    fn add(&mut self, tree: &UseTree, path: String) {
        let join = |name: &syn::Ident| {
            if path.is_empty() {
                plain_name(name)
            } else {
                format!("{path}::{}", plain_name(name))
            }
        };
        match tree {
            UseTree::Path(path) => self.add(&path.tree, join(&path.ident)),
            UseTree::Name(name) if name.ident == "self" => {
                let last = path.rsplit("::").next().unwrap_or(&path).to_owned();
                self.0.insert(last, path);
            }
            UseTree::Name(name) => {
                self.0.insert(plain_name(&name.ident), join(&name.ident));
            }
            UseTree::Rename(rename) => {
                self.0
                    .insert(plain_name(&rename.rename), join(&rename.ident));
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.add(tree, path.clone());
                }
            }
            _ => {}
        }
    }
}

/// An identifier without `r#`.
pub(super) fn plain_name(name: &syn::Ident) -> String {
    let name = name.to_string();
    name.strip_prefix("r#").unwrap_or(&name).to_owned()
}

/// What the path of a type refers to.
#[derive(Debug)]
pub(super) enum Meaning<'i> {
    /// An item in the file.
    Own(&'i Item),
    /// Several items in the file, which exist under different conditions.
    Several,
    /// Something from elsewhere, with its full path as far as known.
    Other(String),
}

/// The kinds of items that are types.
const TYPES: &[Keyword] = &[Keyword::Struct, Keyword::Enum, Keyword::Alias];

/// What a path refers to in a file whose own path is `module`.
pub(super) fn find_name<'i>(
    items: &'i Items,
    imports: &Imports,
    module: &[String],
    path: &syn::Path,
) -> Meaning<'i> {
    let segments = path
        .segments
        .iter()
        .map(|segment| plain_name(&segment.ident));
    let segments: Vec<String> = segments.collect();
    let whole = segments.join("::");
    let own = module.join("::");
    let local = match segments.as_slice() {
        [name] => Some(name.as_str()),
        [first, name] if first == "self" => Some(name.as_str()),
        _ => whole
            .strip_prefix(&own)
            .and_then(|rest| rest.strip_prefix("::"))
            .filter(|name| !name.contains("::")),
    };
    if let Some(name) = local {
        let found = items.named(name, TYPES);
        match found.as_slice() {
            [] => {}
            [only] => return Meaning::Own(only),
            _ => return Meaning::Several,
        }
    }
    let (first, rest) = segments
        .split_first()
        .map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
    let imported = imports
        .0
        .get(first)
        .filter(|_| path.leading_colon.is_none());
    let is_module = segments.len() > 1 && !items.named(first, &[Keyword::Module]).is_empty();
    if imported.is_none() && is_module && path.leading_colon.is_none() {
        return Meaning::Other(format!("self::{whole}"));
    }
    let mut whole = match imported {
        Some(path) => std::iter::once(path.as_str())
            .chain(rest.iter().map(String::as_str))
            .collect::<Vec<_>>()
            .join("::"),
        None => whole,
    };
    for root in ["core::", "alloc::"] {
        if let Some(rest) = whole.strip_prefix(root) {
            whole = format!("std::{rest}");
        }
    }
    Meaning::Other(usual(&whole).to_owned())
}

/// The usual name of a well-known type.
fn usual(path: &str) -> &str {
    match path {
        "std::option::Option" => "Option",
        "std::result::Result" => "Result",
        "std::vec::Vec" => "Vec",
        "std::boxed::Box" => "Box",
        "std::string::String" => "String",
        other => other,
    }
}
