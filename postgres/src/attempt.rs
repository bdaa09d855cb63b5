//! Tries steps again while the database cannot be reached.

use crate::connection::Lent;
use crate::error::PostgresError;
use crate::store::PostgresStore;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};
use toolc_runtime::StoreError;

/// The pause before the first repetition; each later one is twice as long, up to [`LONGEST`].
const SHORTEST: Duration = Duration::from_millis(20);
const LONGEST: Duration = Duration::from_millis(500);

/// How often a step was tried before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attempt {
    First,
    /// The answer to an earlier attempt may have been lost, so the step may have been taken.
    Repeated,
}

impl PostgresStore {
    /// Takes a step, which must be one that can be repeated. While the database cannot be reached it is tried again, for as
    /// long as the settings say.
    pub(crate) async fn attempt<T, F>(
        &self,
        step: impl Fn(Lent, Attempt) -> F + Send + Sync,
    ) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, PostgresError>> + Send,
        T: Send,
    {
        let patience = self.settings().patience;
        let started = Instant::now();
        let (mut attempt, mut pause) = (Attempt::First, SHORTEST);
        loop {
            match self.try_once(&step, attempt).await {
                Err(error) if error.is_transient() && started.elapsed() + pause <= patience => {
                    sleep(pause).await;
                    (attempt, pause) = (Attempt::Repeated, LONGEST.min(pause * 2));
                }
                Err(error) => return Err(error.into()),
                Ok(value) => return Ok(value),
            }
        }
    }

    async fn try_once<T, F>(
        &self,
        step: &(impl Fn(Lent, Attempt) -> F + Send + Sync),
        attempt: Attempt,
    ) -> Result<T, PostgresError>
    where
        F: Future<Output = Result<T, PostgresError>> + Send,
    {
        let within = self.answer_within();
        let connection = match timeout(within, self.pool().get()).await {
            Ok(connection) => Lent::new(connection?),
            Err(_) => return Err(PostgresError::Late(within)),
        };
        match timeout(within, step(connection, attempt)).await {
            Ok(ended) => ended,
            Err(_) => Err(PostgresError::Late(within)),
        }
    }

    /// How long a connection waits for an answer: the database, if it lives, has ended the statement before.
    fn answer_within(&self) -> Duration {
        self.settings().statement + Duration::from_secs(1)
    }
}
