//! What a journal begins with: whose program it is.

use crate::error::ProgramError;
use crate::fields::{Fields, ObjectText, list_text, string_text};
use toolc_runtime::reader::Reader;
use toolc_runtime::{Context, Json};

/// Whose program it is, and how far it came.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Header {
    /// The SHA-256 of the code, in hex.
    pub code: String,
    worker: String,
    principal: Option<String>,
    session: Option<String>,
    delegation: Vec<String>,
    /// How many entries there were when it last stopped.
    pub entries: usize,
}

impl Header {
    pub fn new(code: &str, worker: &str, context: &Context) -> Self {
        Header {
            code: code.to_owned(),
            worker: worker.to_owned(),
            principal: context.principal().map(str::to_owned),
            session: context.session().map(str::to_owned),
            delegation: context.delegation().map(str::to_owned).collect(),
            entries: 0,
        }
    }

    /// The same, when there are so many entries.
    pub fn with_entries(&self, entries: usize) -> Self {
        Header {
            entries,
            ..self.clone()
        }
    }

    /// Fails unless both are of the same program.
    pub fn check_same(&self, own: &Header) -> Result<(), ProgramError> {
        let foreign = |what| Err(ProgramError::Foreign { what });
        if self.worker != own.worker {
            return foreign("worker");
        }
        if self.principal != own.principal {
            return foreign("principal");
        }
        if self.session != own.session {
            return foreign("session");
        }
        if self.delegation != own.delegation {
            return foreign("delegation");
        }
        match self.code == own.code {
            true => Ok(()),
            false => Err(ProgramError::ChangedCode),
        }
    }

    /// The header of the program with this id, as it is sealed.
    pub fn write(&self, id: &str) -> Json {
        let delegation = self.delegation.iter().map(|worker| string_text(worker));
        let out = ObjectText::new()
            .text("id", id)
            .text("code", &self.code)
            .text("worker", &self.worker)
            .optional("principal", self.principal.as_deref())
            .optional("session", self.session.as_deref())
            .raw("delegation", &list_text(delegation))
            .raw("entries", &self.entries.to_string());
        Json::parse(out.end()).unwrap_or_default()
    }

    /// Reads the header of the program with this id; `None` if it is something else.
    pub fn read(object: &Json, id: &str) -> Option<Self> {
        let mut fields = Fields::read(object.as_text())?;
        let is_it = fields.text("id")? == id;
        let header = Header {
            code: fields.text("code")?,
            worker: fields.text("worker")?,
            principal: fields.text("principal"),
            session: fields.text("session"),
            delegation: read_texts(fields.raw("delegation")?)?,
            entries: fields.count("entries")?,
        };
        (is_it && fields.is_done()).then_some(header)
    }
}

fn read_texts(raw: &str) -> Option<Vec<String>> {
    let mut reader = Reader::new(raw);
    let mut texts = Vec::new();
    reader.begin_array().ok()?;
    while reader.next_item(texts.is_empty()).ok()? {
        texts.push(reader.string().ok()?.into_owned());
    }
    Some(texts)
}
