//! The list of a thousand tools, as an MCP server sends it: nothing is built for each request.

use http_body_util::{BodyExt, Full};
use std::hint::black_box;
use toolc_load::tools;
use toolc_runtime::mcp_server::{HttpService, Server};
use toolc_runtime::testing::Mocks;

const REQUEST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{
    "io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},
    "io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"}}}}"#;

/// One allocation for each of the tools would already be a thousand.
const ALLOCATIONS: u64 = 400;

/// The text is copied to the result, the response and its body; the test copies it once more.
const COPIES: u64 = 5;

#[test]
fn a_thousand_tools_are_listed_without_building_anything_for_a_request() {
    let server = Server::builder(tools::everyone::worker(Mocks::new()));
    let service = server.build().expect("a server").http_service();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let list = runtime.block_on(ask(&service));
    assert_eq!(list.matches("\"inputSchema\"").count(), 1_000);
    let counted = allocation_counter::measure(|| {
        black_box(runtime.block_on(ask(&service)));
    });
    let length = list.len() as u64;
    assert!(
        counted.count_total <= ALLOCATIONS && counted.bytes_total <= COPIES * length,
        "{} allocations of {} bytes for a list of {length}",
        counted.count_total,
        counted.bytes_total,
    );
}

async fn ask(service: &HttpService) -> String {
    let request = http::Request::post("/mcp")
        .header("host", "localhost:1234")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/list")
        .body(Full::new(bytes::Bytes::from_static(REQUEST.as_bytes())))
        .expect("a request");
    let body = service.handle(request).await.into_body();
    let bytes = body.collect().await.expect("a body").to_bytes();
    String::from_utf8(bytes.to_vec()).expect("text")
}
