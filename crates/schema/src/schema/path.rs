//! Noun: the value of `x-path`, a path.

use crate::data::{Data, Maybe, Texts};
use crate::rust::{Rust, Tokens, Variant, put, write_snippet};
use toolc_runtime::path::{Access, PathRules, has_suffix, normalise_path};

/// What may be done with the file that a string names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PathRule {
    /// `access`
    pub access: Access,
    /// `suffixes`; `None` if all are allowed.
    pub suffixes: Option<Vec<String>>,
    /// `max_bytes`
    pub max_bytes: Option<u64>,
    /// `must_exist`
    pub must_exist: bool,
}

impl Rust for PathRule {
    fn put(&self, out: &mut Tokens) {
        if *self == PathRule::new(Access::Read) {
            return put!(out, rt::PathRules::READ);
        }
        let bytes = write_snippet(|out| match self.max_bytes {
            Some(bytes) => put!(out, #bytes),
            None => put!(out, u64::MAX),
        });
        put!(out, rt::PathRules {
            access: rt::Access::#(Variant(self.access)),
            suffixes: #(Maybe(self.suffixes.as_deref().map(Texts))),
            max_bytes: #bytes,
            must_exist: #(self.must_exist),
        });
    }
}

impl Data for PathRule {
    type Value = PathRules;

    fn build(&self) -> PathRules {
        let PathRule {
            access,
            suffixes,
            max_bytes,
            must_exist,
        } = self;
        PathRules {
            access: *access,
            suffixes: Maybe(suffixes.as_deref().map(Texts)).build(),
            max_bytes: max_bytes.unwrap_or(u64::MAX),
            must_exist: *must_exist,
        }
    }
}

impl PathRule {
    /// The names of the kinds of access.
    pub const ACCESS: &'static [(&'static str, Access)] =
        &[("read", Access::Read), ("write", Access::Write)];

    /// A path without other rules.
    pub fn new(access: Access) -> Self {
        PathRule {
            access,
            suffixes: None,
            max_bytes: None,
            must_exist: false,
        }
    }

    /// What both rules allow.
    pub fn and(&self, other: &PathRule) -> Self {
        let limits = [self.max_bytes, other.max_bytes];
        PathRule {
            access: self.access.min(other.access),
            suffixes: match (&self.suffixes, &other.suffixes) {
                (Some(one), Some(other)) => Some(common(one, other)),
                (one, other) => one.clone().or_else(|| other.clone()),
            },
            max_bytes: limits.into_iter().flatten().min(),
            must_exist: self.must_exist || other.must_exist,
        }
    }

    /// Whether a text is such a path, judging by its characters.
    pub fn accepts(&self, text: &str) -> bool {
        let PathRule {
            access: _,
            suffixes,
            // only an existing file shows these
            max_bytes: _,
            must_exist: _,
        } = self;
        normalise_path(text).is_ok()
            && suffixes
                .as_ref()
                .is_none_or(|own| has_suffix(text, own.iter().map(String::as_str)))
    }

    /// The whole rule as text that never changes, for fingerprints.
    pub fn fingerprint_text(&self) -> String {
        let PathRule {
            access: own,
            suffixes,
            max_bytes,
            must_exist,
        } = self;
        let mut access = Self::ACCESS.iter();
        let access = access.find(|(_, access)| access == own);
        let mut words = access.map_or("", |(name, _)| name).to_owned();
        if let Some(suffixes) = suffixes {
            let mut suffixes = suffixes.clone();
            suffixes.sort();
            words += &format!(" {suffixes:?}");
        }
        if let Some(limit) = max_bytes {
            words += &format!(" {limit} bytes");
        }
        if *must_exist {
            words += " existing";
        }
        words
    }
}

/// The suffixes that are in both lists.
fn common(one: &[String], other: &[String]) -> Vec<String> {
    let within =
        |list: &[String], suffix: &&String| has_suffix(suffix, list.iter().map(String::as_str));
    let mut common: Vec<String> = one
        .iter()
        .filter(|suffix| within(other, suffix))
        .chain(other.iter().filter(|suffix| within(one, suffix)))
        .cloned()
        .collect();
    common.sort();
    common.dedup_by(|one, other| one.eq_ignore_ascii_case(other));
    common
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_rules_hold() {
        let rule = |access, suffixes: &[&str], max_bytes, must_exist| PathRule {
            access,
            suffixes: Some(suffixes.iter().map(|suffix| (*suffix).to_owned()).collect()),
            max_bytes,
            must_exist,
        };
        let one = rule(Access::Write, &[".gz", ".txt"], None, true);
        let other = rule(Access::Read, &[".tar.gz", ".md"], Some(7), false);
        let both = rule(Access::Read, &[".tar.gz"], Some(7), true);
        assert_eq!([one.and(&other), other.and(&one)], [both.clone(), both]);
        let upper = rule(Access::Read, &[".TXT"], None, false);
        assert_eq!(one.and(&upper).suffixes, Some(vec![".TXT".to_owned()]));
        assert!(one.accepts("a.Txt") && !one.accepts("a.md"));
        let any = PathRule::new(Access::Write);
        assert_eq!(
            [one.and(&any).suffixes, any.and(&any).suffixes],
            [one.suffixes, None]
        );
    }
}
