//! The failures that the spec of a tool declares: an enum whose texts come from the spec alone.

use super::prose::{doc_comment, plain_doc, quote_code};
use crate::emit::ident::{Scope, pascal_case};
use crate::emit::rust::layout::Layout;
use crate::emit::rust::names::ToolPlan;
use toolc_model::model::native::NativeKind;
use toolc_schema::rust::{Ident, Rust, Text, put, rust, write_option, write_snippet};

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

/// How the handler of a tool fails: with one of the errors, if there are any.
pub fn failure_type(names: &ToolPlan) -> impl Rust {
    let name = names.error.clone();
    write_snippet(move |out| match &name {
        Some(name) => put!(out, rt::Failure<#(Ident(name))>),
        None => put!(out, rt::ToolFailure),
    })
}

/// The impl with the texts of the errors.
pub fn texts_item(layout: &Layout<'_>, names: &ToolPlan) -> Option<impl Rust> {
    let name = names.error.clone()?;
    let tool = layout.tool(names);
    let variants = variants(layout, names);
    Some(rust!(
        impl rt::ListedErrors for #(Ident(&name)) {
            const ALL: rt::ErrorList<Self> = &[#(for variant in &variants => #(Ident(&name))::#(Ident(variant)),)];

            fn declared(self) -> &'static rt::DeclaredError {
                match self {
                    #(for (variant, error) in variants.iter().zip(&tool.errors) =>
                        #(Ident(&name))::#(Ident(variant)) => &rt::DeclaredError {
                            code: #(Text(&error.code.value)),
                            message: #(Text(&error.message)),
                            guidance: #(write_option(error.guidance.as_deref().map(Text))),
                            retryable: #(error.retryable),
                            user_fixable: #(error.user_fixable),
                        },
                    )
                }
            }
        }
    ))
}

/// The impl that makes an error of the list the failure of the tool.
pub fn failure_item(names: &ToolPlan) -> Option<impl Rust> {
    let name = names.error.clone()?;
    Some(rust!(
        impl From<#(Ident(&name))> for rt::Failure<#(Ident(&name))> {
            fn from(error: #(Ident(&name))) -> Self {
                rt::Failure::listed(error)
            }
        }
    ))
}

/// The impl for a type that implements `CustomTool`, which does not know the list: it may fail in any way.
pub fn custom_failure_item(layout: &Layout<'_>, names: &ToolPlan) -> Option<impl Rust> {
    let name = names.error.clone()?;
    let native = layout.tool(names).native.as_ref()?;
    matches!(native.kind, NativeKind::Tool).then(|| {
        rust!(
            impl From<#(Ident(&name))> for rt::ToolFailure {
                fn from(error: #(Ident(&name))) -> Self {
                    rt::Failure::listed(error).into()
                }
            }
        )
    })
}

fn variants(layout: &Layout<'_>, names: &ToolPlan) -> Vec<String> {
    let mut scope = Scope::default();
    let errors = layout.tool(names).errors.iter();
    errors
        .map(|error| scope.claim(&pascal_case(&error.code.value)))
        .collect()
}
