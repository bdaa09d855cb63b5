//! What the system tells: that something happened in a folder, that the command is to end, and that nobody reads its output.

use crate::cli::output::print_line;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant, SystemTime};

/// How long nothing may happen before anything is read: a file that is written in parts is then whole.
const QUIET: Duration = Duration::from_millis(50);

/// How long changes are waited for that do not end.
const LONGEST: Duration = Duration::from_secs(1);

/// How often it is looked whether somebody still reads the output, and by default for changes, if the system tells none.
const IDLE: Duration = Duration::from_secs(1);

/// How many notices wait: one of them is enough to look.
const WAITING: usize = 64;

/// Something that happened.
enum Notice {
    Change,
    End,
}

/// What to do next.
pub(super) enum Next {
    Look,
    End,
}

/// When notices end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Ending {
    /// With a signal, or when nobody reads the output any more.
    WithReaderOrSignal,
    /// With the process, which ends by other means.
    #[cfg(feature = "serve")]
    WithProcess,
}

/// The notices of the system.
pub(in crate::cli) struct Notices {
    notices: Receiver<Notice>,
    /// Kept, so that there is always somebody who may send.
    _sender: SyncSender<Notice>,
    /// `None` if changes are looked for.
    watcher: Option<RecommendedWatcher>,
    /// The folders that are followed, each with what identifies it: another one may take its place.
    followed: BTreeMap<PathBuf, Option<Identity>>,
    /// How often changes are looked for.
    poll: Option<Duration>,
    ending: Ending,
}

impl Notices {
    /// Begins to listen.
    pub(in crate::cli) fn open(poll: Option<Duration>, ending: Ending) -> Self {
        let (sender, notices) = sync_channel(WAITING);
        if ending == Ending::WithReaderOrSignal {
            let told = sender.clone();
            let heard = ctrlc::set_handler(move || drop(told.send(Notice::End)));
            if let Err(error) = heard {
                print_line(&format!("toolc: signals end this at once: {error}"));
            }
        }
        let mut opened = Notices {
            notices,
            _sender: sender.clone(),
            watcher: None,
            followed: BTreeMap::new(),
            poll,
            ending,
        };
        if poll.is_none() {
            match notify::recommended_watcher(move |event| tell_change(&sender, event)) {
                Ok(watcher) => opened.watcher = Some(watcher),
                Err(error) => opened.look_instead(&error),
            }
        }
        opened
    }

    /// Follows these folders and no others. Returns whether one of them was not followed before.
    pub(super) fn follow(&mut self, folders: BTreeSet<PathBuf>) -> bool {
        let Some(watcher) = self.watcher.as_mut() else {
            return false;
        };
        for folder in self.followed.keys() {
            if !folders.contains(folder) {
                // what is gone is not followed any more
                let _ = watcher.unwatch(folder);
            }
        }
        let mut followed = BTreeMap::new();
        let mut failed = None;
        for folder in folders {
            let identity = identify_folder(&folder);
            if self.followed.get(&folder) != Some(&identity) {
                match watcher.watch(&folder, RecursiveMode::NonRecursive) {
                    Ok(()) => {}
                    // it went away in the meantime, and the folder above tells that
                    Err(_) if !folder.is_dir() => continue,
                    Err(error) => {
                        failed = Some(error);
                        break;
                    }
                }
            }
            followed.insert(folder, identity);
        }
        let is_new =
            |(folder, identity): (&PathBuf, _)| self.followed.get(folder) != Some(identity);
        let has_new = followed.iter().any(is_new);
        self.followed = followed;
        if let Some(error) = failed {
            self.look_instead(&error);
        }
        has_new
    }

    /// Looks for changes, because the system does not tell them.
    fn look_instead(&mut self, error: &notify::Error) {
        let seconds = IDLE.as_secs();
        print_line(&format!(
            "toolc: the system does not tell of changes ({error}): looking every {seconds} s"
        ));
        self.watcher = None;
        self.poll = Some(IDLE);
    }

    /// Waits until something happened and nothing more does.
    pub(super) fn wait(&self) -> Next {
        loop {
            match self.notices.recv_timeout(self.poll.unwrap_or(IDLE)) {
                Ok(Notice::Change) => return self.wait_for_quiet(),
                Ok(Notice::End) | Err(RecvTimeoutError::Disconnected) => return Next::End,
                Err(RecvTimeoutError::Timeout) if self.is_over() => return Next::End,
                Err(RecvTimeoutError::Timeout) if self.poll.is_some() => return Next::Look,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn is_over(&self) -> bool {
        self.ending == Ending::WithReaderOrSignal && is_reader_gone()
    }

    /// Waits until nothing happens any more, if anything does.
    pub(super) fn wait_for_quiet(&self) -> Next {
        let since = Instant::now();
        while since.elapsed() < LONGEST {
            match self.notices.recv_timeout(QUIET) {
                Ok(Notice::Change) => {}
                Ok(Notice::End) | Err(RecvTimeoutError::Disconnected) => return Next::End,
                Err(RecvTimeoutError::Timeout) => break,
            }
        }
        Next::Look
    }
}

/// Reading a file is not a change; whatever is unclear may be one.
fn tell_change(sender: &SyncSender<Notice>, event: notify::Result<Event>) {
    let is_read = event.is_ok_and(|event| matches!(event.kind, EventKind::Access(_)));
    if !is_read {
        // if many notices wait, one more says nothing new
        let _ = sender.try_send(Notice::Change);
    }
}

/// What tells a folder from another one that took its name.
type Identity = (u64, Option<SystemTime>);

/// Its number and when it was made: the number of a folder that is removed is soon that of another one.
#[cfg(unix)]
fn identify_folder(folder: &PathBuf) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    let found = fs::metadata(folder).ok()?;
    Some((found.ino(), found.created().ok()))
}

#[cfg(not(unix))]
fn identify_folder(folder: &PathBuf) -> Option<Identity> {
    let found = fs::metadata(folder).ok()?;
    Some((0, found.created().ok()))
}

/// Whether standard output or standard error leads to a pipe or terminal that nobody reads any more.
#[cfg(unix)]
fn is_reader_gone() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let (output, errors) = (std::io::stdout(), std::io::stderr());
    let mut ends = [
        PollFd::new(&output, PollFlags::empty()),
        PollFd::new(&errors, PollFlags::empty()),
    ];
    let now = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    let gone = PollFlags::ERR | PollFlags::HUP;
    poll(&mut ends, Some(&now)).is_ok() && ends.iter().any(|end| end.revents().intersects(gone))
}

#[cfg(not(unix))]
fn is_reader_gone() -> bool {
    false
}
