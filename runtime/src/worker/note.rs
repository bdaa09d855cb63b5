//! What is put on record immediately before a tool runs.

use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};

/// What is put on record immediately before a tool runs, when nothing can refuse the call any more or ask about it.
pub(crate) trait Note: Sync {
    /// Puts it on record. If that fails, the tool does not run.
    fn write(&self) -> Pin<Box<dyn Future<Output = bool> + Send + '_>>;
}

/// A note that is written once.
pub(super) struct OnceNote<N, F, E> {
    write: Mutex<Option<N>>,
    error: Mutex<Option<E>>,
    written: PhantomData<fn() -> F>,
}

impl<N, F, E> OnceNote<N, F, E> {
    pub fn new(write: N) -> Self {
        OnceNote {
            write: Mutex::new(Some(write)),
            error: Mutex::new(None),
            written: PhantomData,
        }
    }

    /// Why it could not be written.
    pub fn into_error(self) -> Option<E> {
        let error = self.error.into_inner();
        error.unwrap_or_else(PoisonError::into_inner)
    }
}

impl<N, F, E> Note for OnceNote<N, F, E>
where
    N: FnOnce() -> F + Send,
    F: Future<Output = Result<(), E>> + Send,
    E: Send,
{
    fn write(&self) -> Pin<Box<dyn Future<Output = bool> + Send + '_>> {
        let write = self.write.lock();
        let write = write.unwrap_or_else(PoisonError::into_inner).take();
        Box::pin(async move {
            // a call runs once, so that there is nothing to write a second time
            let Some(write) = write else { return false };
            let Err(error) = write().await else {
                return true;
            };
            *self.error.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            false
        })
    }
}
