//! Rulings that are given twice, changed, or meant for another call.

use super::super::desk::{Desk, begin, outcome};
use super::texts::swap;
use toolc_runtime::testing::block_on;
use toolc_runtime::{ApprovalStore, PendingCall, Ruling, SealKey};

#[test]
fn a_ruling_holds_for_one_call_and_once() {
    let desk = Desk::new();
    let [first, second] =
        ["c1", "c2"].map(|id| begin(&desk.worker, &desk.context, id, r#"{"path":"/a"}"#));
    for pending in [&first, &second] {
        block_on(desk.store.put(pending, &desk.key)).expect("a new call");
    }
    let resume = |pending: &PendingCall, ruling: &Ruling| {
        outcome(block_on(desk.worker.resume(
            &desk.context,
            pending,
            ruling,
            &desk.store,
        )))
    };
    desk.decide(&first.approve()).expect("a ruling");
    let yes = first.approve();
    assert_eq!(
        resume(&second, &yes),
        "foreign_ruling",
        "one of a batch by another"
    );
    assert_eq!(resume(&second, &second.approve()), "not_decided");
    assert_eq!(resume(&first, &first.deny("no")), "decided_otherwise");
    assert_eq!(
        resume(&first, &first.edit(r#"{"path":"/b"}"#)),
        "decided_otherwise"
    );
    let unknown = begin(&desk.worker, &desk.context, "c3", "{\"path\":\"/a\"}");
    assert_eq!(resume(&unknown, &unknown.approve()), "not_stored");
    assert_eq!(
        desk.decide(&unknown.approve()).expect_err("unknown").code(),
        "not_stored"
    );
    assert!(desk.mocks.calls().is_empty());
}

#[test]
fn a_ruling_that_was_changed_is_not_opened() {
    let desk = Desk::new();
    let rulings = [
        (
            "a yes of a no",
            desk.pending.deny("no"),
            r#""denied""#,
            r#""approved""#,
            "forged",
        ),
        (
            "for the session",
            desk.pending.approve(),
            r#""approved""#,
            r#""approved_for_session""#,
            "forged",
        ),
        (
            "another note",
            desk.pending.deny("no"),
            r#""note":"no""#,
            r#""note":"yes""#,
            "forged",
        ),
        (
            "other arguments",
            desk.pending.edit("{\"path\":\"/b\"}"),
            "/b",
            "/c",
            "forged",
        ),
        (
            "another tool",
            desk.pending.edit_to("net::ping", "{}"),
            "net::ping",
            "net::pong",
            "forged",
        ),
        (
            "another approver",
            desk.pending.approve().by("ada"),
            r#""by":"ada""#,
            r#""by":"bob""#,
            "forged",
        ),
        (
            "another call",
            desk.pending.approve(),
            r#""of":""#,
            r#""of":"0"#,
            "forged",
        ),
        (
            "the form of a call",
            desk.pending.approve(),
            "ruling/1",
            "pending/1",
            "malformed",
        ),
        (
            "a word that means nothing",
            desk.pending.approve(),
            "\"answer\"",
            "\"response\"",
            "forged",
        ),
    ];
    for (name, ruling, from, to, code) in rulings {
        let text = swap(from, to)(&ruling.seal(&desk.key));
        assert_eq!(
            Ruling::open(&text, &desk.key).expect_err(name).code(),
            code,
            "{name}"
        );
        let same = Ruling::open(&ruling.seal(&desk.key), &desk.key).expect("unchanged");
        assert_eq!(same, ruling, "{name}");
    }
    let swapped = Ruling::open(&desk.text, &desk.key).expect_err("a call is not a ruling");
    assert_eq!(swapped.code(), "malformed");
    let yes = desk.pending.approve().seal(&desk.key);
    assert_eq!(
        desk.open(&yes).expect_err("a ruling is not a call").code(),
        "malformed"
    );
    let other = SealKey::new("k1", b"c9f0f895fb98ab9159f51fd0297e236d").expect("a key");
    let forged = desk.pending.approve().seal(&other);
    assert_eq!(
        Ruling::open(&forged, &desk.key)
            .expect_err("another key")
            .code(),
        "forged"
    );
}
