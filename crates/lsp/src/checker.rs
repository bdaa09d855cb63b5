//! The thread that compiles, so that requests are answered meanwhile.

use crate::analysis::Analysis;
use crate::commands::Commands;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use toolc_read::load::Overlay;

/// Compiling recurses into what nests; a thread has less by default than a program.
const STACK: usize = 64 * 1024 * 1024;

/// A folder to check.
pub struct Job {
    /// The folder.
    pub folder: PathBuf,
    /// What is read.
    pub files: Overlay,
    /// Counts the states of the folder.
    pub generation: u64,
    /// An earlier result that nobody needs. To give back its memory takes time, too.
    pub discarded: Option<Arc<Analysis>>,
}

/// A folder that was checked.
pub struct Checked {
    /// The folder.
    pub folder: PathBuf,
    /// The state that was checked.
    pub generation: u64,
    /// The result; `None` if toolc is at fault.
    pub analysis: Option<Arc<Analysis>>,
}

/// Starts the thread. It ends when nobody sends jobs any more, or takes its results.
///
/// # Errors
/// The system has no thread to give.
pub fn start_checker(
    commands: Arc<dyn Commands>,
    report: impl Fn(Checked) -> bool + Send + 'static,
) -> std::io::Result<Sender<Job>> {
    let (jobs, waiting) = channel::<Job>();
    let run = move || {
        for job in waiting {
            drop(job.discarded);
            let (folder, files) = (job.folder, job.files);
            let check = || {
                let (loaded, outcome) = commands.check(&files, &folder);
                Arc::new(Analysis::of_check(&folder, loaded, outcome))
            };
            let checked = Checked {
                analysis: catch_unwind(AssertUnwindSafe(check)).ok(),
                folder: folder.clone(),
                generation: job.generation,
            };
            if !report(checked) {
                return;
            }
        }
    };
    let builder = thread::Builder::new().name("check".to_owned());
    builder.stack_size(STACK).spawn(run)?;
    Ok(jobs)
}
