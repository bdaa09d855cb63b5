//! The structs and enums that toolc emits, with serde's derive: the same types without any checks.

use super::consumer::Consumer;
use super::spec::{Form, Spec};
use quote::{ToTokens, quote};
use std::collections::HashSet;
use std::path::Path;
use syn::{Fields, Item, parse_quote};
use toolc::artifact::Artifact;

const DEPENDENCIES: &str =
    "serde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\n";

/// Stands in for the runtime: the types that fields have.
const RUNTIME: &str = "
mod rt {
    pub type Json = serde_json::Value;
    pub type Integer = serde_json::Number;
}
";

/// A crate with these types.
pub fn consumer(folder: &Path, spec: &Spec) -> Result<Consumer, String> {
    let mut files = Vec::new();
    for file in spec.emit(Form::ARGUMENTS)? {
        let parsed = syn::parse_file(&file.text).map_err(|error| error.to_string())?;
        let markers = markers(&parsed.items);
        let is_type = |item: &Item| !matches!(item, Item::Struct(item) if markers.contains(&item.ident.to_string()));
        let items = parsed.items.into_iter().filter(is_type);
        let items: Vec<Item> = items.filter_map(derived).collect();
        let is_root = file.path == "tools.rs";
        if items.is_empty() && !is_root {
            continue;
        }
        let imports = if is_root {
            quote!()
        } else {
            quote!(
                use crate::rt;
            )
        };
        files.push((file.path, quote!(#imports #(#items)*)));
    }
    let mut files: Vec<Artifact> = files
        .into_iter()
        .map(|(path, tokens)| Artifact {
            path: if path == "tools.rs" {
                "lib.rs".to_owned()
            } else {
                path
            },
            text: lines(&tokens.to_string()),
        })
        .collect();
    let paths: Vec<String> = files.iter().map(|file| file.path.clone()).collect();
    let root = files
        .iter_mut()
        .find(|file| file.path == "lib.rs")
        .ok_or("there is no root")?;
    let modules = paths.iter().filter(|path| *path != "lib.rs").enumerate();
    let modules: String = modules
        .map(|(index, path)| format!("#[path = {path:?}] pub mod m{index};\n"))
        .collect();
    root.text = format!("#![allow(dead_code)]\n{modules}{RUNTIME}");
    Consumer::write(folder.join("serde"), DEPENDENCIES, &files)
}

/// The marker types of tools.
fn markers(items: &[Item]) -> HashSet<String> {
    let marker = |item: &Item| match item {
        Item::Impl(item) => {
            let (path, _) = item.trait_.as_ref()?;
            let is_tool = path.segments.last()?.ident == "Tool";
            is_tool.then(|| item.self_ty.to_token_stream().to_string())
        }
        _ => None,
    };
    items.iter().filter_map(marker).collect()
}

/// A struct or enum with serde's derive in addition to its own.
fn derived(item: Item) -> Option<Item> {
    match item {
        Item::Struct(mut item) => {
            item.attrs
                .retain(|attribute| !attribute.path().is_ident("doc"));
            item.attrs.push(parse_quote!(#[derive(serde::Deserialize)]));
            Some(Item::Struct(item))
        }
        Item::Enum(mut item) => {
            item.attrs.push(parse_quote!(#[derive(serde::Deserialize)]));
            let has_values = |fields: &Fields| !matches!(fields, Fields::Unit);
            if item
                .variants
                .iter()
                .any(|variant| has_values(&variant.fields))
            {
                item.attrs.push(parse_quote!(#[serde(untagged)]));
            } else {
                for variant in &mut item.variants {
                    let name = variant.ident.to_token_stream().to_string().to_lowercase();
                    variant.attrs.push(parse_quote!(#[serde(rename = #name)]));
                }
            }
            Some(Item::Enum(item))
        }
        Item::Type(item) => Some(Item::Type(item)),
        _ => None,
    }
}

/// One line for each item and field, as a formatter writes them.
fn lines(text: &str) -> String {
    text.replace(" , ", " ,\n").replace(" } ", " }\n")
}
