//! How far the work of a call is.

/// How far a handler is with its work, for whoever shows it to people.
///
/// ```
/// use toolc_runtime::Progress;
///
/// let halfway = Progress::new("reading pages").at(5.0).of(10.0);
/// assert_eq!((halfway.done, halfway.total), (5.0, Some(10.0)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Progress<'p> {
    /// What is done right now, in words. It is never shown to the model.
    pub message: &'p str,
    /// How much is done; it only grows.
    pub done: f64,
    /// How much there is to do, where that is known.
    pub total: Option<f64>,
}

impl<'p> Progress<'p> {
    /// What is done right now, in words.
    pub fn new(message: &'p str) -> Self {
        Progress {
            message,
            done: 0.0,
            total: None,
        }
    }

    /// How much is done.
    #[must_use]
    pub fn at(mut self, done: f64) -> Self {
        self.done = done;
        self
    }

    /// How much there is to do.
    #[must_use]
    pub fn of(mut self, total: f64) -> Self {
        self.total = Some(total);
        self
    }
}
