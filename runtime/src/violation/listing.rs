//! Lists of values in messages.

use super::message::{Phrase, push_number};
use super::words::{clean_rule, shorten_name};
use std::fmt;

/// The maximum number of values listed, and the number of bytes after which no further one is.
const LISTED: usize = 20;
const LISTING: usize = 400;

/// Lists values: `` `a`, `b` and 3 more ``.
pub(crate) fn enumerate_values<'v>(values: &'v [&'v str]) -> Listing<'v> {
    Listing(values)
}

/// A list of values, for display.
pub(crate) struct Listing<'v>(&'v [&'v str]);

impl fmt::Display for Listing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = String::new();
        self.write(&mut words);
        f.write_str(&words)
    }
}

impl Phrase for Listing<'_> {
    fn write(&self, message: &mut String) {
        if let [only] = self.0 {
            message.push('`');
            message.push_str(&clean_rule(only));
            message.push('`');
            return;
        }
        let start = message.len();
        for (place, value) in self.0.iter().enumerate() {
            if place == LISTED || message.len() - start > LISTING {
                message.push_str(" and ");
                push_number(self.0.len() - place, message);
                message.push_str(" more");
                return;
            }
            message.push_str(if place > 0 { ", `" } else { "`" });
            message.push_str(&shorten_name(value));
            message.push('`');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listing_ends() {
        assert_eq!(enumerate_values(&["a"]).to_string(), "`a`");
        assert_eq!(enumerate_values(&["a", "b"]).to_string(), "`a`, `b`");
        let long = "x".repeat(100_000);
        let many = vec![long.as_str(); 1_000];
        let listed = enumerate_values(&many).to_string();
        assert!(listed.len() < 600 && listed.ends_with("…` and 994 more"));
        let short: Vec<String> = (0..30).map(|number| number.to_string()).collect();
        let short: Vec<&str> = short.iter().map(String::as_str).collect();
        assert!(
            enumerate_values(&short)
                .to_string()
                .ends_with("`19` and 10 more")
        );
    }
}
