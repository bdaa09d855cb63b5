//! toolc: protoc for the tools of language models. Compiles tool specs and worker configurations to
//! Rust: typed arguments, checks, approvals, and a single path to each handler.
//!
//! A build script calls [`build`]; a program that needs more uses [`Builder`], or the pipeline
//! itself: [`load`](mod@load), [`compile`](mod@compile) and [`write`](mod@write). The generated
//! code depends on the crate `toolc-runtime`.
//!
//! ```text
//! fn main() { toolc::build("specs") }
//! ```
//!
//! Findings are plain data until they are rendered:
//!
//! ```
//! use toolc::compile::{Options, compile};
//! use toolc::diagnostic::Diagnostics;
//! use toolc::diagnostic::render::{Look, render_human};
//! use toolc::load::Loaded;
//! use toolc::source::{Role, Source};
//!
//! let mut loaded = Loaded::default();
//! loaded.sources.add(Source {
//!     path: "clock.yaml".to_owned(),
//!     text: "clock:\n  - name: now\n    parameters: { type: objekt }\n".into(),
//!     role: Role::Found,
//! });
//! let outcome = compile(Diagnostics::default(), &loaded, &Options::default());
//! let text = render_human(&loaded.sources, &outcome.diagnostics, Look::default());
//! assert!(text.contains("clock.yaml:3:"), "{text}");
//! ```
//!
//! Only the items listed here are meant for users; the other modules serve the command line and the
//! tests of this repository, and change without notice.

pub mod artifact;
mod build_script;
#[doc(hidden)]
pub mod check;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod compare;
pub mod compile;
#[doc(hidden)]
pub mod config;
#[doc(hidden)]
pub mod date;
pub mod diagnostic;
#[doc(hidden)]
pub mod draft;
#[doc(hidden)]
pub mod drift;
#[doc(hidden)]
pub mod emit;
pub mod load;
#[doc(hidden)]
pub mod lock;
#[doc(hidden)]
pub mod model;
#[doc(hidden)]
pub mod node;
mod openapi;
#[doc(hidden)]
pub mod parse;
#[doc(hidden)]
pub mod pattern;
mod prove;
mod quantity;
#[doc(hidden)]
pub mod read;
mod reading;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod report;
#[doc(hidden)]
pub mod resolve;
mod restriction;
#[doc(hidden)]
pub mod rust;
#[doc(hidden)]
pub mod schema;
#[doc(hidden)]
pub mod secret;
#[cfg(feature = "serve")]
#[doc(hidden)]
pub mod serve;
#[doc(hidden)]
pub mod sha256;
pub mod source;
mod template;
#[doc(hidden)]
pub mod toolsets;
pub mod write;

pub use build_script::{Builder, Errors, Report, build};
