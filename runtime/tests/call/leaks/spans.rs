//! What spans and events of `tracing` contain.

use super::{SECRET, all_kinds, make_calls, ways};
use crate::tools;
use std::sync::{Arc, Mutex};
use toolc_runtime::testing::block_on;
use toolc_runtime::{Spans, ToolCall};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Metadata, Subscriber};

/// Records what a subscriber receives at level `INFO` and above, and at `DEBUG`.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<[String; 2]>>);

struct Writes<'t>(&'t mut String);

impl Visit for Writes<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.0.push_str(&format!("{field}={value:?}\n"));
    }
}

impl Told {
    fn write(&self, metadata: &Metadata<'_>, record: impl FnOnce(&mut Writes<'_>)) {
        let is_detail = *metadata.level() > tracing::Level::INFO;
        record(&mut Writes(
            &mut self.0.lock().unwrap()[usize::from(is_detail)],
        ));
    }
}

impl Subscriber for Told {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "toolc"
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        self.write(span.metadata(), |out| span.record(out));
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        values.record(&mut Writes(&mut self.0.lock().unwrap()[0]));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        self.write(event.metadata(), |out| event.record(out));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

#[test]
fn spans_have_details_below_info_alone_and_no_secret() {
    let told = Told::default();
    tracing::subscriber::with_default(told.clone(), || {
        let kinds = make_calls(|worker| worker.observer(Spans::new().with_arguments()));
        assert_eq!(kinds, all_kinds());
        for way in ways() {
            let worker = (way.set)(tools::worker(way.mocks).observer(Spans::new()));
            let call = ToolCall::new("c1", way.name, way.arguments);
            assert!(!block_on(worker.call(&way.context, call)).success);
        }
    });
    let [info, debug] = told.0.lock().unwrap().clone();
    assert!(info.contains("tool:error"), "{info}");
    for planted in [SECRET, "id_rsa", "hunter2"] {
        assert!(!info.contains(planted), "{planted}: {info}");
    }
    assert!(debug.contains(SECRET), "details: {debug}");
    assert!(
        !debug.contains("hunter2") && debug.contains("[redacted]"),
        "{debug}"
    );
}
