//! Seals texts, so that changes to them are detected: HMAC-SHA256 over the canonical text.

use super::ResumeError;
use super::record::{Members, write_member};
use crate::json::{Json, exact_json};
use hmac_sha256::{HMAC, Hash};
use std::collections::HashSet;
use std::error::Error;
use std::fmt;

/// The minimum length of a secret, in bytes.
const SHORTEST: usize = 32;

/// How many different bytes, and how many different steps from one byte to the next, a secret has at least. Of 32
/// random hexadecimal digits, three in a million have fewer.
const VARIED: usize = 9;

/// The key that seals pending calls and rulings, along with older keys that still open what they sealed.
///
/// A seal proves that a text was written by somebody who has the key; it does not hide the text. Whoever has
/// the key can approve anything, so give it only to the processes that ask, decide and resume.
#[derive(Clone)]
pub struct SealKey {
    /// The first one is used to seal.
    keys: Vec<One>,
}

#[derive(Clone)]
struct One {
    id: String,
    /// An HMAC that is keyed with the secret, and has processed no text yet.
    mac: HMAC,
}

/// Why a key was rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WeakKey {
    /// The secret is shorter than 32 bytes.
    Short {
        /// Its length in bytes.
        bytes: usize,
    },
    /// The secret consists of few characters, repeats itself or counts upwards, so it can be guessed.
    Predictable,
    /// The id is empty.
    Unnamed,
    /// Another key has the same id.
    SameId,
}

impl SealKey {
    /// Creates a key. Every text that it seals carries its id, so that the key can be replaced later. The
    /// secret must have at least 32 random bytes, such as those of `openssl rand 32`.
    ///
    /// # Errors
    /// Fails if the secret is too short or easy to guess, or the id is empty.
    pub fn new(id: impl Into<String>, secret: &[u8]) -> Result<Self, WeakKey> {
        SealKey { keys: Vec::new() }.and_old(id, secret)
    }

    /// Adds an older key, which opens what it sealed but seals nothing new.
    ///
    /// # Errors
    /// Fails if the secret is too short or easy to guess, or the id is empty or already in use.
    pub fn and_old(mut self, id: impl Into<String>, secret: &[u8]) -> Result<Self, WeakKey> {
        let id = id.into();
        if secret.len() < SHORTEST {
            return Err(WeakKey::Short {
                bytes: secret.len(),
            });
        }
        if is_predictable(secret) {
            return Err(WeakKey::Predictable);
        }
        if id.is_empty() {
            return Err(WeakKey::Unnamed);
        }
        if self.keys.iter().any(|key| key.id == id) {
            return Err(WeakKey::SameId);
        }
        self.keys.push(One {
            id,
            mac: HMAC::new(secret),
        });
        Ok(self)
    }

    /// Creates a key whose id comes from its secret, so that processes have nothing to agree on but secrets. The keys of
    /// `toolc serve` and `toolc approvals` are made like this.
    ///
    /// # Errors
    /// As [`SealKey::new`].
    pub fn of_secret(secret: &[u8]) -> Result<Self, WeakKey> {
        SealKey::new(name_secret(secret), secret)
    }

    /// Adds an older key as [`SealKey::and_old`] does, with an id as [`SealKey::of_secret`] makes it.
    ///
    /// # Errors
    /// As [`SealKey::and_old`].
    pub fn and_old_secret(self, secret: &[u8]) -> Result<Self, WeakKey> {
        self.and_old(name_secret(secret), secret)
    }

    /// Seals a value that another library keeps beside pending calls. `form` names what it is, and its version, such as
    /// `program/1`; a text is opened as the form that it was sealed as. It is never taken for a pending call or a ruling.
    pub fn seal_json(&self, form: &str, value: &Json) -> String {
        let text = value.as_text();
        let body = exact_json(text).unwrap_or_else(|_| text.to_owned());
        seal_text(&foreign(form), &body, self)
    }

    /// Reads what [`SealKey::seal_json`] sealed.
    ///
    /// # Errors
    /// Fails if it is not a text of that form, was changed, or was sealed with another key.
    pub fn open_json(&self, form: &str, text: &str) -> Result<Json, ResumeError> {
        let body = unseal_text(&foreign(form), text, self)?;
        Json::parse(body).map_err(|_| ResumeError::Malformed)
    }
}

/// The id of a key by its secret: part of a digest, which tells nothing of a random one.
fn name_secret(secret: &[u8]) -> String {
    let mut hash = Hash::new();
    hash.update(b"toolc seal key ");
    hash.update(secret);
    write_hex(&hash.finalize()[..8])
}

/// The tag of a form that is not one of the runtime's own.
fn foreign(form: &str) -> String {
    format!("other:{form}")
}

/// Whether a secret is obviously not random: a word again and again, a row of digits.
fn is_predictable(secret: &[u8]) -> bool {
    let bytes: HashSet<u8> = secret.iter().copied().collect();
    let steps = secret.windows(2).map(|pair| pair[1].wrapping_sub(pair[0]));
    let steps: HashSet<u8> = steps.collect();
    let repeats = |period: usize| secret[period..] == secret[..secret.len() - period];
    bytes.len() < VARIED || steps.len() < VARIED || (1..=secret.len() / 2).any(repeats)
}

impl One {
    fn mac(&self, form: &str, body: &str) -> HMAC {
        let mut mac = self.mac.clone();
        // The form and the id are written as JSON strings, so that no boundary between the parts can shift.
        let mut head = String::new();
        write_member(&mut head, "toolc", form);
        write_member(&mut head, "key", &self.id);
        mac.update(head.as_bytes());
        mac.update(body.as_bytes());
        mac
    }
}

/// Why a sealed text was not opened.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unsealed {
    /// It is not a sealed text of this form.
    Malformed,
    /// No key with this id is known.
    UnknownKey(String),
    /// The seal does not match the text.
    Forged,
}

/// Seals a body: a canonical JSON object.
pub(super) fn seal_text(form: &str, body: &str, key: &SealKey) -> String {
    let mut out = String::from("{");
    write_member(&mut out, "toolc", form);
    out.push_str(",\"body\":");
    out.push_str(body);
    // A `SealKey` always has at least one key.
    if let Some(one) = key.keys.first() {
        out.push(',');
        write_member(&mut out, "key", &one.id);
        out.push(',');
        let tag = one.mac(form, body).finalize();
        write_member(&mut out, "seal", &write_hex(&tag));
    }
    out.push('}');
    out
}

/// The canonical body of a sealed text. Its layout does not matter: a database may sort its keys, and a
/// person may indent it.
pub(super) fn unseal_text(form: &str, text: &str, key: &SealKey) -> Result<String, Unsealed> {
    let (body, id, tag) = parts(form, text).ok_or(Unsealed::Malformed)?;
    let known = key.keys.iter().find(|one| one.id == id);
    let Some(one) = known else {
        return Err(Unsealed::UnknownKey(id));
    };
    let tag = unhex(&tag).ok_or(Unsealed::Forged)?;
    // Compared in constant time.
    if one.mac(form, &body).finalize_verify(&tag) {
        Ok(body)
    } else {
        Err(Unsealed::Forged)
    }
}

/// The canonical body of a sealed text, without checking its seal: for comparison with a body whose seal was
/// checked.
pub(super) fn body_of(form: &str, text: &str) -> Option<String> {
    parts(form, text).map(|(body, ..)| body)
}

fn parts(form: &str, text: &str) -> Option<(String, String, String)> {
    // No key may occur twice, and nothing may follow the object.
    let text = Json::parse(text).ok()?;
    let mut members = Members::read(text.as_text())?;
    let same_form = members.text("toolc")? == form;
    let (body, key, tag) = (
        exact_json(members.raw("body")?).ok()?,
        members.text("key")?,
        members.text("seal")?,
    );
    (same_form && members.is_done()).then_some((body, key, tag))
}

/// SHA-256 in hex.
pub(super) fn digest_text(text: &str) -> String {
    write_hex(&Hash::hash(text.as_bytes()))
}

pub(super) fn write_hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(nibble.into(), 16).unwrap_or('0');
    let mut out = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        out.push(digit(byte >> 4));
        out.push(digit(byte & 15));
    }
    out
}

/// Accepts lower-case digits only, so that each seal has exactly one text.
fn unhex(text: &str) -> Option<[u8; 32]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let bytes = pairs
        .iter()
        .map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?));
    let bytes: Vec<u8> = bytes.collect::<Option<_>>()?;
    bytes.try_into().ok().filter(|_| rest.is_empty())
}

impl fmt::Debug for SealKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids: Vec<&str> = self.keys.iter().map(|key| key.id.as_str()).collect();
        f.debug_struct("SealKey")
            .field("ids", &ids)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for WeakKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeakKey::Short { bytes } => write!(
                f,
                "the secret of a key has {bytes} bytes, and needs at least {SHORTEST}"
            ),
            WeakKey::Predictable => f.write_str(
                "the secret of a key is easy to guess: it has few different characters, repeats itself or counts upwards",
            ),
            WeakKey::Unnamed => f.write_str("a key needs an id"),
            WeakKey::SameId => f.write_str("two keys have the same id"),
        }
    }
}

impl Error for WeakKey {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_can_be_guessed_are_refused() {
        let repeated = "changeme ".repeat(8);
        let halves = "4f1c9a7e30b2d856".repeat(2);
        let weak = [
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "0000000000000000000000000000000000000000000000000000000000000000",
            "abababababababababababababababababab",
            "0123456789abcdefghijklmnopqrstuvwxyz",
            "zyxwvutsrqponmlkjihgfedcba9876543210",
            repeated.as_str(),
            halves.as_str(),
        ];
        for secret in weak {
            let refused = SealKey::new("k", secret.as_bytes());
            assert_eq!(refused.expect_err(secret), WeakKey::Predictable);
        }
        let strong: [&[u8]; 3] = [
            b"8f14e45fceea167a5a36dedd4bea2543",
            b"mZ3tq0yJw5n8Vd1rXk7bUe2sLh9cGf4p",
            &[
                3, 141, 59, 26, 53, 58, 97, 93, 238, 46, 64, 33, 83, 27, 95, 2, 88, 41, 97, 169,
                39, 93, 75, 10, 58, 209, 74, 94, 45, 92, 30, 78,
            ],
        ];
        for secret in strong {
            assert!(SealKey::new("k", secret).is_ok());
        }
    }
}
