//! Texts in UTF-16, as PowerShell writes them. YAML 1.2.2, section 5.2, has every processor read them.

/// The text of a file in UTF-16, known by its byte order mark or by the zeros beside its first character, or why it
/// cannot be read; `None` if it is not in UTF-16.
pub(super) fn read_utf16(bytes: &[u8]) -> Option<Result<String, String>> {
    let (is_little, start) = match bytes {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => {
            return Some(Err("it is in UTF-32".to_owned()));
        }
        [0xff, 0xfe, ..] => (true, 2),
        [0xfe, 0xff, ..] => (false, 2),
        [1..=0x7f, 0, 1..=0x7f, 0, ..] => (true, 0),
        [0, 1..=0x7f, 0, 1..=0x7f, ..] => (false, 0),
        _ => return None,
    };
    let (pairs, rest) = bytes[start..].as_chunks::<2>();
    if !rest.is_empty() {
        return Some(Err(
            "it is in UTF-16, and half of its last character is missing".to_owned(),
        ));
    }
    let units = pairs.iter().map(|pair| match is_little {
        true => u16::from_le_bytes(*pair),
        false => u16::from_be_bytes(*pair),
    });
    let text: Result<String, _> = char::decode_utf16(units).collect();
    Some(text.map_err(|error| {
        format!(
            "it is in UTF-16, and `{:04X}` is half of a character",
            error.unpaired_surrogate()
        )
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_orders_are_read_with_and_without_a_mark() {
        let text = "a: é😀\n";
        let units: Vec<u16> = text.encode_utf16().collect();
        let bytes = |mark: &[u8], of: fn(u16) -> [u8; 2]| {
            let letters = units.iter().flat_map(|unit| of(*unit));
            mark.iter().copied().chain(letters).collect::<Vec<u8>>()
        };
        for file in [
            bytes(&[0xff, 0xfe], u16::to_le_bytes),
            bytes(&[0xfe, 0xff], u16::to_be_bytes),
            bytes(&[], u16::to_le_bytes),
            bytes(&[], u16::to_be_bytes),
        ] {
            assert_eq!(read_utf16(&file), Some(Ok(text.to_owned())));
        }
        assert_eq!(read_utf16(text.as_bytes()), None);
        assert_eq!(read_utf16(b""), None);
    }

    #[test]
    fn what_is_cut_off_is_an_error() {
        for file in [
            &b"\xff\xfea\0b"[..],
            b"\xff\xfe\x3d\xd8a\0",
            b"\xff\xfe\0\0a\0\0\0",
        ] {
            assert!(matches!(read_utf16(file), Some(Err(_))), "{file:?}");
        }
    }
}
