//! The store of pending calls that commands share.

use super::Exit;
#[cfg(feature = "serve")]
use super::any_store::{AnyStore, find_url};
use super::output::refuse_with;
#[cfg(feature = "serve")]
use std::path::Path;
#[cfg(feature = "serve")]
use tokio::runtime::Runtime;
#[cfg(feature = "serve")]
use toolc_runtime::StoreError;

/// Opens a store, or makes it.
#[cfg(feature = "serve")]
pub(super) fn open_store(place: &Path) -> Result<AnyStore, Exit> {
    drive(AnyStore::open(place)).map_err(|error| refuse_store(place, &error))
}

/// Opens a store that must be there.
#[cfg(feature = "serve")]
pub(super) fn open_known_store(place: &Path) -> Result<AnyStore, Exit> {
    if find_url(place).is_none() && !place.exists() {
        let message = format!("there is no file `{}`", place.display());
        let help = "name the file that `toolc serve --store` or the program was given";
        return Err(refuse_with(&message, help));
    }
    drive(AnyStore::open_known(place)).map_err(|error| refuse_store(place, &error))
}

/// Waits for something that a store does.
#[cfg(feature = "serve")]
pub(super) fn drive<T>(done: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    start_runtime()?.block_on(done)
}

/// What drives a store from a command that has nothing else to wait for.
#[cfg(feature = "serve")]
pub(super) fn start_runtime() -> Result<Runtime, StoreError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.map_err(StoreError::new)
}

#[cfg(feature = "serve")]
pub(super) fn refuse_store(place: &Path, error: &StoreError) -> Exit {
    let said = error.to_string();
    let is_database = find_url(place).is_some();
    // A URL may have a password.
    let message = match is_database {
        true => format!("cannot open the database of `--store`: {said}"),
        false => format!("cannot open `{}`: {said}", place.display()),
    };
    let help = match (is_database, cfg!(feature = "postgres")) {
        (true, false) => {
            "in a clone, run `cargo install --path . --locked --features full,postgres`"
        }
        (true, true) if said.starts_with("the tables have version") => {
            "`toolc store migrate --store URL` upgrades older ones"
        }
        (true, true) => {
            "`postgres://USER@HOST/DATABASE`, in `TOOLC_STORE` if it has a password; `?sslrootcert=FILE` names the authority of its certificate"
        }
        (false, _) if said.contains("the store has version") => "",
        (false, _) if said.contains("no store of toolc") => {
            "name the file that `toolc serve --store` or the program was given"
        }
        (false, _) => "name a file of SQLite, or one that can be made",
    };
    refuse_with(&message, help)
}

/// Says that this program has no stores.
#[cfg(not(feature = "serve"))]
pub(super) fn refuse_stores() -> Exit {
    refuse_with(
        "this toolc was built without the feature `serve`, and opens no stores",
        "in a clone, run `cargo install --path . --locked --features serve`",
    )
}
