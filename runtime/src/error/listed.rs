//! Failures of handlers: with any code, or only with those that the spec of a tool lists.

use super::{DeclaredError, ToolFailure};
use std::error::Error;
use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

/// How the handler of a tool fails: [`ToolFailure`], or [`Failure`] if the spec of the tool lists errors. Generated code
/// chooses; only these two implement it.
pub trait HandlerFailure: Into<ToolFailure> + Send + 'static + sealed::Sealed {
    /// A failure whose details are hidden from the model.
    fn hidden(error: Box<dyn Error + Send + Sync>) -> Self;

    /// The failure of a handler that serves many tools. If the spec of a tool lists errors, a failure with another code is
    /// hidden from the model.
    fn of(failure: ToolFailure) -> Self;

    /// The errors that the spec of the tool lists.
    #[doc(hidden)]
    fn list_errors() -> Vec<&'static DeclaredError>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::ToolFailure {}
    impl<E> Sealed for super::Failure<E> {}
}

/// How the text begins that observers get in place of a failure with a code that the spec does not list.
pub(crate) const UNLISTED: &str = "the spec does not list the code";

impl HandlerFailure for ToolFailure {
    fn hidden(error: Box<dyn Error + Send + Sync>) -> Self {
        ToolFailure::internal(error)
    }

    fn of(failure: ToolFailure) -> Self {
        failure
    }

    fn list_errors() -> Vec<&'static DeclaredError> {
        Vec::new()
    }
}

impl<E: ListedErrors + 'static> HandlerFailure for Failure<E> {
    fn hidden(error: Box<dyn Error + Send + Sync>) -> Self {
        Failure::internal(error)
    }

    fn of(failure: ToolFailure) -> Self {
        let is_listed = |code| E::ALL.iter().any(|error| error.declared().code == code);
        match failure.code() {
            Some(code) if !is_listed(code) => Failure::internal(format!("{UNLISTED} {code}")),
            _ => Failure::new(failure),
        }
    }

    fn list_errors() -> Vec<&'static DeclaredError> {
        E::ALL.iter().map(|error| error.declared()).collect()
    }
}

/// Errors, in the order of their list.
pub type ErrorList<E> = &'static [E];

/// The errors that the spec of a tool lists. Generated code has an enum of them for each such tool.
pub trait ListedErrors: Copy + 'static {
    /// All of them.
    const ALL: ErrorList<Self>;

    /// The texts of this error.
    fn declared(self) -> &'static DeclaredError;
}

/// Why the handler of a tool failed whose spec lists errors: with one of them, or with something that the model does
/// not read. A code that is not listed does not compile, and neither does an error of another tool.
///
/// Errors of the list convert into it, `Err(FindPlaceError::UnknownPlace.into())`, and so does any other error with `?`,
/// whose text is only for the observers.
pub struct Failure<E> {
    failure: ToolFailure,
    errors: PhantomData<fn() -> E>,
}

impl<E> Failure<E> {
    fn new(failure: ToolFailure) -> Self {
        Failure {
            failure,
            errors: PhantomData,
        }
    }

    /// A failure with an error of the list.
    pub fn listed(error: E) -> Self
    where
        E: ListedErrors,
    {
        Failure::new(error.declared().into())
    }

    /// A failure whose details are hidden from the model.
    pub fn internal(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Failure::new(ToolFailure::internal(error))
    }

    /// Marks the failure as temporary; see [`ToolFailure::retryable`].
    #[must_use]
    pub fn retryable(self) -> Self {
        Failure::new(self.failure.retryable())
    }

    /// Sets how long to wait before the same call may succeed; see [`ToolFailure::retry_after`].
    #[must_use]
    pub fn retry_after(self, wait: Duration) -> Self {
        Failure::new(self.failure.retry_after(wait))
    }

    /// Adds details for the observers, which the model never reads; see [`ToolFailure::with_detail`].
    #[must_use]
    pub fn with_detail(self, text: impl Into<String>) -> Self {
        Failure::new(self.failure.with_detail(text))
    }
}

impl<E, X: Error + Send + Sync + 'static> From<X> for Failure<E> {
    fn from(error: X) -> Self {
        Failure::new(error.into())
    }
}

impl<E> From<Failure<E>> for ToolFailure {
    fn from(failure: Failure<E>) -> Self {
        failure.failure
    }
}

impl<E> fmt::Debug for Failure<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.failure.fmt(f)
    }
}
