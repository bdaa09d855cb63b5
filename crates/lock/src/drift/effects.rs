//! What is known about the effect of a change on the set of valid values.

use toolc_schema::schema::prove::inclusion::Inclusion;

/// Whether such values exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// One exists, and is shown.
    Yes,
    /// None exist: by proof.
    No,
    /// Undecided.
    Unknown,
}

impl Known {
    /// What is known about the union of two sets of values.
    pub(super) fn or(self, other: Known) -> Known {
        match (self, other) {
            (Known::Yes, _) | (_, Known::Yes) => Known::Yes,
            (Known::Unknown, _) | (_, Known::Unknown) => Known::Unknown,
            (Known::No, Known::No) => Known::No,
        }
    }
}

impl From<&Inclusion> for Known {
    fn from(inclusion: &Inclusion) -> Self {
        match inclusion {
            Inclusion::Refuted(_) => Known::Yes,
            Inclusion::Proved => Known::No,
            Inclusion::Undecided => Known::Unknown,
        }
    }
}

/// The effect of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Effects {
    /// Whether values that were valid no longer are.
    pub lost: Known,
    /// Whether values are valid that were not before.
    pub gained: Known,
}

impl Effects {
    /// The same values are valid.
    pub(super) const NONE: Effects = Effects {
        lost: Known::No,
        gained: Known::No,
    };
    /// Nothing is known.
    pub(super) const UNKNOWN: Effects = Effects {
        lost: Known::Unknown,
        gained: Known::Unknown,
    };
    pub(super) const NARROWED: Effects = Effects {
        lost: Known::Yes,
        gained: Known::No,
    };
    pub(super) const WIDENED: Effects = Effects {
        lost: Known::No,
        gained: Known::Yes,
    };
}
