//! Server-sent events, as the HTML standard describes them (section 9.2.6), out of bytes that are cut anywhere.

/// Splits server-sent events: bytes go in, the data of each whole event comes out.
///
/// Lines end with LF, CR or CRLF; the lines of `data` of one event are joined with LF; comments and other fields are
/// skipped. An event that is not followed by a blank line is not whole and never comes out. What is kept is at most
/// what was pushed; [`Assembler`](super::Assembler) limits that.
#[derive(Debug, Default)]
pub struct SseReader {
    /// The line that has begun.
    line: Vec<u8>,
    /// The data of the event that has begun.
    data: Option<Vec<u8>>,
    /// Whether the last byte was CR, after which LF ends no further line.
    after_return: bool,
    /// Whether a line has ended: before the first one, a byte order mark is skipped.
    has_begun: bool,
}

impl SseReader {
    /// Takes the next bytes, and returns the data of each event that they complete. Bytes that are not UTF-8 are
    /// replaced, as the standard says.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut events = Vec::new();
        let mut rest = bytes;
        if self.after_return
            && let [first, more @ ..] = rest
        {
            self.after_return = false;
            if *first == b'\n' {
                rest = more;
            }
        }
        while let Some(end) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            self.line.extend_from_slice(&rest[..end]);
            let is_pair = rest[end..].starts_with(b"\r\n");
            self.after_return = rest[end..] == *b"\r";
            rest = &rest[end + 1 + usize::from(is_pair)..];
            events.extend(self.end_line());
        }
        self.line.extend_from_slice(rest);
        events
    }

    fn end_line(&mut self) -> Option<String> {
        let line = std::mem::take(&mut self.line);
        let mut line = line.as_slice();
        if !std::mem::replace(&mut self.has_begun, true) {
            line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        }
        if line.is_empty() {
            let data = self.data.take()?;
            return Some(String::from_utf8_lossy(&data).into_owned());
        }
        let (field, value) = match line.iter().position(|byte| *byte == b':') {
            Some(colon) => (&line[..colon], &line[colon + 1..]),
            None => (line, &line[line.len()..]),
        };
        if field == b"data" {
            let value = value.strip_prefix(b" ").unwrap_or(value);
            match &mut self.data {
                Some(data) => {
                    data.push(b'\n');
                    data.extend_from_slice(value);
                }
                None => self.data = Some(value.to_vec()),
            }
        }
        None
    }
}
