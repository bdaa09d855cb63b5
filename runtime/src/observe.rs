//! Observers, which are notified of what happens to calls.

mod event;
#[cfg(feature = "tracing")]
mod spans;
mod unobserved;

pub use event::{Event, Moment};
#[cfg(feature = "tracing")]
pub use spans::Spans;
pub use unobserved::PrintFailures;

use crate::approve::{Hidden, redact_secrets};
use crate::contain::catch_panic;
use crate::context::Context;
use crate::error::{ErrorKind, ToolError};
use crate::evolution::Outdated;
use crate::incoming::Incoming;
use crate::json::Json;
use crate::progress::Progress;
use crate::schema::Schema;
use crate::stop::Stop;
use crate::violation::Violations;
use crate::walk::validate;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant, SystemTime};

/// Observes every call: its start, approvals, and exactly one end.
pub trait Observer: Send + Sync + 'static {
    /// Called for each event of a call. A panic in here does not affect the call.
    fn observe(&self, event: &Event<'_>);

    /// Whether to report every decision, as an audit needs it, including those for which nobody is asked. If
    /// `true`, a call that needs no approval is reported as granted with the reason
    /// [`PreApproved`](crate::Reason::PreApproved), and one whose arguments can never run is reported as
    /// denied with [`Blocked`](crate::Reason::Blocked).
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

/// Ignores everything, so that nothing is written to standard error either.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn observe(&self, _: &Event<'_>) {}
}

/// Finds the secrets among the arguments, if the tool is known.
pub(crate) type FindSecrets<'w> = &'w (dyn Fn() -> Option<Hidden> + Sync);

/// Notifies the observers of one call; it owes them exactly one end.
pub(crate) struct Watch<'w> {
    pub observers: &'w [Box<dyn Observer>],
    pub worker: &'static str,
    pub tool: &'w str,
    pub call: &'w Incoming,
    pub context: &'w Context,
    /// What the call used that is no longer meant to be used.
    pub outdated: Option<&'w Outdated>,
    /// The secrets among the arguments, if the tool is known.
    hidden: Option<Hidden>,
    /// Finds them when they are only needed because a call fails.
    find_secrets: FindSecrets<'w>,
    /// When the call came in; `None` without observers and after the end.
    started: Option<Instant>,
    /// The arguments that the call continues with, if a policy changed them.
    changed: OnceLock<String>,
    /// Whether nothing is reported, not even to standard error.
    quiet: bool,
    /// Whether the arguments have not been found valid yet, and the start is reported once they are: what is refused may be
    /// repaired, and observers see what runs.
    held: AtomicBool,
}

impl<'w> Watch<'w> {
    /// Does not report the start, so that the value can still be moved before anybody has been told.
    #[inline(always)]
    pub fn new(
        observers: &'w [Box<dyn Observer>],
        worker: &'static str,
        tool: &'w str,
        call: &'w Incoming,
        context: &'w Context,
        outdated: Option<&'w Outdated>,
        find_secrets: FindSecrets<'w>,
    ) -> Self {
        Watch {
            observers,
            worker,
            tool,
            call,
            context,
            outdated,
            hidden: None,
            find_secrets,
            started: None,
            changed: OnceLock::new(),
            quiet: false,
            held: AtomicBool::new(false),
        }
    }

    /// Reports nothing at all: this is not a call.
    pub fn quiet(&mut self) {
        self.observers = &[];
        self.quiet = true;
    }

    /// Reports the start, if there are observers.
    #[inline]
    pub fn start(&mut self) {
        if !self.observers.is_empty() {
            self.notify_start();
        }
    }

    fn notify_start(&mut self) {
        self.note_start();
        self.tell(Moment::Start);
    }

    fn note_start(&mut self) {
        self.started = Some(Instant::now());
        self.hidden = (self.find_secrets)();
    }

    /// Starts without a report, until [`Watch::release`] or [`Watch::forget`].
    pub fn hold(&mut self) {
        self.held = AtomicBool::new(true);
        if !self.observers.is_empty() {
            self.note_start();
        }
    }

    /// Whether the start is still to be reported.
    #[inline]
    pub fn is_held(&self) -> bool {
        self.held.load(Ordering::Relaxed)
    }

    /// Reports the start if that was put off.
    #[inline]
    pub fn release(&self) {
        if self.is_held() {
            self.report_held();
        }
    }

    #[cold]
    fn report_held(&self) {
        self.held.store(false, Ordering::Relaxed);
        if !self.observers.is_empty() {
            self.tell(Moment::Start);
        }
    }

    /// Ends without a report: nobody was told of the start, and the call comes in again, repaired.
    pub fn forget(mut self) {
        self.started = None;
    }

    /// Whether an observer wants to be told about calls that need no approval.
    #[cfg(feature = "ask")]
    #[inline]
    pub fn audits(&self) -> bool {
        self.observers
            .iter()
            .any(|observer| catch_panic(|| observer.audits()).unwrap_or(false))
    }

    /// Without the feature there are no approval events to report.
    #[cfg(not(feature = "ask"))]
    #[inline]
    pub fn audits(&self) -> bool {
        false
    }

    /// When the call started, if there are observers.
    #[inline]
    pub fn started(&self) -> Option<Instant> {
        self.started
    }

    /// Sets the arguments with which the call continues.
    #[cfg(feature = "policies")]
    pub fn change(&self, arguments: &str) {
        // The arguments are changed at most once per call.
        let _ = self.changed.set(arguments.to_owned());
    }

    /// A text about the call, with the secrets that it quotes redacted.
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

    /// Arguments of the call without its secrets; they are as they came if it has none.
    #[cfg(feature = "lm")]
    pub fn hide_secrets(&self, arguments: &str) -> String {
        let hidden = (self.find_secrets)();
        match hidden.as_ref().map(Hidden::secrets) {
            None | Some([]) => arguments.to_owned(),
            Some(secrets) => redact_secrets(arguments, secrets),
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

    /// Reports progress.
    pub fn progress(&self, progress: &Progress<'_>) {
        let moment = Moment::Progress { progress };
        self.tell(moment);
        if let Some(listener) = self.context.listener() {
            let _ = catch_panic(|| listener(&self.event(moment)));
        }
    }

    /// Reports an event that a tool file declares. It is only compiled if a handler emits one.
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
            called_by: self.call.called_by,
            arguments: match self.changed.get() {
                Some(changed) => changed,
                None => self.call.text(),
            },
            context: self.context,
            outdated: self.outdated,
            repaired: self.call.repaired.as_deref().unwrap_or_default(),
            moment,
            secrets: self.hidden.as_ref().map(Hidden::secrets),
            #[cfg(feature = "tracing")]
            key: std::ptr::from_ref(self.call).addr(),
        }
    }

    /// Reports the end, and returns the arguments that the call continued with if they were changed.
    #[inline]
    pub fn end(&mut self, end: &Result<Json, Stop>) -> Option<String> {
        self.notify_end(end);
        self.changed.take()
    }

    #[inline]
    fn notify_end(&mut self, end: &Result<Json, Stop>) {
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
            // A dry run, which is not reported.
            Err(Stop::Cleared) => {}
        }
    }

    #[cold]
    fn notify_dropped(&self, elapsed: Duration) {
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
        self.notify_dropped(elapsed);
    }
}
