//! `toolc serve`: a worker whose tools are run by engines, as an MCP server. Behind a feature.

#[cfg(feature = "serve")]
mod bare;
#[cfg(feature = "serve")]
mod front;
#[cfg(feature = "serve")]
mod limits;
mod operating;
#[cfg(feature = "serve")]
mod paths;
#[cfg(feature = "serve")]
mod prepared;
#[cfg(feature = "serve")]
mod questions;
#[cfg(all(feature = "serve", feature = "watch"))]
mod reload;
#[cfg(feature = "serve")]
mod run;
#[cfg(feature = "serve")]
mod until;
#[cfg(feature = "serve")]
mod variables;

#[cfg(feature = "serve")]
pub(super) use prepared::{choose_worker, hold_to_lock, print_notice};

use super::Exit;
use clap::{ArgGroup, Args, ValueEnum};
use operating::{Operating, read_time};
use std::path::PathBuf;
use std::time::Duration;

/// Serve a worker as an MCP server, without any code
///
/// Its tools are those that engines run: requests of APIs, calls of MCP servers, files and commands. A tool that
/// needs a handler is left out and told. What the worker asks about is asked of the person behind the client;
/// where a client cannot ask, the call is denied. Ends with 0 when the client is done or a signal says so, 1 if
/// there is nothing to serve, 2 if called wrongly.
#[derive(Args, Clone)]
#[command(group(ArgGroup::new("transport").args(["stdio", "http"]).required(true)))]
pub(super) struct Serve {
    /// Speak on standard input and output, for a client that starts this command
    #[arg(long)]
    stdio: bool,
    /// Listen at this address for streamable HTTP: `127.0.0.1:8931`
    #[arg(long, value_name = "ADDR")]
    http: Option<String>,
    /// Serve only what is in `toolc.lock`; serve nothing without a lock
    #[arg(long)]
    locked: bool,
    /// The worker; required if there are several. Over HTTP it can be given more than once: each is at `/mcp/NAME`
    #[arg(long = "worker", value_name = "NAME")]
    workers: Vec<String>,
    /// The version that clients are told in `serverInfo`, such as that of the specs, instead of toolc's own
    #[arg(long, value_name = "VERSION", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    server_version: Option<String>,
    /// A host name by which clients reach the server, with or without a port, instead of this machine's own names
    #[arg(long = "allow-host", value_name = "HOST", conflicts_with = "stdio")]
    hosts: Vec<String>,
    /// An origin whose pages may send requests: `https://app.example:443`
    #[arg(long = "allow-origin", value_name = "ORIGIN", conflicts_with = "stdio")]
    origins: Vec<String>,
    /// A limit on what callers may use at the same time, for each and for all: `sessions=64/512`. The others are
    /// connections, questions, answers, requests, head, message, owed
    #[arg(long = "limit", value_name = "NAME=VALUE")]
    limits: Vec<String>,
    /// The environment variable with the key that seals questions, for several processes with one `--store`
    #[arg(long, value_name = "VARIABLE", requires = "store")]
    seal_key: Option<String>,
    /// The file that stores open questions; several processes may share it
    #[arg(long, value_name = "FILE", requires = "seal_key")]
    store: Option<PathBuf>,
    /// How long a question may be answered: `240m` in place of `15m`
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    answer_within: Option<Duration>,
    /// For how many days the store keeps who decided what
    #[arg(long, value_name = "DAYS", requires = "store", default_value_t = 90)]
    keep_decisions: u32,
    /// The command or the address of an MCP server, to be served without any file: each call is asked about
    #[arg(long, value_name = "COMMAND|URL", conflicts_with = "paths")]
    mcp: Option<String>,
    /// An environment variable for the program of `--mcp`; a few common ones are always passed
    #[arg(long = "env", value_name = "NAME")]
    variables: Vec<String>,
    /// A header for every request to the address of `--mcp`, with variables of the environment: `Authorization: Bearer ${TOKEN}`
    #[arg(long = "header", value_name = "NAME: VALUE")]
    headers: Vec<String>,
    /// Calls of an API without a `toolc.yaml` that nobody is asked about
    #[arg(long, value_name = "WHAT", value_enum)]
    allow: Option<Allow>,
    /// Where such an API is, if its description does not say so, or another place
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// A credential of such an API, as `auth` of an engine names it: `bearer_env=API_TOKEN`
    #[arg(long, value_name = "KEY=VARIABLE")]
    auth: Vec<String>,
    /// Serve the specs as they are now: when they change and have no error, the worker is replaced and clients are told
    #[arg(long, conflicts_with = "mcp")]
    watch: bool,
    /// With `--watch`: look for changes every so many seconds (1 if none is given), where the system tells nothing
    #[arg(long, requires = "watch", value_name = "SECONDS", require_equals = true, num_args = 0..=1, default_missing_value = "1", value_parser = clap::value_parser!(u64).range(1..=3600))]
    poll: Option<u64>,
    #[command(flatten)]
    operating: Operating,
    /// Files and folders with specs, or the description of an API that has no `toolc.yaml`
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<PathBuf>,
}

/// Calls that nobody is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Allow {
    /// Requests with GET and HEAD
    Reads,
}

impl Serve {
    #[cfg(feature = "serve")]
    pub fn run(self) -> Exit {
        paths::serve_paths(&self)
    }

    #[cfg(not(feature = "serve"))]
    pub fn run(self) -> Exit {
        let Serve {
            stdio,
            http,
            locked,
            workers,
            server_version,
            hosts,
            origins,
            limits,
            seal_key,
            store,
            answer_within,
            keep_decisions,
            mcp,
            variables,
            headers,
            allow,
            base_url,
            auth,
            watch,
            poll,
            operating,
            paths,
        } = self;
        let _ = (
            stdio,
            http,
            locked,
            workers,
            server_version,
            hosts,
            origins,
            limits,
            seal_key,
            store,
            answer_within,
            keep_decisions,
            mcp,
            variables,
            headers,
            allow,
            base_url,
            auth,
            watch,
            poll,
            operating,
            paths,
        );
        super::output::refuse_with(
            "this toolc was built without the feature `serve`, and serves nobody",
            "in a clone, run `cargo install --path . --locked --features serve`",
        )
    }
}
