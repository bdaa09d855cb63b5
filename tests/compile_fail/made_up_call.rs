//! Only the wrapper makes the call that a handler takes.

use toolc_generated::tickets::{CreateTicket, CreateTicketArgs};
use toolc_runtime::testing::Mocks;
use toolc_runtime::{Call, Context, Handle};

async fn around(support: Mocks, args: CreateTicketArgs, context: Context) {
    let call = Call::<CreateTicket> { args, context: &context, text: "{}", id: "1" };
    let _ = support.handle(call).await;
}

fn main() {
    let _ = around;
}
