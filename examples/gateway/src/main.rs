//! A gateway: an API, another MCP server and handlers of its own, behind one MCP server for each of two
//! workers. If a worker needs approval, the person at the client is asked.
//!
//! `gateway support` and `gateway auditor` serve on standard input and output, or with an address as a
//! further argument over HTTP; `gateway people` is the MCP server that the gateway calls.
#![expect(clippy::print_stderr, reason = "what people read goes there")]

mod notes;
mod people;
mod shop;

toolc_runtime::include_tools!();

use notes::Notes;
use std::env;
use std::io;
use std::process::ExitCode;
use toolc_runtime::http::{Client, CredentialRequest, Credentials, Secret};
use toolc_runtime::mcp;
use toolc_runtime::mcp_server::Server;
use tools::{auditor, support};

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&error),
    };
    let ended = runtime.block_on(run(&words));
    // a thread that reads standard input cannot be told to stop
    runtime.shutdown_background();
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

fn fail(error: &io::Error) -> ExitCode {
    eprintln!("gateway: {error}");
    ExitCode::FAILURE
}

async fn run(words: &[&str]) -> io::Result<()> {
    match words {
        ["people"] => people::serve().await,
        [worker] => server(worker)?.serve_stdio().await,
        [worker, address] => {
            let server = server(worker)?;
            let listener = tokio::net::TcpListener::bind(address).await?;
            eprintln!("gateway: listening at http://{}", listener.local_addr()?);
            let stop = async {
                // without signals it runs until it is killed
                if tokio::signal::ctrl_c().await.is_err() {
                    std::future::pending::<()>().await;
                }
            };
            server.serve_http(listener, stop).await
        }
        _ => Err(io::Error::other(
            "say which worker: `gateway support`, or `gateway support 127.0.0.1:8931` for HTTP",
        )),
    }
}

/// Creates the server of a worker.
fn server(worker: &str) -> io::Result<Server> {
    let builder = match worker {
        "support" => Server::builder(
            support::worker(Notes::default())
                .client(client()?)
                .servers(servers()?),
        )
        .instructions(support::INSTRUCTIONS),
        "auditor" => Server::builder(auditor::worker(Notes::default()).client(client()?))
            .instructions(auditor::INSTRUCTIONS),
        other => return Err(io::Error::other(format!("no worker `{other}`"))),
    };
    builder.build().map_err(io::Error::other)
}

/// The client for the shop at `SHOP_URL`, with `SHOP_TOKEN`, or else for one on this machine.
fn client() -> io::Result<Client> {
    if let Ok(url) = env::var("SHOP_URL") {
        return Ok(Client::builder().base_url("shop", url).build());
    }
    let address = shop::open()?;
    let client = Client::builder()
        .base_url("shop", format!("http://{address}/v1"))
        .credentials(OwnShop);
    Ok(client.build())
}

/// Credentials for the shop on this machine, which accepts any token.
struct OwnShop;

impl Credentials for OwnShop {
    async fn find(&self, _: &CredentialRequest<'_>) -> Result<Secret, String> {
        Ok(Secret::Token("of this machine".to_owned()))
    }
}

/// The client for the other MCP server, which is this program again.
fn servers() -> io::Result<mcp::Client> {
    let own = env::current_exe()?.to_string_lossy().into_owned();
    Ok(mcp::Client::builder()
        .command("people", [own, "people".to_owned()])
        .build())
}
