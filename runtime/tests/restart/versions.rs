//! What a file keeps of calls that are over, and files of other versions.

use super::{ask, decide, folder, key, resume, store};
use std::time::Duration;
use toolc_runtime::testing::block_on;
use toolc_runtime::{ApprovalStore, SealKey, SqliteStore, StoredCall};

#[test]
fn who_decided_what_is_kept_without_the_secrets() {
    let folder = folder("kept decisions");
    let (ran, denied, never) = (ask(&folder, "/a"), ask(&folder, "/b"), ask(&folder, "/c"));
    decide(&folder, &ran.approve().by("ann"));
    decide(&folder, &denied.deny("not \u{202e}now").by("bob"));
    assert_eq!(resume(&folder, ran.id(), ""), "ran");
    block_on(store(&folder).forget_expired(&key(), Duration::ZERO)).unwrap();
    assert!(block_on(store(&folder).list()).unwrap().is_empty());
    let kept = block_on(store(&folder).decisions(&key())).unwrap();
    let kept: Vec<_> = kept.into_iter().map(|one| one.unwrap().value()).collect();
    let told: Vec<_> = kept
        .iter()
        .map(|one| {
            let text = |name: &str| one[name].as_str().unwrap_or("-").to_owned();
            ["id", "state", "decision", "decided_by", "outcome", "note"].map(text)
        })
        .collect();
    let row = |id: &str, rest: [&str; 5]| {
        let [state, decision, by, outcome, note] = rest.map(str::to_owned);
        [id.to_owned(), state, decision, by, outcome, note]
    };
    assert_eq!(
        told,
        [
            row(ran.id(), ["finished", "approved", "ann", "ok", "-"]),
            row(
                denied.id(),
                ["expired", "denied", "bob", "-", "not \\u{202e}now"]
            ),
            row(never.id(), ["expired", "-", "-", "-", "-"]),
        ]
    );
    let foreign = SealKey::new("k1", b"c9f0f895fb98ab9159f51fd0297e236d").unwrap();
    let forged = block_on(store(&folder).decisions(&foreign)).unwrap();
    assert!(forged.iter().all(Result::is_err));
    let age = Duration::from_secs(3600);
    assert_eq!(block_on(store(&folder).forget_decisions(age)).unwrap(), 0);
    std::thread::sleep(Duration::from_millis(5));
    let all = block_on(store(&folder).forget_decisions(Duration::ZERO));
    assert_eq!(all.unwrap(), 3);
}

/// The tables of 0.2.0, before they had a version.
const FIRST: &str = "
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS toolc_pending_calls (
        id TEXT PRIMARY KEY,
        revision INTEGER NOT NULL,
        state TEXT NOT NULL,
        question TEXT NOT NULL,
        ruling TEXT
    ) STRICT;";

#[test]
fn a_file_of_the_first_version_is_upgraded_with_its_calls() {
    let folder = folder("first version");
    let (asked, decided) = (ask(&folder, "/a"), ask(&folder, "/b"));
    decide(&folder, &decided.approve().by("ann"));
    let calls = block_on(store(&folder).list()).unwrap();
    let path = folder.join("old.sqlite");
    let old = rusqlite::Connection::open(&path).unwrap();
    old.execute_batch(FIRST).unwrap();
    let insert = |call: &StoredCall| {
        let values = (
            &call.id,
            call.revision,
            call.state.to_string(),
            &call.question,
            &call.ruling,
        );
        let sql = "INSERT INTO toolc_pending_calls VALUES (?1, ?2, ?3, ?4, ?5)";
        old.execute(sql, values).unwrap();
    };
    calls.iter().for_each(insert);

    let refused = SqliteStore::open_file(&path).unwrap_err().to_string();
    assert!(
        refused
            .contains("the store has version 1, and version 2 is read here: `toolc store migrate`"),
        "{refused}"
    );
    let report = SqliteStore::inspect_file(&path).unwrap();
    assert_eq!((report.version, report.calls.len()), (1, 2));
    assert!(report.faults.is_empty());
    assert_eq!(SqliteStore::migrate_file(&path).unwrap(), 1);
    assert_eq!(
        SqliteStore::migrate_file(&path).unwrap(),
        2,
        "nothing to do"
    );
    let new = SqliteStore::open_file(&path).unwrap();
    assert_eq!(block_on(new.list()).unwrap(), calls);

    // A process of the version before, which is still running, goes on with its statements.
    let state = "UPDATE toolc_pending_calls SET state = 'finished:' WHERE id = ?1";
    assert_eq!(old.execute(state, [asked.id()]).unwrap(), 1);
    assert_eq!(block_on(new.open()).unwrap().len(), 1);
}

#[test]
fn a_file_of_a_newer_version_is_left_alone() {
    let folder = folder("newer version");
    ask(&folder, "/a");
    let path = folder.join("calls.sqlite");
    let file = rusqlite::Connection::open(&path).unwrap();
    file.execute("UPDATE toolc_store SET version = 3", [])
        .unwrap();
    let refused = [
        SqliteStore::open_file(&path).map(drop),
        SqliteStore::migrate_file(&path).map(drop),
        SqliteStore::inspect_file(&path).map(drop),
    ];
    for refused in refused {
        let said = refused.unwrap_err().to_string();
        assert!(
            said.contains("version 3") && said.contains("newer toolc"),
            "{said}"
        );
    }
    for path in [folder.join("none.sqlite"), folder.clone()] {
        assert!(SqliteStore::migrate_file(&path).is_err());
        assert!(!folder.join("none.sqlite").exists());
    }
    let other = folder.join("other.sqlite");
    rusqlite::Connection::open(&other)
        .unwrap()
        .execute_batch("CREATE TABLE notes (text)")
        .unwrap();
    let refused = SqliteStore::migrate_file(&other).unwrap_err().to_string();
    assert_eq!(refused, "no store of toolc is in this file");
}
