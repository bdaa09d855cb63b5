//! The engine for API calls: turns the generated description of an operation into a request.
//!
//! A [`Client`] sends the requests to all APIs of a program. It connects only to the addresses that the
//! configuration names, and takes credentials from the environment or from [`Credentials`], never from
//! arguments.

pub(crate) mod address;
mod answer;
mod arguments;
mod auth;
mod authorization;
mod base64;
mod body;
mod charset;
mod client;
pub(crate) mod credentials;
mod declared;
mod escape;
mod exchange;
mod exposed;
pub(crate) mod failure;
mod form;
mod header;
mod injected;
mod media;
mod multipart;
mod names;
mod path;
pub(crate) mod redact;
mod redirect;
mod request;
mod response;
mod retry;
mod style;
pub(crate) mod token;
pub(crate) mod transport;
mod value;
mod written;

pub use crate::operation::{self, Endpoint};
pub use client::{Client, ClientBuilder};
pub use credentials::{CredentialRequest, Credentials, Environment, Secret};
