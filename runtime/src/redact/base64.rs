//! Base64 (RFC 4648): the form of files in arguments and results.

use base64::alphabet::STANDARD as ALPHABET;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};
use base64::engine::{DecodePaddingMode, Engine};

/// Why a text is rejected.
pub(crate) const NONE: &str = "it is not Base64";

const PADDED: GeneralPurpose = reading(DecodePaddingMode::RequireCanonical);
const BARE: GeneralPurpose = reading(DecodePaddingMode::RequireNone);

/// Bits after the last byte are ignored.
const fn reading(padding: DecodePaddingMode) -> GeneralPurpose {
    let config = GeneralPurposeConfig::new()
        .with_decode_padding_mode(padding)
        .with_decode_allow_trailing_bits(true);
    GeneralPurpose::new(&ALPHABET, config)
}

/// Decodes a text in either alphabet, with or without padding; `None` for anything else.
pub(crate) fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let engine = if text.ends_with('=') { PADDED } else { BARE };
    let text = text.replace('-', "+").replace('_', "/");
    engine.decode(text).ok()
}

/// Encodes bytes, with padding.
pub(crate) fn encode_base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vectors_of_rfc_4648_section_10() {
        let vectors = [
            "", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy",
        ];
        for (length, text) in vectors.into_iter().enumerate() {
            let bytes = &b"foobar"[..length];
            assert_eq!(encode_base64(bytes), text);
            assert_eq!(decode_base64(text).as_deref(), Some(bytes));
            assert_eq!(
                decode_base64(text.trim_end_matches('=')).as_deref(),
                Some(bytes)
            );
        }
        assert_eq!(decode_base64("-_-_"), decode_base64("+/+/"));
        assert_eq!(decode_base64("-/+_"), decode_base64("+/+/"));
        assert_eq!(decode_base64("Zh"), Some(b"f".to_vec()));
        for wrong in ["Z", "Zm9v=", "Zg=", "Zm 9", "Zg===", "Zm9vY==="] {
            assert_eq!(decode_base64(wrong), None, "{wrong}");
        }
    }
}
