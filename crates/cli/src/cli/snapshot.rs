//! `toolc snapshot`: stores as files what servers list and APIs describe. Besides `check --live`,
//! the only command that uses the network; behind a feature.

#[cfg(feature = "snapshot")]
mod ask;
#[cfg(feature = "snapshot")]
mod fetched;
#[cfg(feature = "snapshot")]
pub(super) mod live;
#[cfg(feature = "snapshot")]
mod refresh;

use super::Exit;
use clap::{Args, Subcommand};
use std::path::PathBuf;
#[cfg(feature = "snapshot")]
use std::time::Duration;
#[cfg(feature = "snapshot")]
use toolc_runtime::v1::ConnectionSettings;

/// Store what an MCP server lists or where an API is described, as a file that builds read
///
/// Without `mcp` or `openapi`, refreshes the file of every entry in `toolc.yaml` with a `url`. A file is
/// replaced as a whole, and only by a whole answer. No tool is ever called. Ends with 0 if all are stored,
/// 1 if one could not be had, 2 if called wrongly.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Snapshot {
    #[command(subcommand)]
    what: Option<What>,
    /// `toolc.yaml`, or folders with one
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    with: With,
}

/// What a connection is made with.
#[derive(Args, Clone)]
pub(super) struct With {
    /// A header for every request, with variables of the environment: `Authorization: Bearer ${TOKEN}`
    #[arg(long = "header", value_name = "NAME: VALUE")]
    headers: Vec<String>,
    /// An environment variable to pass on to the server's program; a few common ones are always passed
    #[arg(long = "env", value_name = "NAME")]
    variables: Vec<String>,
    /// How long to wait for an answer
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    timeout: u64,
    /// The maximum size of an answer, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 16)]
    max_response: u64,
}

#[cfg(feature = "snapshot")]
pub(super) use ask::{fetch_api, fetch_tools};

#[cfg(feature = "snapshot")]
impl With {
    /// The usual limits, with variables for a server's program, or headers for its address.
    pub(super) fn of(variables: &[String], headers: &[String]) -> Self {
        With {
            variables: variables.to_vec(),
            headers: headers.to_vec(),
            ..With::default()
        }
    }

    /// How long a person waits.
    fn patience(&self) -> Duration {
        Duration::from_secs(self.timeout.clamp(1, 3600))
    }

    /// A person who types an address may call it, and decides what is sent there.
    fn connection(&self) -> ConnectionSettings {
        let limit = self.max_response.clamp(1, 1024) << 20;
        ConnectionSettings::of_typed_address(self.patience(), limit)
    }
}

#[cfg(feature = "snapshot")]
impl Default for With {
    fn default() -> Self {
        With {
            headers: Vec::new(),
            variables: Vec::new(),
            timeout: 30,
            max_response: 16,
        }
    }
}

#[derive(Subcommand)]
enum What {
    /// What an MCP server lists
    Mcp {
        /// The command of a server that speaks on its standard input and output
        #[arg(long, value_name = "COMMAND", required_unless_present = "url")]
        stdio: Option<String>,
        /// The address of a server that speaks streamable HTTP
        #[arg(long, conflicts_with = "stdio")]
        url: Option<String>,
        /// The file; without it, the snapshot goes to stdout
        #[arg(short, long, value_name = "FILE")]
        out: Option<PathBuf>,
        #[command(flatten)]
        with: With,
    },
    /// The description of an API
    Openapi {
        /// The address of the description
        url: String,
        /// The file; without it, the description goes to stdout
        #[arg(short, long, value_name = "FILE")]
        out: Option<PathBuf>,
        #[command(flatten)]
        with: With,
    },
}

impl Snapshot {
    #[cfg(feature = "snapshot")]
    pub fn run(self) -> Exit {
        match self.what {
            None => refresh::refresh_all(&self.paths, &self.with),
            Some(What::Mcp {
                stdio,
                url,
                out,
                with,
            }) => ask::store_listing(stdio.as_deref(), url.as_deref(), out.as_deref(), &with),
            Some(What::Openapi { url, out, with }) => {
                ask::store_description(&url, out.as_deref(), &with)
            }
        }
    }

    #[cfg(not(feature = "snapshot"))]
    pub fn run(self) -> Exit {
        let Snapshot { what, paths, with } = self;
        let _ = (what, paths, with);
        refuse_network()
    }
}

/// What is said where toolc was built without the network.
#[cfg(not(feature = "snapshot"))]
pub(super) fn refuse_network() -> Exit {
    super::output::refuse_with(
        "this toolc was built without the feature `snapshot`, and asks no servers",
        "in a clone, run `cargo install --path . --locked --features snapshot`",
    )
}
