//! Calls that are refused while they are still being streamed.

use toolc_generated::support;
use toolc_runtime::provider::Delta;
use toolc_runtime::testing::{Mocks, block_on};
use toolc_runtime::{Context, ErrorKind, Target, ToolCall};

#[test]
fn a_call_is_refused_at_the_first_byte_that_decides() {
    let worker = support::worker(Mocks::new());
    let first = |name: &str, text: &str| {
        let mut ends = (0..=text.len()).filter(|end| text.is_char_boundary(*end));
        ends.find(|end| worker.will_refuse(name, &text[..*end]))
    };
    let get = "weather_api__get_weather";
    assert_eq!(first("weather_api__get_wether", "{}"), Some(0));
    assert_eq!(first(get, " [1]"), Some(2));
    assert_eq!(first(get, "\"{}\""), Some(1));
    let unknown = r#"{"text": "a", "colour": "red"}"#;
    let at = unknown.find("colour").map(|at| at + "colour\"".len());
    for name in ["notes::add_note", "notes__add_note"] {
        // Of two tools with one name, both must refuse.
        assert_eq!(first(name, unknown), at);
    }
    // whole values and beginnings of them, as far as the schema of the argument goes
    let forecast = "weather_api::get_forecast";
    assert_eq!(first(forecast, r#"{"location": 5}"#), Some(14));
    assert_eq!(first(forecast, r#"{"days": "two"}"#), Some(10));
    assert_eq!(first(forecast, r#"{"days": 2, "days": 3}"#), Some(18));
    assert_eq!(
        first(forecast, r#"{"days": 15, "location": "Lyon"}"#),
        Some(12)
    );
    assert_eq!(first(forecast, r#"{"days": 14, "location": "Lyon"}"#), None);
    assert_eq!(
        first(
            "weather_api::get_forecast",
            r#"{"location": "Lyon", "days": 2}"#
        ),
        None
    );
}

#[test]
fn what_is_refused_early_is_refused_when_it_is_whole() {
    let worker = support::worker(Mocks::new());
    let texts = [
        r#"{"location": "Lyon"}"#,
        r#"{"location": "Lyon", "days": 2}"#,
        r#"{"query": "a", "q": 1}"#,
        r#"{"title": "t", "type": "bug"}"#,
        r#"{"text": "a"}"#,
        r#"{"text": "a", "colour": "red"}"#,
        r#"{"\u0074ext": "a"}"#,
        "[]",
        "null",
        "5",
        "\"text\"",
        "",
        "{",
    ];
    let context = Context::new("session").with_value("account", "a");
    let mut early = 0;
    for tool in worker.tools() {
        for text in texts {
            let lost = (0..=text.len()).any(|end| worker.will_refuse(tool.wire_name, &text[..end]));
            let call = ToolCall::new("c", tool.wire_name, text);
            let result = block_on(worker.call(&context, call));
            let kind = result.error.map(|error| error.kind);
            if lost {
                early += 1;
                assert_eq!(
                    kind,
                    Some(ErrorKind::InvalidArguments),
                    "{}: {text}",
                    tool.name
                );
            }
        }
    }
    assert!(early > 10, "{early}");
}

#[test]
fn a_program_can_stop_reading_then() {
    let worker = support::worker(Mocks::new());
    let mut assembler = Target::Anthropic.assembler();
    let stream: &[u8] = include_bytes!("streams/anthropic/thinking_and_calls.sse");
    let mut read = 0;
    'stream: for byte in stream.chunks(1) {
        read += 1;
        for delta in assembler.push_bytes(byte).expect("no fault") {
            if let Delta::CallBegun { call, .. } | Delta::Arguments { call, .. } = delta {
                let begun = assembler.call(call).expect("a call");
                if worker.will_refuse(&begun.name, &begun.arguments) {
                    break 'stream;
                }
            }
        }
    }
    // The worker has no `weather__get`.
    assert!(read < stream.len() * 2 / 3, "{read} of {}", stream.len());
    assert!(assembler.finish().is_err());
}
