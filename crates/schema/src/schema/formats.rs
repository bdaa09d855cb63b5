//! Noun: whether `format` is enforced.

/// How the keyword `format` is treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Formats {
    /// A value that violates its format is refused.
    #[default]
    Assert,
    /// It is shown to models, but not checked.
    Annotate,
}

impl Formats {
    /// The values in `toolc.yaml`.
    pub const ALL: &'static [(&'static str, Formats)] =
        &[("assert", Formats::Assert), ("annotate", Formats::Annotate)];
}
