//! Looks ahead over the members of an object to find the key that selects one of its alternatives. The bytes
//! are skipped without validation, since the read that follows reports any errors.

use crate::json::canonical_scalar;
use crate::reader::Reader;

/// The members of the object at the start of a text, as spelled. They end where the text is not JSON.
pub(super) struct Members<'t> {
    text: &'t str,
    at: usize,
    first: bool,
}

impl<'t> Members<'t> {
    pub fn of(text: &'t str) -> Self {
        Members {
            text,
            at: 0,
            first: true,
        }
    }

    /// Returns the number of bytes that were skipped.
    pub fn passed(&self) -> usize {
        self.at
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Consumes a byte after any whitespace.
    fn take(&mut self, expected: u8) -> Option<()> {
        while matches!(self.byte()?, b' ' | b'\n' | b'\r' | b'\t') {
            self.at += 1;
        }
        let found = self.byte()? == expected;
        self.at += usize::from(found);
        found.then_some(())
    }

    /// Skips the rest of a string, after its opening quote.
    fn pass_string(&mut self) -> Option<()> {
        loop {
            match self.byte()? {
                b'"' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Some(())
    }

    /// Skips a value, up to the comma or brace after it.
    fn pass_value(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            let byte = self.byte()?;
            if depth == 0 && matches!(byte, b',' | b'}' | b']') {
                return Some(());
            }
            self.at += 1;
            match byte {
                b'"' => self.pass_string()?,
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1,
                _ => {}
            }
        }
    }
}

impl<'t> Iterator for Members<'t> {
    type Item = (Spelled<'t>, Spelled<'t>);

    fn next(&mut self) -> Option<Self::Item> {
        let before = if self.first { b'{' } else { b',' };
        self.take(before)?;
        self.first = false;
        self.take(b'"')?;
        let key = self.at - 1;
        self.pass_string()?;
        let key = self.text.get(key..self.at)?;
        self.take(b':')?;
        let value = self.at;
        self.pass_value()?;
        let value = self.text.get(value..self.at)?;
        Some((Spelled(key), Spelled(value.trim_ascii())))
    }
}

/// A key or a value as it is spelled in the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spelled<'t>(&'t str);

impl Spelled<'_> {
    /// Returns whether this is the key with that name.
    pub fn is_key(self, name: &str) -> bool {
        let inner = self.0.get(1..self.0.len() - 1).unwrap_or_default();
        inner == name && !inner.contains('\\')
            || inner.contains('\\') && Reader::new(self.0).string().is_ok_and(|key| key == name)
    }

    /// Returns the index of this scalar among scalars in canonical form.
    pub fn find(self, values: &[(&str, u8)]) -> Option<u8> {
        let among = |text: &str| {
            let found = values.iter().find(|(value, _)| *value == text);
            found.map(|(_, index)| *index)
        };
        let other_spellings = match self.0.as_bytes().first()? {
            b'"' => self.0.contains('\\'),
            b'-' | b'0'..=b'9' => true,
            _ => false,
        };
        among(self.0).or_else(|| {
            if !other_spellings {
                return None;
            }
            among(&canonical_scalar(self.0)?)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(text: &str) -> Vec<(&str, &str)> {
        Members::of(text)
            .map(|(key, value)| (key.0, value.0))
            .collect()
    }

    #[test]
    fn members_are_found_as_they_are_spelled() {
        let text = r#" { "a" : [{"b": "]}\""}, 1 ] , "\u0062":"x,\\" ,"c":-1e2} , "d": 1"#;
        let expected = [
            ("\"a\"", r#"[{"b": "]}\""}, 1 ]"#),
            (r#""\u0062""#, r#""x,\\""#),
            ("\"c\"", "-1e2"),
        ];
        assert_eq!(members(text), expected);
    }

    #[test]
    fn text_that_is_not_json_ends_the_members() {
        for text in [
            "",
            "{",
            "{\"",
            "{\"\\",
            "{\"a\"",
            "{\"a\":",
            "{\"a\":\"\\",
            "[1]",
            "{]}",
        ] {
            assert_eq!(members(text), [], "{text}");
        }
        assert_eq!(members("{\"a\":1 \"b\":2}"), [("\"a\"", "1 \"b\":2")]);
    }

    #[test]
    fn keys_and_values_have_more_than_one_spelling() {
        assert!(Spelled(r#""k\u0069nd""#).is_key("kind"));
        assert!(!Spelled(r#""k\nd""#).is_key("k\\nd"));
        let values = [("\"caf\u{e9}\"", 0), ("1", 1), ("true", 2)];
        assert_eq!(Spelled(r#""caf\u00e9""#).find(&values), Some(0));
        assert_eq!(Spelled("10e-1").find(&values), Some(1));
        assert_eq!(Spelled("true").find(&values), Some(2));
        assert_eq!(Spelled("\"true\"").find(&values), None);
    }
}
