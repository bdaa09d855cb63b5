//! Runs blocking work on its own thread, so that the time limits of a call apply to it and the polling thread
//! is free for other work. If the call ends first, the work still runs to its end.

use crate::contain::catch_panic;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use std::{io, thread};

/// Runs `work` on a new thread. Fails if it panics or the thread cannot be started.
pub(super) fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> impl Future<Output = io::Result<T>> + Send {
    Blocking::Waiting(Some(work))
}

enum Blocking<T, W> {
    /// Not started yet: the first poll starts it.
    Waiting(Option<W>),
    Running(Arc<Mutex<Shared<T>>>),
}

struct Shared<T> {
    result: Option<Result<T, String>>,
    waker: Option<Waker>,
}

// Nothing in it is pinned.
impl<T, W> Unpin for Blocking<T, W> {}

impl<T: Send + 'static, W: FnOnce() -> T + Send + 'static> Future for Blocking<T, W> {
    type Output = io::Result<T>;

    fn poll(mut self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<io::Result<T>> {
        if let Blocking::Waiting(work) = &mut *self {
            let Some(work) = work.take() else {
                return Poll::Pending;
            };
            let running = match begin(work) {
                Ok(running) => running,
                Err(error) => return Poll::Ready(Err(error)),
            };
            *self = Blocking::Running(running);
        }
        let Blocking::Running(shared) = &*self else {
            return Poll::Pending;
        };
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        match shared.result.take() {
            Some(result) => Poll::Ready(result.map_err(io::Error::other)),
            None => {
                shared.waker = Some(task.waker().clone());
                Poll::Pending
            }
        }
    }
}

fn begin<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<Arc<Mutex<Shared<T>>>> {
    let shared = Arc::new(Mutex::new(Shared {
        result: None,
        waker: None,
    }));
    let theirs = Arc::clone(&shared);
    let run = move || {
        let result = catch_panic(work);
        let mut shared = theirs.lock().unwrap_or_else(PoisonError::into_inner);
        shared.result = Some(result);
        let waker = shared.waker.take();
        drop(shared);
        if let Some(waker) = waker {
            waker.wake();
        }
    };
    let builder = thread::Builder::new().name("toolc-fs".to_owned());
    builder.spawn(run)?;
    Ok(shared)
}
