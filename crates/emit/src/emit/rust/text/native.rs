//! Tools written by the user in Rust: which function runs a tool, and with which arguments.

use crate::emit::rust::layout::Layout;
use crate::emit::rust::names::ToolPlan;
use toolc_model::model::native::{Native, NativeKind, Parameter, Returns};
use toolc_schema::rust::{Ident, Rust, put, rust, write_snippet};

/// What runs a tool written by the user.
pub fn native_item(layout: &Layout<'_>, names: &ToolPlan) -> Option<impl Rust> {
    let native = layout.tool(names).native.clone()?;
    let marker = names.marker.clone();
    let lists_errors = names.error.is_some();
    Some(write_snippet(move |out| match &native.kind {
        NativeKind::Function {
            parameters,
            is_async,
            returns,
        } => put!(out, #(function(&marker, &native, parameters, *is_async, *returns))),
        NativeKind::Tool => put!(out, #(custom(&marker, &native, lists_errors))),
    }))
}

fn function(
    marker: &str,
    native: &Native,
    parameters: &[Parameter],
    is_async: bool,
    returns: Returns,
) -> impl Rust {
    let takes = |parameter: Parameter| parameters.contains(&parameter);
    let args = Ident(if takes(Parameter::Arguments) {
        "args"
    } else {
        "_"
    });
    let context = Ident(if takes(Parameter::Context) {
        "context"
    } else {
        "_"
    });
    let wait = is_async.then(|| rust!(.await));
    let outcome = write_snippet(move |out| match returns {
        Returns::Value => put!(out, value),
        Returns::Fallible => put!(out, fallible::<Self, _>),
        Returns::Boxed => put!(out, boxed),
    });
    let given = parameters.iter().map(|parameter| match parameter {
        Parameter::Arguments => "args",
        Parameter::Context => "context",
    });
    let given: Vec<&str> = given.collect();
    let marker = Ident(marker);
    rust!(
        impl rt::Native for #marker {
            type Input = #(arguments(native));

            async fn run(#args: Self::Input, #context: &rt::Context) -> rt::native::Outcome {
                rt::native::#outcome(#(write_path(&native.path))(#(list(&given))) #wait)
            }
        }
    )
}

fn custom(marker: &str, native: &Native, lists_errors: bool) -> impl Rust {
    let marker = Ident(marker);
    let convert = write_snippet(move |out| match lists_errors {
        true => put!(out, custom_listed::<Self>),
        false => put!(out, custom),
    });
    let tool = move || rust!(<#(write_path(&native.path)) as rt::CustomTool>);
    rust!(
        impl rt::Native for #marker {
            type Input = #(tool())::Args;

            async fn run(args: Self::Input, context: &rt::Context) -> rt::native::Outcome {
                rt::native::#convert(#(tool())::call(args, context).await)
            }

            async fn needs_approval(args: &Self::Input, context: &rt::Context) -> Option<rt::Approval> {
                #(tool())::needs_approval(args, context).await
            }
        }
    )
}

/// The type of the arguments; if there are none, one that ignores the object.
fn arguments(native: &Native) -> impl Rust {
    write_snippet(move |out| match &native.arguments {
        Some(arguments) => put!(out, #(write_path(&arguments.path))),
        None => put!(out, rt::IgnoredAny),
    })
}

fn list(names: &[&str]) -> impl Rust {
    rust!(#(for (at, name) in names.iter().enumerate() => #((at > 0).then(|| rust!(,))) #(Ident(name))))
}

/// `crate::tools::Name`
pub(super) fn write_path(segments: &[String]) -> impl Rust {
    write_snippet(move |out| {
        for (at, segment) in segments.iter().enumerate() {
            match at {
                0 if segment == "crate" => put!(out, crate),
                _ => put!(out, ::#(Ident(segment))),
            }
        }
    })
}
