//! A store of pending calls, in a file or in a database.

use std::path::Path;
use std::time::{Duration, SystemTime};
#[cfg(feature = "postgres")]
use toolc_postgres::{PostgresStore, Settings};
use toolc_runtime::{
    ApprovalStore, Json, ResumeError, SealKey, SqliteStore, StoreError, StoredCall,
};

/// A store of either kind.
#[derive(Clone)]
pub(super) enum AnyStore {
    File(SqliteStore),
    #[cfg(feature = "postgres")]
    Database(PostgresStore),
}

/// What is in a store.
pub(super) struct Inspected {
    /// The version of its tables, and the one that is known here.
    pub version: u32,
    pub known: u32,
    /// What is wrong with a file. A database says so by itself.
    pub faults: Vec<String>,
    /// All calls, those that are finished too.
    pub calls: Vec<StoredCall>,
    /// How many records of forgotten calls there are.
    pub decisions: usize,
    /// What time it is for them.
    pub now: SystemTime,
}

/// Does the same with a store of either kind.
macro_rules! either {
    ($any:expr, $store:ident => $done:expr) => {
        match $any {
            AnyStore::File($store) => $done,
            #[cfg(feature = "postgres")]
            AnyStore::Database($store) => $done,
        }
    };
}

/// The URL of a database, if this is not the name of a file.
pub(super) fn find_url(place: &Path) -> Option<&str> {
    let text = place.to_str()?;
    let is_url = ["postgres://", "postgresql://"]
        .iter()
        .any(|scheme| text.starts_with(scheme));
    is_url.then_some(text)
}

impl AnyStore {
    /// Opens a store, or makes it. A connection that is made on the way lives as long as the caller's runtime, and others take
    /// its place.
    pub async fn open(place: &Path) -> Result<Self, StoreError> {
        match find_url(place) {
            None => SqliteStore::open_file(place).map(AnyStore::File),
            #[cfg(feature = "postgres")]
            Some(url) => PostgresStore::connect(url).await.map(AnyStore::Database),
            #[cfg(not(feature = "postgres"))]
            Some(_) => Err(no_databases()),
        }
    }

    /// Opens a store that must be there.
    pub async fn open_known(place: &Path) -> Result<Self, StoreError> {
        match find_url(place) {
            #[cfg(feature = "postgres")]
            Some(url) => {
                let store = PostgresStore::connect_existing(url, Settings::default()).await?;
                Ok(AnyStore::Database(store))
            }
            #[cfg(not(feature = "postgres"))]
            Some(_) => Err(no_databases()),
            None => SqliteStore::open_known_file(place).map(AnyStore::File),
        }
    }

    /// Looks at a store, without changing it. A database of another version is refused.
    pub async fn inspect(place: &Path) -> Result<Inspected, StoreError> {
        match find_url(place) {
            None => {
                let report = SqliteStore::inspect_file(place)?;
                Ok(Inspected {
                    version: report.version,
                    known: SqliteStore::VERSION,
                    faults: report.faults,
                    calls: report.calls,
                    decisions: report.decisions,
                    now: SystemTime::now(),
                })
            }
            #[cfg(feature = "postgres")]
            Some(url) => {
                let store = PostgresStore::connect_existing(url, Settings::default()).await?;
                let decisions = store.count_decisions().await?;
                Ok(Inspected {
                    version: PostgresStore::VERSION.unsigned_abs(),
                    known: PostgresStore::VERSION.unsigned_abs(),
                    faults: Vec::new(),
                    calls: store.list().await?,
                    decisions: usize::try_from(decisions).unwrap_or(usize::MAX),
                    now: store.now().await?,
                })
            }
            #[cfg(not(feature = "postgres"))]
            Some(_) => Err(no_databases()),
        }
    }

    /// Upgrades a store of an earlier version; returns the version that it had, and the one that is known here.
    pub async fn migrate(place: &Path) -> Result<(u32, u32), StoreError> {
        match find_url(place) {
            None => Ok((SqliteStore::migrate_file(place)?, SqliteStore::VERSION)),
            #[cfg(feature = "postgres")]
            Some(url) => {
                let known = PostgresStore::VERSION.unsigned_abs();
                let before = PostgresStore::migrate(url, Settings::default()).await?;
                Ok((before.unwrap_or_default().unsigned_abs(), known))
            }
            #[cfg(not(feature = "postgres"))]
            Some(_) => Err(no_databases()),
        }
    }

    pub async fn forget_expired(&self, key: &SealKey, within: Duration) -> Result<(), StoreError> {
        either!(self, store => store.forget_expired(key, within).await)
    }

    pub async fn forget_decisions(&self, age: Duration) -> Result<(), StoreError> {
        either!(self, store => store.forget_decisions(age).await.map(drop))
    }

    pub async fn decisions(
        &self,
        key: &SealKey,
    ) -> Result<Vec<Result<Json, ResumeError>>, StoreError> {
        either!(self, store => store.decisions(key).await)
    }
}

#[cfg(not(feature = "postgres"))]
fn no_databases() -> StoreError {
    StoreError::new("this toolc was built without the feature `postgres`")
}

impl ApprovalStore for AnyStore {
    async fn insert(&self, call: &StoredCall) -> Result<bool, StoreError> {
        either!(self, store => store.insert(call).await)
    }

    async fn get(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        either!(self, store => store.get(id).await)
    }

    async fn replace(&self, revision: u32, call: &StoredCall) -> Result<bool, StoreError> {
        either!(self, store => store.replace(revision, call).await)
    }

    async fn open(&self) -> Result<Vec<StoredCall>, StoreError> {
        either!(self, store => ApprovalStore::open(store).await)
    }

    async fn list(&self) -> Result<Vec<StoredCall>, StoreError> {
        either!(self, store => store.list().await)
    }

    async fn now(&self) -> Result<SystemTime, StoreError> {
        either!(self, store => store.now().await)
    }
}
