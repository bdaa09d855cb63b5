//! What a server program writes to its standard error.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncRead, AsyncReadExt};

/// How many of the last lines are kept, to explain why a server ended.
const KEPT: usize = 8;

/// The maximum length of a line in bytes; longer ones are split.
const LONGEST: usize = 4096;

/// Receives each line.
pub(super) type Hear = Arc<dyn Fn(&str) + Send + Sync>;

/// The last lines.
#[derive(Clone, Default)]
pub(super) struct RecentLines(Arc<Mutex<VecDeque<String>>>);

impl RecentLines {
    /// The last lines as one text.
    pub fn last(&self) -> String {
        let lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        lines.join("\n")
    }

    /// Reads lines until the source ends.
    pub async fn read(self, mut source: impl AsyncRead + Unpin, hear: Hear) {
        let mut pending = Vec::new();
        let mut piece = [0; LONGEST];
        while let Ok(count) = source.read(&mut piece).await {
            pending.extend_from_slice(&piece[..count]);
            while let Some(end) = pending.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = pending.drain(..=end).collect();
                self.add(&line, &hear);
            }
            if count == 0 || pending.len() > LONGEST {
                self.add(&std::mem::take(&mut pending), &hear);
            }
            if count == 0 {
                return;
            }
        }
    }

    fn add(&self, line: &[u8], hear: &Hear) {
        let text = String::from_utf8_lossy(line);
        let text = text.trim_end();
        if text.is_empty() {
            return;
        }
        hear(text);
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == KEPT {
            lines.pop_front();
        }
        lines.push_back(text.to_owned());
    }
}
