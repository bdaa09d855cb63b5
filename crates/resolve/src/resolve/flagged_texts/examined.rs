//! Noun: texts in which nothing was found. That depends on nothing but the text, so it is examined once, for all tools that have it
//! and for later compilations.

use std::collections::HashSet;

/// The texts of an earlier compilation.
#[derive(Debug, Default)]
pub struct Examined {
    harmless: HashSet<Box<str>>,
    plain: HashSet<Box<str>>,
}

/// The texts of this compilation, of this tool and of others: the tools of an API have most of them in common.
pub(super) struct Texts<'n, 'e> {
    seen: HashSet<&'n str>,
    earlier: Option<&'e mut HashSet<Box<str>>>,
}

impl<'n, 'e> Texts<'n, 'e> {
    /// Texts that ask a model for nothing, and those without a secret.
    pub fn of(earlier: Option<&'e mut Examined>) -> [Self; 2] {
        let (harmless, plain) = match earlier {
            Some(earlier) => (Some(&mut earlier.harmless), Some(&mut earlier.plain)),
            None => (None, None),
        };
        [harmless, plain].map(|earlier| Texts {
            seen: HashSet::new(),
            earlier,
        })
    }

    /// Whether nothing was found in a text.
    pub fn contains(&mut self, text: &'n str) -> bool {
        if self.seen.contains(text) {
            return true;
        }
        let earlier = self.earlier.as_ref();
        let is_known = earlier.is_some_and(|earlier| earlier.contains(text));
        if is_known {
            self.seen.insert(text);
        }
        is_known
    }

    /// Nothing was found in a text.
    pub fn insert(&mut self, text: &'n str) {
        self.seen.insert(text);
    }

    /// Leaves what was seen to the next compilation, and nothing else.
    pub fn keep(self) {
        let Some(earlier) = self.earlier else {
            return;
        };
        earlier.retain(|text| self.seen.contains(&**text));
        for text in self.seen {
            if !earlier.contains(text) {
                earlier.insert(text.into());
            }
        }
    }
}
