//! Answers lines `name, tab, arguments` with the verdicts of the type-erased and of the typed door.

#[allow(dead_code)]
mod tools;

use std::io::{BufRead, Write};
use std::pin::pin;
use std::task::{Poll, Waker};
use toolc_runtime::{ApproveAll, Call, Context, ErrorKind, Handle, Tool, ToolCall, ToolFailure};

/// Handles every tool: its typed arguments were read.
struct Everything;

impl<T: Tool> Handle<T> for Everything {
    async fn handle(&self, _: Call<'_, T>) -> Result<T::Output, ToolFailure> {
        Err(ToolFailure::user("read", "the arguments were read"))
    }
}

fn wait<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let mut context = std::task::Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
        std::thread::yield_now();
    }
}

fn main() {
    let worker = tools::all::worker(Everything).approver(ApproveAll::for_tests_only());
    let context = Context::new("referee");
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("text");
        let (name, text) = line.split_once('\t').expect("a name and arguments");
        let [entry] = tools::find(name) else {
            panic!("no tool is called {name}")
        };
        let erased = entry.validate(text);
        let call = ToolCall::new("call", name, text);
        let error = wait(worker.call(&context, call)).error.expect("the handler fails");
        let typed = match error.kind {
            ErrorKind::Execution => true,
            ErrorKind::InvalidArguments => false,
            kind => panic!("{name}: {kind:?}: {}", error.message),
        };
        write!(out, "{}\t{typed}", erased.is_ok()).expect("written");
        for violation in erased.err().iter().flatten() {
            write!(out, "\t{} {}", violation.keyword.replace(' ', "_"), violation.pointer.escape_default()).expect("written");
        }
        writeln!(out).expect("written");
    }
}
