//! What a change does to the set of valid values, as far as that is known.

use crate::schema::prove::inclusion::Inclusion;

/// Whether there are such values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// There is one, and it is shown.
    Yes,
    /// There are none: that is proved, or simple rules tell.
    No,
    /// Neither.
    Unknown,
}

impl Known {
    /// What is known where either would do.
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

/// What a change does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Effects {
    /// Whether values that were valid are not any more.
    pub lost: Known,
    /// Whether values are valid that were not.
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
