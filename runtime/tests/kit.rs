//! The testing toolkit: generated values, planned faults, mocks.

#[path = "support/tools.rs"]
mod support;

use support::{AddText, GetWeather, Ping};
use toolc_generated as tools;
use toolc_runtime::testing::{
    FaultKind, FaultPlan, Generator, Mocks, Simulate, SimulatedCall, Simulation, block_on,
    check_behavior, check_wrapper,
};
use toolc_runtime::{
    Call, Context, ErrorKind, Handle, HandlerFailure, Json, ListedErrors, Tool, ToolCall,
    ToolFailure, ToolResult, Worker, validate,
};

#[test]
fn every_tool_has_arguments_that_it_accepts() {
    for entry in tools::all() {
        for seed in 0..20 {
            let arguments = Generator::new(seed).arguments(entry);
            let arguments = arguments.unwrap_or_else(|| panic!("no call of {}", entry.wire_name));
            assert_eq!(entry.validate(&arguments), Ok(()), "{arguments}");
        }
        if let Some(schema) = entry.output {
            let output = Generator::new(1).output(entry).expect(entry.wire_name);
            assert_eq!(validate(schema, &output), Ok(()), "{output}");
        }
    }
}

#[test]
fn wrong_arguments_break_one_rule_each() {
    let mut keywords = std::collections::BTreeSet::new();
    for entry in tools::all() {
        let wrong = Generator::new(3).wrong_arguments(entry);
        assert!(!wrong.is_empty(), "{}", entry.wire_name);
        for wrong in &wrong {
            let violations = entry.validate(&wrong.arguments).expect_err("refused");
            let all: Vec<_> = violations.iter().collect();
            assert_eq!(all.len(), 1, "{}: {}", entry.wire_name, wrong.arguments);
            assert_eq!(all[0].keyword, wrong.keyword);
            assert_eq!(all[0].pointer, wrong.pointer);
            keywords.insert(wrong.keyword);
        }
    }
    for keyword in [
        "type",
        "required",
        "additionalProperties",
        "enum",
        "minimum",
        "maxLength",
    ] {
        assert!(keywords.contains(keyword), "{keyword}: {keywords:?}");
    }
}

#[test]
fn the_same_seed_makes_the_same_values() {
    for entry in tools::all() {
        let make = |seed| Generator::new(seed).arguments(entry);
        assert_eq!(make(9), make(9));
        let one = Generator::new(9).wrong_arguments(entry);
        assert_eq!(one, Generator::new(9).wrong_arguments(entry));
    }
}

/// Stands in for the real handlers.
struct Real;

impl<T: Tool> Handle<T> for Real {
    async fn handle(&self, _: Call<'_, T>) -> Result<T::Output, T::Failure> {
        Err(T::Failure::of(ToolFailure::user("REAL", T::NAME)))
    }
}

fn call<H: Send + Sync + 'static>(worker: &Worker<H>, name: &str, arguments: &str) -> ToolResult {
    block_on(worker.call(&Context::new("s"), ToolCall::new("c1", name, arguments)))
}

fn code(result: &ToolResult) -> &str {
    let error = result.error.as_ref();
    error
        .and_then(|error| error.code.as_deref())
        .unwrap_or("none")
}

#[test]
fn mocks_replace_what_a_test_is_about() {
    let mocks = Mocks::new()
        .on::<GetWeather>(|_| Ok(Json::null()))
        .otherwise(Real);
    let worker = support::worker(mocks);
    assert!(call(&worker, "weather::get", r#"{"location":"Oslo"}"#).success);
    assert_eq!(
        code(&call(&worker, "notes__add_1", r#"{"text":"t"}"#)),
        "REAL"
    );
}

#[test]
fn a_mock_follows_its_script() {
    let mocks = Mocks::new()
        .in_turn::<GetWeather>([
            Err(ToolFailure::user("BUSY", "try again").retryable()),
            Ok(Json::null()),
        ])
        .fails::<AddText>(|| ToolFailure::user("DOWN", "no answer"));
    let worker = support::worker(mocks.clone());
    let get = || call(&worker, "weather::get", r#"{"location":"Oslo"}"#);
    assert_eq!(code(&get()), "BUSY");
    assert!(get().success);
    let spent = get().error.expect("no more answers");
    assert_eq!(spent.kind, ErrorKind::Execution);
    assert_eq!(
        code(&call(&worker, "notes__add_1", r#"{"text":"t"}"#)),
        "DOWN"
    );
    assert_eq!(
        (mocks.count::<GetWeather>(), mocks.count::<AddText>()),
        (3, 1)
    );
    let panics = support::worker(Mocks::new().panics::<AddText>("oh"));
    let error = call(&panics, "notes__add_1", r#"{"text":"t"}"#)
        .error
        .expect("a failure");
    assert_eq!(error.kind, ErrorKind::Execution);
    assert!(!error.message.contains("oh"));
}

#[test]
fn every_tool_of_every_worker_behaves() {
    let context = Context::default().with_value("account", "4711");
    let reports = [
        check_wrapper(&context, 1, || tools::support::worker(Mocks::new())),
        check_wrapper(&context, 2, || tools::clerk::worker(Mocks::new())),
        check_wrapper(&context, 3, || tools::sampler::worker(Mocks::new())),
    ];
    for report in reports {
        assert!(report.failures.is_empty(), "{:#?}", report.failures);
        assert!(report.untried.is_empty(), "{:?}", report.untried);
        assert!(report.calls > 10, "{}", report.calls);
    }
}

#[test]
fn handlers_are_run_and_what_they_do_wrong_is_told() {
    let failures = |mocks: fn() -> Mocks| {
        let context = Context::new("s");
        let report = check_behavior(&context, 1, || support::small_worker::<Ping>("w", mocks()));
        assert!(report.calls > 5, "{}", report.calls);
        report.failures.join("\n")
    };
    assert_eq!(
        failures(|| Mocks::new().returns::<Ping>("pong".to_owned())),
        ""
    );
    // what the model reads is an answer
    let refuses = || Mocks::new().fails::<Ping>(|| ToolFailure::user("NO_NET", "no cable"));
    assert_eq!(failures(refuses), "");
    let panics = failures(|| Mocks::new().panics::<Ping>("a slip"));
    assert!(
        panics.contains("the handler panicked: a slip; called with {"),
        "{panics}"
    );
    let breaks = || Mocks::new().fails::<Ping>(|| std::io::Error::other("no disk").into());
    let told = failures(breaks);
    assert!(
        told.contains("that the model reads, the last one with: no disk"),
        "{told}"
    );
}

#[test]
fn simulated_results_are_what_the_spec_describes_and_always_the_same() {
    let simulation = Simulation::new(5);
    let worker = tools::support::worker(Mocks::new()).simulated(simulation.clone());
    let get = || {
        call(
            &worker,
            "weather_api::get_weather",
            r#"{"location":"Lyon"}"#,
        )
    };
    let (one, other) = (get(), get());
    assert!(one.success, "{:?}", one.error);
    assert_eq!(one.output, other.output);
    let entry = tools::find("weather_api::get_weather")[0];
    let text = one.output.expect("a result");
    let schema = entry.output.expect("an output schema");
    assert_eq!(validate(schema, text.as_text()), Ok(()));
    assert_eq!(simulation.history(Some("s")).len(), 2);
    assert_eq!(simulation.history(Some("t")), []);
}

#[test]
fn what_is_simulated_can_be_taken_back() {
    /// Returns the number of earlier calls.
    struct Counting;
    impl Simulate for Counting {
        async fn simulate(&self, call: &SimulatedCall) -> Result<Json, ToolFailure> {
            Ok(Json::encode(&call.history.len())?)
        }
    }
    let simulation = Simulation::by(Counting);
    let count = |simulation: &Simulation| {
        let worker = support::worker(Mocks::new()).simulated(simulation.clone());
        let result = call(&worker, "notes__add_1", r#"{"text":"t"}"#);
        result.output.map(|output| output.as_text().to_owned())
    };
    assert_eq!(count(&simulation).as_deref(), Some("0"));
    let before = simulation.snapshot();
    assert_eq!(count(&simulation).as_deref(), Some("1"));
    let fork = simulation.fork();
    simulation.restore(&before);
    assert_eq!(count(&simulation).as_deref(), Some("1"));
    assert_eq!(count(&fork).as_deref(), Some("2"));
}

#[test]
fn listed_errors_are_injected_where_they_are_listed() {
    use tools::weather_api::GetWeatherError;
    let error = GetWeatherError::StationSilent;
    let kind = FaultKind::DeclaredError(error.declared());
    for plan in [
        FaultPlan::new(3).with_error(1.0, error),
        FaultPlan::new(3).with(kind, 1.0, "planned"),
    ] {
        inject_error(&plan);
        assert_eq!(plan.injected()[0].kind, kind);
    }
}

fn inject_error(plan: &FaultPlan) {
    let worker = tools::support::worker(Mocks::new())
        .simulated(Simulation::new(1))
        .faults(plan.clone());
    let call = |name: &str, arguments: &str| {
        let call = ToolCall::new("1", name, arguments);
        block_on(worker.call(&Context::new("s").with_value("account", "4711"), call))
    };
    let silent = call("weather_api::get_weather", r#"{"location":"Lyon"}"#);
    let error = silent.error.as_deref().expect("an error");
    assert_eq!(error.code.as_deref(), Some("STATION_SILENT"));
    assert!(error.retryable && silent.to_llm_message().contains("STATION_SILENT"));
    // another tool does not list it
    let other = call("text::add_text", r#"{"text":"a"}"#);
    let code = other
        .error
        .as_deref()
        .and_then(|error| error.code.as_deref());
    assert_ne!(code, Some("STATION_SILENT"));
    assert_eq!(plan.injected().len(), 1);
}

#[test]
fn faults_follow_their_plan() {
    let plan = FaultPlan::new(11)
        .with(
            FaultKind::NetworkError,
            0.3,
            "the service cannot be reached",
        )
        .with(FaultKind::UnparseableResult, 0.3, "noise")
        .with(FaultKind::SchemaViolation, 0.3, "");
    let run = |plan: FaultPlan| {
        let worker = tools::support::worker(Mocks::new())
            .simulated(Simulation::new(1))
            .faults(plan);
        let results = (0..200).map(|id: u32| {
            let arguments = r#"{"location":"Lyon"}"#;
            let call = ToolCall::new(id.to_string(), "weather_api::get_weather", arguments);
            block_on(worker.call(&Context::new("s"), call))
        });
        let texts: Vec<_> = results.map(|result| result.to_llm_message()).collect();
        texts
    };
    let texts = run(plan.clone());
    let injected = plan.injected();
    let count = |kind| injected.iter().filter(|fault| fault.kind == kind).count();
    for kind in [
        FaultKind::NetworkError,
        FaultKind::UnparseableResult,
        FaultKind::SchemaViolation,
    ] {
        assert!(
            (20..100).contains(&count(kind)),
            "{kind:?}: {}",
            count(kind)
        );
    }
    let garbled = texts
        .iter()
        .filter(|text| text.contains("<garbled: noise>"));
    assert_eq!(garbled.count(), count(FaultKind::UnparseableResult));
    let down = texts.iter().filter(|text| text.contains("NETWORK_ERROR"));
    assert_eq!(down.count(), count(FaultKind::NetworkError));
    let again = FaultPlan::new(11)
        .with(
            FaultKind::NetworkError,
            0.3,
            "the service cannot be reached",
        )
        .with(FaultKind::UnparseableResult, 0.3, "noise")
        .with(FaultKind::SchemaViolation, 0.3, "");
    assert_eq!(run(again.clone()), texts);
    assert_eq!(again.injected(), injected);
}
