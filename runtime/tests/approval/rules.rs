//! Rules on arguments when a call waits for a decision, lists of rules, and tools for models only.

use super::desk::{key, outcome};
use super::tools::{AddNumbered, AddText, Ping};
use super::{call, error};
use toolc_generated as generated;
use toolc_runtime::rule::{Literal, Rule, Rules, Step, Test, When};
use toolc_runtime::testing::{Mocks, block_on};
use toolc_runtime::v1 as rt;
use toolc_runtime::v1::{CharSet, Execution, Inst, Pattern, Program, Repeat, Row, WorkerTable};
use toolc_runtime::{
    Approval, ApprovalStore, ApproveAll, Begun, Context, ErrorKind, MemoryStore, Ruling, ToolCall,
    ToolResult, Worker,
};

const PAY: &str = "payments::send_payment";
const VOID: [&str; 2] = ["payments::void_payment", "payments__void_payment"];
const VOIDED: &str = r#"{"payment":"8f7b1d0e-58cc-4372-a567-0e02b2c3d479","reason":"typo"}"#;

fn payment(amount: &str) -> String {
    format!(
        r#"{{"order_id":"ORD-00000001","amount":{amount},"currency":"EUR","recipient":{{"kind":"card","last4":"4242"}}}}"#
    )
}

fn begin(worker: &Worker<Mocks>, name: &str, arguments: &str) -> Begun {
    block_on(worker.begin(&Context::new("s"), ToolCall::new("1", name, arguments)))
}

fn ended(begun: Begun) -> ToolResult {
    match begun {
        Begun::Ended(result) => result,
        other => panic!("it was to end: {other:?}"),
    }
}

/// Returns the result of a payment after this decision.
fn settle(mocks: &Mocks, decide: impl FnOnce(&toolc_runtime::PendingCall) -> Ruling) -> ToolResult {
    let worker = generated::clerk::worker(mocks.clone());
    let Begun::Pending(pending) = begin(&worker, PAY, &payment("12.5")) else {
        panic!("a payment of this size asks")
    };
    let (store, ruling) = (MemoryStore::new(), decide(&pending));
    block_on(store.put(&pending, &key())).expect("a new call");
    block_on(store.decide(&ruling, &key())).expect("a ruling");
    block_on(worker.resume(&Context::new("s"), &pending, &ruling, &store)).expect("a result")
}

#[test]
fn a_call_that_a_rule_decides_about_does_not_wait() {
    let mocks = Mocks::new();
    let clerk = generated::clerk::worker(mocks.clone());
    let blocked = ended(begin(&clerk, PAY, &payment("5000.01")));
    assert_eq!(error(&blocked).0, ErrorKind::Blocked);
    assert_eq!(blocked.metadata.rule, Some("specs/workers/clerk.yaml:10"));
    for name in VOID {
        let unknown = ended(begin(&clerk, name, VOIDED));
        assert_eq!(error(&unknown).0, ErrorKind::NotFound);
    }
    assert_eq!(mocks.calls(), []);
    let support = generated::support::worker(mocks.clone());
    let context = Context::new("s").with_value("account", "c-7");
    for (days, waits) in [(3, false), (4, true)] {
        let arguments = format!(r#"{{"location":"Lyon","days":{days}}}"#);
        let call = ToolCall::new("1", "weather_api::get_forecast", arguments);
        let begun = block_on(support.begin(&context, call));
        assert_eq!(matches!(begun, Begun::Pending(_)), waits, "{begun:?}");
    }
    assert_eq!(mocks.calls().len(), 1);
}

#[test]
fn an_edit_opens_nothing_that_rules_close() {
    let mocks = Mocks::new();
    let blocked = [
        payment("5000.01"),
        payment("1e4"),
        payment("6000").replace("amount", "\\u0061mount"),
    ];
    for arguments in &blocked {
        let by_edit = settle(&mocks, |pending| pending.edit(arguments));
        let (kind, message) = error(&by_edit);
        assert_eq!(kind, ErrorKind::Blocked);
        assert!(message.ends_with("blocked: payments above 5000 are made by a person"));
        assert_eq!(by_edit.metadata.rule, Some("specs/workers/clerk.yaml:10"));
        let again = settle(&mocks, |pending| pending.edit_to(PAY, arguments));
        assert_eq!(error(&again).0, ErrorKind::Blocked);
    }
    for name in VOID {
        let unknown = settle(&mocks, |pending| pending.edit_to(name, VOIDED));
        assert_eq!(error(&unknown).0, ErrorKind::NotFound, "{unknown:?}");
    }
    assert_eq!(mocks.calls(), []);
    // What is allowed does run: no mock answers, but one is reached.
    let smaller = settle(&mocks, |pending| pending.edit(payment("5000")));
    assert_eq!(outcome(Ok(smaller)), "Execution");
    assert_eq!(mocks.calls().len(), 1);
}

const fn rule(when: &'static [When], approval: Approval, place: &'static str) -> Rule {
    Rule {
        when,
        approval,
        reason: "",
        place,
    }
}

/// A condition on the argument `note`.
macro_rules! note {
    ($test:expr) => {
        &[When {
            steps: &[Step::Key("note")],
            tests: &[$test],
        }]
    };
}

/// `(a*)*\1b`, which matches no text of many `a`, but takes very long to find that out.
static COSTLY: Pattern = Pattern {
    source: r"(?:a*)*\1b",
    program: Program::captures(
        2,
        &[
            Inst::Split(1, 6),
            Inst::Save(0),
            Inst::Repeat(A),
            Inst::Repeat(A),
            Inst::Save(1),
            Inst::Jump(0),
            Inst::BackReference {
                slot: 0,
                ignore_case: false,
            },
            Inst::Set(CharSet {
                ascii: 1 << b'b',
                ranges: &[],
            }),
            Inst::Match,
        ],
    ),
};

const A: Repeat = Repeat {
    set: CharSet {
        ascii: 1 << b'a',
        ranges: &[],
    },
    min: 1,
    max: u32::MAX,
};

static RULES: Rules = Rules {
    lists: &[
        &[
            rule(note!(Test::Exists(false)), Approval::Blocked, "w:1"),
            rule(
                note!(Test::PathPrefix("git/log")),
                Approval::PreApproved,
                "w:2",
            ),
            rule(note!(Test::PathPrefix("git")), Approval::Ask, "w:3"),
            rule(
                note!(Test::OneOf(&[Literal::Text("ls")])),
                Approval::PreApproved,
                "w:4",
            ),
        ],
        &[
            rule(
                note!(Test::OneOf(&[Literal::Text("git/log/x")])),
                Approval::Blocked,
                "t:1",
            ),
            rule(note!(Test::PathPrefix("git")), Approval::PreApproved, "t:2"),
            rule(note!(Test::Pattern(&COSTLY)), Approval::PreApproved, "t:3"),
        ],
    ],
    otherwise: rule(&[], Approval::Blocked, "w:0"),
};

/// A worker with rules, with overloads of which one is for people, and a tool for models only.
fn worker(mocks: &Mocks) -> Worker<Mocks> {
    Worker::new(
        mocks.clone(),
        const {
            &WorkerTable {
                name: "support",
                rows: &[
                    Row::of::<AddText>(Approval::PreApproved, ()).execution(Execution::Manual),
                    Row::of::<AddNumbered>(Approval::PreApproved, ()),
                    Row::of::<Ping>(Approval::Ask, ())
                        .rules(&RULES)
                        .execution(Execution::Llm),
                ],
                index: &[
                    ("net::ping", 2, 1),
                    ("net__ping", 2, 1),
                    ("notes::add", 0, 2),
                    ("notes__add_1", 0, 1),
                    ("notes__add_2", 1, 1),
                ],
                output: rt::OutputPolicy::Off,
                blocked: &[],
            }
        },
    )
}

#[test]
fn the_first_rule_of_a_list_and_the_strictest_of_all_lists_decides() {
    for (note, word, place) in [
        (r#""git/log""#, "ran", Some("w:2")),
        (r#""git/log/y""#, "ran", Some("w:2")),
        (r#""git/log/x""#, "Blocked", Some("t:1")),
        (r#""git/push""#, "Denied", Some("w:3")),
        (r#""ls""#, "ran", Some("w:4")),
        (r#""rm""#, "Blocked", Some("w:0")),
    ] {
        let mocks = super::mocks().on::<Ping>(|_| Ok("pong".to_owned()));
        let arguments = format!(r#"{{"note":{note}}}"#);
        let result = call(&worker(&mocks), "net::ping", &arguments);
        assert_eq!(result.metadata.rule, place, "{note}");
        assert_eq!(outcome(Ok(result)), word, "{note}");
        assert_eq!(mocks.calls().len(), usize::from(word == "ran"), "{note}");
    }
    let result = call(&worker(&Mocks::new()), "net::ping", "{}");
    let said = (
        ErrorKind::Blocked,
        "Tool 'net__ping' blocked: its policy refuses these arguments",
    );
    assert_eq!(error(&result), said);
    assert_eq!(result.metadata.rule, Some("w:1"));
}

#[test]
fn what_takes_too_long_to_decide_is_blocked() {
    let mocks = Mocks::new();
    let worker = worker(&mocks).approver(ApproveAll::for_tests_only());
    let arguments = format!(r#"{{"note":"{}"}}"#, "a".repeat(300));
    let result = call(&worker, "net::ping", &arguments);
    let said = (
        ErrorKind::Blocked,
        "Tool 'net__ping' blocked: it takes too long to tell whether its policy allows these arguments",
    );
    assert_eq!(error(&result), said);
    assert_eq!(result.metadata.rule, None);
    assert_eq!(mocks.calls(), []);
}

#[test]
fn a_tool_for_models_alone_is_not_for_people() {
    let mocks = super::mocks().on::<Ping>(|_| Ok("pong".to_owned()));
    let worker = worker(&mocks);
    let by_hand = |name: &str, arguments: &str| {
        let call = ToolCall::new("1", name, arguments);
        block_on(worker.call_manually(&Context::new("s"), call))
    };
    for name in ["net::ping", "net__ping"] {
        let refused = by_hand(name, r#"{"note":"ls"}"#);
        let unknown = format!("tool '{name}' is not registered");
        assert_eq!(error(&refused), (ErrorKind::NotFound, unknown.as_str()));
        assert!(call(&worker, name, r#"{"note":"ls"}"#).success);
    }
    assert_eq!(mocks.calls().len(), 2);
    let names = |tools: &mut dyn Iterator<Item = &'static toolc_runtime::ToolEntry>| {
        tools.map(|tool| tool.wire_name).collect::<Vec<_>>()
    };
    assert_eq!(names(&mut worker.tools()), ["notes__add_2", "net__ping"]);
    assert_eq!(
        names(&mut worker.manual_tools()),
        ["notes__add_1", "notes__add_2"]
    );
    assert!(by_hand("notes::add", r#"{"text":"a"}"#).success);
}

#[test]
fn of_overloads_a_model_sees_none_that_is_for_people() {
    let mocks = super::mocks();
    let worker = worker(&mocks);
    let text = r#"{"text":"a"}"#;
    let result = call(&worker, "notes::add", text);
    let error = result.error.as_deref().expect("an error");
    assert_eq!(error.kind, ErrorKind::InvalidArguments);
    let candidates: Vec<&str> = error.candidates.iter().map(|one| one.wire_name).collect();
    assert_eq!(candidates, ["notes__add_2"]);
    assert!(!result.to_llm_message().contains("notes__add_1"));
    let hidden = call(&worker, "notes__add_1", text);
    assert_eq!(super::error(&hidden).0, ErrorKind::NotFound);
    assert!(!hidden.to_llm_message().contains("variant"));
    assert_eq!(mocks.calls(), []);
    let both = call(&worker, "notes::add", r#"{"text":"a","number":1}"#);
    assert_eq!(both.metadata.overload, Some("notes__add_2"));
    assert!(both.success);
}
