//! The main loop of every program over generated code: it reads lines of name, tab and arguments, and answers
//! each.

use std::io::{BufRead, BufWriter, Write};
use std::pin::pin;
use std::task::{Poll, Waker};
use toolc_runtime::{Context, ToolCall, ToolError, Worker};

/// Answers every line of the input with one line.
pub fn answer(each: impl Fn(&str, &str) -> String) {
    let mut out = BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("text");
        let (name, text) = line.split_once('\t').expect("a name and arguments");
        writeln!(out, "{}", each(name, text)).expect("written");
    }
}

/// Returns the error of a call, for a worker whose handlers all fail.
pub fn failure<H: Send + Sync + 'static>(
    worker: &Worker<H>,
    name: &str,
    text: &str,
) -> Box<ToolError> {
    let context = Context::new("lines");
    let mut call = pin!(worker.call(&context, ToolCall::new("call", name, text)));
    let mut waker = std::task::Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(result) = call.as_mut().poll(&mut waker) {
            return result.error.expect("the handler fails");
        }
        std::thread::yield_now();
    }
}
