//! Tools with handlers: notes that the program keeps.

use crate::tools::notes::{AddNote, AddNoteOutput, ReadNotes, ReadNotesOutput};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use toolc_runtime::{Call, Handle, Integer, ToolFailure};

/// The notes, by customer.
#[derive(Default)]
pub struct Notes(Mutex<HashMap<String, Vec<String>>>);

impl Handle<AddNote> for Notes {
    async fn handle(&self, call: Call<'_, AddNote>) -> Result<AddNoteOutput, ToolFailure> {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let notes = notes.entry(call.args.customer.to_string()).or_default();
        notes.push(call.args.text.to_string());
        Ok(AddNoteOutput {
            notes: Integer::from(notes.len() as u64),
        })
    }
}

impl Handle<ReadNotes> for Notes {
    async fn handle(&self, call: Call<'_, ReadNotes>) -> Result<ReadNotesOutput, ToolFailure> {
        let notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = notes.get(&call.args.customer.to_string());
        Ok(ReadNotesOutput {
            notes: found.cloned().unwrap_or_default(),
        })
    }
}
