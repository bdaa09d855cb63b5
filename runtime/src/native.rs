//! Tools that are written in Rust first: functions of a module that a worker names, and types that
//! implement [`CustomTool`]. Generated code says which; arguments are checked by the tables before they
//! become the user's own type.

use crate::approve::Approval;
use crate::call::{Opened, Sealed, without_state};
use crate::context::Context;
use crate::entry::ToolEntry;
use crate::error::{ErrorKind, Fault, ToolFailure};
use crate::handle::Nothing;
use crate::incoming::Incoming;
use crate::json::{Json, canonical_json};
use crate::observe::Watch;
use crate::tool::Tool;
use serde_core::Serialize;
use serde_core::de::DeserializeOwned;
use std::error::Error;

/// A tool with an approval of its own, in a file that a worker names under `module`.
///
/// toolc reads `Args`, `Output` and `APPROVAL` from the text of the file; the documentation of the type is
/// what models are told. See `docs/rust-modules.md`.
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
    /// The arguments: a struct of the same file.
    type Args: DeserializeOwned + Send + Sync;
    /// What it returns.
    type Output: Serialize;

    /// What a call needs, whatever its arguments. A worker may ask for more and never for less.
    const APPROVAL: Option<Approval> = None;

    /// Does the work. The call is checked and approved.
    fn call(
        args: Self::Args,
        context: &Context,
    ) -> impl Future<Output = Result<Self::Output, ToolFailure>> + Send;

    /// What these arguments need, beyond what the worker's configuration says: the stricter holds.
    fn needs_approval(
        args: &Self::Args,
        context: &Context,
    ) -> impl Future<Output = Option<Approval>> + Send {
        let _ = (args, context);
        Nothing
    }
}

/// A tool that the user wrote in Rust. Generated code says what runs it.
pub trait Native: Tool {
    /// The user's own type of arguments.
    type Input: DeserializeOwned + Send + Sync;

    /// Does the work.
    fn run(args: Self::Input, context: &Context) -> impl Future<Output = Outcome> + Send;

    /// What these arguments need.
    fn needs_approval(
        args: &Self::Input,
        context: &Context,
    ) -> impl Future<Output = Option<Approval>> + Send {
        let _ = (args, context);
        Nothing
    }
}

/// What comes of a call.
pub type Outcome = Result<Json, ToolFailure>;

/// What a function returned.
///
/// # Errors
/// Where it has no form in JSON.
pub fn value(value: impl Serialize) -> Outcome {
    Json::encode(&value).map_err(ToolFailure::internal)
}

/// The same of a `Result` whose error becomes a failure.
///
/// # Errors
/// Those of the function, and where its value has no form in JSON.
pub fn fallible<E: Into<ToolFailure>>(result: Result<impl Serialize, E>) -> Outcome {
    value(result.map_err(Into::into)?)
}

/// The same of a `Result` whose error is a text or a box: the model is told nothing of it.
///
/// # Errors
/// Those of the function, and where its value has no form in JSON.
pub fn boxed<E: Into<Box<dyn Error + Send + Sync>>>(result: Result<impl Serialize, E>) -> Outcome {
    value(result.map_err(ToolFailure::internal)?)
}

/// Checks arguments, reads them as the user's type, and prepares the work.
pub(crate) fn open<'c, T: Native>(
    call: &'c Incoming,
    watch: &'c Watch<'c>,
) -> Result<Opened<'c>, Box<Fault>> {
    call.validate(T::ENTRY)?;
    let args: T::Input = read(call.text(), T::ENTRY)?;
    let context = watch.context;
    if let Some(needs) = without_state(|| T::needs_approval(&args, context)) {
        let work = async move { T::run(args, context).await };
        return Ok(Opened::Told(needs, Sealed::new(Box::pin(work))));
    }
    Ok(Opened::Asks(Box::pin(async move {
        let needs = T::needs_approval(&args, context).await;
        let work = async move { T::run(args, context).await };
        (needs, Sealed::new(Box::pin(work)))
    })))
}

/// Checked arguments as the user's type. JSON Schema calls `1.0` an integer and serde does not, so what
/// is refused is tried again with every number as short as it can be.
fn read<A: DeserializeOwned>(text: &str, entry: &ToolEntry) -> Result<A, Box<Fault>> {
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
