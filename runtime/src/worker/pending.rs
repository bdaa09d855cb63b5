//! Calls that wait for a decision from elsewhere.

use super::note::{Note, OnceNote};
use super::way::Asking;
use super::{Row, Worker};
use crate::approve::{
    Additions, ApprovalStore, Lease, Passed, PendingCall, ResumeError, Ruling, SealKey, Settled,
    redact_secrets,
};
use crate::context::Context;
use crate::incoming::{Incoming, ToolCall};
use crate::result::ToolResult;
use crate::stop::Stop;
use serde_json::Value;
use std::time::{Duration, SystemTime};

/// How far a call gets without an approver's answer: see [`Worker::begin`].
#[derive(Debug)]
#[non_exhaustive]
pub enum Begun {
    /// It has ended.
    Ended(ToolResult),
    /// It needs a decision.
    Pending(PendingCall),
}

impl<H: 'static> Worker<H> {
    /// Sets how long an answer to a suspended call is valid; the default is one day.
    #[must_use]
    pub fn answer_within(mut self, limit: Duration) -> Self {
        self.gate.answer_within = limit;
        self
    }

    /// Sets how long a resumed call counts as running after its process was last heard of; then it is interrupted. The default
    /// is a minute. While the call runs, its lease is renewed three times in this time, by the worker's
    /// [timer](Worker::timer); a handler that blocks its thread keeps that from happening, so for such handlers it should be
    /// longer than any of them takes.
    #[must_use]
    pub fn resume_within(mut self, limit: Duration) -> Self {
        self.gate.lease = limit;
        self
    }

    /// Takes a call as far as it gets without asking anybody: not even the worker's approver is asked. A call
    /// that needs approval becomes a value that can be stored as text, decided by another process, and
    /// resumed after a restart.
    pub async fn begin(&self, context: &Context, call: ToolCall) -> Begun {
        self.begin_with(context, Incoming::of(call), None).await
    }

    /// Like [`Worker::begin`], with arguments that are already parsed.
    pub async fn begin_value(
        &self,
        context: &Context,
        id: impl Into<String>,
        name: impl Into<String>,
        arguments: Value,
    ) -> Begun {
        let call = Incoming::parsed(id.into(), name.into(), arguments);
        self.begin_with(context, call, None).await
    }

    /// Like [`Worker::begin`], and runs `note` immediately before the tool runs: when nothing can refuse the call any more, or
    /// ask about it. Whoever keeps a journal of what may have run writes to it here.
    ///
    /// # Errors
    /// If `note` fails, its error is returned, and the tool did not run.
    pub async fn begin_noting<N, F, E>(
        &self,
        context: &Context,
        call: ToolCall,
        note: N,
    ) -> Result<Begun, E>
    where
        N: FnOnce() -> F + Send,
        F: Future<Output = Result<(), E>> + Send,
        E: Send,
    {
        let note = OnceNote::new(note);
        let call = Incoming::of(call);
        let begun = self.begin_with(context, call, Some(&note)).await;
        match note.into_error() {
            Some(error) => Err(error),
            None => Ok(begun),
        }
    }

    async fn begin_with(
        &self,
        context: &Context,
        call: Incoming,
        note: Option<&dyn Note>,
    ) -> Begun {
        let begun = self.run(
            context,
            call,
            Asking::Suspend(note),
            |finished| match finished.end {
                Err(Stop::Suspended(request)) => {
                    Begun::Pending(PendingCall::new(*request, finished.call))
                }
                _ => Begun::Ended(finished.into_result()),
            },
        );
        begun.await
    }

    /// Resumes a call that was decided. No matter how many times and by how many processes this is tried, the
    /// call runs at most once. A denied call is resumed as well; its result tells the model about the denial.
    ///
    /// Everything is done again as for a new call: it is found, validated and judged by all policies, and if
    /// it is blocked by now it does not run. Only exactly what was approved runs, byte for byte.
    ///
    /// # Errors
    /// Fails if the pending call, the ruling, the worker, the context and the store do not belong together,
    /// or if the call was resumed before. Nothing ran then, except for [`ResumeError::Unrecorded`].
    pub async fn resume<S: ApprovalStore>(
        &self,
        context: &Context,
        pending: &PendingCall,
        ruling: &Ruling,
        store: &S,
    ) -> Result<ToolResult, ResumeError> {
        self.admit(context, pending, ruling, store.now().await?)?;
        let claim = store.take(pending, ruling, self.gate.lease).await?;
        let settled = Settled::new(pending, ruling);
        let added = self.added_to(settled.tool());
        let settled = settled.with_added(added);
        let work = self.run(
            context,
            Incoming::of(settled.call()),
            Asking::Decided(&settled),
            |finished| finished.into_result(),
        );
        let lease = Lease::of(&claim, self.gate.lease);
        let mut result = lease.hold(store, self.clock(), work).await;
        self.note_what_ran(pending, &settled.call(), &mut result);
        self.note_old_name(&pending.facts.called, &mut result);
        // The model knows the call by the name that it used.
        result.name = pending.facts.called.clone();
        match store.finish(&claim, &result).await {
            Ok(()) => Ok(result),
            Err(error) => Err(ResumeError::Unrecorded {
                result: Box::new(result),
                error,
            }),
        }
    }

    /// Resumes the call that a store has under this id.
    ///
    /// # Errors
    /// Like [`Worker::resume`], and if the store has no such call, has no ruling about it, or has texts that
    /// were changed.
    pub async fn resume_stored<S: ApprovalStore>(
        &self,
        context: &Context,
        id: &str,
        key: &SealKey,
        store: &S,
    ) -> Result<ToolResult, ResumeError> {
        let call = store.get(id).await?.ok_or(ResumeError::NotStored)?;
        let ruling = call.ruling.as_ref().ok_or(ResumeError::NotDecided)?;
        let ruling = Ruling::open(ruling, key)?;
        let pending = PendingCall::open(&call.question, key, store.now().await?)?;
        self.resume(context, &pending, &ruling, store).await
    }

    /// What becomes of the arguments of the tool with this name, if it is the name of one tool.
    fn added_to(&self, name: &str) -> Additions {
        match self.lookup.find_in(self.table.rows, name) {
            [row] => Additions {
                constants: row.constants,
                mending: row.find_repairs(),
                filling: row.find_filling(),
            },
            _ => Additions::default(),
        }
    }

    /// Notes that the model used an old name: what waited has the new one.
    fn note_old_name(&self, called: &str, result: &mut ToolResult) {
        let (rows, old_name) = self.lookup.find_named(self.table.rows, called);
        if let (Some(row), Some(old)) = (rows.first(), old_name) {
            let meant = result.metadata.overload.unwrap_or(row.entry.wire_name);
            let outdated = result.metadata.outdated.get_or_insert_default();
            outdated.set_name(old, meant);
        }
    }

    /// Adds a note about what ran, if it was not the model's own call.
    fn note_what_ran(&self, pending: &PendingCall, call: &ToolCall, result: &mut ToolResult) {
        if result.metadata.approval != Some(Passed::Edited.name()) {
            return;
        }
        let rows = self.lookup.find_in(self.table.rows, &call.name);
        let chosen = result.metadata.overload;
        let is_it = |row: &&Row<H>| chosen.is_none_or(|name| row.entry.wire_name == name);
        let Some(row) = rows.iter().find(is_it) else {
            return;
        };
        let ran = row.entry.wire_name;
        result.metadata.ran = (ran != pending.facts.wire_name).then_some(ran);
        if result.metadata.ran.is_some() {
            let called = self
                .lookup
                .find_in(self.table.rows, &pending.facts.wire_name);
            let shows_output = |row: &Row<H>| row.entry.output_text.is_some();
            result.metadata.differs = called.first().is_some_and(shows_output);
        }
        result.note = Some(format!(
            "The user changed this call before approving it. In its place `{ran}` was called with {}, \
             and this is what came of it:",
            redact_secrets(&call.arguments, row.hiding.secrets)
        ));
    }

    /// Checks that the pending call belongs to this worker and context, and that the tool has not changed.
    fn admit(
        &self,
        context: &Context,
        pending: &PendingCall,
        ruling: &Ruling,
        now: SystemTime,
    ) -> Result<(), ResumeError> {
        let facts = &pending.facts;
        if facts.worker != self.table.name {
            let worker = facts.worker.clone();
            return Err(ResumeError::ForeignWorker { worker });
        }
        if facts.principal.as_deref() != context.principal() {
            return Err(ResumeError::ForeignPrincipal);
        }
        if facts.session.as_deref() != context.session() {
            return Err(ResumeError::ForeignSession);
        }
        if !context
            .delegation()
            .eq(facts.delegation.iter().map(String::as_str))
        {
            return Err(ResumeError::ForeignDelegation);
        }
        if !pending.is_ruled_by(ruling) {
            return Err(ResumeError::ForeignRuling);
        }
        pending.check_time(now)?;
        let tool = facts.wire_name.clone();
        let found = self.lookup.find_in(self.table.rows, &tool);
        match found.iter().find(|row| row.entry.wire_name == tool) {
            None => Err(ResumeError::NoSuchTool { tool }),
            Some(row) if row.entry.digest != facts.definition => {
                Err(ResumeError::ChangedDefinition { tool })
            }
            Some(_) => Ok(()),
        }
    }
}
