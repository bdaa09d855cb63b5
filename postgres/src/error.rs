//! Why the database did not do what it was asked.

use deadpool_postgres::PoolError;
use std::error::Error;
use std::fmt;
use std::time::Duration;
use tokio_postgres::error::SqlState;
use toolc_runtime::StoreError;

/// Why a store in PostgreSQL failed. It is what a [`StoreError`] of this crate has as its source.
#[derive(Debug)]
#[non_exhaustive]
pub enum PostgresError {
    /// The URL or a setting cannot be used.
    Settings(String),
    /// No certificate could be made ready to be checked against.
    Certificates(Box<dyn Error + Send + Sync>),
    /// The database could not be reached, or went away.
    Unreachable(Box<dyn Error + Send + Sync>),
    /// The database did not answer in time. What was asked of it may or may not have been done.
    Late(Duration),
    /// The database refused.
    Refused(tokio_postgres::Error),
    /// The tables have another version than the one that is known here.
    OtherVersion {
        /// The version of the tables.
        found: i32,
        /// The version that is known here.
        known: i32,
    },
    /// There are no tables of a store.
    NoStore {
        /// The schema in which they were looked for.
        schema: String,
    },
    /// A row is not one that this crate wrote.
    Malformed(String),
}

impl PostgresError {
    /// Whether it may work if it is tried again in a moment: nothing but the connection failed.
    pub(crate) fn is_transient(&self) -> bool {
        matches!(self, PostgresError::Unreachable(_))
    }
}

/// What a database answers while it stops or starts, or when it ended a connection.
const CONNECTION: [SqlState; 9] = [
    SqlState::ADMIN_SHUTDOWN,
    SqlState::CRASH_SHUTDOWN,
    SqlState::CANNOT_CONNECT_NOW,
    SqlState::CONNECTION_EXCEPTION,
    SqlState::CONNECTION_DOES_NOT_EXIST,
    SqlState::CONNECTION_FAILURE,
    SqlState::SQLCLIENT_UNABLE_TO_ESTABLISH_SQLCONNECTION,
    SqlState::TOO_MANY_CONNECTIONS,
    SqlState::READ_ONLY_SQL_TRANSACTION,
];

/// What a database answers when it undid a transaction for the sake of another one.
const UNDONE: [SqlState; 2] = [
    SqlState::T_R_SERIALIZATION_FAILURE,
    SqlState::T_R_DEADLOCK_DETECTED,
];

impl From<tokio_postgres::Error> for PostgresError {
    fn from(error: tokio_postgres::Error) -> Self {
        let is_transient = match error.code() {
            Some(code) => CONNECTION.contains(code) || UNDONE.contains(code),
            // Without a code it is not the database that speaks: the connection broke, or was not made. What cannot be
            // converted is a fault of this crate.
            None => error.is_closed() || find_io(&error),
        };
        match is_transient {
            true => PostgresError::Unreachable(Box::new(error)),
            false => PostgresError::Refused(error),
        }
    }
}

fn find_io(error: &tokio_postgres::Error) -> bool {
    let mut cause = error.source();
    while let Some(error) = cause {
        if error.is::<std::io::Error>() {
            return true;
        }
        cause = error.source();
    }
    // The connection was refused at each address, or the name has none.
    error.to_string().starts_with("error connecting to server")
}

impl From<PoolError> for PostgresError {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Backend(error) => error.into(),
            other => PostgresError::Unreachable(Box::new(other)),
        }
    }
}

impl From<PostgresError> for StoreError {
    fn from(error: PostgresError) -> Self {
        StoreError::new(error)
    }
}

impl fmt::Display for PostgresError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PostgresError::Settings(what) => f.write_str(what),
            PostgresError::Certificates(error) => {
                write!(f, "no certificates to check the database by: {error}")
            }
            PostgresError::Unreachable(error) => {
                f.write_str("the database cannot be reached: ")?;
                write_causes(f, &**error)
            }
            PostgresError::Late(within) => {
                write!(f, "the database did not answer within {within:?}")
            }
            PostgresError::Refused(error) => {
                f.write_str("the database refused: ")?;
                write_causes(f, error)
            }
            PostgresError::OtherVersion { found, known } if found < known => write!(
                f,
                "the tables have version {found}, and version {known} is needed: `PostgresStore::migrate` upgrades them"
            ),
            PostgresError::OtherVersion { found, known } => write!(
                f,
                "the tables have version {found}, and version {known} is known here: it needs the newer toolc that made them"
            ),
            PostgresError::NoStore { schema } => {
                write!(f, "the schema `{schema}` has no store of toolc")
            }
            PostgresError::Malformed(what) => f.write_str(what),
        }
    }
}

/// An error with its causes, each of them said once.
fn write_causes(f: &mut fmt::Formatter<'_>, error: &dyn Error) -> fmt::Result {
    let mut said = error.to_string();
    f.write_str(&said)?;
    let mut cause = error.source();
    while let Some(error) = cause {
        let text = error.to_string();
        if !said.contains(&text) {
            write!(f, ": {text}")?;
            said = text;
        }
        cause = error.source();
    }
    Ok(())
}

impl Error for PostgresError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            PostgresError::Certificates(error) | PostgresError::Unreachable(error) => {
                Some(&**error)
            }
            PostgresError::Refused(error) => Some(error),
            _ => None,
        }
    }
}
