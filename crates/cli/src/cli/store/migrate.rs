//! `toolc store migrate`

use super::Migrate;
use crate::cli::Exit;
use crate::cli::output::print_line;
use crate::cli::questions::refuse_store;
use toolc_runtime::SqliteStore;

impl Migrate {
    pub fn run(self) -> Exit {
        let known = SqliteStore::VERSION;
        match SqliteStore::migrate_file(&self.store) {
            Ok(version) if version == known => {
                print_line(&format!("the store has version {known} already"));
                Exit::Clean
            }
            Ok(version) => {
                print_line(&format!(
                    "upgraded the store from version {version} to {known}"
                ));
                Exit::Clean
            }
            Err(error) => refuse_store(&self.store, &error),
        }
    }
}
