//! Noun: what was said of a part of the input, to be said again while that part stays as it is.

use super::{Diagnostic, Diagnostics};
use crate::source::Spanned;

/// The findings about a part of the input, with the severities that they were found with, and the secrets in it.
#[derive(Debug, Clone, Default)]
pub struct Recorded {
    found: Vec<Diagnostic>,
    secrets: Vec<Spanned<String>>,
}

impl Recorded {
    /// Whether nothing was found, and no secret either.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty() && self.secrets.is_empty()
    }
}

impl Diagnostics {
    /// Everything that this collector was told.
    pub fn into_recorded(mut self) -> Recorded {
        Recorded {
            secrets: std::mem::take(&mut self.secrets),
            found: self.into_found().collect(),
        }
    }

    /// Takes what another collector was told, as if it was told to this one.
    pub fn replay(&mut self, recorded: &Recorded) {
        for found in &recorded.found {
            self.push(found.clone());
        }
        self.secrets.extend(recorded.secrets.iter().cloned());
    }
}
