//! Passes one value from one thread or task to another, on any executor.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// Creates both ends. The receiver gets `None` if the sender is dropped without sending.
pub(crate) fn open_oneshot<T>() -> (Sender<T>, Receiver<T>) {
    let slot = Arc::new(Mutex::new(Slot {
        value: None,
        is_closed: false,
        waker: None,
    }));
    (Sender(Arc::clone(&slot)), Receiver(slot))
}

struct Slot<T> {
    value: Option<T>,
    /// Whether one of the ends is gone.
    is_closed: bool,
    waker: Option<Waker>,
}

fn lock<T>(slot: &Mutex<Slot<T>>) -> MutexGuard<'_, Slot<T>> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The sending end.
pub(crate) struct Sender<T>(Arc<Mutex<Slot<T>>>);

/// The receiving end.
pub(crate) struct Receiver<T>(Arc<Mutex<Slot<T>>>);

impl<T> Sender<T> {
    /// Sends the value; `false` if nobody waits for it any more.
    pub fn send(self, value: T) -> bool {
        let mut slot = lock(&self.0);
        if slot.is_closed {
            return false;
        }
        slot.value = Some(value);
        true
    }

    /// Whether nobody waits any more.
    #[cfg(any(feature = "channel", feature = "terminal"))]
    pub fn is_abandoned(&self) -> bool {
        lock(&self.0).is_closed
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        let mut slot = lock(&self.0);
        slot.is_closed = true;
        let waker = slot.waker.take();
        drop(slot);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        lock(&self.0).is_closed = true;
    }
}

impl<T> Future for Receiver<T> {
    type Output = Option<T>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<T>> {
        let mut slot = lock(&self.0);
        match slot.value.take() {
            Some(value) => Poll::Ready(Some(value)),
            None if slot.is_closed => Poll::Ready(None),
            None => {
                slot.waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}
