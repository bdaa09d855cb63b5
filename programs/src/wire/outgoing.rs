//! What is written to a sandbox, while others wait for it as little as possible.

use std::future::poll_fn;
use std::io::{Error, ErrorKind, Result};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::AsyncWrite;

/// With more than this nobody is heard, in bytes.
const FULL: usize = 1 << 20;

/// Bytes on their way.
pub(super) struct Outgoing<W> {
    writer: W,
    bytes: Vec<u8>,
    written: usize,
    /// Whether the sandbox reads nothing any more. That is its own affair: what counts is what it says.
    is_gone: bool,
}

impl<W: AsyncWrite + Unpin> Outgoing<W> {
    pub fn new(writer: W) -> Self {
        Outgoing {
            writer,
            bytes: Vec::new(),
            written: 0,
            is_gone: false,
        }
    }

    /// Adds a line.
    pub fn push(&mut self, line: &str) {
        if !self.is_gone {
            self.bytes.extend_from_slice(line.as_bytes());
            self.bytes.push(b'\n');
        }
    }

    pub fn is_full(&self) -> bool {
        self.bytes.len() - self.written > FULL
    }

    /// Writes what can be written now.
    pub fn poll(&mut self, task: &mut Context<'_>) {
        if let Poll::Ready(Err(_)) = self.poll_flush(task) {
            self.is_gone = true;
            self.bytes.clear();
            self.written = 0;
        }
    }

    fn poll_flush(&mut self, task: &mut Context<'_>) -> Poll<Result<()>> {
        while self.written < self.bytes.len() {
            let rest = &self.bytes[self.written..];
            match ready!(Pin::new(&mut self.writer).poll_write(task, rest))? {
                0 => return Poll::Ready(Err(Error::from(ErrorKind::WriteZero))),
                bytes => self.written += bytes,
            }
        }
        self.bytes.clear();
        self.written = 0;
        Pin::new(&mut self.writer).poll_flush(task)
    }

    /// Writes all of it.
    pub async fn flush(&mut self) -> Result<()> {
        poll_fn(|task| self.poll_flush(task)).await
    }
}
