//! What programs make of tools as data: artifacts that enrichments compute from a catalog, and samples that read them.
//! Nothing here reads a disk, a clock or a network, and the same catalog gives the same bytes.

pub mod artifact;
pub mod dataflow;
pub mod index;
mod json;
pub mod neighbors;
mod number;
pub mod reference;
pub mod sample;
mod texts;
