//! The failures that the spec of a tool declares: an enum whose texts come from the spec alone.

use super::prose::{doc_comment, plain_doc, quote_code};
use crate::emit::ident::{Scope, pascal_case};
use crate::emit::rust::layout::Layout;
use crate::emit::rust::names::ToolPlan;
use crate::rust::{Ident, Rust, Text, rust, write_option};

/// The enum, if there are any.
pub fn error_item(layout: &Layout<'_>, names: &ToolPlan) -> Option<impl Rust> {
    let name = Ident(names.error.as_deref()?);
    let tool = layout.tool(names);
    let docs = plain_doc(format!(
        "What {} declares that it fails with.",
        quote_code(&tool.qualified())
    ));
    let variants = variants(layout, names);
    Some(rust!(
        #docs
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum #name {
            #(for (variant, error) in variants.iter().zip(&tool.errors) =>
                #(doc_comment(&error.message)) #(Ident(variant)),
            )
        }
    ))
}

/// The impl that converts it into a failure.
pub fn failure_item(layout: &Layout<'_>, names: &ToolPlan) -> Option<impl Rust> {
    let name = names.error.clone()?;
    let tool = layout.tool(names);
    let variants = variants(layout, names);
    Some(rust!(
        impl From<#(Ident(&name))> for rt::ToolFailure {
            fn from(error: #(Ident(&name))) -> rt::ToolFailure {
                let declared: &'static rt::DeclaredError = match error {
                    #(for (variant, error) in variants.iter().zip(&tool.errors) =>
                        #(Ident(&name))::#(Ident(variant)) => &rt::DeclaredError {
                            code: #(Text(&error.code.value)),
                            message: #(Text(&error.message)),
                            guidance: #(write_option(error.guidance.as_deref().map(Text))),
                            retryable: #(error.retryable),
                            user_fixable: #(error.user_fixable),
                        },
                    )
                };
                declared.into()
            }
        }
    ))
}

fn variants(layout: &Layout<'_>, names: &ToolPlan) -> Vec<String> {
    let mut scope = Scope::default();
    let errors = layout.tool(names).errors.iter();
    errors
        .map(|error| scope.claim(&pascal_case(&error.code.value)))
        .collect()
}
