//! Only the wrapper makes the call that a handler takes.

use toolc_generated::tickets::{CreateTicket, CreateTicketArgs};
use toolc_runtime::testing::Mocks;
use toolc_runtime::{Call, Context, Handle, ToolCall};

async fn around(support: Mocks, args: CreateTicketArgs, context: Context, call: ToolCall) {
    let call = Call::<CreateTicket> { args, context: &context, call: &call };
    let _ = support.handle(call).await;
}

fn main() {
    let _ = around;
}
