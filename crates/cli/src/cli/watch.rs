//! `toolc watch`: builds again when an input changes. Behind a feature.

#[cfg(feature = "watch")]
mod following;
#[cfg(feature = "watch")]
mod inputs;
#[cfg(feature = "watch")]
mod notices;
#[cfg(feature = "watch")]
mod run;

#[cfg(all(feature = "serve", feature = "watch"))]
pub(super) use following::{Following, Look, Reader};
#[cfg(all(feature = "serve", feature = "watch"))]
pub(super) use notices::{Ending, Notices};

use super::Exit;
use super::build::Build;
use clap::Args;

/// Build, and build again whenever an input changes
///
/// Inputs are all that `toolc build` reads: specs, workers, `toolc.yaml`, files that these refer to, Rust modules, artifacts,
/// the lock and the scripts of plug-ins. Findings and files are those of `toolc build`, and one line says what changed. Ends
/// with 0 on ctrl-c, and when nobody reads its output any more.
#[derive(Args)]
pub(super) struct Watch {
    #[command(flatten)]
    build: Build,
    /// Look for changes every so many seconds (1 if none is given), where the system tells nothing, as in folders of a network
    #[arg(long, value_name = "SECONDS", require_equals = true, num_args = 0..=1, default_missing_value = "1", value_parser = clap::value_parser!(u64).range(1..=3600))]
    poll: Option<u64>,
}

impl Watch {
    #[cfg(feature = "watch")]
    pub fn run(self) -> Exit {
        run::watch_inputs(&self)
    }

    #[cfg(not(feature = "watch"))]
    pub fn run(self) -> Exit {
        let Watch { build, poll } = self;
        let _ = (build, poll);
        refuse_watching()
    }
}

/// What is said where nothing can be watched.
#[cfg(not(feature = "watch"))]
pub(super) fn refuse_watching() -> Exit {
    super::output::refuse_with(
        "this toolc was built without the feature `watch`, and watches nothing",
        "in a clone, run `cargo install --path . --locked --features watch`",
    )
}
