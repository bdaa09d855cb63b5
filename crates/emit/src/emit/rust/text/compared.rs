//! Tests for tools written in Rust: toolc's reading of each type is compared with schemars.

use super::native::write_path;
use crate::emit::ident::{Scope, snake_case};
use crate::emit::rust::layout::Layout;
use toolc_model::model::native::NativeType;
use toolc_schema::rust::{Ident, Rust, Text, put, write_snippet};

/// One comparison.
struct Compared<'p> {
    name: String,
    marker: &'p str,
    ty: NativeType,
    is_output: bool,
}

/// The tests of a module; empty if no type derives `JsonSchema`.
pub fn compared_items<'p>(layout: &'p Layout<'_>) -> Vec<impl Rust + 'p> {
    let mut scope = Scope::default();
    let mut found = Vec::new();
    for names in &layout.tools {
        let Some(native) = &layout.tool(names).native else {
            continue;
        };
        let types = [(&native.arguments, false), (&native.output, true)];
        for (ty, is_output) in types {
            let Some(ty) = ty.clone().filter(|ty| ty.described.is_some()) else {
                continue;
            };
            let what = if is_output { "result" } else { "arguments" };
            found.push(Compared {
                name: scope.claim(&snake_case(&format!("{}_{what}", names.marker))),
                marker: &names.marker,
                ty,
                is_output,
            });
        }
    }
    found.into_iter().map(test_item).collect()
}

fn test_item(compared: Compared<'_>) -> impl Rust + '_ {
    write_snippet(move |out| {
        let Compared {
            name,
            marker,
            ty,
            is_output,
        } = &compared;
        let compare = Ident(if *is_output {
            "same_output!"
        } else {
            "same_input!"
        });
        let (name, marker) = (Ident(name), Ident(marker));
        let feature = ty
            .described
            .as_ref()
            .and_then(|described| described.feature.as_deref());
        match feature {
            Some(feature) => put!(out, #[cfg(all(test, feature = #(Text(feature))))]),
            None => put!(out, #[cfg(test)]),
        }
        put!(out,
            #[test]
            fn #name() {
                rt::#compare(#marker, #(write_path(&ty.path)));
            }
        );
    })
}
