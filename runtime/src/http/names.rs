//! The names in a request. Some styles turn keys that the model chose into names, as `form` turns `{"role":
//! "user"}` into `role=user`. Such a name must not be that of another parameter, constant, hidden argument or
//! credential in the same place, whether or not that one is sent this time.
//!
//! Names are compared the way a lenient server reads them: decoded, without regard to case, and with brackets
//! marking a part of a name. A key must not make a name that servers read in different ways.

use super::failure::Failure;
use super::style::Pair;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

const TAKEN: &str = "one of its keys is the name of something else in the request";
const TWICE: &str = "two of its keys make one name";
const UNCLEAR: &str = "one of its keys has NUL or unpaired brackets in it";
const TAKEN_ITSELF: &str = "it is the name of something else in the request";
const UNCLEAR_ITSELF: &str = "it has NUL or unpaired brackets in it";

/// The names in one place of a request.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// Each name with its owner.
    whole: HashMap<String, Owner>,
    /// The same names up to their first bracket.
    bases: HashMap<String, Owner>,
}

/// The owner of a name: the index of a parameter or a field.
pub(super) type Owner = usize;

/// The owner of names that no argument may use: those of credentials, those already in the address, and those
/// that several share.
pub(super) const NOBODY: Owner = Owner::MAX;

impl Names {
    /// Records a name, as it is written in the request or in its description.
    pub fn take(&mut self, owner: Owner, name: &str) {
        self.note(owner, fold(&decode_name(name)));
    }

    fn note(&mut self, owner: Owner, folded: String) {
        let base = base(&folded).to_owned();
        for (names, name) in [(&mut self.bases, base), (&mut self.whole, folded)] {
            let known = names.entry(name).or_insert(owner);
            if *known != owner {
                *known = NOBODY;
            }
        }
    }

    /// Records the names in an existing query.
    pub fn take_query(&mut self, query: &str) {
        for pair in query.split('&') {
            self.take(NOBODY, pair.split('=').next().unwrap_or_default());
        }
    }

    /// Checks a name that the model chose.
    pub fn check(&self, name: &str) -> Result<(), Failure> {
        let read = decode_name(name);
        if !is_clear(&read) {
            return Err(Failure::unsendable(name, UNCLEAR_ITSELF));
        }
        match self.bases.contains_key(base(&fold(&read))) {
            true => Err(Failure::unsendable(name, TAKEN_ITSELF)),
            false => Ok(()),
        }
    }

    /// Checks and records the names that a value produces; `own` is the name of its parameter.
    pub fn add<'p>(
        &mut self,
        owner: Owner,
        own: &str,
        pairs: impl IntoIterator<Item = &'p Pair>,
    ) -> Result<(), Failure> {
        let mut made = HashSet::new();
        for (written, _) in pairs {
            let name = decode_name(written);
            if name == own || written == own {
                continue;
            }
            // `own[key]` is within its own name, and can coexist with `own[other]`.
            let is_within = is_within(&name, own);
            let is_clear = match is_within {
                true => !name.contains('\0'),
                false => is_clear(&name),
            };
            if !is_clear {
                return Err(Failure::unsendable(own, UNCLEAR));
            }
            let folded = fold(&name);
            let known = if is_within {
                self.whole.get(&folded)
            } else {
                self.bases.get(base(&folded))
            };
            if known.is_some_and(|known| *known != owner) {
                return Err(Failure::unsendable(own, TAKEN));
            }
            self.note(owner, folded);
            if !made.insert(name.into_owned()) {
                return Err(Failure::unsendable(own, TWICE));
            }
        }
        Ok(())
    }
}

/// Whether a name is `own[…]`.
fn is_within(name: &str, own: &str) -> bool {
    name.strip_prefix(own)
        .is_some_and(|rest| rest.starts_with('['))
}

/// Whether all servers agree on which name this is: PHP reads `a[b` as `a_b` and ends names at NUL, and old
/// versions of Rack read `[a]` and `a]` as `a`.
fn is_clear(name: &str) -> bool {
    let (base, mut parts) = name.split_at(base(name).len());
    while let Some((part, rest)) = parts.strip_prefix('[').and_then(|it| it.split_once(']')) {
        if part.contains('[') {
            return false;
        }
        parts = rest;
    }
    let is_paired = parts.is_empty() && !base.contains(']') && !name.starts_with('[');
    is_paired && !name.contains('\0')
}

/// The part of a name before its first bracket.
fn base(name: &str) -> &str {
    name.split_once('[').map_or(name, |(base, _)| base)
}

/// A name as it is read by servers that ignore case or, like PHP, turn dots and spaces into underscores.
fn fold(name: &str) -> String {
    let name = name.trim_start().to_lowercase();
    name.replace(['.', ' '], "_")
}

/// A name without its percent-encoding.
pub(super) fn decode_name(name: &str) -> Cow<'_, str> {
    if !name.contains(['%', '+']) {
        return Cow::Borrowed(name);
    }
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.as_bytes();
    while let Some((&byte, behind)) = rest.split_first() {
        let digits = behind.get(..2).filter(|_| byte == b'%');
        let digits = digits.and_then(|digits| str::from_utf8(digits).ok());
        let encoded = digits.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        match encoded.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(decoded) => {
                bytes.push(decoded);
                rest = &behind[2..];
            }
            None => {
                bytes.push(if byte == b'+' { b' ' } else { byte });
                rest = behind;
            }
        }
    }
    Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_what_a_server_reads() {
        let cases = [
            ("a", "a"),
            ("%61pi%5Fkey", "api_key"),
            ("a+b%2Bc", "a b+c"),
            ("%2561", "%61"),
            ("%6", "%6"),
            ("%+1", "% 1"),
            ("%C3%A9%", "é%"),
        ];
        for (written, name) in cases {
            assert_eq!(decode_name(written), name);
        }
        assert_eq!(fold(" API.Key"), "api_key");
        assert_eq!(base("role[0]"), "role");
    }

    #[test]
    fn names_with_unpaired_brackets_are_unclear() {
        for clear in ["", "a", "a[]", "a[b]", "a[b][c.d]", "é "] {
            assert!(is_clear(clear), "{clear:?}");
        }
        for unclear in [
            "[a]", "a]", "a[", "a[b", "a[b]c", "a[b[c]", "a]b[c]", "a\0", "a[\0]",
        ] {
            assert!(!is_clear(unclear), "{unclear:?}");
        }
    }
}
