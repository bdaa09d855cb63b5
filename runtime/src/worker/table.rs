//! What a worker can call, as static data.

mod rewriting;
mod showing;

use super::shown::ShowResult;
use crate::approve::{Approval, Hiding, Secrets};
use crate::backends::{Open, open_handler};
use crate::blocked::Blocked;
#[cfg(feature = "dynamic")]
use crate::dynamic::open_closure;
#[cfg(feature = "engines")]
use crate::engines::{self, Engines};
use crate::entry::{Index, ToolEntry};
use crate::error::{DeclaredError, HandlerFailure};
use crate::evolution::Evolution;
use crate::execution::{Caller, Execution};
use crate::filling::Filling;
use crate::handle::Handle;
use crate::limits::CallLimits;
use crate::native::{Native, NativeMethod, Receiver};
use crate::operation::{Endpoint, Within};
use crate::output_policy::OutputPolicy;
use crate::permits::Permits;
use crate::remote::RemoteTool;
use crate::repair::Mending;
use crate::results::Results;
use crate::rule::Rules;
use crate::schema::Schema;
use crate::simulated::{AskedTool, SimulatedTool};
use crate::tool::Tool;
use crate::toolset::Shipped;
use std::fmt;
use std::time::Duration;

/// A granted tool of a worker, with the function that runs it.
pub struct Row<H> {
    pub(super) entry: &'static ToolEntry,
    pub(super) approval: Approval,
    /// The schema to check results against; `None` if their type guarantees it.
    pub(super) output: Option<&'static Schema>,
    pub(super) limits: CallLimits,
    /// The rules on arguments.
    #[cfg(feature = "rules")]
    pub(super) rules: Option<&'static Rules>,
    pub(super) execution: Execution,
    /// Whether code of the program runs it, and not an engine or a built-in toolset.
    #[cfg(feature = "testing")]
    pub(super) is_handled: bool,
    /// The errors with which its spec says that it fails.
    #[cfg(feature = "testing")]
    pub(super) list_errors: fn() -> Vec<&'static DeclaredError>,
    pub(super) open: Open<H>,
    /// Whether a list of content blocks that it returns is passed on as such to clients of MCP.
    pub(super) returns_blocks: bool,
    /// What is hidden from approvers and logs.
    pub(super) hiding: Hiding,
    /// What is added to the arguments of each call.
    pub(super) constants: &'static [Within],
    /// Old and deprecated names.
    evolution: Option<&'static Evolution>,
    /// The defaults that calls are filled with.
    filling: Option<&'static Filling>,
    /// Where the arguments of calls that are refused may be repaired.
    repairs: Option<Mending>,
    /// What is shown of its results, and what shows it.
    pub(super) results: Option<(&'static Results, ShowResult)>,
}

#[cfg(feature = "dynamic")]
impl<H> Row<H> {
    /// The row of a tool that is added at run time, with a closure.
    pub(crate) fn closure(entry: &'static ToolEntry, approval: Approval) -> Self {
        Row::new(entry, approval, None, open_closure)
            .returns_blocks()
            .handled()
    }

    /// The same row for a table of the same worker. It is not `Clone`: nobody else is to have a row.
    pub(super) fn again(&self) -> Self {
        Row { ..*self }
    }
}

#[cfg(feature = "engines")]
impl Row<Engines> {
    /// The row of a tool that is run by its engine in [`Engines`].
    #[doc(hidden)]
    pub fn engine(entry: &'static ToolEntry, approval: Approval) -> Self {
        Row::new(entry, approval, entry.output, engines::open_by_table)
    }
}

impl<H> Row<H> {
    /// The row of a tool. It does not compile if `H` has no handler for the tool.
    ///
    /// ```compile_fail,E0277
    /// # use toolc_runtime::{Approval, Json, Tool, ToolEntry, v1::{Row, Schema, SchemaText}};
    /// # struct NoArgs;
    /// # impl<'a> toolc_runtime::v1::Part<'a> for NoArgs {
    /// #     fn empty() -> Self { NoArgs }
    /// #     fn slot(&mut self, _: usize) -> &mut dyn toolc_runtime::v1::Slot<'a> { unreachable!() }
    /// # }
    /// # impl toolc_runtime::Args<'_> for NoArgs { const SCHEMA: &'static Schema = &Schema::Any; }
    /// struct GetWeather;
    /// # impl Tool for GetWeather {
    /// #     const ENTRY: &'static ToolEntry = &ToolEntry {
    /// #         name: "weather::get", wire_name: "weather__get", title: None, description: "",
    /// #         input: &Schema::Any, output: None, input_text: &SchemaText { text: "{}", uses: &[] },
    /// #         output_text: None, raw_fingerprint: "", structural_fingerprint: "", annotations: "",
    /// #         structured: toolc_runtime::v1::Structured::Unknown, extras: &[], digest: "",
    /// #         effect: toolc_runtime::Effect::Read, open_world: false, untrusted: false, injected: &[],
    /// #     };
    /// #     type Args<'a> = NoArgs;
    /// #     type Output = Json;
    /// #     type Failure = toolc_runtime::ToolFailure;
    /// #     type Key = ();
    /// # }
    /// struct Support; // without `impl Handle<GetWeather> for Support`
    /// let row: Row<Support> = Row::of::<GetWeather>(Approval::Ask, ());
    /// ```
    pub const fn of<T: Tool>(approval: Approval, _: T::Key) -> Row<H>
    where
        H: Handle<T>,
    {
        let output = if T::OUTPUT_HOLDS {
            None
        } else {
            T::ENTRY.output
        };
        Row::new(T::ENTRY, approval, output, open_handler::<H, T>)
            .returns_blocks()
            .handled()
            .listing(T::Failure::list_errors)
    }

    /// Declares that the tool may return content blocks of MCP: a handler or a server runs it.
    #[must_use]
    pub const fn returns_blocks(mut self) -> Self {
        self.returns_blocks = true;
        self
    }

    /// The same row, of a tool that code of the program runs.
    #[cfg_attr(
        not(feature = "testing"),
        expect(unused_mut, reason = "only tests ask")
    )]
    const fn handled(mut self) -> Row<H> {
        #[cfg(feature = "testing")]
        {
            self.is_handled = true;
        }
        self
    }

    /// The same row, of a tool that fails with these errors.
    #[cfg_attr(
        not(feature = "testing"),
        expect(unused_mut, unused_variables, reason = "only tests ask")
    )]
    const fn listing(mut self, list_errors: fn() -> Vec<&'static DeclaredError>) -> Row<H> {
        #[cfg(feature = "testing")]
        {
            self.list_errors = list_errors;
        }
        self
    }

    const fn new(
        entry: &'static ToolEntry,
        approval: Approval,
        output: Option<&'static Schema>,
        open: Open<H>,
    ) -> Row<H> {
        #[cfg(not(feature = "ask"))]
        if matches!(approval, Approval::Ask) {
            panic!(
                "the worker asks for approval, which takes the feature `ask` of toolc-runtime: \
                 `cargo add toolc-runtime --features ask`"
            );
        }
        Row {
            entry,
            approval,
            output,
            limits: CallLimits::NONE,
            #[cfg(feature = "rules")]
            rules: None,
            execution: Execution::Both,
            #[cfg(feature = "testing")]
            is_handled: false,
            #[cfg(feature = "testing")]
            list_errors: Vec::new,
            open,
            returns_blocks: false,
            hiding: Hiding::NOTHING,
            constants: &[],
            evolution: None,
            filling: None,
            repairs: None,
            results: None,
        }
    }

    /// Whether the tool exists for a caller.
    pub(crate) fn is_for(&self, caller: Caller) -> bool {
        self.execution.is_for(caller)
    }

    /// Sets the values that are added to the arguments of each call once these are validated: no schema has them.
    #[must_use]
    pub const fn constants(mut self, constants: &'static [Within]) -> Self {
        self.constants = constants;
        self
    }

    /// Sets where the arguments hold secrets, as JSON pointers: `*` matches any key or index, `**` any number
    /// of them, and `~2` stands for a literal `*` in a key. They are hidden from approvers and logs.
    #[must_use]
    pub const fn secrets(mut self, secrets: Secrets) -> Self {
        self.hiding = Hiding::of(secrets);
        self
    }

    /// Sets which of the secrets approvers are not shown; the others, which only the authors of a foreign tool
    /// mark, are hidden from logs alone.
    #[must_use]
    pub const fn hide_from_approvers(mut self, secrets: Secrets) -> Self {
        self.hiding = self.hiding.hiding_from_approvers(secrets);
        self
    }

    /// The row of an API operation, which no handler runs.
    #[cfg(feature = "http")]
    pub const fn http<T: Endpoint>(approval: Approval, _: T::Key) -> Row<H> {
        Row::new(
            T::ENTRY,
            approval,
            T::ENTRY.output,
            crate::backends::open_request::<H, T>,
        )
        .limited()
    }

    /// The row of an API operation. Unreachable without the feature `http`: `require_http!` has already
    /// failed.
    #[cfg(not(feature = "http"))]
    pub const fn http<T: Endpoint>(_: Approval, _: T::Key) -> Row<H> {
        panic!("requests take the feature `http` of toolc-runtime")
    }

    /// The row of a tool of an MCP server.
    #[cfg(feature = "mcp-stdio")]
    pub const fn mcp<T: RemoteTool>(approval: Approval, _: T::Key) -> Row<H> {
        Row::new(
            T::ENTRY,
            approval,
            T::ENTRY.output,
            crate::backends::open_remote::<H, T>,
        )
        .returns_blocks()
        .limited()
    }

    /// The row of a tool of an MCP server. Unreachable without the feature `mcp`: `require_mcp!` has already
    /// failed.
    #[cfg(not(feature = "mcp-stdio"))]
    pub const fn mcp<T: RemoteTool>(_: Approval, _: T::Key) -> Row<H> {
        panic!("MCP servers take the feature `mcp` of toolc-runtime")
    }

    /// The row of a tool whose results are simulated.
    #[cfg(feature = "simulate")]
    pub const fn simulated<T: SimulatedTool>(approval: Approval, _: T::Key) -> Row<H> {
        Row::new(
            T::ENTRY,
            approval,
            T::ENTRY.output,
            crate::backends::open_simulated::<H, T>,
        )
    }

    /// The row of a tool whose results are simulated. Unreachable without the feature `simulate`: `require_simulate!` has
    /// already failed.
    #[cfg(not(feature = "simulate"))]
    pub const fn simulated<T: SimulatedTool>(_: Approval, _: T::Key) -> Row<H> {
        panic!("simulated results take the feature `simulate` of toolc-runtime")
    }

    /// The row of a tool whose results a model makes up.
    #[cfg(feature = "lm")]
    pub const fn asked<T: AskedTool>(approval: Approval, _: T::Key) -> Row<H> {
        Row::new(
            T::ENTRY,
            approval,
            T::ENTRY.output,
            crate::backends::open_asked::<H, T>,
        )
    }

    /// The row of a tool whose results a model makes up. Unreachable without the feature `lm`: `require_lm!` has already
    /// failed.
    #[cfg(not(feature = "lm"))]
    pub const fn asked<T: AskedTool>(_: Approval, _: T::Key) -> Row<H> {
        panic!("engines that ask a model take the feature `lm` of toolc-runtime")
    }

    /// The row of a tool that the user wrote in Rust.
    pub const fn native<T: Native>(approval: Approval, _: T::Key) -> Row<H> {
        Row::new(
            T::ENTRY,
            approval,
            T::ENTRY.output,
            crate::backends::open_native::<H, T>,
        )
        .returns_blocks()
        .handled()
        .listing(T::Failure::list_errors)
    }

    /// The row of a method that is a tool. It does not compile if `H` has no value with that method.
    pub const fn method<T: NativeMethod>(approval: Approval, _: T::Key) -> Row<H>
    where
        H: Receiver<T::Receiver>,
    {
        Row::new(
            T::ENTRY,
            approval,
            T::ENTRY.output,
            crate::backends::open_native_method::<H, T>,
        )
        .returns_blocks()
        .handled()
        .listing(T::Failure::list_errors)
    }

    /// The row of a tool that this crate implements.
    #[cfg(feature = "fs")]
    pub const fn shipped<T: Shipped>(approval: Approval, _: T::Key) -> Row<H> {
        Row::new(
            T::ENTRY,
            approval,
            T::ENTRY.output,
            crate::backends::open_file_tool::<H, T>,
        )
    }

    /// The row of a tool that this crate implements. Unreachable without the feature `fs`: `require_fs!` has
    /// already failed.
    #[cfg(not(feature = "fs"))]
    pub const fn shipped<T: Shipped>(_: Approval, _: T::Key) -> Row<H> {
        panic!("files take the feature `fs` of toolc-runtime")
    }

    /// The row of a tool that runs commands.
    #[cfg(all(feature = "shell", unix))]
    pub const fn command<T: Tool>(approval: Approval, _: T::Key) -> Row<H> {
        Row::new(
            T::ENTRY,
            approval,
            T::ENTRY.output,
            crate::backends::open_command::<H>,
        )
    }

    /// The row of a tool that runs commands. Unreachable without the feature `shell`: `require_shell!` has
    /// already failed.
    #[cfg(not(all(feature = "shell", unix)))]
    pub const fn command<T: Tool>(_: Approval, _: T::Key) -> Row<H> {
        panic!("commands take the feature `shell` of toolc-runtime, and Unix")
    }

    /// Sets how long the handler of a call may take, in milliseconds.
    #[must_use]
    pub const fn timeout_ms(mut self, milliseconds: u64) -> Self {
        self.limits.timeout = Duration::from_millis(milliseconds);
        self
    }

    /// Sets how many calls may run at once.
    #[must_use]
    pub const fn at_most(mut self, calls: u32) -> Self {
        self.limits.at_most = calls;
        self
    }

    /// Sets all limits on calls.
    #[must_use]
    pub const fn limits(mut self, limits: CallLimits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets the rules on arguments.
    #[cfg(feature = "rules")]
    #[must_use]
    pub const fn rules(mut self, rules: &'static Rules) -> Self {
        self.rules = Some(rules);
        self
    }

    /// Sets the rules on arguments. Unreachable without the feature `rules`: `require_rules!` has already
    /// failed.
    #[cfg(not(feature = "rules"))]
    #[must_use]
    pub const fn rules(self, _: &'static Rules) -> Self {
        panic!("rules on arguments take the feature `rules` of toolc-runtime")
    }

    /// Sets who may call the tool.
    #[must_use]
    pub const fn execution(mut self, execution: Execution) -> Self {
        self.execution = execution;
        self
    }

    /// The static data of the tool.
    pub fn entry(&self) -> &'static ToolEntry {
        self.entry
    }

    /// The approval that the worker's configuration sets; if there are rules, that of the calls that no rule
    /// matches.
    pub fn approval(&self) -> Approval {
        self.approval
    }
}

/// Everything that a worker can call.
pub struct WorkerTable<H: 'static> {
    /// The name of the worker.
    pub name: &'static str,
    /// The tools; overloads with the same name are adjacent.
    pub rows: &'static [Row<H>],
    /// Qualified names and wire names, sorted by bytes.
    pub index: Index,
    /// The tools that are refused, and why.
    pub blocked: &'static [Blocked],
    /// What happens with results that violate their output schemas.
    pub output: OutputPolicy,
}

impl<H> WorkerTable<H> {
    /// The tools that exist for a caller.
    pub(super) fn entries(
        &self,
        caller: Caller,
    ) -> impl Iterator<Item = &'static ToolEntry> + use<H> {
        let rows = self.rows.iter();
        let rows = rows.filter(move |row| row.execution.is_for(caller));
        rows.map(|row| row.entry)
    }

    /// The permits of tools that limit concurrent calls.
    pub(super) fn permits(&self) -> Vec<(&'static ToolEntry, Permits)> {
        let rows = self.rows.iter();
        rows.filter_map(|row| Some((row.entry, row.limits.permits()?)))
            .collect()
    }
}

impl<H> fmt::Debug for Row<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Row")
            .field("tool", &self.entry.wire_name)
            .field("approval", &self.approval)
            .field("returns_blocks", &self.returns_blocks)
            .finish_non_exhaustive()
    }
}

impl<H> fmt::Debug for WorkerTable<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkerTable")
            .field("name", &self.name)
            .field("rows", &self.rows)
            .finish_non_exhaustive()
    }
}
