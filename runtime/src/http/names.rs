//! The names that a request has. A style may make names of the keys that the model writes, as `form` makes
//! `role=user` of `{"role": "user"}`: such a name must be of no other parameter, constant, hidden argument
//! or credential of its place, whether it is sent this time or not.
//!
//! Names are compared as a lenient server reads them: decoded, without regard to case, and in brackets
//! is what is within a name.

use super::failure::Failure;
use super::style::Pair;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

const TAKEN: &str = "one of its keys is the name of something else in the request";
const TWICE: &str = "two of its keys make one name";

/// The names of one place.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// Each with whom it belongs to.
    whole: HashMap<String, Owner>,
    /// The same without what they have in brackets.
    bases: HashMap<String, Owner>,
}

/// Whose a name is: the number of a parameter or a field.
pub(super) type Owner = usize;

/// What no argument has: credentials, what the address has already, and what several share.
pub(super) const NOBODY: Owner = Owner::MAX;

impl Names {
    /// Notes a name, as it is written in the request or in its description.
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

    /// The names in a query that is there already.
    pub fn take_query(&mut self, query: &str) {
        for pair in query.split('&') {
            self.take(NOBODY, pair.split('=').next().unwrap_or_default());
        }
    }

    /// Checks and notes the names that a value makes; `own` is the name of its parameter.
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
            let folded = fold(&name);
            // `own[key]` is within its own name, and may be used with `own[other]`.
            let known = if is_within(&name, own) {
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

/// A name without what it has in brackets.
fn base(name: &str) -> &str {
    name.split_once('[').map_or(name, |(base, _)| base)
}

/// A name as those servers read it that mind neither case nor, as PHP, dots and spaces.
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
}
