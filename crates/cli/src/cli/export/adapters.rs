//! Adapters: source that plugs a worker into a third-party library. It is printed verbatim and
//! becomes part of the user's crate; `examples/adapters` compiles each with the version it names.

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// One adapter.
#[derive(Clone, Copy)]
pub(super) struct Adapter {
    /// Its name on the command line.
    name: &'static str,
    /// The source of one Rust file.
    pub source: &'static str,
}

macro_rules! adapter {
    ($name:literal, $file:literal) => {
        Adapter {
            name: $name,
            source: include_str!(concat!("../../../templates/adapters/", $file)),
        }
    };
}

const ADAPTERS: &[Adapter] = &[
    adapter!("adk", "adk.rs"),
    adapter!("async-openai", "async_openai.rs"),
    adapter!("genai", "genai.rs"),
    adapter!("rig", "rig.rs"),
    adapter!("swiftide", "swiftide.rs"),
];

/// A parser for arguments that name one of [`ADAPTERS`].
pub(super) fn adapter_parser() -> impl TypedValueParser<Value = Adapter> {
    PossibleValuesParser::new(ADAPTERS.iter().map(|known| known.name)).try_map(|name| {
        let found = ADAPTERS.iter().find(|known| known.name == name);
        found.copied().ok_or("unknown adapter")
    })
}
