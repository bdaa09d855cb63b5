//! Builds once, and again after each change.

use super::Watch;
use super::following::{Following, Look, Reader};
use super::notices::{Ending, Notices};
use crate::cli::Exit;
use crate::cli::build::Build;
use crate::cli::output::{count_noun, print_line};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use toolc_base::diagnostic::Diagnostics;
use toolc_compile::kept::Drafts;
use toolc_read::load::{Loaded, Trees};

impl Reader for &Build {
    fn paths(&self) -> &[PathBuf] {
        Build::paths(self)
    }

    fn more_files(&self) -> Vec<PathBuf> {
        self.plugin_files().collect()
    }

    fn read(&self, earlier: &Trees) -> (Diagnostics, Loaded) {
        self.load(earlier)
    }
}

/// Watches until a signal says so, or nobody reads what is said.
pub(super) fn watch_inputs(command: &Watch) -> Exit {
    let build = &command.build;
    build.say_what_is_read();
    let poll = command.poll.map(Duration::from_secs);
    let mut following = Following::new(build, Notices::open(poll, Ending::WithReaderOrSignal));
    let mut drafts = Drafts::default();
    while let Some(look) = following.next_look() {
        let Look {
            read,
            change,
            folders,
            started,
        } = look;
        let built = catch_unwind(AssertUnwindSafe(|| {
            build.build_loaded(read, Some(&mut drafts), started)
        }));
        let exit = built.unwrap_or_else(|_| {
            // what a fault has left half done is not kept
            drafts = Drafts::default();
            following.forget_trees();
            print_line("this is a bug in toolc: please report it together with the input");
            Exit::Internal
        });
        match change {
            None if exit == Exit::Usage => return exit,
            None => print_line(&format!(
                "toolc: watching {}; ctrl-c ends",
                count_noun(folders, "folder")
            )),
            Some(change) => print_line(&say_built(&change, exit, started)),
        }
    }
    Exit::Clean
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
