//! rmcp's tool router: a map from names to boxed futures. It reads the arguments into a map of values,
//! converts that into the struct, and writes the result as a text.

use crate::Arguments;
use crate::harness::Contestant;
use crate::wrapper::{ARGUMENTS, once};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, RequestId};
use rmcp::service::{RequestContext, serve_directly};
use rmcp::{tool, tool_router};
use std::hint::black_box;

#[derive(Clone)]
struct Weather;

#[tool_router(server_handler)]
impl Weather {
    #[tool(name = "a", description = "The case a.")]
    async fn a(&self, Parameters(arguments): Parameters<Arguments>) -> String {
        black_box((arguments.location, arguments.unit));
        "null".to_owned()
    }
}

pub fn contestant() -> Contestant {
    let router: ToolRouter<Weather> = Weather::tool_router();
    let peer = peer();
    let run = move || {
        let arguments = serde_json::from_str(ARGUMENTS).expect("an object");
        let call = CallToolRequestParams::new("a").with_arguments(arguments);
        let context = RequestContext::new(RequestId::Number(1), peer.clone());
        let result = once(router.call(ToolCallContext::new(&Weather, call, context)));
        assert!(result.is_ok());
        drop(black_box(result));
    };
    Contestant {
        name: "rmcp router",
        run: Box::new(run),
    }
}

/// A client that does nothing: the router needs one for each call.
fn peer() -> rmcp::Peer<rmcp::RoleServer> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    let (_, server) = tokio::io::duplex(64);
    let guard = runtime.enter();
    let running = serve_directly(Weather, server, None);
    let peer = running.peer().clone();
    drop(guard);
    std::mem::forget((running, runtime));
    peer
}
