//! The engine for MCP servers: calls their tools over standard input and output or over streamable HTTP, with
//! the protocol revision 2026-07-28 and earlier ones.
//!
//! The feature `mcp-stdio` has only the first of the two, and compiles nothing of HTTP and TLS.
//!
//! A [`Client`] keeps one connection to each server of a program. It connects only to the servers that the
//! configuration names, and passes on only those parts of the environment that are named there too.

mod alone;
mod call;
mod client;
mod connection;
mod fault;
mod group;
mod heard;
mod listing;
mod owed;
#[doc(hidden)]
pub mod probe;
mod recent_lines;
mod start;
mod stdio;
mod subscription;
mod target;
#[cfg(feature = "mcp")]
mod web;
#[cfg(not(feature = "mcp"))]
#[path = "mcp/no_web.rs"]
mod web;
mod wire;

pub use client::{Client, ClientBuilder, Notice};
