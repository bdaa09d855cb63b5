//! What the stages of toolc hand on: drafts as readers find them, the catalog of tools, engines and workers, the providers
//! that definitions are written for, and what can be proved of rules before any call.

pub mod config;
pub mod draft;
pub mod model;
pub mod prove;
pub mod reading;
