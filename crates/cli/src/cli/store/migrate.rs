//! `toolc store migrate`

use super::Migrate;
use crate::cli::Exit;
use crate::cli::any_store::AnyStore;
use crate::cli::output::print_line;
use crate::cli::questions::{drive, refuse_store};

impl Migrate {
    pub fn run(self) -> Exit {
        match drive(AnyStore::migrate(&self.store)) {
            Ok((version, known)) if version == known => {
                print_line(&format!("the store has version {known} already"));
                Exit::Clean
            }
            Ok((0, known)) => {
                print_line(&format!("made the tables of version {known}"));
                Exit::Clean
            }
            Ok((version, known)) => {
                print_line(&format!(
                    "upgraded the store from version {version} to {known}"
                ));
                Exit::Clean
            }
            Err(error) => refuse_store(&self.store, &error),
        }
    }
}
