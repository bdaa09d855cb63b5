//! The runtime of toolc: what generated code calls, and what its users implement.
//!
#![doc = include_str!("../README.md")]
//!
//! ## An example
//!
//! ```
//! # use toolc_generated as tools;
//! // In a crate of its own: toolc_runtime::include_tools!();
//! use toolc_runtime::{
//!     ApprovalRequest, Approver, Call, Context, Decision, Event, Handle, Observer, ToolCall,
//!     Failure,
//! };
//! # use toolc_runtime::ToolFailure;
//! use tools::weather_api::{GetWeather, GetWeatherError, GetWeatherOutput, GetWeatherUnit};
//!
//! struct Support;
//!
//! impl Handle<GetWeather> for Support {
//!     async fn handle(
//!         &self,
//!         call: Call<'_, GetWeather>,
//!     ) -> Result<GetWeatherOutput, Failure<GetWeatherError>> {
//!         if call.args.location != "Lyon" {
//!             return Err(GetWeatherError::UnknownPlace.into());
//!         }
//!         Ok(GetWeatherOutput {
//!             temperature: 21.5,
//!             unit: GetWeatherUnit::Celsius,
//!             summary: None,
//!         })
//!     }
//! }
//! # macro_rules! others {
//! #     ($($tool:ty)*) => {$(
//! #         impl Handle<$tool> for Support {
//! #             async fn handle(
//! #                 &self,
//! #                 _: Call<'_, $tool>,
//! #             ) -> Result<<$tool as toolc_runtime::Tool>::Output, ToolFailure> {
//! #                 Err(ToolFailure::unauthorized("closed"))
//! #             }
//! #         }
//! #     )*};
//! # }
//! # use tools::{notes, tickets, weather_api};
//! # others!(tickets::SearchTickets tickets::CreateTicket notes::AddNote notes::AddNote2
//! #     weather_api::GetForecast);
//!
//! struct ReadOnly;
//!
//! impl Approver for ReadOnly {
//!     async fn decide(&self, request: &ApprovalRequest) -> Decision {
//!         Decision::deny(format!("nobody may call {} today", request.tool))
//!     }
//! }
//!
//! struct Log;
//!
//! impl Observer for Log {
//!     fn observe(&self, event: &Event<'_>) {
//!         eprintln!("{} {}", event.name(), event.tool);
//!     }
//! }
//!
//! # toolc_runtime::testing::block_on(async {
//! let worker = tools::support::worker(Support).approver(ReadOnly).observer(Log);
//! let context = Context::new("session");
//!
//! let call = ToolCall::new("call_1", "weather_api::get_weather", r#"{"location":"Lyon"}"#);
//! let result = worker.call(&context, call).await;
//! assert_eq!(result.to_llm_message(), r#"{"temperature":21.5,"unit":"celsius"}"#);
//!
//! let call = ToolCall::new("call_2", "tickets::create-ticket", r#"{"title":"t","type":"bug"}"#);
//! let error = worker.call(&context, call).await.error.expect("a denial");
//! assert_eq!(error.message, "Tool execution denied: nobody may call tickets::create-ticket today");
//! # });
//! ```

// The documentation host marks what needs a feature.
#![cfg_attr(docsrs, feature(doc_cfg))]
// The compiler compiles a part of this crate, in which some of what it takes whole has no user.
#![cfg_attr(not(feature = "calls"), allow(dead_code, unused_imports))]

#[cfg(not(any(feature = "calls", feature = "compiler")))]
compile_error!(
    "toolc-runtime needs its default feature `calls`: without `default-features = false`, it has it"
);

#[cfg(feature = "calls")]
mod alone;
#[cfg(feature = "answers")]
mod answer;
mod approval;
#[cfg(feature = "calls")]
mod approve;
#[cfg(feature = "calls")]
pub mod args;
#[cfg(feature = "calls")]
mod backends;
mod blocked;
#[cfg(feature = "calls")]
mod call;
mod called_by;
#[cfg(feature = "calls")]
mod cancel;
#[cfg(feature = "calls")]
mod checked_json;
#[cfg(feature = "calls")]
mod closure;
mod connection;
#[cfg(feature = "calls")]
mod constants;
#[cfg(feature = "calls")]
mod contain;
#[cfg(feature = "calls")]
mod context;
#[cfg(feature = "calls")]
mod declared;
pub mod definition;
#[cfg(feature = "calls")]
mod delegate;
mod delegation;
#[cfg(feature = "dynamic")]
pub mod dynamic;
mod effect;
#[cfg(feature = "engines")]
#[doc(hidden)]
pub mod engines;
mod entry;
mod error;
mod evolution;
mod execution;
mod fill;
mod filling;
pub mod format;
#[cfg(feature = "fs")]
pub mod fs;
#[cfg(feature = "calls")]
mod guard;
#[cfg(feature = "calls")]
mod handle;
#[cfg(any(feature = "compiler", feature = "http"))]
#[doc(hidden)]
pub mod headers;
#[doc(hidden)]
pub mod hidden;
#[cfg(feature = "http")]
pub mod http;
#[cfg(feature = "calls")]
mod incoming;
mod input;
pub mod integer;
pub mod json;
mod keyword;
mod limits;
#[cfg(feature = "lm")]
mod lm;
#[cfg(feature = "calls")]
mod lookup;
#[cfg(feature = "calls")]
mod macros;
#[cfg(feature = "mcp-stdio")]
pub mod mcp;
#[cfg(feature = "mcp-server")]
pub mod mcp_server;
#[cfg(any(feature = "compiler", feature = "dynamic"))]
#[doc(hidden)]
pub mod meta_schema;
#[cfg(feature = "mount")]
mod mount;
#[cfg(feature = "calls")]
#[doc(hidden)]
pub mod native;
mod number;
#[cfg(feature = "calls")]
mod observe;
pub mod operation;
#[cfg(feature = "calls")]
pub mod output;
mod output_policy;
#[cfg(feature = "pages")]
mod pages;
pub mod path;
pub mod pattern;
#[cfg(feature = "calls")]
mod permits;
#[cfg(feature = "calls")]
mod policy;
#[cfg(any(feature = "compiler", feature = "http"))]
#[doc(hidden)]
pub mod private;
#[cfg(feature = "calls")]
mod progress;
#[cfg(feature = "providers")]
pub mod provider;
#[cfg(any(feature = "fs", feature = "http", feature = "mcp-server"))]
mod random;
pub mod reader;
#[cfg(any(feature = "http", feature = "mcp-stdio"))]
mod redact;
#[cfg(feature = "calls")]
mod registry;
pub mod remote;
#[cfg(feature = "calls")]
mod repair;
mod repairs;
#[cfg(feature = "calls")]
mod result;
mod results;
#[doc(hidden)]
pub mod rule;
pub mod schema;
#[cfg(any(feature = "compiler", feature = "search"))]
pub mod search;
#[cfg(feature = "calls")]
mod serialize;
#[cfg(feature = "tower")]
mod service;
#[doc(hidden)]
pub mod shell;
#[cfg(feature = "calls")]
mod shorten;
#[cfg(feature = "calls")]
mod shown_result;
#[cfg(feature = "simulate")]
pub mod simulate;
pub mod simulated;
pub mod slot;
#[cfg(feature = "calls")]
mod stop;
#[cfg(any(feature = "approvals", feature = "pages"))]
mod store_error;
#[cfg(any(feature = "compiler", feature = "strict"))]
pub mod strict;
#[cfg(feature = "testing")]
pub mod testing;
mod text_set;
#[cfg(feature = "calls")]
mod timer;
#[cfg(feature = "calls")]
mod tool;
#[cfg(feature = "calls")]
mod tool_runtime;
mod toolset;
#[cfg(any(feature = "http", feature = "mcp-server", feature = "mcp-stdio"))]
mod trace;
#[cfg(feature = "calls")]
mod unknown_value;
mod untrusted;
mod value;
#[cfg(any(feature = "compiler", feature = "http", feature = "mcp-stdio"))]
#[doc(hidden)]
pub mod variables;
pub mod violation;
mod walk;
#[cfg(feature = "calls")]
mod worker;

#[cfg(feature = "answers")]
pub use answer::{Answer, AnswerEntry, AnswerForm, AnswerRequest, AskedAnswer, Unenforced};
pub use approval::Approval;
#[cfg(feature = "terminal")]
pub use approve::Terminal;
#[cfg(feature = "ask")]
pub use approve::{
    ApprovalMemory, ApprovalRequest, ApproveAll, Approver, AutoDeny, DecidedBy, Decision,
    EarlierYes, Interactive, Reason, Remember,
};
#[cfg(feature = "approvals")]
pub use approve::{
    ApprovalStore, Claim, MemoryStore, Outline, PendingCall, ResumeError, Ruling, SealKey, Stage,
    State, StoredCall, WeakKey,
};
#[cfg(feature = "channel")]
pub use approve::{ChannelApprover, Question, Questions};
#[cfg(feature = "sqlite")]
pub use approve::{SqliteStore, StoreReport};
#[cfg(feature = "calls")]
pub use args::{Args, Input};
#[cfg(feature = "calls")]
pub use call::Call;
pub use called_by::CalledBy;
#[cfg(feature = "calls")]
pub use cancel::{Cancellation, Cancelled};
#[cfg(feature = "calls")]
pub use checked_json::CheckedJson;
#[cfg(feature = "calls")]
pub use closure::{Closure, ClosureSet, ClosureWork, OwnedArgs};
#[cfg(feature = "calls")]
pub use context::Context;
#[cfg(feature = "calls")]
pub use declared::{Member, NoConfig, ToolEvent, Toolset};
pub use definition::{Target, structured_content};
pub use delegation::MAX_DELEGATION;
pub use effect::Effect;
#[cfg(feature = "calls")]
pub use entry::{ToolEntry, definitions};
pub use error::{
    Candidate, DeclaredError, ErrorKind, Failure, HandlerFailure, ListedErrors, ToolError,
    ToolFailure, is_error_code,
};
#[cfg(feature = "calls")]
pub use evolution::Outdated;
#[doc(hidden)]
pub use fill::fill_text;
#[cfg(feature = "calls")]
pub use handle::Handle;
#[cfg(feature = "calls")]
pub use incoming::ToolCall;
pub use integer::{Integer, OutOfRange};
pub use json::Json;
#[cfg(feature = "mount")]
pub use mount::{ConfigFault, Environment, Mount, MountError, MountFailure, MountReason, Mounted};
#[cfg(feature = "calls")]
pub use native::{CustomTool, Receiver};
#[doc(hidden)]
pub use number::compare_numbers;
#[cfg(feature = "tracing")]
pub use observe::Spans;
#[cfg(feature = "calls")]
pub use observe::{Event, Moment, NoObserver, Observer, PrintFailures};
#[cfg(feature = "calls")]
pub use output::Output;
pub use output_policy::OutputPolicy;
#[cfg(feature = "pages")]
pub use pages::{KeptResult, MOST_BYTES, MOST_RESULTS, ResultStore};
pub use path::ConfinedPath;
#[cfg(feature = "calls")]
pub use policy::PolicyOutcome;
#[cfg(feature = "policies")]
pub use policy::{OnError, Policy, PolicyDecision, PolicyRequest};
#[cfg(feature = "calls")]
pub use progress::Progress;
#[cfg(feature = "providers")]
pub use provider::{AnswerError, AnswerFault, ServiceError};
#[cfg(feature = "calls")]
pub use registry::{NotRegistered, ToolRegistry};
#[cfg(feature = "calls")]
#[doc(hidden)]
pub use repair::repair_text;
pub use repairs::{Repair, RepairKind};
#[cfg(feature = "calls")]
pub use result::{Metadata, ToolResult};
#[cfg(feature = "calls")]
pub use serialize::Serialized;
#[cfg(feature = "tower")]
pub use service::ToolService;
#[cfg(feature = "calls")]
#[doc(hidden)]
pub use shorten::show_result;
#[cfg(feature = "calls")]
pub use shown_result::{MissingItems, ShownResult};
#[cfg(feature = "calls")]
pub use slot::{Parsed, ParsedJson};
#[cfg(any(feature = "approvals", feature = "pages"))]
pub use store_error::StoreError;
#[cfg(feature = "tokio")]
pub use timer::TokioTimer;
#[cfg(feature = "calls")]
pub use timer::{Sleep, ThreadTimer, Timer};
#[cfg(feature = "calls")]
pub use tool::Tool;
#[cfg(feature = "calls")]
pub use tool_runtime::{Calling, ToolRuntime};
#[cfg(feature = "mcp-server")]
pub use trace::CallerSpan;
#[cfg(any(feature = "http", feature = "mcp-server", feature = "mcp-stdio"))]
pub use trace::TraceParent;
#[cfg(feature = "calls")]
pub use unknown_value::UnknownValue;
#[cfg(feature = "compiler")]
#[doc(hidden)]
pub use untrusted::demote_speakers;
#[cfg(feature = "calls")]
pub use untrusted::fence_json;
pub use violation::{Violation, Violations};
#[doc(hidden)]
pub use walk::{decide_validity, refuses_beginning};
pub use walk::{validate, validate_value};
#[cfg(feature = "calls")]
pub use worker::{DryRun, Order, UnknownTool, Verdict, Worker};

#[cfg(feature = "approvals")]
pub use worker::Begun;

/// The names that generated code uses. Their meaning does not change as long as the version number stays.
///
/// They are public because generated code is part of your crate; they are not meant for handwritten code.
pub mod v1 {
    #[cfg(feature = "answers")]
    pub use crate::answer::{Answer, AnswerEntry};
    pub use crate::approval::Approval;
    #[cfg(feature = "calls")]
    pub use crate::args::{Args, filled};
    pub use crate::blocked::Blocked;
    pub use crate::called_by::CalledBy;
    #[cfg(feature = "calls")]
    pub use crate::checked_json::CheckedJson;
    #[cfg(feature = "calls")]
    pub use crate::closure::{Closure, ClosureSet};
    pub use crate::connection::ConnectionSettings;
    #[cfg(feature = "calls")]
    pub use crate::context::Context;
    #[cfg(feature = "calls")]
    pub use crate::declared::{Member, Names, NoConfig, ToolEvent, Toolset};
    pub use crate::definition::{Structured, Target};
    pub use crate::effect::Effect;
    #[cfg(feature = "calls")]
    pub use crate::entry::definitions;
    pub use crate::entry::{Definition, Index, SchemaText, ToolEntry};
    pub use crate::error::{DeclaredError, ErrorList, Failure, ListedErrors, ToolFailure};
    pub use crate::evolution::{Evolution, OldArgument};
    pub use crate::execution::Execution;
    pub use crate::filling::{FilledField, FilledPart, Filling};
    pub use crate::format::{Format, NumberFormat};
    #[cfg(feature = "calls")]
    pub use crate::handle::Handle;
    pub use crate::integer::Integer;
    pub use crate::json::Json;
    pub use crate::limits::CallLimits;
    #[cfg(feature = "calls")]
    pub use crate::lookup::{Lookup, OLD_NAME};
    #[cfg(feature = "mount")]
    pub use crate::mount::{
        ConfigPart, ConfigPlace, HandlersOf, Holds, Mount as MountToolset, MountError, MountTable,
        MountedPart, Mounting, Parts,
    };
    #[cfg(feature = "calls")]
    pub use crate::native::{self, CustomTool, Native, NativeMethod, Receiver};
    pub use crate::operation as http;
    #[cfg(feature = "calls")]
    pub use crate::output::{Output, object};
    pub use crate::output_policy::OutputPolicy;
    pub use crate::path::{Access, ConfinedPath, PathRules};
    pub use crate::pattern::{
        Assertion, Automaton, CharSet, Code, Inst, Pattern, Program, Repeat, UNBOUNDED,
    };
    pub use crate::reader::{Reader, Stop};
    #[cfg(feature = "calls")]
    pub use crate::registry::ToolRegistry;
    pub use crate::remote as mcp;
    pub use crate::repairs::{RepairedField, RepairedPart, Repairs};
    pub use crate::results::{BLOB_BYTES, ProjectedParts, Projection, Results, USUAL_BYTES};
    pub use crate::rule;
    pub use crate::schema::{
        ANY, BOOLEAN, Bound, Complete, Condition, Divisor, Evaluated, Field, INTEGER, Keys,
        Keyword, List, NEVER, NONE, NULL, NUMBER, Number, Object, Schema, Select, TEXT, Tag, Text,
        Union, Unique,
    };
    #[cfg(feature = "search")]
    pub use crate::search::{SearchIndex, SearchWord, SearchedTool};
    pub use crate::shell::{Matching, Rule as CommandRule, Settings as Commands};
    pub use crate::simulated as simulate;
    pub use crate::slot::{Entries, Part, Slot, Value, constant};
    #[cfg(feature = "calls")]
    pub use crate::slot::{Parsed, ParsedJson};
    #[cfg(feature = "calls")]
    pub use crate::tool::Tool;
    #[cfg(feature = "calls")]
    pub use crate::toolset::Shipped;
    pub use crate::toolset::{Files, Mount, Runner, ToolsetSettings};
    #[cfg(feature = "calls")]
    pub use crate::unknown_value::UnknownValue;
    #[cfg(feature = "calls")]
    pub use crate::worker::{Row, Worker, WorkerTable};
    #[cfg(feature = "calls")]
    pub use crate::{keep_schemas, same_input, same_output};
    #[cfg(feature = "calls")]
    pub use crate::{
        require_answers, require_ask, require_fs, require_http, require_lm, require_mcp,
        require_mcp_stdio, require_mount, require_pages, require_rules, require_search,
        require_shell, require_simulate,
    };
    #[cfg(feature = "calls")]
    pub use serde_core::de::IgnoredAny;
    #[doc(hidden)]
    pub use std::fmt;
    pub use std::str::FromStr;
}
