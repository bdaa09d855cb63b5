//! Tools that are defined in Rust: functions of a module that a worker names, and types that implement
//! [`CustomTool`]. Generated code connects them; arguments are validated by the tables before they are
//! converted into the user's own type.

mod method;

pub(crate) use method::open_method;
pub use method::{NativeMethod, Receiver, content};

use crate::approve::Approval;
use crate::call::{Opened, Sealed, without_state};
use crate::context::Context;
use crate::entry::ToolEntry;
use crate::error::{ErrorKind, Fault, HandlerFailure, ToolFailure};
use crate::handle::Nothing;
use crate::incoming::Incoming;
use crate::json::{Json, canonical_json};
use crate::observe::Watch;
use crate::tool::Tool;
use serde_core::Serialize;
use serde_core::de::DeserializeOwned;
use std::error::Error;

/// A tool that can state its own approval, in a file that a worker names under `module`.
///
/// toolc reads `Args`, `Output` and `APPROVAL` from the source text of the file; the documentation of the
/// type is the description for models. See `docs/rust-modules.md`.
///
/// If the worker file lists `errors` for the tool, a failure with a code that the list does not have is hidden from the
/// model, as any other error of a program: the trait is the same for all tools, so this cannot be a matter of types.
/// [`check_behavior`](crate::testing::check_behavior) reports such a failure.
///
/// ```
/// use toolc_runtime::{Approval, Context, CustomTool, ToolFailure};
/// # use serde_json::Value as Transfer;
///
/// /// Sends money.
/// pub struct SendMoney;
///
/// impl CustomTool for SendMoney {
///     type Args = Transfer;
///     type Output = u64;
///
///     async fn call(args: Transfer, _: &Context) -> Result<u64, ToolFailure> {
///         args["amount"].as_u64().ok_or_else(|| ToolFailure::user("NO_AMOUNT", "say how much"))
///     }
///
///     async fn needs_approval(args: &Transfer, _: &Context) -> Option<Approval> {
///         (args["amount"].as_u64() > Some(100)).then_some(Approval::Ask)
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is granted as a tool and does not implement `CustomTool`",
    note = "write `impl toolc_runtime::CustomTool for {Self}`"
)]
pub trait CustomTool {
    /// The arguments: a struct in the same file.
    type Args: DeserializeOwned + Send + Sync;
    /// What it returns.
    type Output: Serialize;

    /// The approval that every call needs, whatever its arguments. A worker can be stricter, but never
    /// looser.
    const APPROVAL: Option<Approval> = None;

    /// Performs the call, which is validated and approved.
    fn call(
        args: Self::Args,
        context: &Context,
    ) -> impl Future<Output = Result<Self::Output, ToolFailure>> + Send;

    /// The approval that a call with these arguments needs, in addition to the worker's configuration: the
    /// stricter of the two applies.
    fn needs_approval(
        args: &Self::Args,
        context: &Context,
    ) -> impl Future<Output = Option<Approval>> + Send {
        let _ = (args, context);
        Nothing
    }
}

/// A tool that the user wrote in Rust. Generated code implements it.
pub trait Native: Tool {
    /// The user's own type for the arguments.
    type Input: DeserializeOwned + Send + Sync;

    /// Performs the call.
    fn run(args: Self::Input, context: &Context) -> impl Future<Output = Outcome> + Send;

    /// The approval that a call with these arguments needs.
    fn needs_approval(
        args: &Self::Input,
        context: &Context,
    ) -> impl Future<Output = Option<Approval>> + Send {
        let _ = (args, context);
        Nothing
    }
}

/// The outcome of a call.
pub type Outcome = Result<Json, ToolFailure>;

/// Converts the return value of a function.
///
/// # Errors
/// Fails if the value cannot be represented in JSON.
pub fn value(value: impl Serialize) -> Outcome {
    Json::encode(&value).map_err(ToolFailure::internal)
}

/// Converts a returned `Result` whose error converts into a failure of the tool.
///
/// # Errors
/// Fails if the function failed, or if its value cannot be represented in JSON.
pub fn fallible<T: Tool, E: Into<T::Failure>>(result: Result<impl Serialize, E>) -> Outcome {
    match result {
        Ok(returned) => value(returned),
        Err(error) => {
            let failure: T::Failure = error.into();
            Err(failure.into())
        }
    }
}

/// Converts what a [`CustomTool`] returns.
///
/// # Errors
/// Fails if the call failed, or if its value cannot be represented in JSON.
pub fn custom(result: Result<impl Serialize, ToolFailure>) -> Outcome {
    value(result?)
}

/// Converts what a [`CustomTool`] returns whose spec lists errors, which its type does not know: a failure with
/// another code is hidden from the model.
///
/// # Errors
/// Fails if the call failed, or if its value cannot be represented in JSON.
pub fn custom_listed<T: Tool>(result: Result<impl Serialize, ToolFailure>) -> Outcome {
    value(result.map_err(|failure| T::Failure::of(failure).into())?)
}

/// Converts a returned `Result` whose error is a text or a boxed error, which is hidden from the model.
///
/// # Errors
/// Fails if the function failed, or if its value cannot be represented in JSON.
pub fn boxed<E: Into<Box<dyn Error + Send + Sync>>>(result: Result<impl Serialize, E>) -> Outcome {
    value(result.map_err(ToolFailure::internal)?)
}

/// Validates arguments, converts them into the user's type, and prepares the work.
pub(crate) fn open_function<'c, T: Native>(
    call: &'c Incoming,
    watch: &'c Watch<'c>,
) -> Result<Opened<'c>, Box<Fault>> {
    call.validate(T::ENTRY)?;
    let args: T::Input = read_input(call.complete_text(), T::ENTRY)?;
    let context = watch.context;
    if let Some(needs) = without_state(|| T::needs_approval(&args, context)) {
        let work = async move { T::run(args, context).await };
        return Ok(Opened::Ready(needs, Sealed::new(Box::pin(work))));
    }
    Ok(Opened::Asks(Box::pin(async move {
        let needs = T::needs_approval(&args, context).await;
        let work = async move { T::run(args, context).await };
        (needs, Sealed::new(Box::pin(work)))
    })))
}

/// Converts validated arguments into the user's type. JSON Schema considers `1.0` an integer but serde does
/// not, so a rejected text is tried again with every number in its shortest form.
fn read_input<A: DeserializeOwned>(text: &str, entry: &ToolEntry) -> Result<A, Box<Fault>> {
    let error = match serde_json::from_str(text) {
        Ok(args) => return Ok(args),
        Err(error) => error,
    };
    let shorter = canonical_json(text).ok();
    if let Some(Ok(args)) = shorter.map(|text| serde_json::from_str(&text)) {
        return Ok(args);
    }
    let message = format!("invalid arguments: they do not fit `{}`", entry.wire_name);
    let mut fault = Fault::new(ErrorKind::InvalidArguments, message);
    fault.detail = Some(error.to_string());
    Err(fault)
}
