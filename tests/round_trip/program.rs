//! Answers lines `name, tab, arguments` with the arguments as their type writes them, or with
//! nothing where they are not valid.

#[allow(dead_code)]
mod tools;

use std::io::{BufRead, Write};
use std::pin::pin;
use std::task::{Poll, Waker};
use toolc_runtime::{
    ApproveAll, Call, Context, ErrorKind, Handle, Output, Tool, ToolCall, ToolFailure,
};

/// Handles every tool: says what arguments it was given.
struct Echo;

impl<T: Tool> Handle<T> for Echo
where
    for<'a> T::Args<'a>: Output,
{
    async fn handle(&self, call: Call<'_, T>) -> Result<T::Output, ToolFailure> {
        Err(ToolFailure::user("arguments", call.args.to_json()))
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
    let worker = tools::all::worker(Echo).approver(ApproveAll::for_tests_only());
    let context = Context::new("round trip");
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("text");
        let (name, text) = line.split_once('\t').expect("a name and arguments");
        let error = wait(worker.call(&context, ToolCall::new("call", name, text))).error;
        let error = error.expect("the handler fails");
        match error.kind {
            ErrorKind::Execution => writeln!(out, "{}", error.message),
            ErrorKind::InvalidArguments => writeln!(out),
            kind => panic!("{name}: {kind:?}: {}", error.message),
        }
        .expect("written");
    }
}
