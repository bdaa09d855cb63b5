//! What somebody may try with a call that waits for approval: each row is refused, in a known way.

use super::desk::{Desk, begin, begin_tool, context, key, mocks, outcome};
use super::tools::{self, Delete, GetWeather, Rebuilt};
use std::time::{Duration, SystemTime};
use toolc_runtime::testing::{Mocks, block_on};
use toolc_runtime::{
    Approval, ApprovalStore, Begun, Context, PendingCall, ResumeError, Ruling, SealKey, ToolCall,
    WeakKey,
};

/// Puts something in place of something that is there.
fn swap(from: &'static str, to: &'static str) -> impl Fn(&str) -> String {
    move |text| {
        assert!(text.contains(from), "{from} in {text}");
        text.replacen(from, to, 1)
    }
}

type Change = Box<dyn Fn(&str) -> String>;

/// Texts that were changed on their way, with what is said of them.
fn changed_texts() -> Vec<(&'static str, Change, &'static str)> {
    let mut rows: Vec<(&'static str, Change, &'static str)> = Vec::new();
    let mut row = |name, change: Change, code| rows.push((name, change, code));
    row(
        "other arguments",
        Box::new(swap(r#"\"/a\""#, r#"\"/b\""#)),
        "forged",
    );
    row(
        "1.0 for 1",
        Box::new(swap(r#"\"n\":1"#, r#"\"n\":1.0"#)),
        "forged",
    );
    row(
        "1e0 for 1",
        Box::new(swap(r#"\"n\":1"#, r#"\"n\":1e0"#)),
        "forged",
    );
    row(
        "a string for a number",
        Box::new(swap(r#"\"n\":1"#, r#"\"n\":\"1\""#)),
        "forged",
    );
    row(
        "a key twice in the arguments",
        Box::new(swap(r#"{\"n\""#, r#"{\"n\":2,\"n\""#)),
        "forged",
    );
    row(
        "a blank in the arguments",
        Box::new(swap(r#"{\"n\""#, r#"{ \"n\""#)),
        "forged",
    );
    row(
        "a look-alike letter in a value",
        Box::new(swap("Ada", "\u{410}da")),
        "forged",
    );
    row(
        "a look-alike letter in a key",
        Box::new(swap(r#"\"path"#, "\\\"p\u{430}th")),
        "forged",
    );
    row(
        "an invisible letter",
        Box::new(swap("Ada", "Ada\u{200b}")),
        "forged",
    );
    row(
        "a combining mark",
        Box::new(swap("Ada", "A\u{300}da")),
        "forged",
    );
    row(
        "arguments as an object",
        Box::new(swap(r#""arguments":""#, r#""arguments":{},"x":""#)),
        "forged",
    );
    row(
        "another worker",
        Box::new(swap(r#""worker":"support""#, r#""worker":"admin""#)),
        "forged",
    );
    row(
        "another tool",
        Box::new(swap("files::delete", "files::wipe")),
        "forged",
    );
    row(
        "another wire name",
        Box::new(swap("\"files__delete", "\"files__wipe")),
        "forged",
    );
    row(
        "a look-alike wire name",
        Box::new(swap("\"files__delete", "\"fil\u{435}s__delete")),
        "forged",
    );
    row(
        "another definition",
        Box::new(swap("digest of f4", "digest of f4b")),
        "forged",
    );
    row(
        "another description",
        Box::new(swap("What files::delete does", "Lists files")),
        "forged",
    );
    row(
        "another effect",
        Box::new(swap(r#""effect":"destructive""#, r#""effect":"write""#)),
        "forged",
    );
    row(
        "another call",
        Box::new(swap(r#""call_id":"c1""#, r#""call_id":"c2""#)),
        "forged",
    );
    row(
        "another principal",
        Box::new(swap(r#""principal":"ada""#, r#""principal":"eve""#)),
        "forged",
    );
    row(
        "no principal",
        Box::new(swap(r#""principal":"ada","#, "")),
        "forged",
    );
    row(
        "another session",
        Box::new(swap(r#""session":"s""#, r#""session":"t""#)),
        "forged",
    );
    row(
        "no session",
        Box::new(swap(r#""session":"s","#, "")),
        "forged",
    );
    row(
        "a longer time",
        Box::new(swap(r#""until":""#, r#""until":"9"#)),
        "forged",
    );
    row(
        "a time as a number",
        Box::new(swap(r#""until":""#, r#""until":9,"u":""#)),
        "forged",
    );
    row(
        "an earlier question",
        Box::new(swap(r#""asked_at":"1"#, r#""asked_at":"0"#)),
        "forged",
    );
    row(
        "another id",
        Box::new(swap(r#""id":""#, r#""id":"0"#)),
        "forged",
    );
    row(
        "a path of delegation",
        Box::new(swap(r#""id":"#, r#""delegation":["boss"],"id":"#)),
        "forged",
    );
    row(
        "other words of the model",
        Box::new(swap(r#""id":"#, r#""written":"{}","id":"#)),
        "forged",
    );
    row(
        "other shown arguments",
        Box::new(swap(r#""id":"#, r#""shown_arguments":"{}","id":"#)),
        "forged",
    );
    row(
        "a further member of the body",
        Box::new(swap(r#""id":"#, r#""x":"","id":"#)),
        "forged",
    );
    row(
        "a member of the body twice",
        Box::new(swap(r#""id":"#, r#""id":"a","id":"#)),
        "malformed",
    );
    row(
        "an escaped key twice",
        Box::new(swap(r#""id":"#, r#""\u0069d":"a","id":"#)),
        "malformed",
    );
    row(
        "another seal",
        Box::new(swap(r#""seal":""#, r#""seal":"00"#)),
        "forged",
    );
    row(
        "no digit of a seal",
        Box::new(swap(r#""seal":""#, r#""seal":"","s":""#)),
        "malformed",
    );
    row(
        "an empty seal",
        Box::new(|text| cut_seal(text, |_| String::new())),
        "forged",
    );
    row(
        "half a seal",
        Box::new(|text| cut_seal(text, |seal| seal[..32].to_owned())),
        "forged",
    );
    row(
        "an odd seal",
        Box::new(|text| cut_seal(text, |seal| seal[1..].to_owned())),
        "forged",
    );
    row(
        "a seal and more",
        Box::new(|text| cut_seal(text, |seal| format!("{seal}00"))),
        "forged",
    );
    row(
        "a seal in capitals",
        Box::new(|text| cut_seal(text, |seal| format!("{}A", &seal[1..]))),
        "forged",
    );
    row(
        "two seals",
        Box::new(swap(r#""seal":"#, r#""seal":"","seal":"#)),
        "malformed",
    );
    row(
        "no seal",
        Box::new(swap(r#""seal":"#, r#""mark":"#)),
        "malformed",
    );
    row(
        "no body",
        Box::new(swap(r#""body":"#, r#""text":"#)),
        "malformed",
    );
    row(
        "a further member",
        Box::new(swap(r#"{"toolc""#, r#"{"x":1,"toolc""#)),
        "malformed",
    );
    row(
        "a later version",
        Box::new(swap("pending/1", "pending/2")),
        "malformed",
    );
    row(
        "the form of a ruling",
        Box::new(swap("pending/1", "ruling/1")),
        "malformed",
    );
    row(
        "another key's id",
        Box::new(swap(r#""key":"k1""#, r#""key":"k2""#)),
        "unknown_key",
    );
    row(
        "a look-alike key's id",
        Box::new(swap(r#""key":"k1""#, "\"key\":\"\u{43a}1\"")),
        "unknown_key",
    );
    row(
        "something behind it",
        Box::new(|text| format!("{text}{text}")),
        "malformed",
    );
    row(
        "something before it",
        Box::new(|text| format!("x{text}")),
        "malformed",
    );
    row(
        "all but the end",
        Box::new(|text| text[..text.len() - 1].to_owned()),
        "malformed",
    );
    row(
        "the first half",
        Box::new(|text| text[..text.len() / 2].to_owned()),
        "malformed",
    );
    row("nothing", Box::new(|_| String::new()), "malformed");
    row("null", Box::new(|_| "null".to_owned()), "malformed");
    row("a list", Box::new(|text| format!("[{text}]")), "malformed");
    rows
}

fn cut_seal(text: &str, change: impl Fn(&str) -> String) -> String {
    let (before, seal) = text.split_once(r#""seal":""#).expect("a seal");
    let seal = seal.trim_end_matches("\"}");
    format!(r#"{before}"seal":"{}"}}"#, change(seal))
}

#[test]
fn a_text_that_was_changed_is_not_opened() {
    let desk = Desk::new();
    let rows = changed_texts();
    for (name, change, code) in &rows {
        let text = change(&desk.text);
        assert_ne!(text, desk.text, "{name}");
        let refused = desk.open(&text).expect_err(name);
        assert_eq!(refused.code(), *code, "{name}: {refused}");
        assert!(!refused.to_string().is_empty(), "{name}");
    }
    assert!(rows.len() >= 55, "{}", rows.len());
    for at in (0..desk.text.len()).step_by(7) {
        let cut = desk.text.get(..at).unwrap_or("");
        assert_eq!(
            desk.open(cut).expect_err("cut off").code(),
            "malformed",
            "{at}"
        );
    }
}

#[test]
fn how_a_text_is_laid_out_does_not_count() {
    let desk = Desk::new();
    let value: serde_json::Value = serde_json::from_str(&desk.text).expect("JSON");
    let pretty = serde_json::to_string_pretty(&value).expect("JSON");
    let escaped = desk.text.replace("support", "\\u0073upport");
    for text in [&desk.text, &pretty, &escaped] {
        assert_eq!(
            desk.open(text).expect("the same call"),
            desk.pending,
            "{text}"
        );
    }
}

#[test]
fn a_text_opens_for_whoever_has_its_key() {
    let desk = Desk::new();
    let other = SealKey::new("k1", &[8; 32]).expect("a key");
    let later = SealKey::new("k2", &[8; 32]).expect("a key");
    let rotated = later.clone().and_old("k1", &[7; 32]).expect("two keys");
    let code = |key: &SealKey, text: &str| {
        let opened = PendingCall::open(text, key, SystemTime::now());
        opened.map_or_else(|error| error.code(), |_| "opened")
    };
    assert_eq!(
        code(&other, &desk.text),
        "forged",
        "the same id, another secret"
    );
    assert_eq!(
        code(&later, &desk.text),
        "unknown_key",
        "the key was taken away"
    );
    assert_eq!(
        code(&rotated, &desk.text),
        "opened",
        "an older key still opens"
    );
    let resealed = desk.pending.seal(&rotated);
    assert_eq!(code(&later, &resealed), "opened", "the newest key seals");
    assert_eq!(code(&desk.key, &resealed), "unknown_key");
    let short = SealKey::new("k", &[7; 31]).expect_err("too short");
    assert_eq!(short, WeakKey::Short { bytes: 31 });
    assert_eq!(
        SealKey::new("", &[7; 32]).expect_err("no id"),
        WeakKey::Unnamed
    );
    let twice = key().and_old("k1", &[9; 32]).expect_err("twice");
    assert_eq!(twice, WeakKey::SameId);
    assert!(!format!("{:?}", desk.key).contains('7'), "{:?}", desk.key);
}

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
    let other = SealKey::new("k1", &[8; 32]).expect("a key");
    let forged = desk.pending.approve().seal(&other);
    assert_eq!(
        Ruling::open(&forged, &desk.key)
            .expect_err("another key")
            .code(),
        "forged"
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
    // For this worker the call needs no approval any more.
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
