//! Builds once, and again after each change.

use super::Watch;
use super::inputs::{Inputs, list_present};
use super::notices::{Next, Notices};
use crate::cli::Exit;
use crate::cli::output::{count_noun, print_line};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use toolc_compile::kept::Kept;

/// Watches until a signal says so, or nobody reads what is said.
pub(super) fn watch_inputs(command: &Watch) -> Exit {
    let build = &command.build;
    build.say_what_is_read();
    let mut notices = Notices::open(command.poll.map(Duration::from_secs));
    let mut known: Option<Inputs> = None;
    let mut kept = Kept::default();
    loop {
        let started = Instant::now();
        let present = list_present(build);
        let read = build.load(&kept.trees);
        kept.trees = read.1.trees.clone();
        let inputs = Inputs::take(build, &read.1, present);
        let folders = inputs.folders(build.paths());
        let count = folders.len();
        // what happened before a folder was followed is not told
        let is_to_look_again = notices.follow(folders);
        let change = match &known {
            Some(known) => inputs.describe_change(known),
            None => Some(String::new()),
        };
        if let Some(change) = change {
            let drafts = Some(&mut kept.drafts);
            let built = catch_unwind(AssertUnwindSafe(|| {
                build.build_loaded(read, drafts, started)
            }));
            let exit = built.unwrap_or_else(|_| {
                // what a fault has left half done is not kept
                kept = Kept::default();
                print_line("this is a bug in toolc: please report it together with the input");
                Exit::Internal
            });
            if exit == Exit::Usage && known.is_none() {
                return exit;
            }
            match known.is_none() {
                true => print_line(&format!(
                    "toolc: watching {}; ctrl-c ends",
                    count_noun(count, "folder")
                )),
                false => print_line(&say_built(&change, exit, started)),
            }
            known = Some(inputs);
        }
        // a file that somebody is writing meanwhile is whole before it is read
        let next = match is_to_look_again {
            true => notices.wait_for_quiet(),
            false => notices.wait(),
        };
        match next {
            Next::Look => {}
            Next::End => return Exit::Clean,
        }
    }
}

/// `toolc: \`a.yaml\` changed: built in 0.03 s`
fn say_built(change: &str, exit: Exit, started: Instant) -> String {
    let built = match exit {
        Exit::Clean => "built",
        _ => "not built,",
    };
    let seconds = started.elapsed().as_secs_f64();
    format!("toolc: {change}: {built} in {seconds:.2} s")
}
