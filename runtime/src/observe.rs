//! Who is told what happens to calls.

mod event;
#[cfg(feature = "tracing")]
mod spans;
mod unobserved;

pub use event::{Event, Moment};
#[cfg(feature = "tracing")]
pub use spans::Spans;

use crate::approve::{Hidden, redact_secrets};
use crate::contain::catch_panic;
use crate::context::Context;
use crate::error::{ErrorKind, ToolError};
use crate::incoming::Incoming;
use crate::json::Json;
use crate::progress::Progress;
use crate::schema::Schema;
use crate::stop::Stop;
use crate::violation::Violations;
use crate::walk::validate;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant, SystemTime};

/// Is told of every call: its start, what was asked, and exactly one end.
pub trait Observer: Send + Sync + 'static {
    /// Something happened. A panic in here changes nothing for the call.
    fn observe(&self, event: &Event<'_>);

    /// Whether it is told of every decision, as an audit is: also of those about which nobody is
    /// asked. A call that needs no approval is then granted with the reason [`PreApproved`](crate::Reason::PreApproved),
    /// and one whose arguments can never run is denied with [`Blocked`](crate::Reason::Blocked).
    #[cfg(feature = "ask")]
    fn audits(&self) -> bool {
        false
    }
}

impl<O: Observer> Observer for Arc<O> {
    #[cfg(feature = "ask")]
    fn audits(&self) -> bool {
        O::audits(self)
    }

    fn observe(&self, event: &Event<'_>) {
        O::observe(self, event);
    }
}

/// Hears nothing, so that nothing is written to standard error either.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn observe(&self, _: &Event<'_>) {}
}

/// Finds where secrets are in the arguments, where the tool is known.
pub(crate) type FindSecrets<'w> = &'w (dyn Fn() -> Option<Hidden> + Sync);

/// Tells the observers of one call; it owes them exactly one end.
pub(crate) struct Watch<'w> {
    pub observers: &'w [Box<dyn Observer>],
    pub worker: &'static str,
    pub tool: &'w str,
    pub call: &'w Incoming,
    pub context: &'w Context,
    /// Where secrets are in the arguments, where the tool is known.
    hidden: Option<Hidden>,
    /// The same, for who asks only where a call fails.
    find_secrets: FindSecrets<'w>,
    /// When the call came in; `None` without observers and after the end.
    started: Option<Instant>,
    /// The arguments that the call goes on with, where they are others.
    changed: OnceLock<String>,
    /// Whether nobody hears anything, not even standard error.
    quiet: bool,
}

impl<'w> Watch<'w> {
    /// Tells nobody of the start, so that it need not be moved once somebody has been told.
    #[inline(always)]
    pub fn new(
        observers: &'w [Box<dyn Observer>],
        worker: &'static str,
        tool: &'w str,
        call: &'w Incoming,
        context: &'w Context,
        find_secrets: FindSecrets<'w>,
    ) -> Self {
        Watch {
            observers,
            worker,
            tool,
            call,
            context,
            hidden: None,
            find_secrets,
            started: None,
            changed: OnceLock::new(),
            quiet: false,
        }
    }

    /// Tells nobody at all: it is not a call.
    pub fn quiet(&mut self) {
        self.observers = &[];
        self.quiet = true;
    }

    /// Tells of the start, where somebody is to be told.
    #[inline]
    pub fn start(&mut self) {
        if !self.observers.is_empty() {
            self.tell_start();
        }
    }

    fn tell_start(&mut self) {
        self.started = Some(Instant::now());
        self.hidden = (self.find_secrets)();
        self.tell(Moment::Start);
    }

    /// Whether somebody wants to be told of calls that need no approval.
    #[cfg(feature = "ask")]
    #[inline]
    pub fn audits(&self) -> bool {
        self.observers
            .iter()
            .any(|observer| catch_panic(|| observer.audits()).unwrap_or(false))
    }

    /// Without the feature there are no events of approval to be told of.
    #[cfg(not(feature = "ask"))]
    #[inline]
    pub fn audits(&self) -> bool {
        false
    }

    /// When the call began, where somebody wants to know.
    #[inline]
    pub fn started(&self) -> Option<Instant> {
        self.started
    }

    /// From now on the call has other arguments.
    #[cfg(feature = "policies")]
    pub fn change(&self, arguments: &str) {
        // A call is changed at most once.
        let _ = self.changed.set(arguments.to_owned());
    }

    /// What is said about the call without the secrets that it quotes.
    fn shown(&self, said: &str) -> String {
        let Some(hidden) = (self.find_secrets)() else {
            return said.to_owned();
        };
        let said = hidden.mask(said, self.call.text());
        match self.changed.get() {
            Some(changed) => hidden.mask(&said, changed),
            None => said,
        }
    }

    pub fn tell(&self, moment: Moment<'_>) {
        if self.observers.is_empty() {
            if !self.quiet {
                unobserved::print_moment(self, moment);
            }
            return;
        }
        let event = self.event(moment);
        for observer in self.observers {
            let _ = catch_panic(|| observer.observe(&event));
        }
    }

    /// Tells how far the work is.
    pub fn progress(&self, progress: &Progress<'_>) {
        let moment = Moment::Progress { progress };
        self.tell(moment);
        if let Some(listener) = self.context.listener() {
            let _ = catch_panic(|| listener(&self.event(moment)));
        }
    }

    /// Tells of an event that a tool file declares. It is compiled where a handler emits one.
    #[inline]
    pub fn emit(
        &self,
        name: &'static str,
        schema: &'static Schema,
        secrets: &[&str],
        text: &str,
    ) -> Result<(), Violations> {
        validate(schema, text)?;
        let payload = Json::trusted(redact_secrets(text, secrets));
        self.tell(Moment::Emitted {
            name,
            payload: &payload,
            at: SystemTime::now(),
        });
        Ok(())
    }

    fn event<'e>(&'e self, moment: Moment<'e>) -> Event<'e> {
        Event {
            worker: self.worker,
            tool: self.tool,
            call_id: &self.call.id,
            arguments: match self.changed.get() {
                Some(changed) => changed,
                None => self.call.text(),
            },
            context: self.context,
            moment,
            secrets: self.hidden.as_ref().map(Hidden::secrets),
            #[cfg(feature = "tracing")]
            key: std::ptr::from_ref(self.call).addr(),
        }
    }

    /// Tells the end, and gives the arguments back that the call went on with, where they are others.
    #[inline]
    pub fn end(&mut self, end: &Result<Json, Stop>) -> Option<String> {
        self.tell_end(end);
        self.changed.take()
    }

    #[inline]
    fn tell_end(&mut self, end: &Result<Json, Stop>) {
        let Some(elapsed) = self.started.take().map(|started| started.elapsed()) else {
            if let Err(Stop::Failed(fault)) = end
                && !self.quiet
            {
                unobserved::print_failure(self, fault);
            }
            return;
        };
        match end {
            Ok(output) => self.tell(Moment::Success { elapsed, output }),
            Err(Stop::Failed(fault)) => self.tell(Moment::Failure {
                elapsed,
                error: &fault.error,
                detail: fault.detail.as_deref(),
            }),
            #[cfg(feature = "ask")]
            Err(Stop::Suspended(request)) => self.tell(Moment::Suspended { elapsed, request }),
            // Of a dry run, which nobody is told of.
            Err(Stop::Cleared) => {}
        }
    }

    #[cold]
    fn tell_dropped(&self, elapsed: Duration) {
        let mut error = ToolError::new(
            ErrorKind::Cancelled,
            format!("tool '{}' was cancelled", self.tool),
        );
        self.tool.clone_into(&mut error.tool_name);
        self.call.id.clone_into(&mut error.call_id);
        self.tell(Moment::Failure {
            elapsed,
            error: &error,
            detail: Some("the call was dropped before its end"),
        });
    }
}

impl Drop for Watch<'_> {
    #[inline]
    fn drop(&mut self) {
        let Some(elapsed) = self.started.take().map(|started| started.elapsed()) else {
            return;
        };
        self.tell_dropped(elapsed);
    }
}
