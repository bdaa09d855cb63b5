//! Methods as tools: the value that they are called on is given to the worker.

use super::{Outcome, read_input};
use crate::call::{Opened, Sealed};
use crate::context::Context;
use crate::error::{Fault, ToolFailure};
use crate::incoming::Incoming;
use crate::json::Json;
use crate::observe::Watch;
use crate::tool::Tool;
use serde_core::de::DeserializeOwned;
use serde_json::Value;
use std::sync::Arc;

/// Has a value of a type whose methods are tools. Every type has itself, and so has an [`Arc`] of it; a worker over
/// methods of several types takes a struct that implements this for each of them.
///
/// ```
/// use toolc_runtime::Receiver;
///
/// struct Crm;
/// struct Billing;
///
/// struct App {
///     crm: Crm,
///     billing: Billing,
/// }
///
/// impl Receiver<Crm> for App {
///     fn receiver(&self) -> &Crm {
///         &self.crm
///     }
/// }
///
/// impl Receiver<Billing> for App {
///     fn receiver(&self) -> &Billing {
///         &self.billing
///     }
/// }
/// ```
///
/// ```compile_fail,E0277
/// # struct Crm;
/// # fn worker<H: toolc_runtime::Receiver<Crm>>(_: H) {}
/// worker(()); // `()` has no `Crm`
/// ```
#[diagnostic::on_unimplemented(
    message = "the worker has methods of `{T}` as tools, and `{Self}` has no `{T}`",
    label = "expected a `{T}`, on which its methods are called",
    note = "give the worker a `{T}` or an `Arc<{T}>`: `worker({T} {{ … }})`; for several types, a struct with `impl Receiver<{T}>`"
)]
pub trait Receiver<T>: Send + Sync {
    /// The value.
    fn receiver(&self) -> &T;
}

impl<T: Send + Sync> Receiver<T> for T {
    fn receiver(&self) -> &T {
        self
    }
}

impl<T: Send + Sync> Receiver<T> for Arc<T> {
    fn receiver(&self) -> &T {
        self
    }
}

/// A tool that is a method. Generated code implements it.
pub trait NativeMethod: Tool {
    /// The type of the value on which it is called.
    type Receiver: Send + Sync;
    /// The user's own type for the arguments.
    type Input: DeserializeOwned + Send + Sync;

    /// Performs the call.
    fn run(
        receiver: &Self::Receiver,
        args: Self::Input,
        context: &Context,
    ) -> impl Future<Output = Outcome> + Send;
}

/// Validates arguments, converts them into the user's type, and prepares the work.
pub(crate) fn open_method<'c, T: NativeMethod>(
    receiver: &'c T::Receiver,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
) -> Result<Opened<'c>, Box<Fault>> {
    call.validate(T::ENTRY)?;
    let args: T::Input = read_input(call.complete_text(), T::ENTRY)?;
    let context = watch.context;
    let work = async move { T::run(receiver, args, context).await };
    Ok(Opened::Ready(None, Sealed::new(Box::pin(work))))
}

/// Converts what a method returns as `CallToolResult` of rmcp: its structured content, or else its only text, or else
/// its blocks.
///
/// # Errors
/// Fails if the call failed, or if the result says that it is an error: the model reads its texts.
pub fn content(outcome: Outcome) -> Outcome {
    let mut result = outcome?.value();
    let blocks = result["content"].take();
    let texts = blocks.as_array().into_iter().flatten();
    let texts: Vec<&str> = texts.filter_map(|block| block["text"].as_str()).collect();
    if result["isError"] == true {
        return Err(ToolFailure::user("TOOL_ERROR", texts.join("\n")));
    }
    let is_text = texts.len() == 1 && blocks.as_array().is_some_and(|blocks| blocks.len() == 1);
    let content = match result.get_mut("structuredContent") {
        Some(structured) => structured.take(),
        None if is_text => Value::from(texts[0]),
        None => blocks,
    };
    Json::encode(&content).map_err(ToolFailure::internal)
}
