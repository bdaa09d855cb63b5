//! Calls of MCP servers, over their standard input and output or over streamable HTTP, by the protocol of
//! 2026-07-28 and by those before it.
//!
//! A [`Client`] keeps one connection to each server of a program. It goes to the servers that the
//! configuration names and to no others; what it gives to them of the environment is named there too.

mod authorization;
mod call;
mod client;
mod connection;
mod events;
mod fault;
mod group;
mod heard;
mod listing;
mod pace;
#[doc(hidden)]
pub mod probe;
mod said;
mod stdio;
mod target;
mod web;
mod wire;

pub use client::{Client, ClientBuilder, Notice};
