//! A command and everything it started: watched, ended in time, and reaped.

use super::capture::Capture;
use super::{Ended, State, TIMED_OUT};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process_group, waitid,
};
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::process::Child;
use std::time::{Duration, Instant};

/// How long a command has to exit after it was asked to.
const GRACE: Duration = Duration::from_millis(500);

/// How long the outputs are still read after the command has exited, because a process that left its group
/// may hold them open.
const LINGER: Duration = Duration::from_millis(100);

/// How long to wait for a killed command that the system holds on to.
const STUCK: Duration = Duration::from_secs(2);

/// How often a command that has closed its outputs is checked.
const GLANCE: Duration = Duration::from_millis(2);

/// How often any other command is checked, because it can exit without closing its outputs.
const LOOK: Duration = Duration::from_millis(25);

/// The limits of a command.
pub(super) struct Limits {
    pub timeout: Duration,
    pub output: usize,
}

/// The process group of a command.
pub(super) struct Group(Pid);

impl Group {
    /// Kills all of them at once.
    pub fn kill(&self) {
        self.signal(Signal::KILL);
    }

    /// Sends a signal. It does not matter if the group is gone already.
    fn signal(&self, signal: Signal) {
        let _ = kill_process_group(self.0, signal);
    }
}

/// The phases of a command on its way to its end.
enum Phase {
    Running {
        until: Option<Instant>,
    },
    /// It timed out and was asked to exit.
    Asked {
        until: Instant,
    },
    Killed {
        until: Instant,
    },
}

/// Waits for a command within its limits, ends what it leaves behind, and reaps it.
pub(super) fn watch_child(mut child: Child, limits: Limits, state: &State) -> io::Result<Ended> {
    let pid = Pid::from_child(&child);
    state.begin(Group(pid));
    let mut stdout = Capture::new(child.stdout.take(), limits.output);
    let mut stderr = Capture::new(child.stderr.take(), limits.output);
    let mut phase = Phase::Running {
        until: Instant::now().checked_add(limits.timeout),
    };
    let mut is_reaped = false;
    let status = loop {
        read_ready(&mut stdout, &mut stderr);
        // The process is not reaped yet, because until then no other process can get its id.
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match waitid(WaitId::Pid(pid), options) {
            Ok(Some(status)) => break Some(status),
            Ok(None) | Err(rustix::io::Errno::INTR) => {}
            // It ended, and something else in this process took its status: a program that ignores SIGCHLD, or
            // that waits for all children.
            Err(rustix::io::Errno::CHILD) => {
                is_reaped = true;
                break None;
            }
            Err(_) => break None,
        }
        if !advance_phase(&Group(pid), &mut phase) {
            break None;
        }
    };
    state.release();
    let until = Instant::now() + LINGER;
    while (stdout.source.is_some() || stderr.source.is_some()) && Instant::now() < until {
        read_ready(&mut stdout, &mut stderr);
    }
    let (stdout, mut stderr) = (stdout.finish(), stderr.finish());
    let exit_code = match (phase, status) {
        (Phase::Running { .. }, Some(status)) => exit_code(&status),
        (Phase::Running { .. }, None) if is_reaped => {
            stderr.add_line("The command ended, but its exit code was lost");
            TIMED_OUT
        }
        (Phase::Running { .. }, None) => return Err(io::Error::other("the command was lost")),
        _ => {
            let seconds = limits.timeout.as_secs_f64();
            stderr.add_line(&format!("Command timed out after {seconds}s"));
            TIMED_OUT
        }
    };
    let end = Ended {
        exit_code,
        stdout,
        stderr,
    };
    if status.is_some() {
        child.wait()?;
    }
    Ok(end)
}

/// Does what is due now; `false` if nothing helps.
fn advance_phase(group: &Group, phase: &mut Phase) -> bool {
    let now = Instant::now();
    match phase {
        Phase::Running { until: Some(until) } if now >= *until => {
            group.signal(Signal::TERM);
            *phase = Phase::Asked { until: now + GRACE };
        }
        Phase::Asked { until } if now >= *until => {
            group.kill();
            *phase = Phase::Killed { until: now + STUCK };
        }
        Phase::Killed { until } if now >= *until => return false,
        _ => {}
    }
    true
}

/// Waits briefly for output, and reads what is available.
fn read_ready<O: Read + AsFd, E: Read + AsFd>(stdout: &mut Capture<O>, stderr: &mut Capture<E>) {
    let mut waiting = Vec::with_capacity(2);
    let flags = PollFlags::IN;
    waiting.extend(
        stdout
            .source
            .as_ref()
            .map(|source| PollFd::new(source, flags)),
    );
    let has_stdout = !waiting.is_empty();
    waiting.extend(
        stderr
            .source
            .as_ref()
            .map(|source| PollFd::new(source, flags)),
    );
    if waiting.is_empty() {
        return std::thread::sleep(GLANCE);
    }
    let time = Timespec {
        tv_sec: 0,
        tv_nsec: LOOK.subsec_nanos().into(),
    };
    let ready = match poll(&mut waiting, Some(&time)) {
        Ok(count) => count > 0,
        Err(_) => false,
    };
    if !ready {
        return;
    }
    let mut ready = waiting.iter().map(|source| !source.revents().is_empty());
    let reads_stdout = has_stdout && ready.next() == Some(true);
    let reads_stderr = ready.next() == Some(true);
    if reads_stdout {
        stdout.read();
    }
    if reads_stderr {
        stderr.read();
    }
}

/// The exit code that a shell would report: the code, or 128 plus the signal.
fn exit_code(status: &WaitIdStatus) -> i32 {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => code,
        (None, Some(signal)) => 128 + signal,
        (None, None) => TIMED_OUT,
    }
}
