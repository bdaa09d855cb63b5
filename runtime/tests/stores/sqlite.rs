//! The store in a SQLite file.

use std::path::Path;
use std::time::Duration;
use toolc_runtime::testing::{block_on, check_forgetting, check_result_store, check_store};
use toolc_runtime::{SealKey, SqliteStore};

#[test]
fn the_store_in_a_file_passes() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("checked.sqlite");
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", path.display()));
    }
    let open = || async { SqliteStore::open_file(&path) };
    block_on(check_store(open)).assert_passed();
    let within = Duration::from_secs(3600);
    let forget = async |store: &SqliteStore, key: &SealKey| store.forget_expired(key, within).await;
    block_on(check_forgetting(open, forget)).assert_passed();
    block_on(check_result_store(open)).assert_passed();
}
