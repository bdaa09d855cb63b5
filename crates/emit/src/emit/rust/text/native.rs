//! Tools written by the user in Rust: which function runs a tool, and with which arguments.

use crate::emit::rust::layout::Layout;
use crate::emit::rust::names::ToolPlan;
use toolc_model::model::native::{Native, NativeKind, Parameter, Returns, Wrapped};
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
    let given = parameters.iter().map(|parameter| match parameter {
        Parameter::Arguments => "args",
        Parameter::Context => "context",
    });
    let given: Vec<&str> = given.collect();
    let call = write_snippet(move |out| {
        put!(out, #(called(native))(#(list(native, &given))) #wait);
        if native.wrapped == Wrapped::Json {
            match returns {
                Returns::Value => put!(out, .0),
                Returns::Fallible | Returns::Boxed => put!(out, .map(|json| json.0)),
            }
        }
    });
    let outcome = write_snippet(move |out| match returns {
        Returns::Value => put!(out, rt::native::value(#call)),
        Returns::Fallible => put!(out, rt::native::fallible::<Self, _>(#call)),
        Returns::Boxed => put!(out, rt::native::boxed(#call)),
    });
    let outcome = write_snippet(move |out| match native.wrapped {
        Wrapped::Content => put!(out, rt::native::content(#outcome)),
        Wrapped::Plain | Wrapped::Json => put!(out, #outcome),
    });
    let marker = Ident(marker);
    write_snippet(move |out| match &native.receiver {
        Some(receiver) => put!(out,
            impl rt::NativeMethod for #marker {
                type Receiver = #(write_path(&receiver.path));
                type Input = #(arguments(native));

                async fn run(
                    receiver: &Self::Receiver,
                    #args: Self::Input,
                    #context: &rt::Context
                ) -> rt::native::Outcome {
                    #outcome
                }
            }
        ),
        None => put!(out,
            impl rt::Native for #marker {
                type Input = #(arguments(native));

                async fn run(#args: Self::Input, #context: &rt::Context) -> rt::native::Outcome {
                    #outcome
                }
            }
        ),
    })
}

/// The path of what is called: `crate::tools::get`, or `<crate::tools::Get as rig::tool::Tool>::call`.
fn called(native: &Native) -> impl Rust {
    let of_trait = native.receiver.as_ref().and_then(|receiver| {
        let of_trait = receiver.of_trait.as_ref()?;
        Some((&receiver.path, of_trait, native.path.last()?))
    });
    write_snippet(move |out| match of_trait {
        Some((ty, of_trait, method)) => {
            put!(out, <#(write_path(ty)) as #(write_path(of_trait))>::#(Ident(method)));
        }
        None => put!(out, #(write_path(&native.path))),
    })
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

/// What the function is given: the receiver of a method, and then each parameter.
fn list(native: &Native, names: &[&str]) -> impl Rust {
    let receiver = native.receiver.is_some().then_some("receiver");
    let all: Vec<&str> = receiver.into_iter().chain(names.iter().copied()).collect();
    write_snippet(move |out| {
        for (at, name) in all.iter().enumerate() {
            if at > 0 {
                put!(out, ,);
            }
            match &native.wrapper {
                Some(wrapper) if *name == "args" => put!(out, #(write_path(wrapper))(args)),
                _ => put!(out, #(Ident(name))),
            }
        }
    })
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
