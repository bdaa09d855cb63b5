//! Futures that run at the same time within one task.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;

/// How many do the same thing at once.
pub(super) const MANY: usize = 8;

/// Runs all of them, and returns their outputs in the order of the futures.
pub(super) async fn run_together<F: Future>(
    futures: impl IntoIterator<Item = F>,
) -> Vec<F::Output> {
    let mut waiting: Vec<Pin<Box<F>>> = futures.into_iter().map(Box::pin).collect();
    let mut outputs: Vec<Option<F::Output>> = waiting.iter().map(|_| None).collect();
    poll_fn(|context| {
        let mut is_done = true;
        for (future, output) in waiting.iter_mut().zip(&mut outputs) {
            if output.is_some() {
                continue;
            }
            match future.as_mut().poll(context) {
                Poll::Ready(made) => *output = Some(made),
                Poll::Pending => is_done = false,
            }
        }
        match is_done {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    })
    .await;
    outputs.into_iter().flatten().collect()
}
