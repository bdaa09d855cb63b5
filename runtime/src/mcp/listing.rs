//! Reads all pages of a tool list.

use super::connection::Connection;
use super::fault::{Fault, FaultKind};
use super::target::Target;
use rmcp::model::{ClientRequest, ListToolsRequest, PaginatedRequestParams};
use rmcp::service::PeerRequestOptions;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, HashSet};

/// The maximum number of pages.
const PAGES: usize = 1000;

/// The maximum number of tools.
const TOOLS: usize = 20_000;

/// The tools that a server lists, in its order and as it wrote them.
pub(super) async fn list_tools(
    connection: &Connection,
    target: &Target,
) -> Result<Vec<Box<str>>, Fault> {
    let listed = tokio::time::timeout(target.connection.timeout, pages(connection, target));
    let listed = listed.await;
    listed.unwrap_or_else(|_| Err(Fault::late(target.connection.timeout)))
}

async fn pages(connection: &Connection, target: &Target) -> Result<Vec<Box<str>>, Fault> {
    let mut tools = Vec::new();
    let mut size = 0;
    let mut known = HashSet::new();
    let mut cursor = None;
    for _ in 0..PAGES {
        let page = get_page(connection, cursor.take()).await?;
        size += page.len() as u64;
        if size > target.connection.read_limit() {
            return Err(Fault::too_large(target.connection.read_limit()));
        }
        let (found, next) = read_page(&page)?;
        tools.extend(found);
        if tools.len() > TOOLS {
            let detail = format!("it lists more than {TOOLS} tools");
            return Err(Fault::new(FaultKind::Pages, detail));
        }
        // Protocol revisions with a handshake treat an empty cursor as none.
        let has_old_cursors = connection
            .info()
            .is_some_and(|info| info.protocol_version.has_initialize());
        let Some(next) = next.filter(|next| !(next.is_empty() && has_old_cursors)) else {
            return Ok(tools);
        };
        if !known.insert(next.clone()) {
            let detail = "it returned the same cursor a second time, so its list would never end";
            return Err(Fault::new(FaultKind::Pages, detail));
        }
        cursor = Some(next);
    }
    let detail = format!("its list has more than {PAGES} pages");
    Err(Fault::new(FaultKind::Pages, detail))
}

async fn get_page(connection: &Connection, cursor: Option<String>) -> Result<Box<str>, Fault> {
    let params = cursor.map(|cursor| PaginatedRequestParams::default().with_cursor(Some(cursor)));
    let request = ListToolsRequest {
        method: Default::default(),
        params,
        extensions: Default::default(),
    };
    let request = ClientRequest::ListToolsRequest(request);
    let options = PeerRequestOptions::no_options();
    let sent = connection.peer().send_cancellable_request(request, options);
    let handle = sent.await.map_err(|error| connection.fault(&error))?;
    let id = handle.id.to_string();
    let answered = handle.await_response().await;
    let result = connection.wire.take(&id);
    match (answered, result) {
        (Ok(_), Some(result)) => Ok(result),
        (Ok(_), None) => Err(Fault::new(FaultKind::Protocol, "its answer has no result")),
        (Err(error), _) => Err(connection.fault(&error)),
    }
}

fn read_page(page: &str) -> Result<(Vec<Box<str>>, Option<String>), Fault> {
    let members = serde_json::from_str::<BTreeMap<String, &RawValue>>(page);
    let members = members.unwrap_or_default();
    let tools = members.get("tools").map(|tools| tools.get());
    let tools = tools.and_then(|tools| serde_json::from_str::<Vec<&RawValue>>(tools).ok());
    let Some(tools) = tools else {
        let detail = "its answer to `tools/list` has no list of tools";
        return Err(Fault::new(FaultKind::Protocol, detail));
    };
    let next = members.get("nextCursor").map(|next| next.get());
    let next = match next {
        None | Some("null") => None,
        Some(next) => match serde_json::from_str::<String>(next) {
            Ok(next) => Some(next),
            Err(_) => {
                let detail = "its `nextCursor` is not a string";
                return Err(Fault::new(FaultKind::Protocol, detail));
            }
        },
    };
    Ok((tools.iter().map(|tool| tool.get().into()).collect(), next))
}
