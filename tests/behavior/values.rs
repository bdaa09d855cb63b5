//! Arguments that are parsed already are read like their text: they yield the same arguments, or the same
//! violations in the same order.

use crate::arguments::Generator;
use crate::random::Random;
use crate::{doors, tools};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Debug;
use toolc_runtime::reader::MAX_DEPTH;
use toolc_runtime::schema::{INTEGER, List, Object, Schema};
use toolc_runtime::testing::{EventRecorder, Recorded, ScriptedApprover, block_on};
use toolc_runtime::{
    ApprovalRequest, Args, Call, Context, Decision, ErrorKind, Handle, HandlerFailure, Integer,
    Tool, ToolCall, ToolFailure, ToolResult, Worker, validate, validate_value,
};
use tools::{notes, payments, petstore, tickets, types, weather_api};

/// Number of values that are tried for each tool.
const ROUNDS: usize = 12;

/// What was compared.
#[derive(Default)]
struct Tally {
    tools: usize,
    accepted: usize,
    refused: usize,
}

impl Tally {
    fn compare<T: Tool>(mut self) -> Self
    where
        for<'a> T::Args<'a>: Debug + PartialEq,
    {
        self.tools += 1;
        let schema = serde_json::from_str(&T::ENTRY.schema()).expect("a schema");
        let mut random = Random::new(self.tools as u64);
        for value in values(&schema, &mut random) {
            doors::agree(T::ENTRY.input, &value);
            let text = value.to_string();
            let parsed = <T::Args<'_> as Args<'_>>::from_value(&value);
            let read = <T::Args<'_> as Args<'_>>::from_json(&text);
            assert_eq!(parsed, read, "{}: {text}", T::NAME);
            self.accepted += usize::from(read.is_ok());
            self.refused += usize::from(read.is_err());
        }
        self
    }
}

fn values(schema: &Value, random: &mut Random) -> Vec<Value> {
    let mut values = vec![json!(null), json!([]), json!({}), json!({ "unknown": [1] })];
    for _ in 0..ROUNDS {
        let mut generator = Generator::new(schema, random);
        let valid = generator.valid();
        let broken = generator.broken(&valid, 3);
        values.push(valid);
        values.extend(broken.into_iter().map(|broken| broken.value));
    }
    values
}

#[test]
fn both_forms_of_arguments_are_read_alike() {
    let tally = Tally::default()
        .compare::<notes::AddNote>()
        .compare::<notes::AddNote2>()
        .compare::<payments::SendPayment>()
        .compare::<payments::ListPayments>()
        .compare::<payments::RefundPayment>()
        .compare::<petstore::ListPets>()
        .compare::<petstore::CreatePet>()
        .compare::<petstore::GetPetById>()
        .compare::<petstore::ReplacePet>()
        .compare::<petstore::AddPhotos>()
        .compare::<petstore::UploadPhoto>()
        .compare::<tickets::SearchTickets>()
        .compare::<tickets::CreateTicket>()
        .compare::<types::Count>()
        .compare::<types::Mark>()
        .compare::<types::Draw>()
        .compare::<types::Wrap>()
        .compare::<types::Assign>()
        .compare::<weather_api::GetWeather>()
        .compare::<weather_api::GetForecast>();
    assert!(
        tally.accepted > 150 && tally.refused > 300,
        "{} accepted, {} refused",
        tally.accepted,
        tally.refused
    );
}

#[test]
fn strings_are_those_of_the_value() {
    let value = json!({ "name": "Rex \"the\" dog", "kind": "dog" });
    let args = petstore::CreatePetArgs::from_value(&value).expect("valid");
    let Cow::Borrowed(name) = args.name else {
        panic!("the name was copied");
    };
    assert!(std::ptr::eq(name, value["name"].as_str().expect("a name")));
}

#[test]
fn numbers_are_those_that_they_are_written_as() {
    let large = [
        json!(1.0),
        json!(-0.0),
        json!(1e20),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(0.5),
        json!(9_007_199_254_740_993_i64),
    ];
    for value in large {
        doors::agree(INTEGER, &value);
    }
    let count = json!({ "percent": 100.0, "serial": u64::MAX, "share": 0.3 });
    let args = types::CountArgs::from_value(&count).expect("valid");
    assert_eq!(args.percent, 100);
    assert_eq!(args.serial, Some(Integer::from(u64::MAX)));
    assert_eq!(args.share, Some(0.3));
}

#[test]
fn what_nests_too_deeply_is_refused_in_both_forms() {
    static LIST: Schema = Schema::List(&List {
        items: &LIST,
        ..List::ANY
    });
    static MAP: Schema = Schema::Object(&Object {
        rest: &MAP,
        ..Object::ANY
    });
    let nested = |depth: u16| (1..depth).fold(json!([]), |inner, _| json!([inner]));
    let mapped = |depth: u16| (1..depth).fold(json!({}), |inner, _| json!({ "a": inner }));
    for depth in [MAX_DEPTH, MAX_DEPTH + 1, 1_000] {
        for (schema, value) in [
            (&Schema::Any, nested(depth)),
            (&LIST, nested(depth)),
            (&LIST, mapped(depth)),
            (&MAP, mapped(depth)),
        ] {
            let by_value = validate_value(schema, &value);
            let by_text = validate(schema, &value.to_string());
            assert_eq!(by_value.is_ok(), by_text.is_ok(), "{depth}");
            let Err(violations) = by_value else { continue };
            let first = violations.iter().next().expect("a violation");
            if depth > MAX_DEPTH {
                assert_eq!(first.keyword, "syntax");
                assert_eq!(first.message, "must be well-formed JSON: nested too deeply");
            }
        }
    }
}

/// Returns how the arguments of a call are read, and their text.
struct Echo;

impl<T: Tool> Handle<T> for Echo
where
    for<'a> T::Args<'a>: Debug,
{
    async fn handle(&self, call: Call<'_, T>) -> Result<T::Output, T::Failure> {
        assert_eq!(call.text(), call.text());
        let read = format!("{:?} of {}", call.args, call.text());
        // a code that every tool may fail with: where a spec lists some, it is among them
        Err(T::Failure::of(ToolFailure::user("UNKNOWN_PLACE", read)))
    }
}

/// A worker, and everybody who is notified of its calls.
struct Witnessed {
    worker: Worker<Echo>,
    approver: ScriptedApprover,
    recorder: EventRecorder,
}

impl Witnessed {
    fn of(make: fn(Echo) -> Worker<Echo>) -> Self {
        let decisions = [Decision::approve(), Decision::deny("not this one")];
        let approver = ScriptedApprover::new(decisions.into_iter().cycle().take(10_000));
        let recorder = EventRecorder::new();
        let worker = make(Echo)
            .approver(approver.clone())
            .observer(recorder.clone());
        Witnessed {
            worker,
            approver,
            recorder,
        }
    }

    fn heard(&self) -> (Vec<Recorded>, Vec<ApprovalRequest>) {
        let mut requests = self.approver.requests();
        for request in &mut requests {
            // The deadline depends on when the call was made.
            request.until = std::time::SystemTime::UNIX_EPOCH;
        }
        (self.recorder.events(), requests)
    }
}

#[test]
fn a_worker_answers_both_forms_alike() {
    let context = Context::new("tests").with_value("account", "1");
    let mut kinds = BTreeSet::new();
    for make in [
        tools::support::worker as fn(Echo) -> Worker<Echo>,
        tools::sampler::worker,
        tools::clerk::worker,
    ] {
        let (by_text, by_value) = (Witnessed::of(make), Witnessed::of(make));
        for entry in by_text.worker.tools() {
            let schema = serde_json::from_str(&entry.schema()).expect("a schema");
            for value in values(&schema, &mut Random::new(7)) {
                let call = ToolCall::new("1", entry.name, value.to_string());
                let read = block_on(by_text.worker.call(&context, call));
                let parsed = block_on(by_value.worker.call_value(&context, "1", entry.name, value));
                assert_eq!(parsed, read);
                kinds.extend(kind(&read));
            }
        }
        assert!(
            by_text.heard() == by_value.heard(),
            "{} is told something else",
            by_text.worker.name()
        );
    }
    assert_eq!(
        kinds,
        BTreeSet::from(["Blocked", "Denied", "Execution", "InvalidArguments"])
    );
}

fn kind(result: &ToolResult) -> Option<&'static str> {
    Some(match result.error.as_ref()?.kind {
        ErrorKind::Blocked => "Blocked",
        ErrorKind::Denied => "Denied",
        ErrorKind::Execution => "Execution",
        ErrorKind::InvalidArguments => "InvalidArguments",
        _ => "another",
    })
}
