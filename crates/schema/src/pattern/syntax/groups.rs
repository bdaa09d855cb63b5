//! Locates the capturing groups of a pattern before parsing, since references may precede them.

use super::super::{PatternFault, Set};

/// The capturing groups in order, each with its name if it has one.
pub(super) struct Groups<'a>(Vec<Option<&'a str>>);

impl<'a> Groups<'a> {
    pub(super) fn find(source: &'a str) -> Result<Self, PatternFault> {
        let mut groups = Groups(Vec::new());
        let mut in_class = false;
        let mut chars = source.char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' => {
                    chars.next();
                }
                '[' if in_class => {
                    let inside = posix_class(chars.as_str()).map_or(0, |name| name.len() + 3);
                    for _ in 0..inside {
                        chars.next();
                    }
                }
                '[' => in_class = true,
                ']' => in_class = false,
                '(' if !in_class => groups.open(at, chars.as_str())?,
                _ => {}
            }
        }
        Ok(groups)
    }

    /// Records the group opened by a `(` at `at` before `rest`, if it captures.
    fn open(&mut self, at: usize, rest: &'a str) -> Result<(), PatternFault> {
        let Some(special) = rest.strip_prefix('?') else {
            self.0.push(None);
            return Ok(());
        };
        let special = special
            .strip_prefix('P')
            .filter(|named| named.starts_with('<'))
            .unwrap_or(special);
        let Some(named) = special.strip_prefix('<') else {
            return Ok(());
        };
        if named.starts_with(['=', '!']) {
            return Ok(());
        }
        let name = named.split_once('>').map(|(name, _)| name);
        let Some(name) = name.filter(|name| is_identifier(name)) else {
            return Err(PatternFault::new(
                at,
                "the name of this group is not an identifier",
            ));
        };
        if self.0.contains(&Some(name)) {
            let reason = format!("two groups have the name `{name}`");
            return Err(PatternFault::new(at, reason));
        }
        self.0.push(Some(name));
        Ok(())
    }

    /// Whether a group with this number exists, counting from 1.
    pub(super) fn has(&self, number: u32) -> bool {
        usize::try_from(number).is_ok_and(|number| (1..=self.0.len()).contains(&number))
    }

    /// The number of the group with this name.
    pub(super) fn number(&self, name: &str) -> Option<u32> {
        let at = self.0.iter().position(|group| *group == Some(name))?;
        u32::try_from(at + 1).ok()
    }
}

/// The name of a POSIX class such as `[:alnum:]`, where `rest` is the text after the `[`.
pub(super) fn posix_class(rest: &str) -> Option<&str> {
    let (name, _) = rest.strip_prefix(':')?.split_once(":]")?;
    Set::posix(name.strip_prefix('^').unwrap_or(name)).map(|_| name)
}

fn is_identifier(name: &str) -> bool {
    let is_start = |c: char| c.is_alphabetic() || matches!(c, '_' | '$');
    name.starts_with(is_start) && name.chars().all(|c| is_start(c) || c.is_alphanumeric())
}
