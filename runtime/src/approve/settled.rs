//! The approval step for a call that was decided about while it was pending.

use super::gate::{Gate, deny_call};
use super::pending::PendingCall;
use super::ruling::{Answer, Ruling};
use super::{ApprovalRequest, DecidedBy, Granted, Passed, Reason};
use crate::constants::{remove_constant, set_constant};
use crate::error::Fault;
use crate::fill::fill_text;
use crate::filling::Filling;
use crate::incoming::ToolCall;
use crate::json::exact_json;
use crate::observe::Watch;
use crate::operation::Within;
use crate::repair::Mending;

/// A pending call and the ruling about it.
pub(crate) struct Settled<'s> {
    pending: &'s PendingCall,
    ruling: &'s Ruling,
    /// What becomes of the arguments of the tool that will run.
    added: Additions,
}

/// What becomes of the arguments of a tool besides what is written in them.
#[derive(Clone, Copy, Default)]
pub(crate) struct Additions {
    /// The constants that are added to them.
    pub constants: &'static [Within],
    /// How they are repaired.
    pub mending: Option<Mending>,
    /// The defaults that they are filled with.
    pub filling: Option<&'static Filling>,
}

impl<'s> Settled<'s> {
    /// The caller has checked that the ruling is about this call.
    pub fn new(pending: &'s PendingCall, ruling: &'s Ruling) -> Self {
        Settled {
            pending,
            ruling,
            added: Additions::default(),
        }
    }

    /// The same, with what becomes of the arguments of the tool that will run.
    pub fn with_added(self, added: Additions) -> Self {
        Settled { added, ..self }
    }

    /// The name of the tool that will run.
    pub fn tool(&self) -> &'s str {
        match &self.ruling.answer {
            Answer::Edited { tool, .. } => tool,
            _ => &self.pending.facts.wire_name,
        }
    }

    /// The call that will run. Unless it was edited it is as the model wrote it, so that policies see what
    /// they saw before. Whoever edits it was shown the constants, which no call may set.
    pub fn call(&self) -> ToolCall {
        let facts = &self.pending.facts;
        let arguments = match &self.ruling.answer {
            Answer::Edited { arguments, .. } => self.remove_constants(arguments),
            _ => facts.written.as_ref().unwrap_or(&facts.arguments).clone(),
        };
        ToolCall::new(&facts.call_id, self.tool(), arguments).by(facts.called_by)
    }

    /// Arguments as they are repaired if they would be refused, with the defaults that they leave out, and the constants.
    fn complete(&self, arguments: &str) -> String {
        let Additions {
            constants,
            mending,
            filling,
        } = self.added;
        let refused = mending.filter(|mending| mending.entry.validate(arguments).is_err());
        let repaired = refused.and_then(|mending| mending.repair(arguments));
        let mut text = repaired.map_or_else(|| arguments.to_owned(), |(text, _)| text);
        if let Some((filled, _)) = filling.and_then(|filling| fill_text(filling, &text)) {
            text = filled;
        }
        for constant in constants {
            text = set_constant(&text, constant).unwrap_or(text);
        }
        text
    }

    fn remove_constants(&self, arguments: &str) -> String {
        let mut text = arguments.to_owned();
        // one that was set within another is not part of the other's value
        for constant in self.added.constants.iter().rev() {
            text = remove_constant(&text, constant).unwrap_or(text);
        }
        text
    }

    /// Lets the call pass only if it is exactly what was approved.
    pub fn decide(
        &self,
        gate: &Gate,
        request: &ApprovalRequest,
        watch: &Watch<'_>,
    ) -> Result<(Granted, Passed), Box<Fault>> {
        let by = DecidedBy::Person {
            name: self.ruling.decided_by(),
        };
        if let Answer::Denied { note } = &self.ruling.answer {
            return Err(deny_call(request, note, (by, Reason::Denied), watch));
        }
        if !self.is_of(request) {
            let note = "policy makes it another call than the one that was approved";
            let reason = Reason::NotWhatWasApproved;
            return Err(deny_call(
                request,
                note,
                (DecidedBy::Configuration, reason),
                watch,
            ));
        }
        let reason = self.ruling.reason();
        let passed = match reason {
            Reason::Edited => Passed::Edited,
            _ => Passed::Asked,
        };
        Ok((gate.grant(request, (by, reason), watch), passed))
    }

    /// Whether what would run is what was approved, byte for byte.
    fn is_of(&self, request: &ApprovalRequest) -> bool {
        let facts = &self.pending.facts;
        match &self.ruling.answer {
            Answer::Edited { tool, arguments } => {
                let named = request.tool == tool || request.wire_name == tool;
                let complete = self.complete(arguments);
                named && exact_json(&complete).is_ok_and(|text| text == request.arguments)
            }
            _ => {
                request.wire_name == facts.wire_name
                    && request.definition == facts.definition
                    && request.arguments == facts.arguments
            }
        }
    }
}
