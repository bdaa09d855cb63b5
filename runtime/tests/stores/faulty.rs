//! A store in memory that breaks one promise.

use std::future::poll_fn;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use toolc_runtime::{
    ApprovalStore, Claim, Json, MemoryStore, PendingCall, ResumeError, Ruling, SealKey, State,
    StoreError, StoredCall, ToolResult,
};

/// The promise that is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    InsertsOver,
    IgnoresCase,
    TrimsIds,
    TrimsTexts,
    LosesMillis,
    CutsTexts,
    IgnoresRevisions,
    ReadsThenWrites,
    ReadsThenInserts,
    SignedRevisions,
    HidesClaimed,
    ListsFinished,
    ListsAPage,
    StopsTheClock,
    ClockOfEachHandle,
    LeasesByAnotherClock,
    RenewsNothing,
    LastDecisionCounts,
    ClaimsUndecided,
    RunsAgainAnytime,
    AnybodyFinishes,
    GivesUpForNow,
    PutsOnce,
}

pub struct Faulty {
    store: MemoryStore,
    fault: Fault,
    /// The how manieth handle it is.
    handle: u32,
    /// What was finished when it was inserted.
    finished: Mutex<Vec<StoredCall>>,
}

/// The longest text of a store with short columns.
const SHORT: usize = 64 << 10;

/// How much a store lists that lists a page.
const PAGE: usize = 100;

impl Faulty {
    pub fn new(store: MemoryStore, fault: Fault, handle: u32) -> Self {
        Faulty {
            store,
            fault,
            handle,
            finished: Mutex::default(),
        }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    /// What the store makes of a call before it keeps it.
    fn kept(&self, call: &StoredCall) -> Result<StoredCall, StoreError> {
        let mut call = call.clone();
        call.id = self.id(&call.id);
        match (self.fault, &mut call.state) {
            (Fault::TrimsTexts, _) => call.question = call.question.trim().to_owned(),
            (Fault::CutsTexts, _) => call.question.truncate(SHORT),
            (Fault::SignedRevisions, _) => {
                i32::try_from(call.revision).map_err(StoreError::new)?;
            }
            (Fault::LosesMillis, State::Claimed { until, .. }) => {
                let since = until.duration_since(UNIX_EPOCH).unwrap_or_default();
                *until = UNIX_EPOCH + Duration::from_secs(since.as_secs());
            }
            _ => {}
        }
        Ok(call)
    }

    fn id(&self, id: &str) -> String {
        match self.fault {
            Fault::IgnoresCase => id.to_lowercase(),
            Fault::TrimsIds => id.trim_end().to_owned(),
            _ => id.to_owned(),
        }
    }

    fn finished(&self) -> MutexGuard<'_, Vec<StoredCall>> {
        self.finished.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a call whatever there is.
    async fn overwrite(&self, call: &StoredCall) -> Result<(), StoreError> {
        if let Some(known) = self.store.get(&call.id).await? {
            self.store.replace(known.revision, call).await?;
        }
        Ok(())
    }

    async fn step(&self, call: StoredCall, state: State) -> Result<bool, StoreError> {
        let revision = call.revision;
        let next = StoredCall {
            revision: revision + 1,
            state,
            ..call
        };
        self.store.replace(revision, &next).await
    }

    async fn stored(&self, id: &str) -> Result<StoredCall, ResumeError> {
        self.store.get(id).await?.ok_or(ResumeError::NotStored)
    }
}

/// Lets others go on in between.
async fn give_way() {
    let mut first = true;
    poll_fn(|context| match std::mem::take(&mut first) {
        true => {
            context.waker().wake_by_ref();
            Poll::Pending
        }
        false => Poll::Ready(()),
    })
    .await;
}

impl ApprovalStore for Faulty {
    async fn insert(&self, call: &StoredCall) -> Result<bool, StoreError> {
        let call = self.kept(call)?;
        if matches!(call.state, State::Finished { .. }) {
            self.finished().push(call.clone());
        }
        if self.has(Fault::ReadsThenInserts) {
            let known = self.store.get(&call.id).await?;
            give_way().await;
            if known.is_none() && !self.store.insert(&call).await? {
                self.overwrite(&call).await?;
            }
            return Ok(known.is_none());
        }
        let is_new = self.store.insert(&call).await?;
        if !is_new && self.has(Fault::InsertsOver) {
            self.overwrite(&call).await?;
            return Ok(true);
        }
        Ok(is_new)
    }

    async fn get(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        self.store.get(&self.id(id)).await
    }

    async fn replace(&self, revision: u32, call: &StoredCall) -> Result<bool, StoreError> {
        let call = self.kept(call)?;
        let Some(known) = self.store.get(&call.id).await? else {
            return Ok(false);
        };
        match self.fault {
            Fault::IgnoresRevisions => self.store.replace(known.revision, &call).await,
            Fault::ReadsThenWrites => {
                give_way().await;
                if known.revision == revision {
                    self.overwrite(&call).await?;
                }
                Ok(known.revision == revision)
            }
            _ => self.store.replace(revision, &call).await,
        }
    }

    async fn open(&self) -> Result<Vec<StoredCall>, StoreError> {
        let mut open = self.store.open().await?;
        match self.fault {
            Fault::HidesClaimed => open.retain(|call| !matches!(call.state, State::Claimed { .. })),
            Fault::ListsAPage => {
                let first = open.len().saturating_sub(PAGE);
                open.drain(..first);
            }
            Fault::ListsFinished => open.extend(self.finished().iter().cloned()),
            _ => {}
        }
        Ok(open)
    }

    async fn now(&self) -> Result<SystemTime, StoreError> {
        let hours = Duration::from_secs(3600) * self.handle;
        match self.fault {
            Fault::StopsTheClock => Ok(UNIX_EPOCH + Duration::from_secs(1_800_000_000)),
            Fault::ClockOfEachHandle => Ok(SystemTime::now() + hours),
            _ => Ok(SystemTime::now()),
        }
    }

    async fn put(&self, pending: &PendingCall, key: &SealKey) -> Result<(), ResumeError> {
        let known = self.get(pending.id()).await?;
        if self.has(Fault::PutsOnce) && known.is_some() {
            return Err(ResumeError::NotStored);
        }
        Steps(self).put(pending, key).await
    }

    async fn decide(&self, ruling: &Ruling, key: &SealKey) -> Result<(), ResumeError> {
        if self.has(Fault::LastDecisionCounts) {
            let call = self.stored(ruling.id()).await?;
            if call.state == State::Decided {
                let decided = StoredCall {
                    ruling: Some(ruling.seal(key)),
                    ..call
                };
                self.step(decided, State::Decided).await?;
                return Ok(());
            }
        }
        Steps(self).decide(ruling, key).await
    }

    async fn take(
        &self,
        pending: &PendingCall,
        ruling: &Ruling,
        lease: Duration,
    ) -> Result<Claim, ResumeError> {
        if self.has(Fault::ClaimsUndecided)
            && self.stored(pending.id()).await?.state == State::Asked
        {
            let key = SealKey::new("check", b"8f14e45fceea167a5a36dedd4bea2543");
            let key = key.map_err(|weak| StoreError::new(weak.to_string()))?;
            Steps(self).decide(ruling, &key).await?;
        }
        Steps(self).take(pending, ruling, lease).await
    }

    async fn renew(&self, claim: &Claim, lease: Duration) -> Result<bool, StoreError> {
        match self.fault {
            Fault::RenewsNothing => Steps(self).renew(claim, Duration::from_secs(1) / 20).await,
            Fault::LeasesByAnotherClock => Steps(self).renew(claim, lease * 2).await,
            _ => Steps(self).renew(claim, lease).await,
        }
    }

    async fn finish(&self, claim: &Claim, result: &ToolResult) -> Result<(), StoreError> {
        let finished = Steps(self).finish(claim, result).await;
        if !self.has(Fault::AnybodyFinishes) || finished.is_ok() {
            return finished;
        }
        // The id is all that is left of the claim, and its debug form has it.
        let id = format!("{claim:?}");
        let id = id.split('"').nth(1).unwrap_or_default();
        if let Some(call) = self.store.get(id).await? {
            let result = Json::encode(result).map_err(StoreError::new)?;
            let result = Some(result.as_text().to_owned());
            self.step(call, State::Finished { result }).await?;
        }
        Ok(())
    }

    async fn run_again(&self, id: &str) -> Result<(), ResumeError> {
        let call = self.stored(id).await?;
        if self.has(Fault::RunsAgainAnytime) && matches!(call.state, State::Claimed { .. }) {
            self.step(call, State::Decided).await?;
            return Ok(());
        }
        Steps(self).run_again(id).await
    }

    async fn give_up(&self, id: &str) -> Result<(), ResumeError> {
        if self.has(Fault::GivesUpForNow) && self.stored(id).await?.state == State::Asked {
            return Ok(());
        }
        Steps(self).give_up(id).await
    }
}

/// The same rows, with the steps as the trait has them.
struct Steps<'f>(&'f Faulty);

impl ApprovalStore for Steps<'_> {
    async fn insert(&self, call: &StoredCall) -> Result<bool, StoreError> {
        self.0.insert(call).await
    }

    async fn get(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        self.0.get(id).await
    }

    async fn replace(&self, revision: u32, call: &StoredCall) -> Result<bool, StoreError> {
        self.0.replace(revision, call).await
    }

    async fn open(&self) -> Result<Vec<StoredCall>, StoreError> {
        ApprovalStore::open(self.0).await
    }

    async fn now(&self) -> Result<SystemTime, StoreError> {
        self.0.now().await
    }
}
