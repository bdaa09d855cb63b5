//! A call ends with its handler: it cannot be kept and used later, without approval.

use std::sync::Mutex;
use toolc_generated::tickets::CreateTicket;
use toolc_runtime::{Call, Handle, Json, ToolFailure};

struct Keeps(Mutex<Option<Call<'static, CreateTicket>>>);

impl Handle<CreateTicket> for Keeps {
    async fn handle(&self, call: Call<'_, CreateTicket>) -> Result<Json, ToolFailure> {
        *self.0.lock().unwrap() = Some(call);
        Ok(Json::null())
    }
}

fn main() {}
