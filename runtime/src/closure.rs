//! Workers of closures: one slot for each tool that a worker leaves to the program, and the handlers that they make up.

use crate::approve::Approval;
use crate::call::Call;
use crate::context::Context;
use crate::entry::ToolEntry;
use crate::error::HandlerFailure;
use crate::handle::Handle;
use crate::tool::Tool;
use crate::worker::Worker;
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::future::ready;
use std::pin::Pin;

/// What runs one tool in place of a handler: a slot of the `Closures` that generated code has for each worker.
///
/// The tool is known where the arguments have a type, and where a function is passed. Otherwise name it:
/// `Closure::<GetWeather>::new(…)`.
///
/// ```
/// # use toolc_generated as tools;
/// use toolc_runtime::{Closure, Context, Json, ToolCall};
/// use tools::reminder::Closures;
/// use tools::clock::RemindArgs;
///
/// # toolc_runtime::testing::block_on(async {
/// let closures = Closures {
///     remind: Closure::new(async |args: RemindArgs, _| Ok(Json::encode(&args.text)?)),
/// };
/// let worker = closures.into_worker();
/// # let _ = worker.call(&Context::default(), ToolCall::new("c", "clock::remind", "{}")).await;
/// # });
/// ```
pub struct Closure<T: Tool> {
    run: Run<T>,
    needs: Option<Needs<T>>,
    absence: Option<String>,
}

/// The work of a closure.
pub type ClosureWork<'c, T> =
    Pin<Box<dyn Future<Output = Result<<T as Tool>::Output, <T as Tool>::Failure>> + Send + 'c>>;

type Run<T> = Box<dyn for<'c> Fn(Call<'c, T>) -> ClosureWork<'c, T> + Send + Sync>;

type Needs<T> =
    Box<dyn for<'a> Fn(&<T as Tool>::Args<'a>, &Context) -> Option<Approval> + Send + Sync>;

impl<T: Tool> Closure<T> {
    /// An asynchronous closure or function. It receives the validated arguments and the context by value, so its future
    /// may hold both. State that it uses is cloned for each call, before `async move`, as in the services of other libraries.
    pub fn new<F, R>(run: F) -> Self
    where
        T: OwnedArgs,
        F: Fn(T::Args<'static>, Context) -> R + Send + Sync + 'static,
        R: Future<Output = Result<T::Output, T::Failure>> + Send + 'static,
    {
        Closure::of_call(move |call| Box::pin(run(T::own(call.args), call.context.clone())))
    }

    /// A synchronous closure or function. Its arguments may be borrowed.
    pub fn sync<F>(run: F) -> Self
    where
        F: for<'c> Fn(T::Args<'c>, &'c Context) -> Result<T::Output, T::Failure>
            + Send
            + Sync
            + 'static,
    {
        Closure::of_call(move |call| Box::pin(ready(run(call.args, call.context))))
    }

    /// A closure that receives the whole call, as a handler does: with its text, its folders, progress and events. It
    /// returns `Box::pin(async move { … })`.
    pub fn of_call<F>(run: F) -> Self
    where
        F: for<'c> Fn(Call<'c, T>) -> ClosureWork<'c, T> + Send + Sync + 'static,
    {
        Closure {
            run: Box::new(run),
            needs: None,
            absence: None,
        }
    }

    /// Nothing: the tool is in no list and no definition, and a call of it fails with the reason, as [`Worker::without`]
    /// has it.
    pub fn absent(reason: impl Into<String>) -> Self {
        let mut closure =
            Closure::of_call(|_| Box::pin(ready(Err(T::Failure::hidden("it is absent".into())))));
        closure.absence = Some(reason.into());
        closure
    }

    /// Sets what a call with these arguments needs, in addition to the worker's configuration: the stricter of the two
    /// applies, as with [`Handle::needs_approval`].
    #[must_use]
    pub fn needing_approval(
        mut self,
        needs: impl for<'a> Fn(&T::Args<'a>, &Context) -> Option<Approval> + Send + Sync + 'static,
    ) -> Self {
        self.needs = Some(Box::new(needs));
        self
    }

    /// The same without its type, for a set of closures. Called by generated code.
    #[doc(hidden)]
    pub fn erase(mut self) -> AnyClosure {
        AnyClosure {
            tool: TypeId::of::<T>(),
            entry: T::ENTRY,
            absence: self.absence.take(),
            closure: Box::new(self),
        }
    }
}

/// A tool whose arguments own what they hold, so that a future may keep them.
#[diagnostic::on_unimplemented(
    message = "the arguments of `{Self}` borrow from the text of the call",
    label = "its spec has `rust: {{ borrowed: true }}`",
    note = "use `Closure::sync`, or `Closure::of_call(|call| Box::pin(async move {{ … }}))`"
)]
pub trait OwnedArgs: Tool {
    /// The same arguments, for as long as they are kept.
    fn own(args: Self::Args<'_>) -> Self::Args<'static>;
}

impl<T, A> OwnedArgs for T
where
    T: for<'a> Tool<Args<'a> = A>,
{
    fn own(args: A) -> A {
        args
    }
}

/// A closure of any tool.
pub struct AnyClosure {
    tool: TypeId,
    entry: &'static ToolEntry,
    absence: Option<String>,
    /// A [`Closure`] of the tool.
    closure: Box<dyn Any + Send + Sync>,
}

/// The handlers of a worker of closures. Generated code makes them, with a closure for every tool that the worker leaves to
/// the program.
pub struct ClosureSet {
    closures: HashMap<TypeId, AnyClosure>,
}

impl ClosureSet {
    /// Collects closures. Called by generated code.
    #[doc(hidden)]
    pub fn new(closures: impl IntoIterator<Item = AnyClosure>) -> Self {
        let closures = closures.into_iter().map(|each| (each.tool, each));
        ClosureSet {
            closures: closures.collect(),
        }
    }

    /// The tools that are absent, and why. Called by generated code.
    #[doc(hidden)]
    pub fn take_absences(&mut self) -> ClosureAbsences {
        let closures = self.closures.values_mut();
        let absences = closures.filter_map(|each| Some((each.entry, each.absence.take()?)));
        ClosureAbsences(absences.collect())
    }

    fn find<T: Tool>(&self) -> Option<&Closure<T>> {
        let found = self.closures.get(&TypeId::of::<T>())?;
        found.closure.downcast_ref()
    }
}

/// The tools that a program left out, and why.
#[derive(Debug)]
pub struct ClosureAbsences(Vec<(&'static ToolEntry, String)>);

impl ClosureAbsences {
    /// Marks them as absent in a worker. Called by generated code.
    #[doc(hidden)]
    pub fn apply<H: 'static>(self, mut worker: Worker<H>) -> Worker<H> {
        for (entry, reason) in self.0 {
            worker.set_absent(entry, reason);
        }
        worker
    }

    /// The same for a worker that may not have started. Called by generated code.
    ///
    /// # Errors
    /// Returns the error as it is.
    #[doc(hidden)]
    pub fn apply_if_started<H: 'static, E>(
        self,
        started: Result<Worker<H>, E>,
    ) -> Result<Worker<H>, E> {
        started.map(|worker| self.apply(worker))
    }
}

impl<T: Tool> Handle<T> for ClosureSet {
    async fn handle(&self, call: Call<'_, T>) -> Result<T::Output, T::Failure> {
        match self.find::<T>() {
            Some(closure) => (closure.run)(call).await,
            None => Err(T::Failure::hidden("the worker has no such closure".into())),
        }
    }

    fn needs_approval<'a>(
        &self,
        args: &T::Args<'a>,
        context: &'a Context,
    ) -> impl Future<Output = Option<Approval>> + Send {
        let needs = self.find::<T>().and_then(|closure| closure.needs.as_ref());
        ready(needs.and_then(|needs| needs(args, context)))
    }
}

impl<T: Tool> fmt::Debug for Closure<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Closure");
        shown
            .field("tool", &T::NAME)
            .field("absence", &self.absence);
        shown.finish_non_exhaustive()
    }
}

impl fmt::Debug for AnyClosure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry.name)
    }
}

impl fmt::Debug for ClosureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.closures.values()).finish()
    }
}
