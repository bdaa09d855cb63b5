//! What the seal of a pending call covers, and its text.

use super::record::{Members, Record};
use crate::called_by::CalledBy;
use crate::hidden::show_json;
use crate::json::exact_json;
use std::time::SystemTime;

/// Everything that the seal covers.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Facts {
    pub id: String,
    pub worker: String,
    pub tool: String,
    pub wire_name: String,
    pub description: String,
    pub effect: String,
    pub definition: String,
    pub arguments: String,
    /// The arguments with their secrets redacted and hidden characters escaped; the same as the arguments if
    /// there are none of either.
    pub shown_arguments: String,
    /// The arguments as logs may have them; `None` if these are the ones that are shown.
    pub logged_arguments: Option<String>,
    /// The arguments as the model wrote them, if policy changed them or the tool has constants.
    pub written: Option<String>,
    /// Why a policy wants the call to be approved.
    pub reason: Option<String>,
    pub call_id: String,
    /// The tool name as the call has it.
    pub called: String,
    /// Who made the call. A text that an older version sealed does not say it.
    pub called_by: CalledBy,
    pub principal: Option<String>,
    pub session: Option<String>,
    pub delegation: Vec<String>,
    pub asked_at: SystemTime,
    pub until: SystemTime,
}

impl Facts {
    pub fn logged_arguments(&self) -> &String {
        let logged = self.logged_arguments.as_ref();
        logged.unwrap_or(&self.shown_arguments)
    }

    /// The canonical text, which is what the seal covers.
    pub fn write(&self) -> String {
        let mut out = Record::new();
        self.write_names(&mut out, str::to_owned);
        out.text("arguments", &self.arguments);
        if self.shown_arguments != self.arguments {
            out.text("shown_arguments", &self.shown_arguments);
        }
        out.optional("logged_arguments", self.logged_arguments.as_deref());
        out.optional("written", self.written.as_deref());
        out.text("called", &self.called);
        self.write_asker(&mut out, str::to_owned);
        let text = out.end();
        exact_json(&text).unwrap_or(text)
    }

    /// Writes what the call is, each text as `write` has it.
    pub(super) fn write_names(&self, out: &mut Record, write: fn(&str) -> String) {
        let texts = [
            ("id", &self.id),
            ("worker", &self.worker),
            ("tool", &self.tool),
            ("wire_name", &self.wire_name),
            ("description", &self.description),
            ("effect", &self.effect),
            ("definition", &self.definition),
        ];
        for (name, text) in texts {
            out.text(name, &write(text));
        }
    }

    /// Writes who asks and why, each text as `write` has it.
    pub(super) fn write_asker(&self, out: &mut Record, write: fn(&str) -> String) {
        out.optional("reason", self.reason.as_deref().map(write).as_deref());
        out.text("call_id", &write(&self.call_id));
        out.text("called_by", self.called_by.name());
        out.optional("principal", self.principal.as_deref().map(write).as_deref());
        out.optional("session", self.session.as_deref().map(write).as_deref());
        let delegation: Vec<String> = self.delegation.iter().map(|one| write(one)).collect();
        out.texts("delegation", &delegation);
        out.time("asked_at", self.asked_at);
        out.time("until", self.until);
    }

    pub fn read(text: &str) -> Option<Self> {
        let mut from = Members::read(text)?;
        let arguments = from.text("arguments")?;
        let shown = from.optional("shown_arguments")?;
        let logged_arguments = from.optional("logged_arguments")?;
        let facts = Facts {
            id: from.text("id")?,
            worker: from.text("worker")?,
            tool: from.text("tool")?,
            wire_name: from.text("wire_name")?,
            description: from.text("description")?,
            effect: from.text("effect")?,
            definition: from.text("definition")?,
            // A text that an older version sealed may show hidden characters.
            shown_arguments: show_json(shown.as_ref().unwrap_or(&arguments)),
            arguments,
            logged_arguments,
            written: from.optional("written")?,
            reason: from.optional("reason")?,
            call_id: from.text("call_id")?,
            called: from.text("called")?,
            called_by: match from.optional("called_by")? {
                Some(name) => CalledBy::named(&name)?,
                None => CalledBy::Unknown,
            },
            principal: from.optional("principal")?,
            session: from.optional("session")?,
            delegation: from.texts("delegation")?,
            asked_at: from.time("asked_at")?,
            until: from.time("until")?,
        };
        from.is_done().then_some(facts)
    }
}
