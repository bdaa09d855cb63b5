//! The face of a worker without its handlers' type: for whoever chooses workers while running, and
//! for what calls tools and does not care whose they are.

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

/// A call under way, or several with `R` for all their results.
pub type Calling<'a, R = ToolResult> = Pin<Box<dyn Future<Output = R> + Send + 'a>>;

/// What calls tools for a model: a [`Worker`], or anything that is before one.
///
/// It is used as `Arc<dyn ToolRuntime>` or `Box<dyn ToolRuntime>`; each of them is one too.
pub trait ToolRuntime: Send + Sync {
    /// The worker's name.
    fn name(&self) -> &str;

    /// The tools that can be called.
    fn tools(&self) -> Vec<&'static ToolEntry>;

    /// What is shown of them, in the same order.
    fn shown(&self) -> Vec<Shown<'_>> {
        self.tools().into_iter().map(ToolEntry::shown).collect()
    }

    /// What a model is shown: a list of all tools that can be called.
    fn definitions(&self, target: Target) -> Json {
        list_definitions(self.shown(), target)
    }

    /// Calls a tool. Whatever happens is a result for the model.
    fn call<'a>(&'a self, context: &'a Context, call: ToolCall) -> Calling<'a>;

    /// The same with arguments that are parsed already. What cannot read them so writes their text.
    fn call_value<'a>(
        &'a self,
        context: &'a Context,
        id: String,
        name: String,
        arguments: Value,
    ) -> Calling<'a> {
        self.call(context, ToolCall::new(id, name, arguments.to_string()))
    }

    /// Calls what one answer of a model asks for; a result for each call, in the same order. What
    /// does not know which tools only read runs them one after another.
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
