//! In place of `web` without the feature `mcp`: no server at an address is called, and nothing of TLS is compiled.

use super::fault::{Fault, FaultKind};
use super::start::{Ear, Means, Way};
use super::target::Target;
use super::wire::Wire;
use crate::redact::Secrets;
use rmcp::RoleClient;
use rmcp::service::{ClientInitializeError, RunningService};
use std::error::Error;
use std::sync::Arc;

/// No connections.
#[derive(Default)]
pub(super) struct Pools;

pub(super) async fn serve_site(
    _: Ear,
    _: &Target,
    means: &Means<'_>,
    _: Way,
    url: &str,
    _: (&Arc<Wire>, &Arc<Secrets>),
) -> Result<Result<RunningService<RoleClient, Ear>, ClientInitializeError>, Fault> {
    let Pools = *means.pools;
    // the query may contain a key
    let shown = url.split(['?', '#']).next().unwrap_or_default();
    let detail = format!(
        "a server at an address (`{shown}`) takes the feature `mcp` of toolc-runtime; `mcp-stdio` only starts programs"
    );
    Err(Fault::new(FaultKind::Setting, detail))
}

pub(super) fn find_fault(_: &(dyn Error + 'static)) -> Option<Fault> {
    None
}
