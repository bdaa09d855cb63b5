//! A tool that is made up for its arguments does not lead to the handler of the real one.

use toolc_generated::tickets::{CreateTicket, CreateTicketArgs};
use toolc_runtime::{Call, Handle, Json, Tool, ToolEntry, ToolFailure};

struct LooksAlike;

impl Tool for LooksAlike {
    const ENTRY: &'static ToolEntry = CreateTicket::ENTRY;
    type Args<'a> = CreateTicketArgs;
    type Output = Json;
    type Failure = ToolFailure;
    type Key = ();
}

struct Around<H>(H);

impl<H: Handle<CreateTicket>> Handle<LooksAlike> for Around<H> {
    async fn handle(&self, call: Call<'_, LooksAlike>) -> Result<Json, ToolFailure> {
        self.0.handle(call).await
    }
}

fn main() {}
