//! Seals texts, so that what comes back is what went out: HMAC-SHA256 over the canonical text.

use super::record::{Members, write_member};
use crate::json::{Json, exact_json};
use hmac_sha256::{HMAC, Hash};
use std::error::Error;
use std::fmt;

/// The shortest secret of a key, in bytes.
const SHORTEST: usize = 32;

/// The key that seals pending calls and rulings, and older ones that still open what they sealed.
///
/// A seal proves that a text was made by somebody who has the key; it does not hide what the text
/// says. Whoever has the key can approve anything, so it belongs to the processes that ask, decide
/// and resume, and to nobody else.
#[derive(Clone)]
pub struct SealKey {
    /// The first one seals.
    keys: Vec<One>,
}

#[derive(Clone)]
struct One {
    id: String,
    /// It has taken in the secret, and no text yet.
    mac: HMAC,
}

/// Why a key cannot seal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WeakKey {
    /// The secret has fewer than 32 bytes.
    Short {
        /// How many it has.
        bytes: usize,
    },
    /// The id is empty.
    Unnamed,
    /// Another key has the same id.
    SameId,
}

impl SealKey {
    /// A key. What it seals names its id, so that later keys are not confused with it; the secret is
    /// at least 32 bytes by chance, such as those of `openssl rand 32`.
    ///
    /// # Errors
    /// Where the secret is too short or the id is empty.
    pub fn new(id: impl Into<String>, secret: &[u8]) -> Result<Self, WeakKey> {
        SealKey { keys: Vec::new() }.and_old(id, secret)
    }

    /// Adds an older key, which opens what it sealed and seals nothing any more.
    ///
    /// # Errors
    /// Where the secret is too short, or the id is empty or known.
    pub fn and_old(mut self, id: impl Into<String>, secret: &[u8]) -> Result<Self, WeakKey> {
        let id = id.into();
        if secret.len() < SHORTEST {
            return Err(WeakKey::Short {
                bytes: secret.len(),
            });
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
}

impl One {
    fn mac(&self, form: &str, body: &str) -> HMAC {
        let mut mac = self.mac.clone();
        // The form and the id are JSON strings, so that no border between the parts can move.
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
    /// No key has this id.
    UnknownKey(String),
    /// The seal is not that of this text.
    Forged,
}

/// Seals a body: a canonical JSON object.
pub(super) fn seal_text(form: &str, body: &str, key: &SealKey) -> String {
    let mut out = String::from("{");
    write_member(&mut out, "toolc", form);
    out.push_str(",\"body\":");
    out.push_str(body);
    // A `SealKey` is made with its first key.
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

/// The canonical body of a sealed text. How it is laid out does not count: a database may sort its
/// keys, and a person may indent it.
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

/// The canonical body of a sealed text whose seal is not looked at: to compare it with one whose
/// seal was.
pub(super) fn body_of(form: &str, text: &str) -> Option<String> {
    parts(form, text).map(|(body, ..)| body)
}

fn parts(form: &str, text: &str) -> Option<(String, String, String)> {
    // No key may occur twice, and there is nothing behind the object.
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

/// Only lower-case digits, so that one seal has one text.
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
            WeakKey::Unnamed => f.write_str("a key needs an id"),
            WeakKey::SameId => f.write_str("two keys have the same id"),
        }
    }
}

impl Error for WeakKey {}
