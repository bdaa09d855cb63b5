//! Attacks on a call that waits for approval: each row is refused with a known code.

#[path = "attacks/rulings.rs"]
mod rulings;
#[path = "attacks/texts.rs"]
mod texts;

use super::desk::{Desk, begin, begin_tool, context, mocks, outcome};
use super::tools::{self, Delete, GetWeather, Rebuilt};
use std::time::Duration;
use toolc_runtime::testing::{Mocks, block_on};
use toolc_runtime::{Approval, ApprovalStore, Begun, Context, PendingCall, ResumeError, ToolCall};

#[test]
fn an_answer_counts_until_its_time() {
    let desk = Desk::new();
    let open = |now| PendingCall::open(&desk.text, &desk.key, now).map_err(|error| error.code());
    let day = Duration::from_secs(24 * 60 * 60);
    assert!(open(desk.pending.asked_at()).is_ok());
    assert!(open(desk.later(day - Duration::from_secs(60))).is_ok());
    assert_eq!(open(desk.pending.until()).err(), Some("expired"));
    assert_eq!(open(desk.later(2 * day)).err(), Some("expired"));
    let worker = tools::worker(mocks()).answer_within(Duration::from_millis(1));
    let mocks = mocks();
    let late = Desk::of(worker, mocks);
    std::thread::sleep(Duration::from_millis(3));
    assert_eq!(outcome(late.settle(&late.pending.approve())), "expired");
    assert_eq!(late.open(&late.text).expect_err("late").code(), "expired");
}

#[test]
fn a_call_is_resumed_where_it_was_asked() {
    let desk = Desk::new();
    let yes = desk.pending.approve();
    desk.decide(&yes).expect("a ruling");
    let contexts = [
        (
            "another principal",
            Context::new("s").with_principal("eve"),
            "foreign_principal",
        ),
        (
            "a look-alike principal",
            Context::new("s").with_principal("\u{430}da"),
            "foreign_principal",
        ),
        ("no principal", Context::new("s"), "foreign_principal"),
        (
            "another session",
            Context::new("t").with_principal("ada"),
            "foreign_session",
        ),
        (
            "no session",
            Context::default().with_principal("ada"),
            "foreign_session",
        ),
        (
            "by way of another worker",
            context().delegated_by("boss"),
            "foreign_delegation",
        ),
    ];
    for (name, context, code) in contexts {
        assert_eq!(
            outcome(desk.resume_by(&desk.worker, &context, &yes)),
            code,
            "{name}"
        );
    }
    let workers = [
        (
            "another worker",
            tools::small_worker::<Delete>("kiosk", mocks()),
            "foreign_worker",
        ),
        (
            "a look-alike worker",
            tools::small_worker::<Delete>("supp\u{43e}rt", mocks()),
            "foreign_worker",
        ),
        (
            "a rebuilt tool",
            tools::small_worker::<Rebuilt>("support", mocks()),
            "changed_definition",
        ),
        (
            "the tool is gone",
            tools::small_worker::<GetWeather>("support", mocks()),
            "no_such_tool",
        ),
    ];
    for (name, worker, code) in workers {
        assert_eq!(
            outcome(desk.resume_by(&worker, &desk.context, &yes)),
            code,
            "{name}"
        );
    }
    assert!(desk.mocks.calls().is_empty(), "nothing ran so far");
    assert_eq!(
        outcome(desk.resume(&yes)),
        "ran",
        "and none of it took the call away"
    );
}

#[test]
fn a_call_runs_once() {
    let desk = Desk::new();
    let yes = desk.pending.approve();
    let result = desk.settle(&yes).expect("a result");
    assert!(result.success, "{result:?}");
    assert_eq!(
        (result.call_id.as_str(), result.name.as_str()),
        ("c1", "files::delete")
    );
    for _ in 0..2 {
        match desk.resume(&yes) {
            Err(ResumeError::AlreadyResumed { result: Some(kept) }) => {
                assert!(kept.as_text().contains(r#""call_id":"c1""#), "{kept}");
            }
            other => panic!("it ran again: {other:?}"),
        }
    }
    let stored = block_on(desk.worker.resume_stored(
        &desk.context,
        desk.pending.id(),
        &desk.key,
        &desk.store,
    ));
    assert_eq!(outcome(stored), "already_resumed");
    assert_eq!(
        desk.decide(&desk.pending.deny("no"))
            .expect_err("late")
            .code(),
        "decided_otherwise"
    );
    assert_eq!(desk.mocks.count::<Delete>(), 1);
    assert_eq!(
        desk.mocks.calls()[0].arguments,
        r#"{"n":1,"path":"/a","who":"Ada"}"#
    );
}

#[test]
fn of_all_who_resume_at_once_one_does() {
    let desk = Desk::new();
    let yes = desk.pending.approve();
    desk.decide(&yes).expect("a ruling");
    let outcomes: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| outcome(desk.resume(&yes))))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("a word"))
            .collect()
    });
    assert_eq!(
        outcomes.iter().filter(|word| *word == "ran").count(),
        1,
        "{outcomes:?}"
    );
    let others = ["ran", "in_progress", "already_resumed"];
    assert!(
        outcomes.iter().all(|word| others.contains(&word.as_str())),
        "{outcomes:?}"
    );
    assert_eq!(desk.mocks.count::<Delete>(), 1);
}

#[test]
fn an_edit_goes_through_everything_again() {
    let rows = [
        (
            "other arguments",
            "files::delete",
            r#"{"path":"/b"}"#,
            "ran",
        ),
        (
            "a tool that needs no approval",
            "weather::get",
            r#"{"location":"Oslo"}"#,
            "ran",
        ),
        ("another tool that asks", "net::ping", "", "ran"),
        ("by its wire name", "net__ping", "{}", "ran"),
        (
            "the fitting overload",
            "notes::add",
            r#"{"text":"a","number":1}"#,
            "ran",
        ),
        ("a tool that is not there", "files::shred", "{}", "NotFound"),
        ("a look-alike name", "n\u{435}t::ping", "{}", "NotFound"),
        ("another case", "NET::PING", "{}", "NotFound"),
        ("an invisible letter", "net::ping\u{200b}", "{}", "NotFound"),
        ("a blocked tool", "files::wipe", "{}", "Blocked"),
        (
            "a blocked overload",
            "notes__add_3",
            r#"{"text":"a"}"#,
            "Blocked",
        ),
        (
            "wrong arguments",
            "files::delete",
            r#"{"path":1}"#,
            "InvalidArguments",
        ),
        ("missing arguments", "files::delete", "", "InvalidArguments"),
        (
            "a key twice",
            "files::delete",
            r#"{"path":"/b","path":"/c"}"#,
            "InvalidArguments",
        ),
        (
            "an escaped key twice",
            "files::delete",
            r#"{"path":"/b","\u0070ath":"/c"}"#,
            "InvalidArguments",
        ),
        ("no JSON", "files::delete", "delete it", "InvalidArguments"),
    ];
    for (name, tool, arguments, end) in rows {
        let desk = Desk::new();
        let result = desk
            .settle(&desk.pending.edit_to(tool, arguments))
            .expect(name);
        let told = result.to_llm_message();
        let note = "The user changed this call before approving it.";
        assert_eq!(told.starts_with(note), end == "ran", "{name}: {told}");
        assert_eq!(result.name, "files::delete", "{name}");
        assert_eq!(outcome(Ok(result)), end, "{name}");
        assert_eq!(
            desk.mocks.calls().len(),
            usize::from(end == "ran"),
            "{name}"
        );
    }
    let strict = Desk::with(mocks().needs::<GetWeather>(Approval::Blocked));
    let ruling = strict
        .pending
        .edit_to("weather::get", r#"{"location":"Oslo"}"#);
    assert_eq!(
        outcome(strict.settle(&ruling)),
        "Blocked",
        "the handler blocks it"
    );
    assert!(strict.mocks.calls().is_empty());
}

#[test]
fn whoever_denied_a_call_is_obeyed_whatever_it_needs_by_now() {
    let worker = tools::worker(mocks().needs::<GetWeather>(Approval::Ask));
    let call = ToolCall::new("c1", "weather::get", r#"{"location":"Oslo"}"#);
    let pending = begin_tool(&worker, &context(), call);
    let desk = Desk::new();
    block_on(desk.store.put(&pending, &desk.key)).expect("a new call");
    let no = pending.deny("not today").by("bob");
    desk.decide(&no).expect("a ruling");
    // For this worker, the call no longer requires approval.
    let result = block_on(
        desk.worker
            .resume(&desk.context, &pending, &no, &desk.store),
    );
    let result = result.expect("a result for the model");
    let message = &result.error.as_ref().expect("a denial").message;
    assert_eq!(message, "Tool execution denied: not today");
    assert!(desk.mocks.calls().is_empty());
}

#[test]
fn what_needs_no_approval_is_not_suspended() {
    let worker = tools::worker(mocks());
    let call =
        |name, arguments| block_on(worker.begin(&context(), ToolCall::new("c", name, arguments)));
    for (name, arguments, end) in [
        ("weather::get", r#"{"location":"Oslo"}"#, "ran"),
        ("weather::get", "{}", "InvalidArguments"),
        ("files::wipe", "{}", "Blocked"),
        ("nothing", "{}", "NotFound"),
    ] {
        match call(name, arguments) {
            Begun::Ended(result) => assert_eq!(outcome(Ok(result)), end, "{name}"),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn ids_are_never_the_same() {
    let worker = tools::worker(Mocks::new());
    let ids: std::collections::HashSet<String> = (0..500)
        .map(|_| {
            begin(&worker, &context(), "c1", "{\"path\":\"/a\"}")
                .id()
                .to_owned()
        })
        .collect();
    assert_eq!(ids.len(), 500);
    assert!(ids.iter().all(|id| id.len() == 32), "{ids:?}");
}
