//! Frames: how messages are separated on a pipe (LSP 3.17, "Base Protocol"). A header `Content-Length: N`, a blank line, and N
//! bytes.

use std::io::{self, BufRead, Read, Write};

/// The largest message that is read. A document may have 32 MiB, and its text is longer as a JSON string.
const MAX_BYTES: u64 = 128 * 1024 * 1024;

/// The longest header line: known ones have less than a hundred bytes.
const MAX_LINE: u64 = 8 * 1024;

/// The most header lines of a message: the protocol knows two.
const MAX_LINES: usize = 64;

/// Reads the bytes of the next message; `None` at the end of the stream.
///
/// # Errors
/// The stream cannot be read, or where the next message begins is unknown: a header without a length, or with one that is
/// beyond the limit. Nothing after that can be read either.
pub fn read_frame(input: &mut dyn BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut length = None;
    for number in 0..MAX_LINES {
        let Some(line) = read_line(input)? else {
            return match number {
                0 => Ok(None),
                _ => Err(io::ErrorKind::UnexpectedEof.into()),
            };
        };
        if line.is_empty() {
            let length = length.ok_or_else(|| malformed("a header has no `Content-Length`"))?;
            return read_body(input, length).map(Some);
        }
        let Some((name, value)) = line.split_once(':') else {
            return Err(malformed("a header line has no colon"));
        };
        if name.trim().eq_ignore_ascii_case("content-length") {
            let parsed = value.trim().parse::<u64>().ok();
            let parsed = parsed.filter(|length| *length <= MAX_BYTES);
            let parsed = parsed.ok_or_else(|| malformed("`Content-Length` is out of range"))?;
            length = Some(parsed);
        }
    }
    Err(malformed("a header has too many lines"))
}

/// Reads a header line without its line break; `None` at the end of the stream.
fn read_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    input.take(MAX_LINE).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.pop() != Some(b'\n') {
        return Err(malformed("a header line does not end"));
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    let line = String::from_utf8(line).map_err(|_| malformed("a header is not text"))?;
    Ok(Some(line))
}

/// Reads a body. Memory grows with what arrives, not with what the header promises.
fn read_body(input: &mut dyn BufRead, length: u64) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body)?;
    match body.len() as u64 == length {
        true => Ok(body),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

fn malformed(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

/// Writes one message.
///
/// # Errors
/// Nobody reads any more.
pub fn write_frame(output: &mut dyn Write, body: &[u8]) -> io::Result<()> {
    write!(output, "Content-Length: {}\r\n\r\n", body.len())?;
    output.write_all(body)?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(mut text: &[u8]) -> (Vec<Vec<u8>>, Option<io::ErrorKind>) {
        let mut frames = Vec::new();
        loop {
            match read_frame(&mut text) {
                Ok(Some(frame)) => frames.push(frame),
                Ok(None) => return (frames, None),
                Err(error) => return (frames, Some(error.kind())),
            }
        }
    }

    #[test]
    fn frames_are_read_as_they_are_written() {
        let mut stream = Vec::new();
        for body in ["{}", "", "[1]"] {
            write_frame(&mut stream, body.as_bytes()).expect("a vector takes everything");
        }
        stream.extend(b"content-type: x\ncontent-length:2\n\nab");
        let (frames, error) = read_all(&stream);
        assert_eq!(frames, [&b"{}"[..], b"", b"[1]", b"ab"]);
        assert_eq!(error, None);
    }

    #[test]
    fn a_stream_without_frames_ends_without_a_promise_kept() {
        let invalid = Some(io::ErrorKind::InvalidData);
        let ended = Some(io::ErrorKind::UnexpectedEof);
        let long = format!("X: {}\r\n\r\n", "x".repeat(9000));
        let many = "X: y\r\n".repeat(100);
        let rows = [
            ("hello\r\n\r\n", invalid),
            ("X: y\r\n\r\n", invalid),
            ("Content-Length: -1\r\n\r\n", invalid),
            ("Content-Length: 99999999999999999999\r\n\r\n", invalid),
            ("Content-Length: 999999999999\r\n\r\n", invalid),
            ("Content-Length: 100000000\r\n\r\n{}", ended),
            ("Content-Length: 2", invalid),
            ("Content-Length: 2\r\n", ended),
            (&long, invalid),
            (&many, invalid),
            ("", None),
        ];
        for (text, error) in rows {
            assert_eq!(read_all(text.as_bytes()), (Vec::new(), error), "{text:.40}");
        }
    }
}
