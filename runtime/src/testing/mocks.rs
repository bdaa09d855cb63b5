//! Handlers for every tool, made from closures.

use crate::approve::Approval;
use crate::call::Call;
use crate::context::Context;
use crate::error::HandlerFailure;
use crate::handle::Handle;
use crate::tool::Tool;
use std::any::{Any, TypeId};
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Handles every tool: with the mock that the test set for it, otherwise with the handlers of
/// [`Mocks::otherwise`], otherwise with a failure. It records the calls; clones share the record.
///
/// ```text
/// let mocks = Mocks::new().on::<GetWeather>(|call| Ok(weather(&call.args.location)));
/// let worker = tools::support::worker(mocks.clone());
/// ```
#[derive(Clone, Default)]
pub struct Mocks<R = Unanswered> {
    answers: HashMap<TypeId, Answer>,
    approvals: HashMap<TypeId, Approval>,
    calls: Arc<Mutex<Vec<LoggedCall>>>,
    otherwise: R,
}

/// Handles no tool: every call fails.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unanswered;

#[derive(Clone)]
enum Answer {
    /// A [`Reply`] of the tool.
    With(Arc<dyn Any + Send + Sync>),
    Never,
}

type Reply<T> = Box<
    dyn for<'c> Fn(&Call<'c, T>) -> Result<<T as Tool>::Output, <T as Tool>::Failure> + Send + Sync,
>;

/// A call that a mock received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedCall {
    /// The qualified name of the tool: `namespace::tool`.
    pub tool: &'static str,
    /// The provider's id of the call.
    pub id: String,
    /// The arguments as they came in.
    pub arguments: String,
}

impl Mocks {
    /// Creates handlers that fail for every tool.
    pub fn new() -> Self {
        Mocks::default()
    }
}

impl<R> Mocks<R> {
    /// Sets the handlers for tools without a mock: usually the real ones, so that a test only replaces what
    /// it is about.
    #[must_use]
    pub fn otherwise<O>(self, handlers: O) -> Mocks<O> {
        Mocks {
            answers: self.answers,
            approvals: self.approvals,
            calls: self.calls,
            otherwise: handlers,
        }
    }

    /// Sets a closure that answers the calls of a tool. It may panic, to test what happens then.
    #[must_use]
    pub fn on<T: Tool>(
        mut self,
        reply: impl for<'c> Fn(&Call<'c, T>) -> Result<T::Output, T::Failure> + Send + Sync + 'static,
    ) -> Self {
        let reply: Reply<T> = Box::new(reply);
        self.answers
            .insert(TypeId::of::<T>(), Answer::With(Arc::new(reply)));
        self
    }

    /// Makes a tool always return this output.
    #[must_use]
    pub fn returns<T: Tool>(self, output: T::Output) -> Self
    where
        T::Output: Clone + Sync + 'static,
    {
        self.on::<T>(move |_| Ok(output.clone()))
    }

    /// Sets the answers to successive calls of a tool. After the last one, the tool fails.
    #[must_use]
    pub fn in_turn<T: Tool>(
        self,
        answers: impl IntoIterator<Item = Result<T::Output, T::Failure>>,
    ) -> Self
    where
        T::Output: 'static,
    {
        let answers: Mutex<VecDeque<_>> = Mutex::new(answers.into_iter().collect());
        self.on::<T>(move |_| {
            let mut answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
            answers.pop_front().unwrap_or_else(|| {
                let text = format!("the mock of `{}` has no more answers", T::NAME);
                Err(T::Failure::hidden(text.into()))
            })
        })
    }

    /// Makes a tool always fail.
    #[must_use]
    pub fn fails<T: Tool>(self, failure: impl Fn() -> T::Failure + Send + Sync + 'static) -> Self {
        self.on::<T>(move |_| Err(failure()))
    }

    /// Makes the handler of a tool panic.
    #[must_use]
    pub fn panics<T: Tool>(self, message: &'static str) -> Self {
        self.on::<T>(move |_| std::panic::panic_any(message))
    }

    /// Makes a tool never finish.
    #[must_use]
    pub fn hangs<T: Tool>(mut self) -> Self {
        self.answers.insert(TypeId::of::<T>(), Answer::Never);
        self
    }

    /// Sets the approval that the handler of a tool requires.
    #[must_use]
    pub fn needs<T: Tool>(mut self, approval: Approval) -> Self {
        self.approvals.insert(TypeId::of::<T>(), approval);
        self
    }

    /// The calls so far, in order.
    pub fn calls(&self) -> Vec<LoggedCall> {
        self.calls
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// How many times a tool was called.
    pub fn count<T: Tool>(&self) -> usize {
        self.calls()
            .iter()
            .filter(|call| call.tool == T::NAME)
            .count()
    }

    fn log<T: Tool>(&self, call: &Call<'_, T>) {
        let logged = LoggedCall {
            tool: T::NAME,
            id: call.id().to_owned(),
            arguments: call.text().to_owned(),
        };
        self.calls
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(logged);
    }
}

impl<T: Tool> Handle<T> for Unanswered {
    async fn handle(&self, _: Call<'_, T>) -> Result<T::Output, T::Failure> {
        let text = format!("no mock answers `{}`", T::NAME);
        Err(T::Failure::hidden(text.into()))
    }
}

impl<T: Tool, R: Handle<T>> Handle<T> for Mocks<R> {
    async fn handle(&self, call: Call<'_, T>) -> Result<T::Output, T::Failure> {
        self.log(&call);
        match self.answers.get(&TypeId::of::<T>()) {
            Some(Answer::Never) => std::future::pending().await,
            Some(Answer::With(reply)) => match reply.downcast_ref::<Reply<T>>() {
                Some(reply) => reply(&call),
                None => {
                    let text = format!("the mock of `{}` is of another tool", T::NAME);
                    Err(T::Failure::hidden(text.into()))
                }
            },
            None => self.otherwise.handle(call).await,
        }
    }

    fn needs_approval<'a>(
        &self,
        args: &T::Args<'a>,
        context: &'a Context,
    ) -> impl Future<Output = Option<Approval>> + Send {
        let set = self.approvals.get(&TypeId::of::<T>()).copied();
        let is_mocked = self.answers.contains_key(&TypeId::of::<T>());
        let other = (!is_mocked).then(|| self.otherwise.needs_approval(args, context));
        async move {
            match other {
                Some(other) => set.max(other.await),
                None => set,
            }
        }
    }
}

impl<R> fmt::Debug for Mocks<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mocks")
            .field("answers", &self.answers.len())
            .field("calls", &self.calls())
            .finish()
    }
}
