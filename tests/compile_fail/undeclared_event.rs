//! A handler emits the events that its tool file declares: not those of another one, and not what it makes up.

use toolc_generated::journal::{EntryWritten, WriteEntry};
use toolc_generated::tickets::CreateTicket;
use toolc_runtime::{Call, Handle, Json, ToolFailure};

struct Support(EntryWritten);

impl Handle<CreateTicket> for Support {
    async fn handle(&self, call: Call<'_, CreateTicket>) -> Result<Json, ToolFailure> {
        let _ = call.emit(self.0.clone());
        Ok(Json::null())
    }
}

struct Journal;

struct EntryLost;

impl Handle<WriteEntry> for Journal {
    async fn handle(&self, call: Call<'_, WriteEntry>) -> Result<Json, ToolFailure> {
        let _ = call.emit(EntryLost);
        Ok(Json::null())
    }
}

fn main() {}
