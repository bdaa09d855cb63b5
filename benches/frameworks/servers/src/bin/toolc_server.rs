//! The tools behind a toolc worker. It checks all rules of the schemas, and the results of the tools.

use servers::{Count, Ledger, is_sold_out};
use std::error::Error;
use std::sync::Arc;
use tokio::net::TcpListener;
use toolc_runtime::mcp_server::Server;
use toolc_runtime::{Call, Handle, ToolFailure};

toolc_runtime::include_tools!();

use tools::orders;

struct Shop(Arc<Ledger>);

impl Handle<orders::PlaceOrder> for Shop {
    async fn handle(
        &self,
        call: Call<'_, orders::PlaceOrder>,
    ) -> Result<orders::PlaceOrderOutput, ToolFailure> {
        let number = call.args.number;
        self.0
            .place(usize::try_from(number).map_err(ToolFailure::internal)?);
        if is_sold_out(number as usize) {
            return Err(orders::PlaceOrderError::SoldOut.into());
        }
        let pieces: i64 = call.args.lines.iter().map(|line| line.count).sum();
        Ok(orders::PlaceOrderOutput {
            number: number.into(),
            pieces: pieces.into(),
        })
    }
}

impl Handle<orders::CountOrders> for Shop {
    async fn handle(
        &self,
        _: Call<'_, orders::CountOrders>,
    ) -> Result<orders::CountOrdersOutput, ToolFailure> {
        let Count { placed, doubled } = self.0.count();
        Ok(orders::CountOrdersOutput {
            placed: (placed as u64).into(),
            doubled: (doubled as u64).into(),
        })
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::args()
        .nth(1)
        .ok_or("usage: toolc_server ADDRESS")?;
    let shop = Shop(Arc::new(Ledger::default()));
    let server = Server::builder(tools::shop::worker(shop)).build()?;
    let listener = TcpListener::bind(address).await?;
    // Served like the other servers.
    let routes = axum::Router::new().route_service("/mcp", server.http_service());
    axum::serve(listener, routes).await?;
    Ok(())
}
