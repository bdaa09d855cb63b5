//! Recorded streams of providers, mutated: however they are cut, the same comes of them, and after a fault nothing does.

use super::targets::{Seed, Work};
use std::fs;
use std::path::Path;
use toolc_runtime::provider::FrameReader;
use toolc_runtime::{AnswerError, Target, ToolCall};

/// The recordings of the tests of the runtime.
pub fn stream_seeds(root: &Path) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for (name, target) in Target::ALL {
        let folder = root.join("runtime/tests/providers/streams").join(name);
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            let is_expected = path.extension().is_some_and(|kind| kind == "expected");
            if let (Ok(text), false) = (fs::read_to_string(&path), is_expected) {
                let what = path.display().to_string();
                let work = Work::Stream(*target);
                seeds.push(Seed::new(what, text, work));
            }
        }
    }
    seeds.sort_by(|one, other| one.what.cmp(&other.what));
    seeds
}

/// Puts a stream together as a whole and byte by byte, and by its lines as events.
pub fn try_stream(target: Target, text: &str) {
    let whole = assemble(target, [text.as_bytes()]);
    let bytes = assemble(target, text.as_bytes().chunks(1));
    assert!(whole == bytes, "it matters where a stream is cut");
    let mut assembler = target.assembler();
    for event in text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
    {
        let was_ok = assembler.push(&event).is_ok();
        assert!(
            was_ok || !assembler.is_finished(),
            "a stream goes on after a fault"
        );
    }
    let _ = assembler
        .finish()
        .and_then(|answer| target.message(&answer));
    let mut reader = FrameReader::default();
    reader.push(text.as_bytes());
    while let Ok(Some(_)) = reader.next_event() {}
}

fn assemble<'t>(
    target: Target,
    chunks: impl IntoIterator<Item = &'t [u8]>,
) -> Result<Vec<ToolCall>, AnswerError> {
    let mut assembler = target.assembler();
    for chunk in chunks {
        let _ = assembler.push_bytes(chunk);
    }
    let answer = assembler.finish()?;
    let calls = target.calls(&answer)?;
    assert!(target.message(&answer).is_ok(), "calls without a message");
    Ok(calls)
}
