//! Where questions are kept, and for how long.

use super::super::Exit;
use super::super::any_store::AnyStore;
use super::super::output::print_line;
use super::super::questions::open_store;
use super::super::seal_keys::{self, read_seal_keys};
use super::Serve;
use super::front::Front;
use std::time::Duration;
use toolc_runtime::{SealKey, StoreError};

/// How often questions that are over are deleted.
const FORGOTTEN_EVERY: Duration = Duration::from_secs(60);

/// How long the answer to a question counts, unless `--answer-within` says otherwise.
const ANSWER_WITHIN: Duration = Duration::from_secs(15 * 60);

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Where questions are kept, and the key that seals them.
pub(super) struct Questions {
    pub store: AnyStore,
    pub key: SealKey,
    /// How long the answer to a question counts.
    within: Duration,
    /// How long it is kept who decided what.
    kept: Duration,
}

impl Serve {
    pub fn answer_within(&self) -> Duration {
        self.answer_within.unwrap_or(ANSWER_WITHIN)
    }
}

impl Questions {
    /// Opens the store that keeps pending questions. If there is none, prints how long answers count.
    pub fn open(command: &Serve) -> Result<Option<Self>, Exit> {
        let Some(path) = &command.store else {
            print_line(
                "toolc: approval questions are sealed with a key that only this process has: their answers are valid only here, until it exits",
            );
            if std::env::var_os(seal_keys::VARIABLE).is_some() {
                let variable = seal_keys::VARIABLE;
                print_line(&format!(
                    "warning: the environment variable `{variable}` has no effect without `--store`"
                ));
            }
            return Ok(None);
        };
        Ok(Some(Questions {
            key: read_seal_keys(&command.seal_keys)?,
            store: open_store(path)?,
            within: command.answer_within(),
            kept: DAY * command.keep_decisions,
        }))
    }

    /// Forgets what is over, now and then: questions that are forgotten cannot be answered again.
    pub async fn forget_expired(self, front: Front) {
        loop {
            if let Err(error) = self.forget().await {
                print_line(&format!(
                    "toolc: old questions cannot be forgotten: {error}"
                ));
                front.note_store_error("", "forget", None, &error);
            }
            tokio::time::sleep(FORGOTTEN_EVERY).await;
        }
    }

    async fn forget(&self) -> Result<(), StoreError> {
        self.store.forget_expired(&self.key, self.within).await?;
        self.store.forget_decisions(self.kept).await
    }
}
