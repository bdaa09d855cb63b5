//! Recorded streams (`streams/TARGET/NAME.sse`, `.json` for bodies that are no events, `.events` for Bedrock), each with
//! what is said of it and its answer beside it (`NAME.expected`).

use super::frames::write_frames;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use toolc_runtime::provider::Delta;
use toolc_runtime::{AnswerError, Target, ToolCall};

/// The body of a recorded stream, as it comes from the provider.
struct Recording {
    target: Target,
    path: PathBuf,
    body: Vec<u8>,
}

fn list_recordings() -> Vec<Recording> {
    let root = Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/providers/streams"
    ));
    let mut recordings = Vec::new();
    for (name, target) in Target::ALL {
        let Ok(entries) = fs::read_dir(root.join(name)) else {
            continue;
        };
        for entry in entries {
            let path = entry.expect("an entry").path();
            let body = fs::read(&path).expect("a recording");
            let body = match path.extension().and_then(|extension| extension.to_str()) {
                Some("events") => write_frames(&body),
                Some("expected") => continue,
                _ => body,
            };
            let target = *target;
            recordings.push(Recording { target, path, body });
        }
    }
    recordings.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(recordings.len() > 40);
    recordings
}

/// What came of a stream: what was said, with adjoining parts of one kind together, and the answer.
#[derive(Debug, PartialEq, Clone)]
struct Outcome {
    deltas: Vec<Delta>,
    answer: Result<Value, AnswerError>,
    calls: Result<Vec<ToolCall>, AnswerError>,
    message: Result<Vec<Value>, AnswerError>,
}

fn assemble<'b>(target: Target, chunks: impl IntoIterator<Item = &'b [u8]>) -> Outcome {
    let mut assembler = target.assembler();
    let mut deltas = Vec::new();
    for chunk in chunks {
        match assembler.push_bytes(chunk) {
            Ok(more) => more.into_iter().for_each(|delta| join(&mut deltas, delta)),
            Err(_) => assert!(!assembler.is_finished()),
        }
    }
    let was_finished = assembler.is_finished();
    let answer = assembler.finish();
    assert!(answer.is_ok() || !was_finished);
    Outcome {
        deltas,
        calls: answer
            .as_ref()
            .map_err(Clone::clone)
            .and_then(|answer| target.calls(answer)),
        message: answer
            .as_ref()
            .map_err(Clone::clone)
            .and_then(|answer| target.message(answer)),
        answer,
    }
}

fn join(deltas: &mut Vec<Delta>, delta: Delta) {
    match (deltas.last_mut(), &delta) {
        (Some(Delta::Text(text)), Delta::Text(more))
        | (Some(Delta::Thinking(text)), Delta::Thinking(more)) => text.push_str(more),
        (
            Some(Delta::Arguments { call, text }),
            Delta::Arguments {
                call: same,
                text: more,
            },
        ) if call == same => {
            text.push_str(more);
        }
        _ => deltas.push(delta),
    }
}

fn show(outcome: &Outcome) -> String {
    let deltas = outcome.deltas.iter().map(|delta| match delta {
        Delta::Text(text) => json!({ "text": text }),
        Delta::Thinking(text) => json!({ "thinking": text }),
        Delta::CallBegun { call, id, name } => json!({ "call": call, "id": id, "name": name }),
        Delta::Arguments { call, text } => json!({ "call": call, "arguments": text }),
        Delta::Finished { reason } => json!({ "finished": reason }),
        _ => json!(null),
    });
    let calls = outcome.calls.as_ref().map(|calls| {
        let calls = calls
            .iter()
            .map(|call| json!([call.id, call.name, call.arguments]));
        calls.collect::<Vec<_>>()
    });
    let written = |error: &AnswerError| json!({ "error": error.to_string() });
    let shown = json!({
        "deltas": deltas.collect::<Vec<_>>(),
        "answer": outcome.answer.clone().unwrap_or_else(|error| written(&error)),
        "calls": calls.map_or_else(written, Value::from),
        "message": outcome.message.clone().map_or_else(|error| written(&error), Value::from),
    });
    serde_json::to_string_pretty(&shown).expect("JSON") + "\n"
}

#[test]
fn each_recorded_stream_is_put_together_as_expected() {
    for recording in list_recordings() {
        let outcome = assemble(recording.target, [recording.body.as_slice()]);
        let path = recording.path.with_extension("expected");
        let shown = show(&outcome);
        if std::env::var_os("TOOLC_BLESS").is_some() {
            fs::write(&path, &shown).expect("written");
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(
            shown,
            expected,
            "{}: TOOLC_BLESS=1 writes it anew",
            path.display()
        );
    }
}

#[test]
fn it_does_not_matter_where_bytes_are_cut_into_chunks() {
    for recording in list_recordings() {
        let (target, body) = (recording.target, recording.body.as_slice());
        let whole = assemble(target, [body]);
        let name = recording.path.display();
        assert_eq!(
            assemble(target, body.chunks(1)),
            whole,
            "{name}, byte by byte"
        );
        for at in 0..body.len() {
            let (one, other) = body.split_at(at);
            assert_eq!(assemble(target, [one, other]), whole, "{name}, at {at}");
        }
    }
}

#[test]
fn there_is_never_a_call_of_a_stream_that_was_cut() {
    for recording in list_recordings() {
        let (target, body) = (recording.target, recording.body.as_slice());
        let whole = assemble(target, [body]);
        let name = recording.path.display();
        let mut early = 0;
        for at in 0..body.len() {
            let cut = assemble(target, [&body[..at]]);
            match &cut.answer {
                // The service had said that the answer was complete, and went on.
                Ok(_) if recording.path.ends_with("openai/call_after_the_end.sse") => {}
                Ok(_) => {
                    assert_eq!(cut.calls, whole.calls, "{name}, cut at {at}");
                    assert_eq!(cut.message, whole.message, "{name}, cut at {at}");
                }
                Err(AnswerError::EndedEarly) => early += 1,
                error => assert_eq!(*error, whole.answer, "{name}, cut at {at}"),
            }
        }
        assert!(early * 2 > body.len(), "{name}: {early} of {}", body.len());
    }
}

#[test]
fn a_stream_is_limited_in_bytes_and_in_calls() {
    for recording in list_recordings() {
        let whole = assemble(recording.target, [recording.body.as_slice()]);
        let length = recording.body.len();
        let mut assembler = recording.target.assembler().max_bytes(length - 1);
        let mut result = Ok(Vec::new());
        for byte in recording.body.chunks(1) {
            result = assembler.push_bytes(byte);
        }
        assert!(result.is_err());
        match (assembler.finish(), whole.answer) {
            (Err(AnswerError::TooLarge { limit }), _) => {
                assert_eq!(limit, format!("{} bytes", length - 1));
            }
            (error, answer) => assert_eq!(error, answer),
        }
        let begun = |delta: &&Delta| matches!(delta, Delta::CallBegun { .. });
        if let Some(calls @ 1..) = Some(whole.deltas.iter().filter(begun).count()) {
            let mut assembler = recording.target.assembler().max_calls(calls - 1);
            let _ = assembler.push_bytes(&recording.body);
            let error = assembler.finish().expect_err("too many calls");
            let limit = format!("{} calls", calls - 1);
            let choices = format!("{} choices", calls - 1);
            let candidates = format!("{} candidates", calls - 1);
            let limits = [limit, choices, candidates].map(|limit| AnswerError::TooLarge { limit });
            assert!(limits.contains(&error), "{error}");
        }
    }
}

#[test]
fn events_can_be_values_as_well() {
    for recording in list_recordings() {
        if recording
            .path
            .extension()
            .is_none_or(|extension| extension != "sse")
        {
            continue;
        }
        let whole = assemble(recording.target, [recording.body.as_slice()]);
        let mut reader = toolc_runtime::provider::SseReader::default();
        let mut assembler = recording.target.assembler();
        for data in reader.push(&recording.body) {
            let _ = match serde_json::from_str(&data) {
                Ok(event) => assembler.push(&event),
                Err(_) => assembler.push_data(&data),
            };
        }
        assert_eq!(
            assembler.finish(),
            whole.answer,
            "{}",
            recording.path.display()
        );
    }
}

#[test]
fn what_is_no_stream_is_read_at_the_end() {
    let error = json!({ "type": "error", "error": { "type": "overloaded_error", "message": "" } });
    let answer = json!({ "type": "message", "stop_reason": "end_turn", "content": [] });
    let text = error.to_string();
    let outcome = assemble(Target::Anthropic, text.as_bytes().chunks(3));
    assert!(
        matches!(outcome.answer, Err(AnswerError::Service(_))),
        "{outcome:?}"
    );
    let outcome = assemble(Target::Anthropic, [answer.to_string().as_bytes()]);
    assert_eq!(outcome.answer, Ok(answer));
    for (_, target) in Target::ALL {
        for nothing in ["", " ", "\n\n", "data: \n\n", ": ping\n\n", "<html>"] {
            let outcome = assemble(*target, [nothing.as_bytes()]);
            assert!(outcome.answer.is_err(), "{target:?}: {nothing:?}");
        }
        for odd in [
            "5",
            "[]",
            "{}",
            "null",
            "\"\"",
            "{\"choices\":5}",
            "{\"type\":5}",
        ] {
            let mut assembler = target.assembler();
            let _ = assembler.push_data(odd);
            assert!(assembler.finish().is_err(), "{target:?}: {odd}");
        }
        let mut assembler = target.assembler();
        assert!(assembler.push_data("{").is_err());
        assert!(assembler.push_data("[DONE]").is_err());
    }
}
