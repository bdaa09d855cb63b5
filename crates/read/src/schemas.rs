//! The JSON Schemas of the files that people write, for editors.

/// The schema of a tool file.
pub const TOOLS: &str = include_str!("../schemas/tools.json");

/// The schema of a worker file.
pub const WORKER: &str = include_str!("../schemas/worker.json");

/// The schema of `toolc.yaml`.
pub const CONFIG: &str = include_str!("../schemas/config.json");

/// The entries of the three schemas in the catalog of a schema store.
pub const CATALOG: &str = include_str!("../schemas/catalog.json");
