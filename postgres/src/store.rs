//! The store, and how it gets at its database.

use crate::error::PostgresError;
use crate::listener::Listener;
use crate::migrations::{self, VERSION};
use crate::settings::{Address, Authorities, Settings};
use deadpool_postgres::{Hook, HookError, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime};
use rustls_tokio_postgres::{MakeRustlsConnect, config_from_ca_cert, config_platform_verifier};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use tokio_postgres::config::SslMode;
use tokio_postgres::tls::{MakeTlsConnect, TlsConnect};
use tokio_postgres::{Config, NoTls, Socket};
use toolc_runtime::StoreError;

/// Keeps pending calls, journals of programs, and results that are read page by page in PostgreSQL, for any number of
/// machines. Clones share its connections.
///
/// It must be used within a Tokio runtime with its network and time drivers. The clock of the database decides what has
/// expired. While the database restarts, steps wait for it ([`Settings::patience`]).
#[derive(Clone)]
pub struct PostgresStore(Arc<Inner>);

struct Inner {
    pool: Pool,
    settings: Settings,
    listener: Option<Listener>,
}

impl PostgresStore {
    /// Connects to a database, and makes the tables if there are none.
    ///
    /// The URL is as libpq reads it: `postgres://toolc@db.example.com/toolc`. A database on another machine is only spoken
    /// to with TLS, and its certificate must be one that the system trusts, or an authority in the file of
    /// `sslrootcert`; `sslmode=disable` ends that.
    ///
    /// # Errors
    /// Fails if the URL cannot be read, the database cannot be reached, or its tables have another version.
    pub async fn connect(url: &str) -> Result<Self, StoreError> {
        PostgresStore::connect_with(url, Settings::default()).await
    }

    /// Like [`PostgresStore::connect`], with settings.
    ///
    /// # Errors
    /// As there, and if a setting cannot be used.
    pub async fn connect_with(url: &str, settings: Settings) -> Result<Self, StoreError> {
        let store = PostgresStore::open(url, settings)?;
        store.prepare().await?;
        Ok(store)
    }

    /// Connects to a database that has the tables, and makes none.
    ///
    /// # Errors
    /// Fails as [`PostgresStore::connect_with`] does, and if there are no tables.
    pub async fn connect_existing(url: &str, settings: Settings) -> Result<Self, StoreError> {
        let store = PostgresStore::open(url, settings)?;
        store.check().await?;
        Ok(store)
    }

    /// Uses a pool that the program has, and makes the tables if there are none. Statements take as long as its connections
    /// let them, and whoever [waits](PostgresStore::wait_for_decision) asks each second.
    ///
    /// # Errors
    /// Fails as [`PostgresStore::connect_with`] does.
    pub async fn with_pool(pool: Pool, settings: Settings) -> Result<Self, StoreError> {
        settings.check()?;
        let store = PostgresStore(Arc::new(Inner {
            pool,
            settings,
            listener: None,
        }));
        store.prepare().await?;
        Ok(store)
    }

    /// Makes or upgrades the tables, all of it or nothing, and returns the version that they had. Processes may do so at
    /// the same time.
    ///
    /// # Errors
    /// Fails if the database cannot be reached or does not permit it, or if the tables are newer.
    pub async fn migrate(url: &str, settings: Settings) -> Result<Option<i32>, StoreError> {
        let store = PostgresStore::open(url, settings)?;
        store.migrate_tables().await
    }

    /// The version of the tables that is known here.
    pub const VERSION: i32 = VERSION;

    /// Whether the store can be used now: the database answers, and its tables are of this version.
    ///
    /// # Errors
    /// Says why it cannot be used.
    pub async fn check(&self) -> Result<(), StoreError> {
        match self.version().await? {
            Some(VERSION) => Ok(()),
            Some(found) => Err(StoreError::from(PostgresError::OtherVersion {
                found,
                known: VERSION,
            })),
            None => Err(StoreError::from(PostgresError::NoStore {
                schema: self.settings().schema.clone(),
            })),
        }
    }

    fn open(url: &str, settings: Settings) -> Result<Self, StoreError> {
        settings.check()?;
        let Address {
            mut config,
            authorities,
        } = Address::read(url)?;
        if config.get_application_name().is_none() {
            config.application_name("toolc");
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(settings.statement);
        }
        if config.get_ssl_mode() == SslMode::Disable {
            return PostgresStore::of(config, NoTls, settings);
        }
        let tls = match authorities {
            Authorities::System => config_platform_verifier().map_err(no_certificates)?,
            Authorities::File(path) => config_from_ca_cert(path).map_err(no_certificates)?,
        };
        PostgresStore::of(config, MakeRustlsConnect::new(tls), settings)
    }

    fn of<T>(config: Config, tls: T, settings: Settings) -> Result<Self, StoreError>
    where
        T: MakeTlsConnect<Socket> + Clone + Send + Sync + 'static,
        T::Stream: Send + Sync,
        T::TlsConnect: Send + Sync,
        <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
    {
        let how = ManagerConfig {
            // A connection that broke unseen fails its first statement, which is then tried on a new one.
            recycling_method: RecyclingMethod::Fast,
        };
        let manager = Manager::from_config(config.clone(), tls.clone(), how);
        let pool = make_pool(manager, &settings)?;
        let listener = Some(Listener::new(config, tls, channel(&settings.schema)));
        Ok(PostgresStore(Arc::new(Inner {
            pool,
            settings,
            listener,
        })))
    }

    /// Makes the tables if there are none, and refuses those of another version.
    async fn prepare(&self) -> Result<(), StoreError> {
        if self.version().await?.is_none() {
            self.migrate_tables().await?;
        }
        self.check().await
    }

    async fn version(&self) -> Result<Option<i32>, StoreError> {
        self.attempt(|connection, _| async move {
            let found = migrations::find_version(&connection, self.settings()).await?;
            connection.give_back();
            Ok(found)
        })
        .await
    }

    /// Whoever migrates waits as long as it takes.
    async fn migrate_tables(&self) -> Result<Option<i32>, StoreError> {
        let mut connection = self.pool().get().await.map_err(PostgresError::from)?;
        Ok(migrations::migrate(&mut connection, self.settings()).await?)
    }

    pub(crate) fn pool(&self) -> &Pool {
        &self.0.pool
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.0.settings
    }

    pub(crate) fn listener(&self) -> Option<&Listener> {
        self.0.listener.as_ref()
    }

    /// A statement with the schema in its places.
    pub(crate) fn sql(&self, text: &str) -> String {
        text.replace("$schema", &self.settings().quoted_schema())
    }

    /// Where decisions are told.
    pub(crate) fn channel(&self) -> String {
        channel(&self.settings().schema)
    }
}

fn channel(schema: &str) -> String {
    format!("{schema}_calls")
}

fn no_certificates(error: impl std::error::Error + Send + Sync + 'static) -> PostgresError {
    PostgresError::Certificates(Box::new(error))
}

fn make_pool(manager: Manager, settings: &Settings) -> Result<Pool, PostgresError> {
    let limit = settings.statement.as_millis().max(1);
    let sql: Arc<str> = format!("SET statement_timeout = {limit}").into();
    let limit_statements =
        Hook::async_fn(move |client: &mut deadpool_postgres::ClientWrapper, _| {
            let sql = Arc::clone(&sql);
            Box::pin(async move {
                let set = client.batch_execute(&sql).await;
                set.map_err(HookError::Backend)
            })
        });
    let within = Some(settings.statement.max(Duration::from_secs(1)));
    let pool = Pool::builder(manager)
        .max_size(settings.connections.max(1))
        .runtime(Runtime::Tokio1)
        .wait_timeout(within)
        .create_timeout(within)
        .recycle_timeout(within)
        .post_create(limit_statements)
        .build();
    pool.map_err(|error| PostgresError::Settings(error.to_string()))
}

impl fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresStore")
            .field("settings", self.settings())
            .finish_non_exhaustive()
    }
}
