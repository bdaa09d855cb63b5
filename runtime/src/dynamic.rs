//! Tools that are only known at run time: closures that run inside the same wrapper as compiled tools.

mod closures;
#[cfg(feature = "enforce")]
mod enforced;
mod helpers;
mod open;
mod register_error;
mod tool;

pub(crate) use closures::Closure;
pub use closures::Closures;
pub use helpers::{parse_json_object, parse_json_value, required_string};
pub(crate) use open::open_closure;
pub use register_error::RegisterError;
pub use tool::DynamicTool;

use crate::context::Context;
use crate::error::ToolFailure;
use crate::output::Output;
use crate::output_policy::OutputPolicy;
use crate::worker::{Added, Worker, WorkerTable};
use closures::{Run, Running};
use std::fmt;

/// Collects tools and turns them into a worker. Calls take the same path as all others: find, validate,
/// policies, approve, dispatch, observe. A tool that is not declared `PreApproved` needs approval.
///
/// ```
/// use toolc_runtime::dynamic::{DynamicTool, Registry, parse_json_object, required_string};
/// use toolc_runtime::{Approval, Context, ToolCall, Violations};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let schema = serde_json::json!({
///     "type": "object", "properties": { "text": { "type": "string" } }, "required": ["text"],
/// });
/// let shout = DynamicTool::new("texts::shout", schema)
///     .description("Says it louder")
///     .approval(Approval::PreApproved)
///     .unchecked(); // the closure checks what it needs
/// let mut registry = Registry::new("plugins");
/// registry.register_sync_fn(shout, |arguments, _| {
///     let arguments = parse_json_object(arguments)?;
///     Ok(required_string(&arguments, "text")?.to_uppercase())
/// })?;
/// let worker = registry.into_worker();
/// # toolc_runtime::testing::block_on(async {
/// let call = ToolCall::new("call_1", "texts__shout", r#"{"text":"hello"}"#);
/// let result = worker.call(&Context::default(), call).await;
/// assert_eq!(result.to_llm_message(), r#""HELLO""#);
/// # });
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Registry {
    name: String,
    tools: Vec<Registered>,
}

struct Registered {
    tool: DynamicTool,
    run: Run,
}

impl Registry {
    /// Creates a registry; its worker will have this name.
    pub fn new(name: impl Into<String>) -> Self {
        Registry {
            name: name.into(),
            tools: Vec::new(),
        }
    }

    /// Adds a tool that runs an asynchronous closure, which receives the arguments as JSON text.
    ///
    /// # Errors
    /// Fails if the tool could not be shown to a model or called by it, if one of its names is taken, if its schema cannot
    /// be enforced, or if nothing says how its arguments are checked.
    pub fn register_fn<F, R, O>(
        &mut self,
        tool: DynamicTool,
        run: F,
    ) -> Result<&mut Self, RegisterError>
    where
        F: Fn(String, Context) -> R + Send + Sync + 'static,
        R: Future<Output = Result<O, ToolFailure>> + Send + 'static,
        O: Output,
    {
        let run = move |text: &str, context: &Context| -> Running {
            let running = run(text.to_owned(), context.clone());
            Box::pin(async move { running.await.map(Output::into_json) })
        };
        self.register(tool, Box::new(run))
    }

    /// Adds a tool that runs a synchronous closure, which receives the arguments as JSON text.
    ///
    /// # Errors
    /// Like [`Registry::register_fn`].
    pub fn register_sync_fn<F, O>(
        &mut self,
        tool: DynamicTool,
        run: F,
    ) -> Result<&mut Self, RegisterError>
    where
        F: Fn(&str, &Context) -> Result<O, ToolFailure> + Send + Sync + 'static,
        O: Output,
    {
        let run = move |text: &str, context: &Context| -> Running {
            let ended = run(text, context).map(Output::into_json);
            Box::pin(std::future::ready(ended))
        };
        self.register(tool, Box::new(run))
    }

    fn register(&mut self, mut tool: DynamicTool, run: Run) -> Result<&mut Self, RegisterError> {
        tool.verify()?;
        tool.settle_check()?;
        let names = [tool.name(), tool.wire_name()];
        if let Some(taken) = names.into_iter().find(|name| self.contains(name)) {
            return Err(RegisterError::Duplicate {
                name: taken.to_owned(),
            });
        }
        self.tools.push(Registered { tool, run });
        Ok(self)
    }

    /// The tool with this name, either qualified or the wire name.
    pub fn get(&self, name: &str) -> Option<&DynamicTool> {
        let found = self.tools.iter().find(|known| known.tool.is_called(name));
        found.map(|known| &known.tool)
    }

    /// Whether there is a tool with this name.
    pub fn contains(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Removes a tool; returns whether it was there.
    pub fn remove(&mut self, name: &str) -> bool {
        let before = self.tools.len();
        self.tools.retain(|known| !known.tool.is_called(name));
        self.tools.len() < before
    }

    /// The number of tools.
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Whether there are no tools.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// Turns the registry into a worker, with its tools in the order of registration.
    ///
    /// Like those of compiled tools, the names and schemas of a worker's tools live as long as the program:
    /// they are leaked and never freed. Build one worker, not one per request.
    pub fn into_worker(mut self) -> Worker<Closures> {
        let table = WorkerTable {
            name: std::mem::take(&mut self.name).leak(),
            rows: &[],
            index: &[],
            blocked: &[],
            output: OutputPolicy::Off,
        };
        let mut worker = Worker::new(Closures, Box::leak(Box::new(table)));
        worker.add_tools(self.into_tools());
        worker
    }

    fn into_tools(self) -> Vec<Added> {
        let tools = self.tools.into_iter().map(|known| {
            let entry = known.tool.entry();
            Added {
                approval: known.tool.needs(),
                closure: Closure {
                    entry,
                    check: known.tool.into_check(),
                    run: known.run,
                },
                entry,
            }
        });
        tools.collect()
    }
}

impl<H: 'static> Worker<H> {
    /// Adds the tools of a registry, after the worker's own: one list for the model, one door for its calls. The worker's
    /// tools keep their approvals and rules, and the added ones have those of their registration, which is to ask. The
    /// policies, the approver, the observers and the limits of the worker are those of all of them.
    ///
    /// The names and schemas of added tools live as long as the program, so add them once and not for each request.
    /// [`Worker::search`](Worker) finds the worker's own tools alone.
    ///
    /// # Errors
    /// Fails if a tool has a name that the worker knows already: of a tool, of one that is blocked or unavailable, or a
    /// former name. Nothing is added then.
    pub fn with_tools(mut self, registry: Registry) -> Result<Self, RegisterError> {
        for known in &registry.tools {
            let names = [known.tool.name(), known.tool.wire_name()];
            if let Some(taken) = names.into_iter().find(|name| self.knows_name(name)) {
                return Err(RegisterError::Duplicate {
                    name: taken.to_owned(),
                });
            }
        }
        self.add_tools(registry.into_tools());
        Ok(self)
    }
}

impl fmt::Debug for Registered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tool.fmt(f)
    }
}
