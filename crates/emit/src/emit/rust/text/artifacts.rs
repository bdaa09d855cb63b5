//! Artifacts as constants: the module `artifacts`.

use super::Module;
use super::prose::plain_doc;
use crate::emit::ident::{Scope, screaming_case};
use crate::template::fill_page;
use toolc_model::model::enrichment::{ARTIFACTS, StoredArtifact};
use toolc_schema::rust::{Ident, Page, Text, rust};

const PAGE: &str = include_str!("../../../../templates/artifacts.rs.tmpl");

/// Writes the module with this name.
pub fn write_artifacts(name: String, stored: &[StoredArtifact]) -> Module {
    let mut scope = Scope::default();
    let list = scope.claim("ALL");
    let mut items = Page::default();
    let mut all = Vec::new();
    for one in stored {
        let Some(text) = &one.text else { continue };
        let constant = scope.claim(&screaming_case(&one.name));
        let docs = plain_doc(format!(
            "`{ARTIFACTS}/{}.json`, as `toolc enrich` wrote it.",
            one.name
        ));
        let name = Ident(&constant);
        items.item(rust!(#docs pub const #name: &str = #(Text(text));));
        all.push((one.name.as_str(), constant));
    }
    items.item(rust!(
        /// All of them, each with its name.
        pub const #(Ident(&list)): &[(&str, &str)] = &[#(for (name, constant) in &all => (#(Text(name)), #(Ident(constant))),)];
    ));
    Module {
        name,
        doc: "What enrichments made of the tools, as JSON.".to_owned(),
        text: fill_page(PAGE, &[("items", items.as_str())]),
    }
}
