//! SHA-256, for fingerprints, digests and the suffixes of long wire names. The command line, which is optimized, uses
//! the instructions of the processor; for a build script, which is not, there is less to compile.

#[cfg(not(feature = "cli"))]
use hmac_sha256::Hash;
#[cfg(feature = "cli")]
use sha2::{Digest, Sha256 as Hash};

/// The hash of bytes.
pub fn hash_bytes(bytes: impl AsRef<[u8]>) -> [u8; 32] {
    hash_parts([bytes])
}

/// The hash of the concatenated parts.
pub fn hash_parts(parts: impl IntoIterator<Item = impl AsRef<[u8]>>) -> [u8; 32] {
    let mut hash = Hash::new();
    for part in parts {
        hash.update(part);
    }
    #[cfg_attr(
        not(feature = "cli"),
        expect(clippy::useless_conversion, reason = "sha2 has an array of its own")
    )]
    hash.finalize().into()
}

/// The hash of bytes, in hex.
pub fn sha256_hex(bytes: impl AsRef<[u8]>) -> String {
    write_hex(&hash_bytes(bytes))
}

/// Bytes in hex, in lower case.
pub fn write_hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('0');
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two-block example of FIPS 180-4, and the empty text.
    #[test]
    fn is_that_of_the_standard() {
        let two_blocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        let hash = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
        assert_eq!(sha256_hex(two_blocks), hash);
        let (first, second) = two_blocks.split_at(20);
        assert_eq!(write_hex(&hash_parts([first, second])), hash);
        assert_eq!(
            sha256_hex(""),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }
}
