//! Reads lines on a thread of their own: whoever waits for a line can stop waiting, and the line is then for
//! whoever waits next.

use crate::contain::catch_panic;
use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// Appends the next line to a string and returns its length; 0 at the end of the input.
pub(super) type ReadLine = dyn FnMut(&mut String) -> io::Result<usize> + Send;

/// A line, and when it was there.
pub(super) struct Line {
    pub text: String,
    pub at: Instant,
}

/// What ends the wait for a line.
enum Heard {
    Line(io::Result<Line>),
    /// Perhaps nobody needs the line any more.
    Bell,
}

/// The lines that somebody types.
pub(super) struct Input {
    read: Arc<Mutex<Box<ReadLine>>>,
    heard: Receiver<Heard>,
    sender: Sender<Heard>,
    is_reading: bool,
}

/// When this is dropped, whoever waits for a line looks whether it is still needed.
#[derive(Clone)]
pub(super) struct Bell(Sender<Heard>);

impl Drop for Bell {
    fn drop(&mut self) {
        let _ = self.0.send(Heard::Bell);
    }
}

impl Input {
    pub fn new(read: impl FnMut(&mut String) -> io::Result<usize> + Send + 'static) -> Self {
        let (sender, heard) = mpsc::channel();
        Input {
            read: Arc::new(Mutex::new(Box::new(read))),
            heard,
            sender,
            is_reading: false,
        }
    }

    pub fn bell(&self) -> Bell {
        Bell(self.sender.clone())
    }

    /// Whether a line is being read that an earlier question was to have.
    pub fn is_reading(&self) -> bool {
        self.is_reading
    }

    /// Waits for the next line; `None` if it is not needed any more.
    pub fn next_line(&mut self, is_needed: impl Fn() -> bool) -> io::Result<Option<Line>> {
        if !self.is_reading {
            self.start_reading()?;
        }
        while is_needed() {
            match self.heard.recv().map_err(io::Error::other)? {
                Heard::Line(line) => {
                    self.is_reading = false;
                    return line.map(Some);
                }
                Heard::Bell => {}
            }
        }
        Ok(None)
    }

    /// Starts to read one line. No more is read than is asked for, because the program may read the rest.
    fn start_reading(&mut self) -> io::Result<()> {
        let (read, sender) = (Arc::clone(&self.read), self.sender.clone());
        let thread = thread::Builder::new().name("toolc-input".to_owned());
        thread.spawn(move || {
            let mut read = read.lock().unwrap_or_else(PoisonError::into_inner);
            let line = catch_panic(|| read_line(&mut **read));
            let line = line.unwrap_or_else(|panic| Err(io::Error::other(panic)));
            let _ = sender.send(Heard::Line(line));
        })?;
        self.is_reading = true;
        Ok(())
    }
}

fn read_line(read: &mut ReadLine) -> io::Result<Line> {
    let mut text = String::new();
    match read(&mut text)? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        _ => Ok(Line {
            text,
            at: Instant::now(),
        }),
    }
}
