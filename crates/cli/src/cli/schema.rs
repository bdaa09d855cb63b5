//! `toolc schema`: the JSON Schemas of toolc's own input files, for editors, and of its output, for programs.

use super::Exit;
use super::output::print_data;
use clap::{Args, ValueEnum};
use toolc_read::schemas::{CATALOG, CONFIG, TOOLS, WORKER};

/// Print the JSON Schema of a kind of file, with which editors complete and check it
#[derive(Args)]
pub(super) struct Schema {
    /// The kind of file
    kind: Kind,
}

/// A kind of file that people write, or programs read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// A tool file
    Tools,
    /// A worker file
    Worker,
    /// `toolc.yaml`
    Config,
    /// The catalog of these three, in the form of schemastore.org
    Catalog,
    /// What `--format json` of `build`, `check`, `lock` and `diff` writes
    Output,
    /// What `toolc explain-call --format json` writes
    Explanation,
    /// What `toolc export --descriptor` prints, and plug-ins read
    Descriptor,
    /// What a plug-in of `toolc build --plugin` answers
    PluginAnswer,
    /// What `toolc build --manifest` writes
    Manifest,
}

const OUTPUT: &str = include_str!("../../schemas/output.json");
const EXPLANATION: &str = include_str!("../../schemas/explanation.json");

impl Schema {
    pub fn run(self) -> Exit {
        print_data(match self.kind {
            Kind::Tools => TOOLS,
            Kind::Worker => WORKER,
            Kind::Config => CONFIG,
            Kind::Catalog => CATALOG,
            Kind::Output => OUTPUT,
            Kind::Explanation => EXPLANATION,
            Kind::Descriptor => toolc_descriptor::SCHEMA,
            Kind::PluginAnswer => toolc_plugin::SCHEMA,
            Kind::Manifest => super::build::manifest::SCHEMA,
        })
    }
}
