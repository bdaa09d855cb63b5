//! Calls operations of an API at `PRISM_URL` and prints how each call ended: `ok`, or the kind of the error
//! and the detail that observers receive.

#[allow(dead_code, reason = "a part of it serves other programs")]
mod lines;
#[allow(dead_code, reason = "not every document has each kind of item")]
mod tools;

use std::sync::{Arc, Mutex};
use toolc_runtime::http::{Client, CredentialRequest, Credentials, Secret};
use toolc_runtime::{ApproveAll, Context, Event, Moment, Observer, ToolCall};

/// Remembers how the last call ended.
#[derive(Clone, Default)]
struct Last(Arc<Mutex<String>>);

impl Observer for Last {
    fn observe(&self, event: &Event<'_>) {
        let words = match event.moment {
            Moment::Success { .. } => "ok".to_owned(),
            Moment::Failure { error, detail, .. } => {
                let detail = detail.unwrap_or_default();
                format!("{} {} {detail}", error.kind, error.message)
            }
            _ => return,
        };
        *self.0.lock().expect("no panic") = words;
    }
}

/// Has credentials for every scheme.
struct Any;

impl Credentials for Any {
    async fn find(&self, _: &CredentialRequest<'_>) -> Result<Secret, String> {
        Ok(Secret::Token("secret".to_owned()))
    }
}

fn main() {
    let url = std::env::var("PRISM_URL").expect("an address");
    let client = Client::builder()
        .base_url("api", url)
        .credentials(Any)
        .build();
    let last = Last::default();
    let worker = tools::all::worker(())
        .client(client)
        .observer(last.clone())
        .approver(ApproveAll::for_tests_only());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    lines::answer(|name, text| {
        let call = ToolCall::new("call", name, text);
        runtime.block_on(worker.call(&Context::new("prism"), call));
        let words = last.0.lock().expect("no panic").clone();
        words.replace(['\n', '\r'], " ")
    });
}
