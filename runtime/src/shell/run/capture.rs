//! Captures the output of a command, up to a limit. The rest is read and discarded, so that no command blocks
//! on its output.

use std::io::{ErrorKind, Read};

/// Appended where the rest was cut off.
const CUT: &str = "\n... (output truncated)";

/// An output of a running command.
pub(super) struct Capture<R> {
    /// `None` after the end of the output.
    pub source: Option<R>,
    bytes: Vec<u8>,
    limit: usize,
    truncated: bool,
}

/// An output of a finished command.
#[derive(Debug, Default)]
pub(super) struct Captured {
    pub text: String,
    pub truncated: bool,
}

impl Captured {
    /// A message in place of the output of a command that did not run.
    pub fn said(text: String) -> Self {
        Captured {
            text,
            truncated: false,
        }
    }

    /// Adds a line of our own.
    pub fn add_line(&mut self, line: &str) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.text.push_str(line);
    }
}

impl<R: Read> Capture<R> {
    pub fn new(source: Option<R>, limit: usize) -> Self {
        Capture {
            source,
            bytes: Vec::new(),
            limit,
            truncated: false,
        }
    }

    /// Reads what is available, once.
    pub fn read(&mut self) {
        let mut chunk = [0; 16 * 1024];
        let Some(source) = &mut self.source else {
            return;
        };
        match source.read(&mut chunk) {
            Ok(0) => self.source = None,
            Ok(length) => self.keep(&chunk[..length]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => self.source = None,
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        let room = self.limit - self.bytes.len();
        let (kept, rest) = bytes.split_at(bytes.len().min(room));
        self.bytes.extend_from_slice(kept);
        self.truncated |= !rest.is_empty();
    }

    pub fn finish(mut self) -> Captured {
        if self.truncated {
            drop_half_letter(&mut self.bytes);
        }
        let mut text = String::from_utf8_lossy(&self.bytes).into_owned();
        if self.truncated {
            text.push_str(CUT);
        }
        Captured {
            text,
            truncated: self.truncated,
        }
    }
}

/// Removes the first bytes of a character whose rest was cut off.
fn drop_half_letter(bytes: &mut Vec<u8>) {
    if let Err(error) = std::str::from_utf8(bytes)
        && error.error_len().is_none()
    {
        bytes.truncate(error.valid_up_to());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn capture(text: &[u8], limit: usize) -> Captured {
        let mut capture = Capture::new(Some(text), limit);
        while capture.source.is_some() {
            capture.read();
        }
        capture.finish()
    }

    #[test]
    fn what_is_too_much_is_cut_off_between_letters() {
        let rows: &[(&[u8], usize, &str, bool)] = &[
            (b"abc", 3, "abc", false),
            (b"abc", 2, "ab\n... (output truncated)", true),
            ("aé".as_bytes(), 2, "a\n... (output truncated)", true),
            ("aé".as_bytes(), 3, "aé", false),
            (b"a\xff", 9, "a\u{fffd}", false),
            (b"", 0, "", false),
        ];
        for (bytes, limit, text, truncated) in rows {
            let found = capture(bytes, *limit);
            assert_eq!((found.text.as_str(), found.truncated), (*text, *truncated));
        }
    }
}
