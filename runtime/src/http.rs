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
mod body;
mod charset;
mod client;
pub(crate) mod credentials;
mod declared;
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
#[cfg(all(feature = "compiler", feature = "mcp"))]
pub mod post;
#[cfg(feature = "engines")]
mod preview;
mod redirect;
mod request;
mod response;
mod retry;
mod style;
pub(crate) mod token;
pub(crate) mod transport;
mod value;

pub use crate::operation::{self, Endpoint};
use crate::redact::{self, base64, escape};
#[doc(hidden)]
pub use address::fill_address;
pub use client::{Client, ClientBuilder};
pub use credentials::{CredentialRequest, Credentials, Environment, Secret};
#[cfg(feature = "engines")]
pub use preview::RequestPreview;
