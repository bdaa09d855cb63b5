#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod attempt;
mod calls;
mod connection;
mod decisions;
mod error;
mod listener;
mod migrations;
mod results;
mod settings;
mod store;
mod waiting;

pub use deadpool_postgres::Pool;
pub use error::PostgresError;
pub use settings::Settings;
pub use store::PostgresStore;
