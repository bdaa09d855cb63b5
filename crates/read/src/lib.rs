//! Loads the files of a project and reads each into drafts: tool and worker files, configurations, snapshots of MCP servers,
//! the formats of providers, descriptions of APIs and Rust modules.

pub mod load;
pub mod read;
pub mod schemas;
