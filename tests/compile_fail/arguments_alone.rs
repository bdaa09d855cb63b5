//! A handler takes no bare arguments, and a decision is not a call.

use toolc_generated::tickets::{CreateTicket, CreateTicketArgs};
use toolc_runtime::testing::Mocks;
use toolc_runtime::{Decision, Handle};

async fn around(support: Mocks, args: CreateTicketArgs) {
    let _ = Handle::<CreateTicket>::handle(&support, args).await;
    let _ = Handle::<CreateTicket>::handle(&support, Decision::approve()).await;
}

fn main() {
    let _ = around;
}
