//! The HTTP engine against servers on loopback: what is sent, what comes back, what is refused.

#![cfg(feature = "http")]

mod addresses;
mod api;
mod auth;
mod bodies;
mod connections;
mod echoes;
mod exposed;
mod faults;
mod hostile;
mod injected;
mod redirects;
mod responses;
mod retries;
mod server;
mod styles;
mod tls;
mod worker;
