//! Frames of AWS's event streams: written for tests, and broken in every way.

use serde_json::Value;
use toolc_runtime::provider::FrameReader;

/// CRC-32 bit by bit, unlike the table of the reader.
fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 {
                0xedb8_8320 ^ (sum >> 1)
            } else {
                sum >> 1
            };
        }
    }
    !sum
}

pub(super) fn write_frame(headers: &[(&str, &str)], payload: &[u8]) -> Vec<u8> {
    let mut written = Vec::new();
    for (name, value) in headers {
        written.push(u8::try_from(name.len()).expect("a short name"));
        written.extend_from_slice(name.as_bytes());
        written.push(7);
        written.extend_from_slice(
            &u16::try_from(value.len())
                .expect("a short value")
                .to_be_bytes(),
        );
        written.extend_from_slice(value.as_bytes());
    }
    let number = |length: usize| u32::try_from(length).expect("a length").to_be_bytes();
    let mut frame = Vec::new();
    frame.extend_from_slice(&number(16 + written.len() + payload.len()));
    frame.extend_from_slice(&number(written.len()));
    frame.extend_from_slice(&checksum(&frame).to_be_bytes());
    frame.extend_from_slice(&written);
    frame.extend_from_slice(payload);
    frame.extend_from_slice(&checksum(&frame).to_be_bytes());
    frame
}

/// The frames of events, one event a line, as Bedrock sends them.
pub(super) fn write_frames(events: &[u8]) -> Vec<u8> {
    let events = std::str::from_utf8(events).expect("UTF-8");
    let mut frames = Vec::new();
    for line in events.lines() {
        let event: Value = serde_json::from_str(line).expect("an event");
        let (name, told) = event
            .as_object()
            .and_then(|event| event.iter().next())
            .expect("a name");
        let is_exception = name.ends_with("Exception");
        let (kind, message) = match is_exception {
            true => (":exception-type", "exception"),
            false => (":event-type", "event"),
        };
        let headers = [
            (kind, name.as_str()),
            (":content-type", "application/json"),
            (":message-type", message),
        ];
        frames.extend(write_frame(&headers, told.to_string().as_bytes()));
    }
    frames
}

#[test]
fn a_frame_of_the_specification_is_read() {
    // The check value of CRC-32, and a frame with headers of every type.
    assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    let mut headers = Vec::new();
    let values: [(u8, &[u8]); 10] = [
        (0, b""),
        (1, b""),
        (2, b"1"),
        (3, b"12"),
        (4, b"1234"),
        (5, b"12345678"),
        (6, b"\x00\x02ab"),
        (7, b"\x00\x02ab"),
        (8, b"12345678"),
        (9, b"1234567890123456"),
    ];
    for (kind, value) in values {
        headers.extend_from_slice(&[1, b'a', kind]);
        headers.extend_from_slice(value);
    }
    headers.extend_from_slice(b"\x0b:event-type\x07\x00\x04ping");
    let mut frame = Vec::new();
    frame.extend_from_slice(
        &u32::try_from(16 + headers.len())
            .expect("a length")
            .to_be_bytes(),
    );
    frame.extend_from_slice(
        &u32::try_from(headers.len())
            .expect("a length")
            .to_be_bytes(),
    );
    frame.extend_from_slice(&checksum(&frame).to_be_bytes());
    frame.extend_from_slice(&headers);
    frame.extend_from_slice(&checksum(&frame).to_be_bytes());
    let mut reader = FrameReader::default();
    reader.push(&frame);
    assert_eq!(
        reader.next_event(),
        Ok(Some(serde_json::json!({ "ping": {} })))
    );
    assert_eq!(reader.next_event(), Ok(None));
}

#[test]
fn an_error_of_the_stream_is_one() {
    let headers = [
        (":message-type", "error"),
        (":error-code", "InternalError"),
        (":error-message", "Oh."),
    ];
    let mut assembler = toolc_runtime::Target::Bedrock.assembler();
    let error = assembler
        .push_bytes(&write_frame(&headers, b""))
        .expect_err("an error");
    assert_eq!(
        error.to_string(),
        "the service reports `InternalError`: Oh."
    );
}

#[test]
fn every_changed_bit_is_found() {
    let frame = write_frame(
        &[(":event-type", "messageStart"), (":message-type", "event")],
        br#"{"role":"assistant"}"#,
    );
    for at in 0..frame.len() * 8 {
        let mut changed = frame.clone();
        changed[at / 8] ^= 1 << (at % 8);
        let mut reader = FrameReader::default();
        reader.push(&changed);
        assert!(reader.next_event().is_err(), "bit {at}");
    }
    for at in 0..frame.len() {
        let mut reader = FrameReader::default();
        reader.push(&frame[..at]);
        assert_eq!(reader.next_event(), Ok(None));
    }
}
