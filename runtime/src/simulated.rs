//! Engines that simulate in generated code, as static data. The feature `simulate` adds what makes results up, and the
//! feature `lm` what asks a model for them.

#[cfg(feature = "calls")]
use crate::tool::Tool;

/// A tool whose results are simulated.
#[cfg(feature = "calls")]
pub trait SimulatedTool: Tool {
    /// The engine.
    const SIMULATOR: &'static Simulator;
}

/// An engine that simulates.
#[derive(Debug, Clone, Copy)]
pub struct Simulator {
    /// The name of the engine in the configuration.
    pub engine: &'static str,
    /// Where the random numbers start that decide about results and faults.
    pub seed: u64,
    /// What happens to some calls in place of a result.
    pub faults: &'static [Fault],
}

/// A fault that happens to some calls.
#[derive(Debug, Clone, Copy)]
pub struct Fault {
    /// What kind it is.
    pub category: Category,
    /// How likely it is, from 0 to 1.
    pub probability: f64,
    /// What is told of it.
    pub message: &'static str,
}

/// The kinds of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Category {
    /// The service cannot be reached: an error, which may pass.
    NetworkError,
    /// The tool fails with the message.
    ExecutionError,
    /// The result is a text that means nothing.
    UnparseableResult,
    /// The output schema refuses the result; the tool fails with the message if nothing is refused.
    SchemaViolation,
    /// The result is an empty list.
    EmptyResult,
}
