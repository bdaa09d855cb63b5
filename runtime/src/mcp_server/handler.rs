//! The handler that the SDK calls.

use super::Shared;
use super::access::{Caller, find_caller};
use super::calls::Request;
use super::held::Visit;
use super::meter::Who;
use super::pages::Era;
use super::tools::{Prepared, Tools};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, ErrorCode,
    ListToolsResult, PaginatedRequestParams, ProtocolVersion, ServerConfig, SubscriptionFilter,
    Tool,
};
use rmcp::service::{NotificationContext, RequestContext, RoleServer, SubscriptionContext};
use rmcp::{ErrorData, ServerHandler};
use std::sync::Arc;

/// A server on one connection, or for one request.
pub(super) struct Handler(Arc<Shared>);

tokio::task_local! {
    /// The tools of whoever makes the request over HTTP that is looked at: the SDK asks for a tool by its name
    /// alone before it calls anything.
    pub(super) static ASKED: Tools;
}

/// How many characters of a name are repeated in an error.
const SHOWN: usize = 128;

impl Handler {
    pub fn new(shared: Arc<Shared>) -> Self {
        Handler(shared)
    }

    fn era(from: &RequestContext<RoleServer>) -> Era {
        let version = from.protocol_version();
        let is_new = |version: &ProtocolVersion| *version >= ProtocolVersion::V_2026_07_28;
        match version.as_ref().is_some_and(is_new) {
            true => Era::Discovery,
            false => Era::Handshake,
        }
    }

    /// Fails if a tool is not listed, or needs scopes that the caller does not have.
    fn check(
        &self,
        tools: &Prepared,
        name: &str,
        caller: Option<&Caller>,
    ) -> Result<(), ErrorData> {
        let Some(called) = tools.called.get(name) else {
            let shown = name.chars().filter(|char| !char.is_control());
            let shown: String = shown.take(SHOWN).collect();
            return Err(ErrorData::invalid_params(
                format!("Unknown tool: {shown}"),
                None,
            ));
        };
        let needed = self.0.list_scopes(called.entry);
        match caller {
            Some(caller) if caller.lacks(&needed) => {
                Err(ErrorData::invalid_request("a scope is missing", None))
            }
            _ => Ok(()),
        }
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        self.0.info()
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        from: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.0.tools(find_caller(&from));
        let cursor = request.and_then(|request| request.cursor);
        let pages = &tools.prepared().pages;
        let Some(page) = pages.find(cursor.as_deref(), self.0.paging) else {
            let message = "the cursor is not one of this list";
            return Err(ErrorData::invalid_params(message, None));
        };
        let marked = self.0.mark.page(page, Handler::era(&from));
        Ok(ListToolsResult {
            next_cursor: Some(marked),
            ..ListToolsResult::default()
        })
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        from: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let caller = find_caller(&from).cloned();
        let tools = self.0.tools(caller.as_ref());
        let tools = tools.prepared();
        self.check(tools, &params.name, caller.as_ref())?;
        let context = match &caller {
            Some(caller) => caller.context.clone(),
            None => self.0.context.clone(),
        };
        let who = Visit::of(&from).map_or(Who::Unknown, |visit| visit.who.clone());
        let request = Request {
            shared: &self.0,
            who,
            tools,
            era: Handler::era(&from),
            params,
            from,
        };
        // On the heap, because the future of a call is large and the SDK moves it several times.
        Box::pin(request.answer(context)).await
    }

    /// Only tools with arguments that are repeated in headers.
    fn get_tool(&self, name: &str) -> Option<Tool> {
        let asked = ASKED.try_with(Tools::clone);
        let tools = asked.unwrap_or_else(|_| self.0.offered.tools());
        tools.prepared().mirrored.get(name).cloned()
    }

    async fn on_initialized(&self, from: NotificationContext<RoleServer>) {
        self.0.offered.remember(from.peer);
    }

    /// Only changes of the list can be subscribed to, if clients are told of them at all.
    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        self.0.offered.tells().then(|| requested.clone())
    }

    async fn listen(&self, subscriber: SubscriptionContext) -> Result<(), ErrorData> {
        self.0.offered.tell_subscriber(&subscriber).await;
        Ok(())
    }

    /// Requests that the SDK cannot interpret.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let known = ["initialize", "server/discover", "tools/call", "tools/list"];
        Err(match known.contains(&request.method.as_str()) {
            true => ErrorData::invalid_params("the params are not those of the method", None),
            false => ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method, None),
        })
    }
}
