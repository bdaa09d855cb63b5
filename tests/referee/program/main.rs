//! Prints the verdicts of the type-erased and of the typed interface, and which other doors differ from them.

mod doors;
mod lines;
#[allow(dead_code, reason = "not every tool file has each kind of item")]
mod tools;

use toolc_runtime::{ApproveAll, Call, Handle, HandlerFailure, Tool, ToolFailure};

/// Handles every tool. If it is reached, the typed arguments could be read.
struct Everything;

impl<T: Tool> Handle<T> for Everything {
    async fn handle(&self, _: Call<'_, T>) -> Result<T::Output, T::Failure> {
        Err(T::Failure::of(ToolFailure::user(
            "read",
            "the arguments were read",
        )))
    }
}

fn main() {
    let worker = tools::all::worker(Everything).approver(ApproveAll::for_tests_only());
    lines::answer(|name, text| {
        let [entry] = tools::find(name) else {
            panic!("no tool is called {name}")
        };
        let erased = entry.validate(text);
        let typed = lines::verdict(&lines::failure(&worker, name, text));
        let differing = doors::list_differing(&worker, entry, text, erased.is_ok());
        let mut answer = format!("{}\t{typed}\t{differing}", erased.is_ok());
        for violation in erased.err().iter().flatten() {
            let keyword = violation.keyword.replace(' ', "_");
            answer += &format!("\t{keyword} {}", violation.pointer.escape_default());
        }
        answer
    });
}
