//! toolc workers as a service for many: who may call ([`Access`]), several workers on one port with health and metrics
//! ([`Site`]), counts and a log of calls ([`Metrics`], [`CallLog`]), and TLS ([`Tls`]).
//!
//! `toolc serve` is made of it, and a program with handlers of its own can be too: what is here stands around
//! [`toolc_runtime::mcp_server::Server`] and knows nothing of how calls run.

mod access;
mod address;
mod call_log;
mod client;
mod metrics;
mod site;
#[cfg(feature = "otlp")]
mod telemetry;
mod time;
mod tls;

pub use access::{Access, ClientNames, Refusal, Settings, read_settings};
pub use address::is_open_address;
pub use call_log::CallLog;
pub use metrics::Metrics;
pub use site::{Site, SiteBuilder, locate_metadata};
#[cfg(feature = "otlp")]
pub use telemetry::Telemetry;
pub use time::write_time;
pub use tls::{Tls, TlsFiles};
