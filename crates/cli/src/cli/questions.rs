//! The store of pending calls that commands share.

use super::Exit;
use super::output::refuse_with;
#[cfg(feature = "serve")]
use std::path::Path;
#[cfg(feature = "serve")]
use toolc_runtime::{SqliteStore, StoreError};

/// Opens the file of a store, or makes it.
#[cfg(feature = "serve")]
pub(super) fn open_store(path: &Path) -> Result<SqliteStore, Exit> {
    SqliteStore::open_file(path).map_err(|error| refuse_store(path, &error))
}

/// Opens the file of a store that must be there.
#[cfg(feature = "serve")]
pub(super) fn open_known_store(path: &Path) -> Result<SqliteStore, Exit> {
    if !path.exists() {
        let message = format!("there is no file `{}`", path.display());
        let help = "name the file that `toolc serve --store` or the program was given";
        return Err(refuse_with(&message, help));
    }
    open_store(path)
}

#[cfg(feature = "serve")]
pub(super) fn refuse_store(path: &Path, error: &StoreError) -> Exit {
    let message = format!("cannot open `{}`: {error}", path.display());
    let help = match error.to_string().contains("the store has version") {
        true => "",
        false => "name a file of SQLite, or one that can be made",
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
