//! A worker as a tower service, to combine it with tower's limits, queues and load shedding.

use crate::context::Context;
use crate::incoming::ToolCall;
use crate::result::ToolResult;
use crate::tool_runtime::ToolRuntime;
use std::convert::Infallible;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as Task, Poll};
use tower_service::Service;

/// A worker as a tower service. Requests are a `ToolCall`, which gets the service's context, or a
/// `(Context, ToolCall)`. It is always ready and never fails, because every outcome is a result.
///
/// Repeating a call would ask for approval and act a second time, so do not put retry layers in front of it.
pub struct ToolService<R: ?Sized> {
    runtime: Arc<R>,
    context: Context,
}

impl<R: ToolRuntime + ?Sized> ToolService<R> {
    /// Creates the service of a worker. Calls without a context of their own get the default one.
    pub fn new(runtime: Arc<R>) -> Self {
        ToolService {
            runtime,
            context: Context::default(),
        }
    }

    /// Sets the context for calls that come without one.
    #[must_use]
    pub fn with_context(mut self, context: Context) -> Self {
        self.context = context;
        self
    }
}

impl<R: ?Sized> Clone for ToolService<R> {
    fn clone(&self) -> Self {
        ToolService {
            runtime: Arc::clone(&self.runtime),
            context: self.context.clone(),
        }
    }
}

impl<R: ToolRuntime + ?Sized> fmt::Debug for ToolService<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolService")
            .field("worker", &self.runtime.name())
            .field("context", &self.context)
            .finish()
    }
}

impl<R: ToolRuntime + ?Sized + 'static> Service<(Context, ToolCall)> for ToolService<R> {
    type Response = ToolResult;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<ToolResult, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Task<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, (context, call): (Context, ToolCall)) -> Self::Future {
        let runtime = Arc::clone(&self.runtime);
        Box::pin(async move { Ok(runtime.call(&context, call).await) })
    }
}

impl<R: ToolRuntime + ?Sized + 'static> Service<ToolCall> for ToolService<R> {
    type Response = ToolResult;
    type Error = Infallible;
    type Future = <Self as Service<(Context, ToolCall)>>::Future;

    fn poll_ready(&mut self, _: &mut Task<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, call: ToolCall) -> Self::Future {
        let context = self.context.clone();
        self.call((context, call))
    }
}
