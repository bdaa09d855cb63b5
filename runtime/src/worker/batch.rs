//! The calls in one response of a model.

use super::Worker;
use crate::context::Context;
use crate::incoming::ToolCall;
use crate::result::ToolResult;
use std::pin::Pin;
use std::task::{Context as Task, Poll};

/// How the calls in one response run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Order {
    /// One after another, in the order in which they came.
    InOrder,
    /// Consecutive calls of tools that only read (`Effect::Read`) run concurrently. Every other call waits
    /// for those before it, and those after it wait for it.
    SideBySide,
}

impl<H: 'static> Worker<H> {
    /// Makes the calls in one response of a model, and returns a result for each call, in the order of the
    /// calls. Each is decided about separately: one that fails or is denied does not stop the others.
    ///
    /// If the future is dropped, running calls are reported to observers as cancelled, and waiting ones have
    /// not started.
    pub async fn call_all(
        &self,
        context: &Context,
        calls: Vec<ToolCall>,
        order: Order,
    ) -> Vec<ToolResult> {
        let mut results = Vec::with_capacity(calls.len());
        let mut together = Vec::new();
        for call in calls {
            let reads = order == Order::SideBySide && self.only_reads(&call.name);
            let running = Box::pin(self.call(context, call));
            if reads {
                together.push(Running::Still(running));
                continue;
            }
            results.extend(All(std::mem::take(&mut together)).await);
            results.push(running.await);
        }
        results.extend(All(together).await);
        results
    }

    /// Whether every tool with this name is known to only read.
    fn only_reads(&self, name: &str) -> bool {
        let rows = self.lookup.find_in(self.table.rows, name);
        rows.iter().all(|row| row.entry.effect.is_read())
    }
}

/// Runs calls concurrently.
struct All<F: Future>(Vec<Running<F>>);

enum Running<F: Future> {
    Still(Pin<Box<F>>),
    Ended(F::Output),
    Taken,
}

impl<F: Future> Running<F> {
    fn advance(&mut self, task: &mut Task<'_>) -> bool {
        if let Running::Still(future) = self {
            match future.as_mut().poll(task) {
                Poll::Ready(output) => *self = Running::Ended(output),
                Poll::Pending => return false,
            }
        }
        true
    }
}

impl<F: Future> Future for All<F>
where
    F::Output: Unpin,
{
    type Output = Vec<F::Output>;

    fn poll(mut self: Pin<&mut Self>, task: &mut Task<'_>) -> Poll<Self::Output> {
        let mut ended = true;
        for running in &mut self.0 {
            ended &= running.advance(task);
        }
        if !ended {
            return Poll::Pending;
        }
        let outputs = self.0.iter_mut().filter_map(|running| {
            match std::mem::replace(running, Running::Taken) {
                Running::Ended(output) => Some(output),
                _ => None,
            }
        });
        Poll::Ready(outputs.collect())
    }
}
