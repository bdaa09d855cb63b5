//! Calls real servers.

toolc_runtime::include_tools!();

use toolc_runtime::mcp::Client;
use toolc_runtime::{Context, ToolCall, ToolResult, Worker};

async fn ask(desk: &Worker<()>, tool: &str, arguments: &str) -> ToolResult {
    desk.call(&Context::new("test"), ToolCall::new("1", tool, arguments)).await
}

async fn expect(desk: &Worker<()>, tool: &str, arguments: &str, wanted: &str) {
    let result = ask(desk, tool, arguments).await;
    let output = result.output.as_ref().map(|output| output.as_text());
    let output = output.unwrap_or_else(|| panic!("{tool}: {:?}", result.error));
    assert!(output.contains(wanted), "{tool}: {output}");
    println!("{tool}: {}", &output[..output.floor_char_boundary(100)]);
}

fn main() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let desk = tools::desk::worker(());
        expect(&desk, "everything__echo", r#"{"message":"hello"}"#, "hello").await;
        expect(&desk, "everything__get-sum", r#"{"a":2,"b":3}"#, "5").await;
        let weather = r#"{"location":"New York"}"#;
        expect(&desk, "everything__get-structured-content", weather, "\"temperature\":").await;
        expect(&desk, "files__list_directory", &path(""), "note.txt").await;
        expect(&desk, "files__read_text_file", &path("/note.txt"), "a file of the test").await;
        let outside = ask(&desk, "files__read_text_file", r#"{"path":"/etc/passwd"}"#).await;
        let outside = outside.error.expect("an error");
        assert_eq!(outside.code.as_deref(), Some("MCP_TOOL_ERROR"), "{outside:?}");
        let ada = r#"{"entities":[{"name":"Ada","entityType":"person","observations":["counts"]}]}"#;
        expect(&desk, "memory__create_entities", ada, "Ada").await;
        expect(&desk, "memory__read_graph", "{}", "counts").await;
        let wrong = ask(&desk, "everything__get-sum", r#"{"a":"two","b":3}"#).await;
        assert!(!wrong.success, "what breaks the schema never goes out");
        let url = std::env::var("TOOLC_URL").expect("the address");
        println!("the same over {url}");
        let servers = Client::builder().url("everything", url).build();
        let desk = tools::desk::worker(()).servers(servers);
        let result = ask(&desk, "everything__echo", r#"{"message":"hello"}"#).await;
        // the engine is configured for a program, so no private address may be called
        assert_eq!(result.error.and_then(|error| error.code).as_deref(), Some("MCP_ADDRESS"));
    });
}

fn path(below: &str) -> String {
    format!("{{\"path\":\"{}{below}\"}}", std::env::var("TOOLC_FILES").expect("the folder"))
}
