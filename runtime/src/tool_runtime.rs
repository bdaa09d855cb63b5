//! The interface of a worker without the type of its handlers: for programs that choose workers at run time,
//! and for code that calls tools of any worker.

use crate::context::Context;
use crate::definition::{Shown, Target, list_definitions};
use crate::entry::ToolEntry;
use crate::incoming::ToolCall;
use crate::json::Json;
use crate::result::ToolResult;
use crate::worker::{Order, Worker};
use serde_json::Value;
use std::pin::Pin;
use std::sync::Arc;

/// A call in progress, or several calls if `R` is the type of all their results.
pub type Calling<'a, R = ToolResult> = Pin<Box<dyn Future<Output = R> + Send + 'a>>;

/// Calls tools for a model: a [`Worker`], or anything that wraps one.
///
/// It is used as `Arc<dyn ToolRuntime>` or `Box<dyn ToolRuntime>`; both implement it too.
pub trait ToolRuntime: Send + Sync {
    /// The name of the worker.
    fn name(&self) -> &str;

    /// The tools that can be called.
    fn tools(&self) -> Vec<&'static ToolEntry>;

    /// How they are shown to a model, in the same order.
    fn shown(&self) -> Vec<Shown<'_>> {
        self.tools().into_iter().map(ToolEntry::shown).collect()
    }

    /// The definitions for a model: a list of all tools that can be called.
    fn definitions(&self, target: Target) -> Json {
        list_definitions(self.shown(), target)
    }

    /// Calls a tool. Every outcome is a result for the model.
    fn call<'a>(&'a self, context: &'a Context, call: ToolCall) -> Calling<'a>;

    /// Calls a tool with arguments that are already parsed. The default implementation serializes them.
    fn call_value<'a>(
        &'a self,
        context: &'a Context,
        id: String,
        name: String,
        arguments: Value,
    ) -> Calling<'a> {
        self.call(context, ToolCall::new(id, name, arguments.to_string()))
    }

    /// Makes the calls in one response of a model; returns a result for each call, in the same order. The
    /// default implementation ignores `order` and runs them one after another.
    fn call_all<'a>(
        &'a self,
        context: &'a Context,
        calls: Vec<ToolCall>,
        order: Order,
    ) -> Calling<'a, Vec<ToolResult>> {
        let _ = order;
        Box::pin(async move {
            let mut results = Vec::with_capacity(calls.len());
            for call in calls {
                results.push(self.call(context, call).await);
            }
            results
        })
    }
}

impl<H: Send + Sync + 'static> ToolRuntime for Worker<H> {
    fn name(&self) -> &str {
        self.name()
    }

    fn tools(&self) -> Vec<&'static ToolEntry> {
        self.tools().collect()
    }

    fn shown(&self) -> Vec<Shown<'_>> {
        self.shown().collect()
    }

    fn call<'a>(&'a self, context: &'a Context, call: ToolCall) -> Calling<'a> {
        Box::pin(self.call(context, call))
    }

    fn call_value<'a>(
        &'a self,
        context: &'a Context,
        id: String,
        name: String,
        arguments: Value,
    ) -> Calling<'a> {
        Box::pin(self.call_value(context, id, name, arguments))
    }

    fn call_all<'a>(
        &'a self,
        context: &'a Context,
        calls: Vec<ToolCall>,
        order: Order,
    ) -> Calling<'a, Vec<ToolResult>> {
        Box::pin(self.call_all(context, calls, order))
    }
}

macro_rules! pointers {
    ($($pointer:ident)*) => {$(
        impl<R: ToolRuntime + ?Sized> ToolRuntime for $pointer<R> {
            fn name(&self) -> &str {
                (**self).name()
            }

            fn tools(&self) -> Vec<&'static ToolEntry> {
                (**self).tools()
            }

            fn shown(&self) -> Vec<Shown<'_>> {
                (**self).shown()
            }

            fn definitions(&self, target: Target) -> Json {
                (**self).definitions(target)
            }

            fn call<'a>(&'a self, context: &'a Context, call: ToolCall) -> Calling<'a> {
                (**self).call(context, call)
            }

            fn call_value<'a>(
                &'a self,
                context: &'a Context,
                id: String,
                name: String,
                arguments: Value,
            ) -> Calling<'a> {
                (**self).call_value(context, id, name, arguments)
            }

            fn call_all<'a>(
                &'a self,
                context: &'a Context,
                calls: Vec<ToolCall>,
                order: Order,
            ) -> Calling<'a, Vec<ToolResult>> {
                (**self).call_all(context, calls, order)
            }
        }
    )*};
}

pointers!(Arc Box);
