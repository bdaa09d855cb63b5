//! `schemas`: documents that schemas refer to, with their addresses.

use crate::read::dialect::Edition;
use crate::read::fields;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node, Value};
use toolc_base::source::{SchemaListing, Spanned};
use toolc_schema::schema::uri;

/// An entry of `schemas`.
#[derive(Debug)]
pub struct ListedSchemas {
    /// A file, a folder or a pattern, relative to `toolc.yaml`; may contain `${VAR}`.
    pub path: Spanned<String>,
    /// The address of the file or the folder, and its dialect.
    pub listing: SchemaListing,
}

/// Reads the entries of `schemas`.
pub(super) fn read_schemas(diagnostics: &mut Diagnostics, map: &Map) -> Vec<ListedSchemas> {
    let Some(node) = map.get("schemas") else {
        return Vec::new();
    };
    match &node.value {
        Value::List(list) => {
            let entries = list.iter();
            entries
                .filter_map(|entry| read_entry(diagnostics, entry))
                .collect()
        }
        _ => {
            fields::wrong_kind(diagnostics, node, "`schemas`", "a list of folders");
            Vec::new()
        }
    }
}

/// Just a path, or `{path, uri, dialect}`.
fn read_entry(diagnostics: &mut Diagnostics, node: &Node) -> Option<ListedSchemas> {
    let Some(map) = node.as_map() else {
        let path = fields::read_string(diagnostics, node, "an entry of `schemas`")?;
        let listing = SchemaListing::default();
        return Some(ListedSchemas { path, listing });
    };
    let keys = &["path", "uri", "dialect"];
    fields::refuse_unknown(diagnostics, map, keys, "an entry of `schemas`");
    if !map.contains("path") {
        let message = "an entry of `schemas` has no `path`";
        let finding = Diagnostic::new(Code::WRONG_SHAPE, node.span, message);
        diagnostics.push(finding.help("add `path: schemas/`"));
    }
    let path = fields::string_at(diagnostics, map, "path")?;
    let uri = fields::string_at(diagnostics, map, "uri");
    let dialect = fields::string_at(diagnostics, map, "dialect");
    Some(ListedSchemas {
        path,
        listing: SchemaListing {
            uri: uri.and_then(|uri| absolute(diagnostics, &uri)),
            dialect: dialect.and_then(|name| known(diagnostics, &name)),
        },
    })
}

/// Requires an absolute URI.
fn absolute(diagnostics: &mut Diagnostics, written: &Spanned<String>) -> Option<String> {
    let (address, _) = uri::split_fragment(&written.value);
    if uri::is_absolute(address) {
        return Some(address.to_owned());
    }
    let message = format!("`{}` is not an absolute URI", written.value);
    let finding = Diagnostic::new(Code::WRONG_SHAPE, written.span, message);
    diagnostics.push(finding.help("write it whole, such as `https://example.com/schemas/`"));
    None
}

/// Requires the name of a known dialect.
fn known(diagnostics: &mut Diagnostics, name: &Spanned<String>) -> Option<String> {
    if Edition::short(&name.value).is_some() {
        return Some(name.value.clone());
    }
    let help = match did_you_mean(&name.value, Edition::names()) {
        Some(help) => help,
        None => format!("write one of {}", fields::quote_names(Edition::names())).into(),
    };
    let message = format!("`{}` is not a dialect of JSON Schema", name.value);
    diagnostics.push(Diagnostic::new(Code::WRONG_SHAPE, name.span, message).help(help));
    None
}
