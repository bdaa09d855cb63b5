//! The commands of toolc, the pages that `toolc report` writes, and workers that are served without code.

mod cli;
mod report;
#[cfg(feature = "serve")]
pub mod serve;

pub use cli::run_command;
