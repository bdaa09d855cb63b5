//! A demonstration: what a model is shown, what it calls, and what it is told.

use crate::handlers::{Operator, Public};
use crate::{TIMEOUT, log, tools};
use std::sync::atomic::{AtomicUsize, Ordering};
use toolc_runtime::{ApprovalRequest, Approver, Context, Decision, Target, ToolCall, Worker};

/// Stands in for a person: approves the first request and no other.
#[derive(Debug, Default)]
struct FirstOnly(AtomicUsize);

impl Approver for FirstOnly {
    async fn decide(&self, _: &ApprovalRequest) -> Decision {
        match self.0.fetch_add(1, Ordering::Relaxed) {
            0 => Decision::approve(),
            _ => Decision::deny("one alarm is enough"),
        }
    }
}

const OF_THE_PUBLIC: &[(&str, &str)] = &[
    (
        "weather_api::get_weather",
        r#"{"location":"Lyon","unit":"fahrenheit"}"#,
    ),
    (
        "weather_api__get_forecast",
        r#"{"location":"Oslo","days":2}"#,
    ),
    (
        "weather_api::get_forecast",
        r#"{"location":"","days":30,"hours":1}"#,
    ),
    ("weather_api::get_wether", r#"{"location":"Lyon"}"#),
    ("weather_api::get_weather", r#"{"location":"Atlantis"}"#),
    ("alarms::list_alarms", "{}"),
];

const FROST: &str = r#"{"location":"Oslo","level":"warning","when":{"kind":"below","celsius":-10},"notify":["roads@oslo.example"]}"#;
const STORM: &str = r#"{"location":"Lyon","level":"notice","when":{"kind":"wind","kmh":90},"notify":["fire@lyon.example"]}"#;
const FLIGHT: &str = r#"{"location":"Quito","level":"evacuation","when":{"kind":"wind","kmh":250},"notify":["all@quito.example"]}"#;

const OF_THE_OPERATOR: &[(&str, &str)] = &[
    ("alarms::set_alarm", FROST),
    ("alarms::set_alarm", STORM),
    ("alarms::set_alarm", FLIGHT),
    ("alarms::list_alarms", "{}"),
    ("alarms::clear_alarms", "{}"),
];

/// Everything that a model would see.
pub async fn run() -> String {
    let public = tools::public::worker(Public)
        .observer(log::Log)
        .timeout(TIMEOUT);
    let operator = tools::operator::worker(Operator::default())
        .approver(FirstOnly::default())
        .observer(log::Log)
        .timeout(TIMEOUT);
    let mut out = String::new();
    talk(&public, OF_THE_PUBLIC, &mut out).await;
    talk(&operator, OF_THE_OPERATOR, &mut out).await;
    out
}

async fn talk<H: Send + Sync>(worker: &Worker<H>, script: &[(&str, &str)], out: &mut String) {
    out.push_str(&format!("== {}\n\n", worker.name()));
    out.push_str(&format!("{}\n\n", worker.definitions(Target::OpenAi)));
    let context = Context::new("demo");
    for (number, (tool, arguments)) in script.iter().enumerate() {
        let call = ToolCall::new(format!("call_{number}"), *tool, *arguments);
        let result = worker.call(&context, call).await;
        out.push_str(&format!(
            "> {tool} {arguments}\n{}\n\n",
            result.to_llm_message()
        ));
    }
}
