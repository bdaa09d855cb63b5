//! Runs the program at a pseudo-terminal, with a person who says yes and then no.

#![cfg(unix)]

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than a slow machine takes for one step.
const PATIENCE: Duration = Duration::from_secs(60);

/// The minimum time that somebody needs to read a question; an earlier answer is ignored.
const READING: Duration = Duration::from_millis(400);

/// A program at a terminal.
struct Session {
    child: Child,
    keyboard: File,
    screen: Receiver<String>,
    seen: String,
}

impl Session {
    fn start(folder: &str) -> Self {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&terminal).expect("granted");
        unlockpt(&terminal).expect("unlocked");
        let name = ptsname(&terminal, Vec::new()).expect("a name");
        let name = name.to_str().expect("a path").to_owned();
        let open = || {
            let mut options = OpenOptions::new();
            options
                .read(true)
                .write(true)
                .open(&name)
                .expect("the terminal")
        };
        let child = Command::new(env!("CARGO_BIN_EXE_agent"))
            .arg(folder)
            .stdin(open())
            .stdout(open())
            .stderr(open())
            .spawn()
            .expect("the program");
        let keyboard = File::from(terminal);
        let mut shown = keyboard.try_clone().expect("the same terminal");
        let (send, screen) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            // Reading from the terminal fails once the program has exited.
            while let Ok(length) = shown.read(&mut buffer) {
                let text = String::from_utf8_lossy(&buffer[..length]).into_owned();
                if length == 0 || send.send(text).is_err() {
                    break;
                }
            }
        });
        Session {
            child,
            keyboard,
            screen,
            seen: String::new(),
        }
    }

    /// Waits until a text is on the screen, after the text that was waited for before.
    fn expect(&mut self, text: &str) {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(at) = self.seen.find(text) {
                self.seen.drain(..at + text.len());
                return;
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.screen.recv_timeout(left) {
                Ok(more) => self.seen.push_str(&more.replace('\r', "")),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    panic!("`{text}` did not come, but:\n{}", self.seen)
                }
            }
        }
    }

    fn answer(&mut self, line: &str) {
        thread::sleep(READING);
        self.keyboard.write_all(line.as_bytes()).expect("a key");
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        match self.child.kill() {
            Err(error) if error.kind() != ErrorKind::InvalidInput => {}
            _ => drop(self.child.wait()),
        }
    }
}

#[test]
fn a_person_decides_about_what_models_of_two_providers_want() {
    let folder = std::env::temp_dir().join(format!("agent-test-{}", std::process::id()));
    let mut session = Session::start(folder.to_str().expect("a path"));

    session.expect("user: Note that I must buy milk.");
    session.expect("call call_2: filesystem__write_file");
    // The question shows what will be written.
    session.expect("Buy milk.");
    assert!(!folder.join("notes.txt").exists());
    session.answer("y\n");
    session.expect("result call_1:");
    session.expect("result call_2:");
    session.expect("result call_3:");
    session.expect("Buy milk.");
    session.expect("result call_4: Error: [");
    session.expect("result call_5: Error: [BLOCKED]");
    session.expect("files are deleted by people");
    session.expect("model: Your note is in notes.txt.");

    session.expect("user: How long is my note?");
    session.expect("call toolu_4");
    session.expect("wc");
    session.answer("n\n");
    session.expect("result toolu_1:");
    session.expect("notes.txt");
    session.expect("result toolu_2: Error: [DENIED]");
    session.expect("result toolu_3: Error: [");
    session.expect("result toolu_4: Error: [COMMAND_BLOCKED]");
    session.expect("model: There is one file; nobody let me count it.");

    let status = session.child.wait().expect("an end");
    assert!(status.success());
    let note = fs::read_to_string(folder.join("notes.txt")).expect("the note");
    assert_eq!(note, "Buy milk.\n");
    let _ = fs::remove_dir_all(folder);
}
