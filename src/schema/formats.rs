//! Noun: whether `format` is enforced.

/// What becomes of the keyword `format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Formats {
    /// A value of another format is refused.
    #[default]
    Assert,
    /// It is shown to models and checks nothing.
    Annotate,
}

impl Formats {
    /// The words of `toolc.yaml`.
    pub const ALL: &'static [(&'static str, Formats)] =
        &[("assert", Formats::Assert), ("annotate", Formats::Annotate)];
}
