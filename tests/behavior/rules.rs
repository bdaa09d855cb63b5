//! Rules on arguments, in the workers `support` and `clerk`.

mod people;

use super::{PAYMENT, tools};
use serde_json::Value;
use std::sync::{Arc, Mutex};
use toolc_runtime::testing::{Mocks, ScriptedApprover, block_on};
use toolc_runtime::{
    ApproveAll, CalledBy, Context, Decision, ErrorKind, Event, Moment, Observer, Order, Policy,
    PolicyDecision, PolicyRequest, ToolCall, ToolResult, Verdict, Worker,
};

const FORECAST: &str = "weather_api::get_forecast";
const PAY: &str = "payments::send_payment";
const VOID: [&str; 2] = ["payments::void_payment", "payments__void_payment"];

/// The places of the rules, and of the defaults that apply if no rule matches.
const SHORT_FORECAST: &str = "specs/workers/support.yaml:12";
const OTHER_FORECAST: &str = "specs/workers/support.yaml:9";
const LARGE_PAYMENT: &str = "specs/workers/clerk.yaml:10";
const OTHER_PAYMENT: &str = "specs/payments.yaml:9";

const TOO_LARGE: &str =
    "Tool 'payments__send_payment' blocked: payments above 5000 are made by a person";

/// Records every decision as a line.
#[derive(Clone, Default)]
struct Audit(Arc<Mutex<Vec<String>>>);

impl Audit {
    fn lines(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().expect("the lines"))
    }
}

impl Observer for Audit {
    fn audits(&self) -> bool {
        true
    }

    fn observe(&self, event: &Event<'_>) {
        let line = match event.moment {
            Moment::ApprovalRequired { .. } => "asked".to_owned(),
            Moment::ApprovalGranted { by, reason, .. } => format!("{reason} by {by}"),
            Moment::ApprovalDenied {
                by, reason, note, ..
            } => format!("{reason} by {by}: {note}"),
            _ => return,
        };
        self.0.lock().expect("the lines").push(line);
    }
}

fn context() -> Context {
    Context::new("tests").with_value("account", "c-7")
}

fn call(worker: &Worker<Mocks>, name: &str, arguments: &str) -> ToolResult {
    block_on(worker.call(&context(), ToolCall::new("1", name, arguments)))
}

fn call_manually(worker: &Worker<Mocks>, name: &str, arguments: &str) -> ToolResult {
    block_on(worker.call_manually(&context(), ToolCall::new("1", name, arguments)))
}

fn kind(result: &ToolResult) -> ErrorKind {
    result.error.as_ref().expect("no mock answers").kind
}

fn message(result: &ToolResult) -> &str {
    &result.error.as_ref().expect("no mock answers").message
}

fn forecast(days: &str) -> String {
    format!(r#"{{"location":"Lyon","days":{days}}}"#)
}

fn payment(amount: &str) -> String {
    PAYMENT.replace(r#""amount":12.5"#, &format!(r#""amount":{amount}"#))
}

fn void(reason: Option<&str>) -> String {
    let payment = r#""payment":"8f7b1d0e-58cc-4372-a567-0e02b2c3d479""#;
    match reason {
        Some(reason) => format!(r#"{{{payment},"reason":"{reason}"}}"#),
        None => format!("{{{payment}}}"),
    }
}

/// What is decided about calls: `runs`, `asks` or `blocked`.
fn decided() -> Vec<(&'static str, String, &'static str, &'static str)> {
    let forecasts = [
        ("1", "runs", SHORT_FORECAST),
        ("3", "runs", SHORT_FORECAST),
        ("3.0", "runs", SHORT_FORECAST),
        ("30e-1", "runs", SHORT_FORECAST),
        ("4", "asks", OTHER_FORECAST),
        ("14", "asks", OTHER_FORECAST),
    ];
    let payments = [
        ("12.5", "asks", OTHER_PAYMENT),
        ("5000", "asks", OTHER_PAYMENT),
        ("5e3", "asks", OTHER_PAYMENT),
        ("5000.00", "asks", OTHER_PAYMENT),
        ("5000.01", "blocked", LARGE_PAYMENT),
        ("5.00001e3", "blocked", LARGE_PAYMENT),
        ("1E4", "blocked", LARGE_PAYMENT),
    ];
    let forecasts = forecasts.map(|(days, word, rule)| (FORECAST, forecast(days), word, rule));
    let payments = payments.map(|(amount, word, rule)| (PAY, payment(amount), word, rule));
    let mut rows: Vec<_> = forecasts.into_iter().chain(payments).collect();
    let spelled = payment("6000").replace("\"amount\"", r#" "\u0061mount" "#);
    rows.push((PAY, spelled, "blocked", LARGE_PAYMENT));
    rows
}

fn worker_of(name: &str, mocks: &Mocks) -> Worker<Mocks> {
    match name {
        FORECAST => tools::support::worker(mocks.clone()),
        _ => tools::clerk::worker(mocks.clone()),
    }
}

#[test]
fn a_rule_lets_pass_asks_or_blocks() {
    for (name, arguments, word, rule) in decided() {
        let (mocks, audit) = (Mocks::new(), Audit::default());
        let approver = ScriptedApprover::new([Decision::approve()]);
        let worker = worker_of(name, &mocks).approver(approver.clone());
        let worker = worker.observer(audit.clone());
        let result = call(&worker, name, &arguments);
        assert_eq!(result.metadata.rule, Some(rule), "{arguments}");
        let asked = usize::from(word == "asks");
        assert_eq!(approver.requests().len(), asked, "{arguments}");
        let ran = usize::from(word != "blocked");
        assert_eq!(mocks.calls().len(), ran, "{arguments}");
        let (end, lines) = match word {
            "runs" => (
                ErrorKind::Execution,
                vec![format!("pre_approved by rule {rule}")],
            ),
            "asks" => (
                ErrorKind::Execution,
                vec!["asked".to_owned(), "approved by approver".to_owned()],
            ),
            _ => {
                assert_eq!(message(&result), TOO_LARGE);
                let reason = "payments above 5000 are made by a person";
                (
                    ErrorKind::Blocked,
                    vec![format!("blocked by rule {rule}: {reason}")],
                )
            }
        };
        assert_eq!((kind(&result), audit.lines()), (end, lines), "{arguments}");
        let written: Value = serde_json::to_value(&result).expect("JSON");
        assert_eq!(written["metadata"]["rule"], rule);
    }
}

#[test]
fn whoever_approves_everything_does_not_approve_what_a_rule_blocks() {
    let mocks = Mocks::new();
    let worker = tools::clerk::worker(mocks.clone()).approver(ApproveAll::for_tests_only());
    let arguments: Value = serde_json::from_str(&payment("5000.01")).expect("JSON");
    let parsed = block_on(worker.call_value(&context(), "1", PAY, arguments));
    assert_eq!(
        (kind(&parsed), message(&parsed)),
        (ErrorKind::Blocked, TOO_LARGE)
    );
    let by_hand = call_manually(&worker, PAY, &payment("5000.01"));
    assert_eq!(
        (kind(&by_hand), message(&by_hand)),
        (ErrorKind::Blocked, TOO_LARGE)
    );
    let calls = vec![
        ToolCall::new("1", PAY, payment("5000.01")),
        ToolCall::new("2", VOID[0], void(Some("typo"))),
    ];
    let results = block_on(worker.call_all(&context(), calls, Order::SideBySide));
    let kinds: Vec<ErrorKind> = results.iter().map(kind).collect();
    assert_eq!(kinds, [ErrorKind::Blocked, ErrorKind::NotFound]);
    assert_eq!(mocks.calls(), []);
}

#[test]
fn a_key_that_stands_twice_hides_nothing_from_a_rule() {
    let mocks = Mocks::new();
    let worker = tools::clerk::worker(mocks.clone()).approver(ApproveAll::for_tests_only());
    for twice in [
        r#""amount":1,"amount":9000"#,
        r#""amount":9000,"amount":1"#,
        r#""amount":1,"\u0061mount":9000"#,
        r#""\u0061mount":1,"amount":9000"#,
    ] {
        let arguments = PAYMENT.replace(r#""amount":12.5"#, twice);
        let result = call(&worker, PAY, &arguments);
        assert_eq!(kind(&result), ErrorKind::InvalidArguments, "{twice}");
    }
    assert_eq!(mocks.calls(), []);
}

#[test]
fn a_dry_run_says_what_a_call_does() {
    let mut rows = decided();
    rows.push((VOID[0], void(Some("typo")), "unknown", ""));
    rows.push((VOID[1], void(None), "unknown", ""));
    for (name, arguments, word, rule) in rows {
        let (mocks, audit) = (Mocks::new(), Audit::default());
        let worker = worker_of(name, &mocks).approver(ApproveAll::for_tests_only());
        let worker = worker.observer(audit.clone());
        let asked = ToolCall::new("1", name, &arguments);
        let dry = block_on(worker.dry_run(&context(), &asked));
        assert_eq!(mocks.calls(), []);
        assert_eq!(audit.lines(), [""; 0]);
        let said = match &dry.verdict {
            Verdict::Runs => "runs",
            Verdict::Asks(_) => "asks",
            Verdict::Refused(error) if error.kind == ErrorKind::NotFound => "unknown",
            _ => "blocked",
        };
        assert_eq!(said, word, "{arguments}");
        assert_eq!(dry.metadata.rule.unwrap_or(""), rule, "{arguments}");
        let wet = call(&worker, name, &arguments);
        assert_eq!(wet.metadata.rule, dry.metadata.rule);
        if let Verdict::Refused(error) = &dry.verdict {
            assert_eq!(wet.error.as_ref(), Some(error));
        }
    }
}

/// Changes the arguments of a payment or a forecast, or requires approval.
struct Changes(PolicyDecision);

impl Policy for Changes {
    fn name(&self) -> &'static str {
        "changes"
    }

    async fn decide(&self, _: &PolicyRequest<'_>) -> PolicyDecision {
        self.0.clone()
    }
}

#[test]
fn rules_decide_about_what_policies_make_of_a_call() {
    let approver = ScriptedApprover::new([Decision::deny("no"), Decision::deny("no")]);
    let worker = |name: &str, change: PolicyDecision| {
        let worker = worker_of(name, &Mocks::new()).approver(approver.clone());
        worker.policy(Changes(change))
    };
    let larger = worker(PAY, PolicyDecision::modify(payment("9000")));
    let result = call(&larger, PAY, &payment("1"));
    assert_eq!(
        (kind(&result), message(&result)),
        (ErrorKind::Blocked, TOO_LARGE)
    );
    assert_eq!(result.metadata.rule, Some(LARGE_PAYMENT));
    let longer = worker(FORECAST, PolicyDecision::modify(forecast("9")));
    let result = call(&longer, FORECAST, &forecast("1"));
    assert_eq!(kind(&result), ErrorKind::Denied);
    assert_eq!(result.metadata.rule, Some(OTHER_FORECAST));
    let asking = worker(FORECAST, PolicyDecision::ask("it is late"));
    let result = call(&asking, FORECAST, &forecast("1"));
    assert_eq!(kind(&result), ErrorKind::Denied);
    assert_eq!(approver.requests().len(), 2);
}

#[test]
fn a_worker_that_extends_another_has_its_rules_and_its_own() {
    let worker = tools::trainee::worker(Mocks::new());
    let named: Vec<String> = worker.tools().map(|tool| tool.name.to_owned()).collect();
    assert_eq!(
        named,
        [
            "tickets::search-tickets",
            "tickets::create-ticket",
            "weather_api::get_forecast"
        ]
    );
    let asked = |days: u32| {
        let arguments = format!(r#"{{"location":"Zurich, CH","days":{days}}}"#);
        call(&worker, FORECAST, &arguments)
    };
    let run = asked(2).error.expect("no mock answers");
    assert_eq!(
        run.kind,
        ErrorKind::Execution,
        "the parent's rule lets it run"
    );
    let denied = asked(5).error.expect("nobody says yes");
    assert_eq!(denied.kind, ErrorKind::Denied, "the parent asks");
    let blocked = asked(6).error.expect("its own rule blocks it");
    assert_eq!(blocked.kind, ErrorKind::Blocked);
    assert!(blocked.message.ends_with("trainees look five days ahead"));
}

#[test]
fn a_rule_may_be_about_the_calls_of_programs() {
    let clerk = tools::clerk::worker(Mocks::new()).approver(ApproveAll::for_tests_only());
    for (called_by, amount, is_blocked) in [
        (CalledBy::Model, "1000.5", false),
        (CalledBy::Program, "1000.5", true),
        (CalledBy::Unknown, "1000.5", true),
        (CalledBy::Program, "1000", false),
    ] {
        let arguments =
            format!(r#"{{"payment":"0b5f2c4e-1d3a-4b6c-8d7e-9f0a1b2c3d4e","amount":{amount}}}"#);
        let call = ToolCall::new("1", "payments__refund_payment", arguments).by(called_by);
        let found = block_on(clerk.dry_run(&context(), &call));
        let rule = found.metadata.rule.unwrap_or_default();
        let refused = matches!(found.verdict, Verdict::Refused(_));
        assert_eq!(refused, is_blocked, "{called_by:?} {amount}: {found:?}");
        assert_eq!(
            rule.starts_with("specs/workers/clerk.yaml:"),
            is_blocked,
            "{rule}"
        );
    }
}
