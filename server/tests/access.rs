//! Who may call: what access files say, and credentials that are not what they seem.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "access/files.rs"]
mod files;
#[path = "access/others.rs"]
mod others;
#[path = "support/provider.rs"]
mod provider;
#[path = "access/replaced.rs"]
mod replaced;
#[path = "access/tokens.rs"]
mod tokens;

use http::Request;
use http::request::Parts;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use toolc_base::diagnostic::Diagnostic;
use toolc_base::source::{Role, Source, Sources};
use toolc_runtime::mcp_server::Peer;
use toolc_server::{Access, Settings, read_settings};

/// The service that tokens are for.
const RESOURCE: &str = "https://tools.example/mcp";

fn read(text: &str) -> Result<Settings, Vec<Diagnostic>> {
    let mut sources = Sources::default();
    let id = sources.add(Source {
        path: "access.yaml".to_owned(),
        text: text.into(),
        role: Role::Found,
    });
    read_settings(&sources, id)
}

/// Access by a file, and the reasons for which requests were refused.
struct Door {
    access: Access,
    reasons: Arc<Mutex<Vec<String>>>,
}

impl Door {
    fn new(file: &str) -> Self {
        let reasons = Arc::new(Mutex::new(Vec::new()));
        let said = Arc::clone(&reasons);
        let access = Access::new(read(file).unwrap()).listener(move |_, _, refusal| {
            said.lock().unwrap().push(refusal.to_string());
        });
        Door { access, reasons }
    }

    /// Who a request counts as, or why it is refused.
    async fn knock(&self, parts: &Parts) -> Result<String, String> {
        match self.access.admit("desk", parts).await {
            Ok(caller) => Ok(format!("{caller:?}")),
            Err(_) => Err(self.reasons.lock().unwrap().pop().unwrap()),
        }
    }

    async fn show(&self, token: &str) -> Result<String, String> {
        self.knock(&bearer(token)).await
    }
}

fn bearer(token: &str) -> Parts {
    request(
        &[("authorization", &format!("Bearer {token}"))],
        "192.0.2.1",
    )
}

fn request(headers: &[(&str, &str)], peer: &str) -> Parts {
    let mut request = Request::builder();
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let (mut parts, ()) = request.body(()).unwrap().into_parts();
    let peer: IpAddr = peer.parse().unwrap();
    parts.extensions.insert(Peer(peer));
    parts
}

fn run<R>(work: impl Future<Output = R>) -> R {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().build().unwrap().block_on(work)
}
