//! Lines of bounded length.

use std::io::Result;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::AsyncBufRead;

/// What was read.
pub(super) enum Line {
    /// A line, without its end.
    Text(Vec<u8>),
    /// A line that was longer than it may be.
    TooLong,
    /// Nothing more will come.
    End,
}

/// Reads lines.
pub(super) struct Lines<R> {
    reader: R,
    limit: usize,
    line: Vec<u8>,
    is_too_long: bool,
}

impl<R: AsyncBufRead + Unpin> Lines<R> {
    pub fn new(reader: R, limit: usize) -> Self {
        Lines {
            reader,
            limit,
            line: Vec::new(),
            is_too_long: false,
        }
    }

    /// The next line. The last one may lack its end.
    pub fn poll_line(&mut self, task: &mut Context<'_>) -> Poll<Result<Line>> {
        loop {
            let read = ready!(Pin::new(&mut self.reader).poll_fill_buf(task))?;
            let is_over = read.is_empty();
            let end = read.iter().position(|byte| *byte == b'\n');
            let part = &read[..end.unwrap_or(read.len())];
            if self.line.len() + part.len() > self.limit {
                self.is_too_long = true;
                self.line.clear();
            } else if !self.is_too_long {
                self.line.extend_from_slice(part);
            }
            let used = end.map_or(read.len(), |end| end + 1);
            Pin::new(&mut self.reader).consume(used);
            if end.is_none() && !is_over {
                continue;
            }
            let line = std::mem::take(&mut self.line);
            return Poll::Ready(Ok(match std::mem::take(&mut self.is_too_long) {
                true => Line::TooLong,
                false if is_over && line.is_empty() => Line::End,
                false => Line::Text(line),
            }));
        }
    }
}
