//! Tests for types that toolc cannot read: they keep the schemas that schemars derives, in a file beside each module.

use super::native::write_path;
use crate::emit::ident::{Scope, snake_case};
use std::collections::BTreeSet;
use toolc_base::source::{SourceId, Sources};
use toolc_model::model::Catalog;
use toolc_model::model::native::KeptType;
use toolc_schema::rust::{Ident, Rust, Text, put, write_snippet};

/// How the names of these tests begin, so that a command can select them.
const NAME: &str = "schemas_of_rust_types";

/// A test for each module with such types.
pub fn kept_items<'c>(catalog: &'c Catalog, sources: &'c Sources) -> Vec<impl Rust + 'c> {
    let modules: BTreeSet<SourceId> = catalog.kept.iter().map(|kept| kept.module).collect();
    let mut scope = Scope::default();
    let mut tests = Vec::new();
    for module in modules {
        let origin = sources.origin(module);
        let stem = origin.rsplit('/').next().unwrap_or(origin);
        let stem = snake_case(stem.trim_end_matches(".rs"));
        let name = scope.claim(&format!("{NAME}_in_{stem}"));
        let mut types: Vec<&KeptType> = Vec::new();
        for kept in catalog.kept.iter().filter(|kept| kept.module == module) {
            if !types.contains(&kept) {
                types.push(kept);
            }
        }
        tests.push(test_item(name, origin, types));
    }
    tests
}

fn test_item<'c>(name: String, origin: &'c str, types: Vec<&'c KeptType>) -> impl Rust + 'c {
    write_snippet(move |out| {
        let features: BTreeSet<&str> = types
            .iter()
            .filter_map(|kept| kept.feature.as_deref())
            .collect();
        match features.is_empty() {
            true => put!(out, #[cfg(test)]),
            false => {
                put!(out, #[cfg(all(test #(for feature in &features => , feature = #(Text(feature)))))])
            }
        }
        put!(out,
            #[test]
            fn #(Ident(&name))() {
                rt::keep_schemas!(#(Text(origin)), [
                    #(for kept in &types =>
                        #(Ident(side(kept))) #(Text(&kept.name)) #(write_path(&kept.path)),)
                ]);
            }
        );
    })
}

fn side(kept: &KeptType) -> &'static str {
    match kept.is_result {
        true => "results",
        false => "arguments",
    }
}
