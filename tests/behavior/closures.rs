//! Closures in place of handlers: typed, one for each tool of a worker, with the worker's own approvals and rules.

use std::future::ready;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use toolc_generated::diarist::{self, Mounts, mount_closures};
use toolc_generated::notes::{AddNote2Args, AddNoteArgs};
use toolc_generated::support::Closures;
use toolc_generated::tickets::SearchTickets;
use toolc_generated::weather_api::{
    GetForecast, GetForecastArgs, GetForecastOutput, GetWeatherArgs, GetWeatherError,
    GetWeatherOutput, GetWeatherOutputUnit,
};
use toolc_generated::{journal, mirror};
use toolc_runtime::testing::{EventRecorder, Mocks, ScriptedApprover, block_on};
use toolc_runtime::{
    Approval, Closure, ClosureSet, Context, Decision, Environment, ErrorKind, Failure, Json, Mount,
    MountFailure, Mounted, NoConfig, NoObserver, Target, ToolCall, ToolFailure, ToolResult, Worker,
};

async fn get_weather(
    args: GetWeatherArgs,
    context: Context,
) -> Result<GetWeatherOutput, Failure<GetWeatherError>> {
    ready(()).await;
    if args.location != "Lyon" {
        return Err(GetWeatherError::UnknownPlace.into());
    }
    Ok(GetWeatherOutput {
        temperature: 21.5,
        unit: GetWeatherOutputUnit::Celsius,
        summary: context.session().map(str::to_owned),
    })
}

fn closures(count: &Arc<AtomicUsize>) -> Closures {
    let count = Arc::clone(count);
    Closures {
        search_tickets: Closure::<SearchTickets>::of_call(|call| {
            Box::pin(async move {
                ready(()).await;
                Err(ToolFailure::user("NO_TICKETS", call.args.query.clone()))
            })
        }),
        create_ticket: Closure::absent("TICKETS_TOKEN is not set"),
        add_note: Closure::new(move |args: AddNoteArgs, _| {
            let count = Arc::clone(&count);
            async move {
                count.fetch_add(1, Ordering::Relaxed);
                Ok(Json::encode(&args.text)?)
            }
        }),
        add_note2: Closure::sync(|args: AddNote2Args, _| Ok(Json::encode(&args.outline.title)?)),
        get_weather: Closure::new(get_weather),
        get_forecast: Closure::<GetForecast>::new(async |args, _| {
            assert_ne!(args.days, 2, "two days are too many");
            Ok(GetForecastOutput { days: Vec::new() })
        })
        .needing_approval(|args: &GetForecastArgs, _| {
            (args.location == "Atlantis").then_some(Approval::Blocked)
        }),
    }
}

fn call<H>(worker: &Worker<H>, name: &str, arguments: &str) -> ToolResult {
    block_on(worker.call(
        &Context::new("tests").with_value("account", "a"),
        ToolCall::new("1", name, arguments),
    ))
}

fn kind(worker: &Worker<ClosureSet>, name: &str, arguments: &str) -> Option<ErrorKind> {
    call(worker, name, arguments).error.map(|error| error.kind)
}

#[test]
fn closures_are_typed_and_go_the_way_of_handlers() {
    let count = Arc::new(AtomicUsize::new(0));
    let asked = ScriptedApprover::new([Decision::deny("not that far")]);
    let worker = closures(&count)
        .into_worker()
        .approver(asked.clone())
        .observer(NoObserver);
    let sunny = call(
        &worker,
        "weather_api::get_weather",
        r#"{"location":"Lyon"}"#,
    );
    assert_eq!(
        sunny.to_llm_message(),
        r#"{"temperature":21.5,"unit":"celsius","summary":"tests"}"#
    );
    let unknown = call(&worker, "weather_api::get_weather", r#"{"location":"Ys"}"#);
    assert_eq!(
        unknown.error.expect("an error").code.as_deref(),
        Some("UNKNOWN_PLACE")
    );
    // Overloads and state.
    assert!(call(&worker, "notes::add_note", r#"{"text":"a"}"#).success);
    let outline = call(&worker, "notes::add_note", r#"{"outline":{"title":"t"}}"#);
    assert_eq!(outline.to_llm_message(), r#""t""#);
    assert_eq!(count.load(Ordering::Relaxed), 1);
    let failed = call(
        &worker,
        "tickets::search-tickets",
        r#"{"query":"open ones"}"#,
    );
    let failed = failed.error.expect("an error");
    assert_eq!(
        (failed.code.as_deref(), &*failed.message),
        (Some("NO_TICKETS"), "open ones")
    );
    // What the wrapper does: validation, rules of the worker, the approver, panics.
    let invalid = kind(&worker, "notes::add_note", r#"{"text":1}"#);
    assert_eq!(invalid, Some(ErrorKind::InvalidArguments));
    let forecast = "weather_api::get_forecast";
    assert!(call(&worker, forecast, r#"{"location":"Lyon","days":3}"#).success);
    assert_eq!(
        kind(&worker, forecast, r#"{"location":"Lyon","days":5}"#),
        Some(ErrorKind::Denied)
    );
    assert_eq!(asked.requests().len(), 1);
    assert_eq!(
        kind(&worker, forecast, r#"{"location":"Lyon","days":2}"#),
        Some(ErrorKind::Execution)
    );
    assert_eq!(
        kind(&worker, forecast, r#"{"location":"Atlantis","days":1}"#),
        Some(ErrorKind::Blocked)
    );
    let blocked = kind(&worker, "tickets::close-ticket", "{}");
    assert_eq!(blocked, Some(ErrorKind::Blocked));
}

#[test]
fn an_absent_tool_is_in_no_list_and_its_reason_is_told() {
    let recorder = EventRecorder::new();
    let worker = closures(&Arc::default())
        .into_worker()
        .observer(recorder.clone());
    let absent = ("tickets::create-ticket", "TICKETS_TOKEN is not set");
    assert_eq!(worker.unavailable().collect::<Vec<_>>(), [absent]);
    assert!(worker.tools().all(|tool| tool.name != absent.0));
    assert!(worker.manual_tools().all(|tool| tool.name != absent.0));
    for target in [Target::OpenAi, Target::Mcp] {
        assert!(
            !worker
                .definitions(target)
                .to_string()
                .contains("create-ticket")
        );
    }
    let found = worker.search("create a ticket", 9).expect("an index");
    assert!(found.iter().all(|found| found.qualified != absent.0));
    // Even arguments that do not hold: the tool is not there to judge them.
    let error = call(&worker, "tickets__create-ticket", "{}")
        .error
        .expect("an error");
    assert_eq!(error.kind, ErrorKind::Unavailable);
    assert_eq!(
        error.message,
        "Tool 'tickets__create-ticket' is unavailable"
    );
    assert_eq!(
        recorder.named("tool:error")[0].detail.as_deref(),
        Some(absent.1)
    );
    let planned = ToolCall::new("1", absent.0, "{}");
    let planned = block_on(worker.dry_run(&Context::default(), &planned));
    assert_eq!(planned.detail.as_deref(), Some(absent.1));
}

#[test]
fn a_handler_may_be_left_out_when_the_program_starts() {
    let worker = toolc_generated::support::worker(Mocks::new()).observer(NoObserver);
    let error = worker
        .without("weather_api::get", "no key")
        .expect_err("no such tool");
    assert_eq!(
        error.to_string(),
        "the worker `support` has no tool `weather_api::get`"
    );
    let worker = toolc_generated::support::worker(Mocks::new()).observer(NoObserver);
    let blocked = worker.without("tickets::close-ticket", "no key");
    assert!(
        blocked.is_err(),
        "a blocked tool is not there to be left out"
    );
    let worker = toolc_generated::support::worker(Mocks::new())
        .observer(NoObserver)
        .without("notes::add_note", "the notes are moved")
        .and_then(|worker| worker.without("weather_api__get_weather", "first reason"))
        .and_then(|worker| worker.without("weather_api__get_weather", "no key"))
        .expect("known tools");
    let tools: Vec<&str> = worker.tools().map(|tool| tool.name).collect();
    let rest = [
        "tickets::search-tickets",
        "tickets::create-ticket",
        "weather_api::get_forecast",
    ];
    assert_eq!(tools, rest);
    let unavailable: Vec<_> = worker.unavailable().collect();
    let expected = [
        ("notes::add_note", "the notes are moved"),
        ("notes::add_note", "the notes are moved"),
        ("weather_api::get_weather", "no key"),
    ];
    assert_eq!(unavailable, expected);
    let error = call(&worker, "notes::add_note", r#"{"text":"a"}"#)
        .error
        .expect("an error");
    assert_eq!(error.kind, ErrorKind::Unavailable);
}

struct Files;

impl Mount<journal::Toolset> for Files {
    type Handlers = Mocks;

    async fn mount(&self, _: journal::Config, _: &Context) -> Result<Mounted<Mocks>, MountFailure> {
        Ok(Mounted::new(Mocks::new()))
    }
}

struct Nowhere;

impl Mount<mirror::Toolset> for Nowhere {
    type Handlers = Mocks;

    async fn mount(&self, _: NoConfig, _: &Context) -> Result<Mounted<Mocks>, MountFailure> {
        Err(MountFailure::unavailable("nobody answers"))
    }
}

#[test]
fn closures_handle_what_no_toolset_mounts() {
    let mounts = Mounts {
        journal: Files,
        mirror: Nowhere,
        handlers: diarist::Closures {
            add_note: Closure::new(async |args: AddNoteArgs, _| Ok(Json::encode(&args.text)?)),
            add_note2: Closure::absent("outlines are off"),
        },
    };
    let variables = [
        ("JOURNAL_HOME", "/data"),
        ("JOURNAL_MAX_SIZE", "1"),
        ("JOURNAL_TOKEN", "t"),
    ];
    let context = Context::new("s").with_extension(Environment::of(variables));
    let worker = block_on(mount_closures(mounts, &context)).expect("a worker");
    let unavailable: Vec<_> = worker.unavailable().collect();
    assert_eq!(
        unavailable,
        [
            ("mirror", "nobody answers"),
            ("notes::add_note", "outlines are off")
        ]
    );
    assert!(call(&worker, "notes::add_note", r#"{"text":"a"}"#).success);
}
