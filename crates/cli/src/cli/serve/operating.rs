//! What runs a server for many: who may call, a log, TLS, and how it ends.

use clap::Args;
use std::path::PathBuf;
use std::time::Duration;
use toolc_base::quantity::{DURATIONS, parse_quantity};

/// The options of whoever runs a server for others.
#[derive(Args, Clone)]
pub(super) struct Operating {
    /// The file that says who may call; required for an address that other machines can reach
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stdio", "insecure"])]
    pub access: Option<PathBuf>,
    /// Let whoever reaches the address call, even from other machines
    #[arg(long, conflicts_with = "stdio")]
    pub insecure: bool,
    /// Append a line of JSON for each call, decision and refused request to this file; `-` is standard error
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// The certificates to serve HTTPS with, in PEM; read again on SIGHUP
    #[arg(
        long,
        value_name = "FILE",
        requires = "tls_key",
        conflicts_with = "stdio"
    )]
    pub tls_certificate: Option<PathBuf>,
    /// The private key of the first of them, in PEM
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    pub tls_key: Option<PathBuf>,
    /// The authorities whose certificates clients may show, in PEM
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    pub tls_client_ca: Option<PathBuf>,
    /// At the end, how long `/readyz` fails before nobody new is accepted: `5s`
    #[arg(long, value_name = "TIME", value_parser = read_time, conflicts_with = "stdio")]
    pub drain: Option<Duration>,
    /// After that, how long requests that still run have: `30s` in place of `10s`
    #[arg(long, value_name = "TIME", value_parser = read_time, conflicts_with = "stdio")]
    pub grace: Option<Duration>,
}

pub(super) fn read_time(text: &str) -> Result<Duration, String> {
    let time = parse_quantity(text, DURATIONS).map(Duration::from_millis);
    time.ok_or_else(|| "write a number and a unit: `500ms`, `5s` or `1m`".to_owned())
}
