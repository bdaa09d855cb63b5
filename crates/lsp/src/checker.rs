//! The thread that compiles, so that requests are answered meanwhile.

use crate::analysis::Analysis;
use crate::commands::Commands;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use toolc_compile::kept::Kept;
use toolc_read::load::Overlay;

/// Compiling recurses into what nests; a thread has less by default than a program.
const STACK: usize = 64 * 1024 * 1024;

/// What the thread does.
pub enum Task {
    /// Check a folder.
    Check(Box<Job>),
    /// Give back the memory of an earlier result that nobody needs, which takes time, too.
    Discard(Arc<Analysis>),
}

/// A folder to check.
pub struct Job {
    /// The folder.
    pub folder: PathBuf,
    /// What is read.
    pub files: Overlay,
    /// Counts the states of the folder.
    pub generation: u64,
    /// What the last check of the folder has left.
    pub kept: Kept,
}

/// A folder that was checked.
pub struct Checked {
    /// The folder.
    pub folder: PathBuf,
    /// The state that was checked.
    pub generation: u64,
    /// The result; `None` if toolc is at fault.
    pub analysis: Option<Arc<Analysis>>,
    /// What it leaves for the next check.
    pub kept: Kept,
}

/// Starts the thread. It ends when nobody sends jobs any more, or takes its results.
///
/// # Errors
/// The system has no thread to give.
pub fn start_checker(
    commands: Arc<dyn Commands>,
    report: impl Fn(Checked) -> bool + Send + 'static,
) -> std::io::Result<Sender<Task>> {
    let (tasks, waiting) = channel::<Task>();
    let run = move || {
        for task in waiting {
            let job = match task {
                Task::Check(job) => job,
                Task::Discard(analysis) => {
                    drop(analysis);
                    continue;
                }
            };
            if !report(check_folder(&*commands, *job)) {
                return;
            }
        }
    };
    let builder = thread::Builder::new().name("check".to_owned());
    builder.stack_size(STACK).spawn(run)?;
    Ok(tasks)
}

fn check_folder(commands: &dyn Commands, job: Job) -> Checked {
    let Job {
        folder,
        files,
        generation,
        mut kept,
    } = job;
    let check = || {
        let (loaded, outcome) = commands.check(&files, &folder, &mut kept);
        Arc::new(Analysis::of_check(&folder, loaded, outcome))
    };
    let analysis = catch_unwind(AssertUnwindSafe(check)).ok();
    Checked {
        // what a fault has left half done is not kept
        kept: analysis.as_ref().map_or_else(Kept::default, |_| kept),
        analysis,
        folder,
        generation,
    }
}
