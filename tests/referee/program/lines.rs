//! The main loop of every program over generated code: it reads lines of name, tab and arguments, and answers
//! each.

use std::io::{BufRead, BufWriter, Write};
use std::pin::pin;
use std::task::{Poll, Waker};
use toolc_runtime::{Context, ErrorKind, ToolCall, ToolError, Worker};

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
    let context = context();
    let result = block_on(worker.call(&context, ToolCall::new("call", name, text)));
    result.error.expect("the handler fails")
}

/// A context with the values that tools of this repository need.
pub fn context() -> Context {
    Context::new("lines").with_value("account", "1")
}

/// Whether the arguments of a call that ended with this error were valid.
#[allow(dead_code, reason = "not every program asks for it")]
pub fn verdict(error: &ToolError) -> bool {
    match error.kind {
        // rules decide about valid arguments only
        ErrorKind::Execution | ErrorKind::Denied => true,
        ErrorKind::InvalidArguments => false,
        kind => panic!("{kind:?}: {}", error.message),
    }
}

/// Waits for a future.
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let mut waker = std::task::Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut waker) {
            return output;
        }
        std::thread::yield_now();
    }
}
