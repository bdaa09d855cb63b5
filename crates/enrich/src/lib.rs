//! What programs make of tools as data: artifacts that enrichments compute from a catalog, and samples that read them.
//! Nothing here reads a disk, a clock or a network, and the same catalog gives the same bytes.

#[cfg(feature = "artifacts")]
pub mod artifact;
#[cfg(feature = "artifacts")]
pub mod dataflow;
pub mod file;
pub mod index;
#[cfg(feature = "artifacts")]
pub mod inquiry;
#[cfg(feature = "artifacts")]
pub mod neighbors;
mod number;
#[cfg(feature = "artifacts")]
pub mod reference;
#[cfg(feature = "artifacts")]
pub mod sample;
mod texts;
