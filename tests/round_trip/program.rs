//! Prints the arguments as their type writes them, or nothing if they are invalid. Called with an argument,
//! it prints the definitions for each target instead, one per line.

mod lines;
#[allow(dead_code, reason = "not every tool file has each kind of item")]
mod tools;

use toolc_runtime::{ApproveAll, Call, ErrorKind, Handle, Output, Target, Tool, ToolFailure};

/// Handles every tool by returning its arguments.
struct Echo;

impl<T: Tool<Failure = ToolFailure>> Handle<T> for Echo
where
    for<'a> T::Args<'a>: Output,
{
    async fn handle(&self, call: Call<'_, T>) -> Result<T::Output, ToolFailure> {
        Err(ToolFailure::user("arguments", call.args.to_json()))
    }
}

fn main() {
    if std::env::args().count() > 1 {
        for (_, target) in Target::ALL {
            println!("{}", tools::all::definitions(*target));
        }
        return;
    }
    let worker = tools::all::worker(Echo).approver(ApproveAll::for_tests_only());
    lines::answer(|name, text| {
        let error = lines::failure(&worker, name, text);
        match error.kind {
            ErrorKind::Execution => error.message,
            ErrorKind::InvalidArguments => String::new(),
            kind => panic!("{name}: {kind:?}: {}", error.message),
        }
    });
}
