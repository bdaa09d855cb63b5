//! `toolc serve`: a worker whose tools are run by engines, as an MCP server. Behind a feature.

#[cfg(feature = "serve")]
mod bare;
#[cfg(feature = "serve")]
mod door;
#[cfg(feature = "serve")]
mod environment;
#[cfg(feature = "serve")]
mod front;
#[cfg(feature = "serve")]
mod hangup;
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
mod stop_signal;
#[cfg(feature = "serve")]
mod traces;
#[cfg(feature = "serve")]
mod until;
#[cfg(feature = "serve")]
mod variables;

#[cfg(feature = "serve")]
pub(super) use prepared::{choose_worker, hold_to_lock, print_notice};

use super::Exit;
use clap::builder::{BoolishValueParser, NonEmptyStringValueParser};
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
///
/// Each option but `--stdio` can be a variable of the environment, too: lists with commas, and headers one in a line. What is on
/// the command line counts instead of the variable.
#[derive(Args, Clone)]
#[command(group(ArgGroup::new("transport").args(["stdio", "http"]).required(true)))]
pub(super) struct Serve {
    /// Speak on standard input and output, for a client that starts this command
    #[arg(long)]
    stdio: bool,
    /// Listen at this address for streamable HTTP: `127.0.0.1:8931`
    #[arg(long, value_name = "ADDR", env = "TOOLC_HTTP", hide_env_values = true)]
    http: Option<String>,
    /// Serve only what is in `toolc.lock`; serve nothing without a lock
    #[arg(long, env = "TOOLC_LOCKED", value_parser = BoolishValueParser::new(), hide_env_values = true)]
    locked: bool,
    /// The worker; required if there are several. Over HTTP it can be given more than once: each is at `/mcp/NAME`
    #[arg(
        long = "worker",
        value_name = "NAME",
        env = "TOOLC_WORKER",
        hide_env_values = true,
        value_delimiter = ','
    )]
    workers: Vec<String>,
    /// The version that clients are told in `serverInfo`, such as that of the specs, instead of toolc's own
    #[arg(long, value_name = "VERSION", value_parser = NonEmptyStringValueParser::new(), env = "TOOLC_SERVER_VERSION", hide_env_values = true)]
    server_version: Option<String>,
    /// A host name by which clients reach the server, with or without a port, instead of this machine's own names
    #[arg(
        long = "allow-host",
        value_name = "HOST",
        conflicts_with = "stdio",
        env = "TOOLC_ALLOW_HOST",
        hide_env_values = true,
        value_delimiter = ','
    )]
    hosts: Vec<String>,
    /// An origin whose pages may send requests: `https://app.example:443`
    #[arg(
        long = "allow-origin",
        value_name = "ORIGIN",
        conflicts_with = "stdio",
        env = "TOOLC_ALLOW_ORIGIN",
        hide_env_values = true,
        value_delimiter = ','
    )]
    origins: Vec<String>,
    /// A limit on what callers may use at the same time, for each and for all: `sessions=64/512`. The others are
    /// connections, questions, answers, requests, head, message, list, owed
    #[arg(
        long = "limit",
        value_name = "NAME=VALUE",
        env = "TOOLC_LIMIT",
        hide_env_values = true,
        value_delimiter = ','
    )]
    limits: Vec<String>,
    /// The environment variable with the key that seals questions, in place of `TOOLC_SEAL_KEY`. It can be given more than
    /// once: the first key seals, and each opens what it sealed
    #[arg(long = "seal-key", value_name = "VARIABLE", requires = "store")]
    seal_keys: Vec<String>,
    /// The file that stores open questions, or the URL of a PostgreSQL (feature `postgres`); several processes may share it
    #[arg(
        long,
        value_name = "FILE|URL",
        env = "TOOLC_STORE",
        hide_env_values = true
    )]
    store: Option<PathBuf>,
    /// How long a question may be answered: `240m` in place of `15m`
    #[arg(long, value_name = "TIME", value_parser = read_time, env = "TOOLC_ANSWER_WITHIN", hide_env_values = true)]
    answer_within: Option<Duration>,
    /// For how many days the store keeps who decided what
    #[arg(
        long,
        value_name = "DAYS",
        requires = "store",
        default_value_t = 90,
        env = "TOOLC_KEEP_DECISIONS",
        hide_env_values = true
    )]
    keep_decisions: u32,
    /// The command or the address of an MCP server, to be served without any file: each call is asked about
    #[arg(
        long,
        value_name = "COMMAND|URL",
        conflicts_with = "paths",
        env = "TOOLC_MCP",
        hide_env_values = true
    )]
    mcp: Option<String>,
    /// An environment variable for the program of `--mcp`; a few common ones are always passed
    #[arg(
        long = "env",
        value_name = "NAME",
        env = "TOOLC_ENV",
        hide_env_values = true,
        value_delimiter = ','
    )]
    variables: Vec<String>,
    /// A header for every request to the address of `--mcp`, with variables of the environment: `Authorization: Bearer ${TOKEN}`
    #[arg(
        long = "header",
        value_name = "NAME: VALUE",
        env = "TOOLC_HEADER",
        hide_env_values = true,
        value_delimiter = '\n'
    )]
    headers: Vec<String>,
    /// Calls of an API without a `toolc.yaml` that nobody is asked about
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        env = "TOOLC_ALLOW",
        hide_env_values = true
    )]
    allow: Option<Allow>,
    /// Where such an API is, if its description does not say so, or another place
    #[arg(
        long,
        value_name = "URL",
        env = "TOOLC_BASE_URL",
        hide_env_values = true
    )]
    base_url: Option<String>,
    /// A credential of such an API, as `auth` of an engine names it: `bearer_env=API_TOKEN`
    #[arg(
        long,
        value_name = "KEY=VARIABLE",
        env = "TOOLC_AUTH",
        hide_env_values = true,
        value_delimiter = ','
    )]
    auth: Vec<String>,
    /// Serve the specs as they are now: when they change and have no error, the worker is replaced and clients are told
    #[arg(
        long,
        conflicts_with = "mcp",
        env = "TOOLC_WATCH", value_parser = BoolishValueParser::new(),
        hide_env_values = true
    )]
    watch: bool,
    /// With `--watch`: look for changes every so many seconds (1 if none is given), where the system tells nothing
    #[arg(long, requires = "watch", value_name = "SECONDS", require_equals = true, num_args = 0..=1, default_missing_value = "1", value_parser = clap::value_parser!(u64).range(1..=3600), env = "TOOLC_POLL", hide_env_values = true)]
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
        environment::print_unknown_variables(&self.seal_keys);
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
            seal_keys,
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
            seal_keys,
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
