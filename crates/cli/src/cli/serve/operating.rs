//! What runs a server for many: who may call, a log, TLS, and how it ends.

use clap::Args;
use clap::builder::BoolishValueParser;
use std::path::PathBuf;
use std::time::Duration;
use toolc_base::quantity::{DURATIONS, parse_quantity};

/// The options of whoever runs a server for others.
#[derive(Args, Clone)]
pub(super) struct Operating {
    /// The file that says who may call; required for an address that other machines can reach. It is read again when it
    /// changes, and on SIGHUP
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "stdio",
        env = "TOOLC_ACCESS",
        hide_env_values = true
    )]
    pub access: Option<PathBuf>,
    /// Let whoever reaches the address call, even from other machines
    #[arg(
        long,
        conflicts_with = "stdio",
        env = "TOOLC_INSECURE", value_parser = BoolishValueParser::new(),
        hide_env_values = true
    )]
    pub insecure: bool,
    /// Append a line of JSON for each call, decision and refused request to this file; `-` is standard error
    #[arg(long, value_name = "FILE", env = "TOOLC_LOG", hide_env_values = true)]
    pub log: Option<PathBuf>,
    /// Send calls as spans and measurements to this collector of OpenTelemetry, over OTLP/HTTP: `http://localhost:4318`
    #[arg(long, value_name = "URL", env = "TOOLC_OTLP", hide_env_values = true)]
    pub otlp: Option<String>,
    /// The certificates to serve HTTPS with, in PEM; read again on SIGHUP
    #[arg(
        long,
        value_name = "FILE",
        requires = "tls_key",
        conflicts_with = "stdio",
        env = "TOOLC_TLS_CERTIFICATE",
        hide_env_values = true
    )]
    pub tls_certificate: Option<PathBuf>,
    /// The private key of the first of them, in PEM
    #[arg(
        long,
        value_name = "FILE",
        requires = "tls_certificate",
        env = "TOOLC_TLS_KEY",
        hide_env_values = true
    )]
    pub tls_key: Option<PathBuf>,
    /// The authorities whose certificates clients may show, in PEM
    #[arg(
        long,
        value_name = "FILE",
        requires = "tls_certificate",
        env = "TOOLC_TLS_CLIENT_CA",
        hide_env_values = true
    )]
    pub tls_client_ca: Option<PathBuf>,
    /// At the end, how long `/readyz` fails before nobody new is accepted: `5s`
    #[arg(long, value_name = "TIME", value_parser = read_time, conflicts_with = "stdio", env = "TOOLC_DRAIN", hide_env_values = true)]
    pub drain: Option<Duration>,
    /// After that, how long requests that still run have: `30s` in place of `10s`
    #[arg(long, value_name = "TIME", value_parser = read_time, conflicts_with = "stdio", env = "TOOLC_GRACE", hide_env_values = true)]
    pub grace: Option<Duration>,
    /// How long clients may keep the list of tools: `5m` in place of `1h`, and with `--watch` in place of not at all
    #[arg(long, value_name = "TIME", value_parser = read_time, env = "TOOLC_LIST_TTL", hide_env_values = true)]
    pub list_ttl: Option<Duration>,
}

pub(super) fn read_time(text: &str) -> Result<Duration, String> {
    let time = parse_quantity(text, DURATIONS).map(Duration::from_millis);
    time.ok_or_else(|| "write a number and a unit: `500ms`, `5s` or `1m`".to_owned())
}
