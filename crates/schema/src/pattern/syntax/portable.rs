//! Writes a pattern anew in plain ECMA-262 with the flag `u`, as clients of models compile it: without what Annex B.1.2
//! allows and without what other dialects have. Everything else keeps its text.

use std::ops::Range;
use toolc_base::order::sort_by_key;
use toolc_runtime::format::Format;

/// Where an escape stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Class,
    Outside,
}

/// What is to be written in place of parts of a pattern. A part that holds others is given after them.
#[derive(Default)]
pub(in super::super) struct Rewriting {
    edits: Vec<(Range<usize>, String)>,
    is_impossible: bool,
}

impl Rewriting {
    /// Has a text written in place of a part and of whatever was to be written within it; an empty part is a place where the
    /// text is inserted.
    pub(super) fn replace(&mut self, part: Range<usize>, text: &str) {
        if !part.is_empty() {
            while self
                .edits
                .pop_if(|(within, _)| within.start >= part.start)
                .is_some()
            {}
        }
        self.edits.push((part, text.to_owned()));
    }

    /// Records that plain ECMA-262 cannot express the pattern.
    pub(super) fn give_up(&mut self) {
        self.is_impossible = true;
    }

    /// Applies all of it; `None` if the pattern is to keep its text.
    pub(in super::super) fn apply(mut self, source: &str) -> Option<String> {
        if self.edits.is_empty() || self.is_impossible {
            return None;
        }
        sort_by_key(&mut self.edits, &mut |(part, _)| part.start);
        let mut written = String::with_capacity(source.len() + 16);
        let mut from = 0;
        for (part, text) in &self.edits {
            written.push_str(source.get(from..part.start)?);
            written.push_str(text);
            from = part.end;
        }
        written.push_str(source.get(from..)?);
        Some(written)
    }
}

/// Signs that may follow a `\` (ECMA-262 §22.2.1, SyntaxCharacter and IdentityEscape).
const ESCAPED: &str = "^$\\.*+?()[]{}|/";

/// What to write for a `\` before a sign that has no meaning, where ECMA-262 has no such escape; `before` is the sign before
/// the `\`.
pub(super) fn write_sign(sign: char, before: Option<char>, place: Place) -> Option<String> {
    if ESCAPED.contains(sign) || place == Place::Class && sign == '-' {
        return None;
    }
    // next to others, these would get a meaning: a longer back-reference, and in other dialects `[:alpha:]` and `&&`
    let joins = match place {
        Place::Outside => sign.is_ascii_digit(),
        Place::Class => sign.is_ascii_digit() || sign == '&' || sign == ':' && before == Some('['),
    };
    Some(match joins {
        true => format!("\\x{:02x}", u32::from(sign)),
        false => sign.to_string(),
    })
}

/// Whether ECMA-262 has a property with this name (Tables 67 to 71 of §22.2.1).
pub(super) fn is_property(name: &str) -> bool {
    Format::Regex.accepts(&format!("\\p{{{name}}}"))
}
