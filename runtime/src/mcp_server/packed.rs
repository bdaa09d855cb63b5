//! A text compressed once for all who ask for it, with something else before and after it for each of them (RFC 1951, RFC 1952).
//!
//! Only lists of tools are compressed. They are the same for everybody and have no secrets, and what a client sent itself, the
//! id of its request, is not compressed together with them: how long an answer is tells nothing that its sender does not know.

use ::http::{HeaderMap, HeaderValue, header};
use flate2::{Compress, Compression, Crc, FlushCompress, Status};

/// The fixed head of a gzip file: deflate, no name, no time, any system.
const HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// The most bytes of a block that is not compressed.
const BLOCK: usize = 0xffff;

/// How much room is made for what is compressed, at a time.
const ROOM: usize = 64 * 1024;

/// A compressed text.
pub(super) struct Packed {
    /// Whole blocks of deflate, the last of which is followed by others and ends with a byte.
    blocks: Vec<u8>,
    sum: Crc,
}

impl Packed {
    /// Compresses a text; `None` if the library does not do as it should.
    pub fn pack(text: &str) -> Option<Self> {
        let (text, mut blocks) = (text.as_bytes(), Vec::new());
        let mut deflate = Compress::new(Compression::default(), false);
        loop {
            blocks.reserve(ROOM);
            let read = usize::try_from(deflate.total_in()).ok()?;
            let rest = text.get(read..)?;
            let status = deflate.compress_vec(rest, &mut blocks, FlushCompress::Full);
            if status.ok()? == Status::StreamEnd {
                return None;
            }
            // It is flushed once there is room left for more.
            if deflate.total_in() == text.len() as u64 && blocks.len() < blocks.capacity() {
                break;
            }
        }
        blocks.shrink_to_fit();
        let mut sum = Crc::new();
        sum.update(text);
        Some(Packed { blocks, sum })
    }

    /// The text between two others, as a gzip file.
    pub fn write_between(&self, before: &str, after: &str) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.blocks.len() + before.len() + after.len() + 64);
        out.extend_from_slice(&HEAD);
        store(before.as_bytes(), false, &mut out);
        out.extend_from_slice(&self.blocks);
        store(after.as_bytes(), true, &mut out);
        let (mut sum, mut end) = (Crc::new(), Crc::new());
        sum.update(before.as_bytes());
        sum.combine(&self.sum);
        end.update(after.as_bytes());
        sum.combine(&end);
        out.extend_from_slice(&sum.sum().to_le_bytes());
        out.extend_from_slice(&sum.amount().to_le_bytes());
        out
    }
}

/// Whether a client takes answers as gzip (RFC 9110, section 12.5.3).
pub(super) fn accepts_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter();
    let texts = values.filter_map(|value| value.to_str().ok());
    for coding in texts.flat_map(|text| text.split(',')) {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().strip_prefix("q=").unwrap_or("1");
        let is_refused = weight.parse::<f32>().is_ok_and(|weight| weight <= 0.0);
        if name.trim().eq_ignore_ascii_case("gzip") {
            return !is_refused;
        }
    }
    false
}

/// Says that an answer is a gzip file, because of what its request says.
pub(super) fn say_packed(headers: &mut HeaderMap) {
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
}

/// Writes blocks that are not compressed, at least one if it is the end.
fn store(bytes: &[u8], is_end: bool, out: &mut Vec<u8>) {
    let mut blocks = bytes.chunks(BLOCK).peekable();
    if bytes.is_empty() && is_end {
        out.extend_from_slice(&[1, 0, 0, 0xff, 0xff]);
    }
    while let Some(block) = blocks.next() {
        out.push(u8::from(is_end && blocks.peek().is_none()));
        let length = u16::try_from(block.len()).unwrap_or(u16::MAX);
        out.extend_from_slice(&length.to_le_bytes());
        out.extend_from_slice(&(!length).to_le_bytes());
        out.extend_from_slice(block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;
    use std::io::Read;

    #[test]
    fn what_is_packed_is_unpacked_with_what_surrounds_it() {
        let long = "a list of tools, ".repeat(50_000);
        let mixed: String = (0..200_000_u32)
            .map(|number| char::from(b' ' + (number.wrapping_mul(2_654_435_761) >> 26) as u8))
            .collect();
        let id = "7".repeat(BLOCK * 2 + 1);
        for text in ["", "x", &long, &mixed] {
            let packed = Packed::pack(text).expect("packed");
            for (before, after) in [("", ""), ("{", "}"), (&*id, "}"), ("", &*id)] {
                let file = packed.write_between(before, after);
                let mut found = String::new();
                // It checks the sum and the length, too.
                let read = GzDecoder::new(&*file).read_to_string(&mut found);
                read.expect("a gzip file");
                assert!(found == format!("{before}{text}{after}"));
            }
        }
        let packed = Packed::pack(&long).expect("packed");
        assert!(packed.blocks.len() * 20 < long.len());
    }
}
