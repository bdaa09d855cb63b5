//! The process of a server and everything it starts: one process group, which ends with its owner.

use std::io;
use std::process::{Child, Command};

/// A running server. Dropping it kills all of its processes and reaps the first one.
pub(super) struct Group(Option<Child>);

impl Group {
    /// Starts a program as the leader of a new process group.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        command.spawn().map(|child| Group(Some(child)))
    }

    /// The process that was started.
    pub fn child(&mut self) -> Option<&mut Child> {
        self.0.as_mut()
    }

    /// How the process ended, if it did. It is not reaped, because until then no other group can get its id.
    #[cfg(unix)]
    pub fn end(&self) -> Option<String> {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let pid = Pid::from_child(self.0.as_ref()?);
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(pid), options).ok().flatten()?;
        match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => Some(format!("it ended with the code {code}")),
            (None, Some(signal)) => Some(format!("the signal {signal} ended it")),
            (None, None) => Some("it ended".to_owned()),
        }
    }

    /// How the process ended, if it did.
    #[cfg(not(unix))]
    pub fn end(&mut self) -> Option<String> {
        let status = self.0.as_mut()?.try_wait().ok().flatten()?;
        Some(format!("it ended with {status}"))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let Some(mut child) = self.0.take() else {
            return;
        };
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            // It does not matter if the group is gone already.
            let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
        }
        #[cfg(not(unix))]
        let _ = child.kill();
        if matches!(child.try_wait(), Ok(None)) {
            // A killed process ends at once, unless the system holds on to it.
            let thread = std::thread::Builder::new().name("toolc-mcp-end".to_owned());
            let _ = thread.spawn(move || child.wait());
        }
    }
}
