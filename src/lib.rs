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
//! use toolc::diagnostic::render::{RenderOptions, render_human};
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
//! let text = render_human(&loaded.sources, &outcome.diagnostics, RenderOptions::default());
//! assert!(text.contains("clock.yaml:3:"), "{text}");
//! ```
//!
//! The crates below this one, such as `toolc-schema`, are published because cargo needs them; they change without notice.

// The documentation host marks what needs a feature.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod build_script;

pub use build_script::{Builder, Errors, Report, build};
pub use toolc_base::{diagnostic, source};
pub use toolc_compile::{compile, write};
pub use toolc_emit::artifact;
pub use toolc_read::load;
pub use toolc_read::load::loaders;
