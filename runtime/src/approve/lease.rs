//! Keeps the lease of a claim alive for as long as its call runs.

use super::store::{ApprovalStore, Claim};
use crate::timer::Timer;
use std::future::{pending, poll_fn};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

/// How often a lease is renewed in its length: two renewals may fail before it runs out.
const RENEWALS: u32 = 3;

/// The lease of a claimed call.
pub(crate) struct Lease<'c> {
    claim: &'c Claim,
    length: Duration,
}

impl<'c> Lease<'c> {
    /// The lease of a claim, which begins now.
    pub fn of(claim: &'c Claim, length: Duration) -> Self {
        Lease { claim, length }
    }

    /// Runs the work of the claimed call, and renews the lease meanwhile. The work is never stopped: if the store fails, or
    /// a person has decided about the call already, whoever finishes it is told.
    pub async fn hold<S: ApprovalStore, W: Future>(
        &self,
        store: &S,
        timer: &dyn Timer,
        work: W,
    ) -> W::Output {
        let mut work = pin!(work);
        let mut renewal = pin!(self.renew(store, timer));
        poll_fn(|context| {
            let worked = work.as_mut().poll(context);
            if worked.is_pending() {
                let _ = renewal.as_mut().poll(context);
            }
            worked
        })
        .await
    }

    /// Renews the lease until the claim does not hold any more, and then waits for ever.
    async fn renew<S: ApprovalStore>(&self, store: &S, timer: &dyn Timer) {
        let pause = self.length / RENEWALS;
        // What is over as soon as it begins cannot be held.
        while !pause.is_zero() {
            timer.sleep(pause).await;
            // The store may be back in time for the next renewal.
            if let Ok(false) = store.renew(self.claim, self.length).await {
                break;
            }
            give_way().await;
        }
        pending().await
    }
}

/// Lets the work go on, even if neither the timer nor the store ever waits.
async fn give_way() {
    let mut is_first = true;
    poll_fn(|context| {
        if !std::mem::take(&mut is_first) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
