//! Frames of AWS's event streams (`application/vnd.amazon.eventstream`), out of bytes that are cut anywhere. The format
//! is that of the Smithy specification, "Event streams over HTTP/1.1": a prelude with two lengths and a checksum,
//! headers, the payload, and a checksum of it all. Numbers are big-endian, checksums are CRC-32 (IEEE 802.3).

use super::malformed;
use crate::provider::AnswerError;
use serde_json::{Value, json};

/// The two lengths and their checksum.
const PRELUDE: usize = 12;

/// The checksum at the end.
const CHECKSUM: usize = 4;

/// What AWS's own libraries accept at most.
const MAX_HEADERS: usize = 128 * 1024;
const MAX_FRAME: usize = 24 * 1024 * 1024;

/// Splits frames into events: bytes go in, and each whole frame comes out as the event that it has, `{TYPE: PAYLOAD}`.
///
/// What is kept is at most what was pushed and not taken; [`Assembler`](super::Assembler) limits that.
#[derive(Debug, Default)]
pub struct FrameReader {
    bytes: Vec<u8>,
    /// How many bytes belong to frames that were taken.
    taken: usize,
}

impl FrameReader {
    /// Takes the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.taken);
        self.taken = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// The event of the next frame, if all of it is there. Exceptions are events whose type ends with `Exception`.
    ///
    /// # Errors
    /// Fails if a checksum or a length is wrong, or if the payload is not JSON.
    pub fn next_event(&mut self) -> Result<Option<Value>, AnswerError> {
        let rest = self.bytes.get(self.taken..).unwrap_or_default();
        let Some(frame) = read_frame(rest)? else {
            return Ok(None);
        };
        let event = read_event(frame)?;
        self.taken += frame.len();
        Ok(Some(event))
    }
}

/// The bytes of the first frame, with checksums that hold; `None` if some are missing.
fn read_frame(bytes: &[u8]) -> Result<Option<&[u8]>, AnswerError> {
    let Some(prelude) = bytes.get(..PRELUDE) else {
        return Ok(None);
    };
    if read_number(prelude, 8) != Some(checksum(&prelude[..8])) {
        return Err(malformed("the checksum of a frame's prelude does not hold"));
    }
    let length = read_length(prelude, 0);
    let headers = read_length(prelude, 4);
    let is_possible = (PRELUDE + CHECKSUM..=MAX_FRAME).contains(&length)
        && headers <= MAX_HEADERS
        && headers <= length - PRELUDE - CHECKSUM;
    if !is_possible {
        return Err(malformed("the lengths of a frame are impossible"));
    }
    let Some(frame) = bytes.get(..length) else {
        return Ok(None);
    };
    let (told, sum) = frame.split_at(length - CHECKSUM);
    if read_number(sum, 0) != Some(checksum(told)) {
        return Err(malformed("the checksum of a frame does not hold"));
    }
    Ok(Some(frame))
}

fn read_event(frame: &[u8]) -> Result<Value, AnswerError> {
    let (headers, payload) = frame[PRELUDE..frame.len() - CHECKSUM].split_at(read_length(frame, 4));
    let headers = Headers::read(headers).ok_or_else(|| malformed("the headers of a frame"))?;
    let is_error = headers.message == "error";
    let name = match headers.message.as_str() {
        "exception" => headers.exception,
        "error" => headers.error.clone(),
        _ => headers.event,
    };
    if is_error {
        return Ok(json!({ "error": { "code": headers.error, "message": headers.told } }));
    }
    let told = match payload {
        [] => json!({}),
        payload => serde_json::from_slice(payload)
            .map_err(|_| malformed("the payload of a frame is not JSON"))?,
    };
    Ok(json!({ name: told }))
}

/// The headers that say what a frame is.
#[derive(Default)]
struct Headers {
    message: String,
    event: String,
    exception: String,
    error: String,
    told: String,
}

impl Headers {
    fn read(mut bytes: &[u8]) -> Option<Self> {
        let mut headers = Headers::default();
        while let [length, rest @ ..] = bytes {
            let (name, rest) = rest.split_at_checked(usize::from(*length))?;
            let (kind, rest) = rest.split_first()?;
            let (value, rest) = match kind {
                // true, false
                0 | 1 => rest.split_at_checked(0)?,
                2 => rest.split_at_checked(1)?,
                3 => rest.split_at_checked(2)?,
                4 => rest.split_at_checked(4)?,
                // numbers and times
                5 | 8 => rest.split_at_checked(8)?,
                // bytes and texts
                6 | 7 => {
                    let (length, rest) = rest.split_at_checked(2)?;
                    let length = u16::from_be_bytes(length.try_into().ok()?);
                    rest.split_at_checked(usize::from(length))?
                }
                // UUIDs
                9 => rest.split_at_checked(16)?,
                _ => return None,
            };
            let text = || String::from_utf8_lossy(value).into_owned();
            match name {
                b":message-type" => headers.message = text(),
                b":event-type" => headers.event = text(),
                b":exception-type" => headers.exception = text(),
                b":error-code" => headers.error = text(),
                b":error-message" => headers.told = text(),
                _ => {}
            }
            bytes = rest;
        }
        Some(headers)
    }
}

fn read_number(bytes: &[u8], at: usize) -> Option<u32> {
    let number = bytes.get(at..at + 4)?.try_into().ok()?;
    Some(u32::from_be_bytes(number))
}

fn read_length(bytes: &[u8], at: usize) -> usize {
    let length = read_number(bytes, at).unwrap_or_default();
    usize::try_from(length).unwrap_or(usize::MAX)
}

/// CRC-32, a byte at a time.
fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for byte in bytes {
        let index = usize::from(sum.to_le_bytes()[0] ^ byte);
        sum = TABLE[index] ^ (sum >> 8);
    }
    !sum
}

static TABLE: [u32; 256] = make_table();

const fn make_table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut sum = index as u32;
        let mut bit = 0;
        while bit < 8 {
            sum = if sum & 1 == 1 {
                0xedb8_8320 ^ (sum >> 1)
            } else {
                sum >> 1
            };
            bit += 1;
        }
        table[index] = sum;
        index += 1;
    }
    table
}
