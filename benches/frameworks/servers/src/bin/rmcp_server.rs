//! The tools behind rmcp's tool router. It only checks what serde's derive checks.

use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, schemars, tool, tool_router};
use serde::{Deserialize, Serialize};
use servers::{Count, Ledger, is_sold_out};
use std::error::Error;
use std::sync::Arc;

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct Order {
    number: usize,
    #[expect(dead_code, reason = "it is read, as the other servers read it")]
    customer: String,
    lines: Vec<Line>,
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct Line {
    #[expect(dead_code, reason = "it is read, as the other servers read it")]
    article: String,
    count: usize,
}

#[derive(Serialize, schemars::JsonSchema)]
struct Placed {
    number: usize,
    pieces: usize,
}

#[derive(Clone)]
struct Shop(Arc<Ledger>);

#[tool_router(server_handler)]
impl Shop {
    #[tool(description = "Place an order. Each number is placed once.")]
    async fn place_order(
        &self,
        Parameters(order): Parameters<Order>,
    ) -> Result<Json<Placed>, String> {
        self.0.place(order.number);
        if is_sold_out(order.number) {
            return Err("an article of the order is sold out".to_owned());
        }
        Ok(Json(Placed {
            number: order.number,
            pieces: order.lines.iter().map(|line| line.count).sum(),
        }))
    }

    #[tool(description = "Say how many orders were placed, and how many of them more than once.")]
    async fn count_orders(&self) -> Result<Json<Count>, ErrorData> {
        Ok(Json(self.0.count()))
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::args()
        .nth(1)
        .ok_or("usage: rmcp_server ADDRESS")?;
    let ledger = Arc::new(Ledger::default());
    let mut config = StreamableHttpServerConfig::default().with_json_response(true);
    config.legacy_session_mode = false;
    let service = StreamableHttpService::new(
        move || Ok(Shop(Arc::clone(&ledger))),
        Arc::new(LocalSessionManager::default()),
        config,
    );
    let listener = tokio::net::TcpListener::bind(address).await?;
    let routes = axum::Router::new().route_service("/mcp", service);
    axum::serve(listener, routes).await?;
    Ok(())
}
