//! The progress of a call.

/// The progress of a handler, for programs that show it to people.
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
    /// What is being done right now. It is never shown to the model.
    pub message: &'p str,
    /// How much is done. It should only increase.
    pub done: f64,
    /// How much there is to do in total, if that is known.
    pub total: Option<f64>,
}

impl<'p> Progress<'p> {
    /// Starts with a message about what is being done right now.
    pub fn new(message: &'p str) -> Self {
        Progress {
            message,
            done: 0.0,
            total: None,
        }
    }

    /// Sets how much is done.
    #[must_use]
    pub fn at(mut self, done: f64) -> Self {
        self.done = done;
        self
    }

    /// Sets how much there is to do in total.
    #[must_use]
    pub fn of(mut self, total: f64) -> Self {
        self.total = Some(total);
        self
    }
}
