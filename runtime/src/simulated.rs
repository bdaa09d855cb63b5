//! Engines that simulate in generated code, as static data. The feature `simulate` adds what makes results up, and the
//! feature `lm` what asks a model for them.

use crate::operation::Operation;
#[cfg(feature = "calls")]
use crate::tool::Tool;

/// A tool whose results are simulated.
#[cfg(feature = "calls")]
pub trait SimulatedTool: Tool {
    /// The engine.
    const SIMULATOR: &'static Simulator;
}

/// A tool whose results a language model makes up.
#[cfg(feature = "calls")]
pub trait AskedTool: Tool {
    /// The model.
    const MODEL: &'static Model;
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

/// An engine that asks a language model for results.
#[derive(Debug, Clone, Copy)]
pub struct Model {
    /// What it has in common with other engines that simulate.
    pub simulator: &'static Simulator,
    /// The request to its endpoint. `retries` of its API is also how often the model is asked again whose answers cannot
    /// be used.
    pub operation: &'static Operation,
    /// The name of the model at the endpoint.
    pub name: &'static str,
    /// How many answers one request asks for.
    pub candidates: u32,
    /// How random the answers are; `None` leaves it to the endpoint.
    pub temperature: Option<f64>,
    /// What the endpoint is told of their form.
    pub format: AnswerFormat,
    /// Where answers are kept.
    pub recording: Recording,
}

/// Where the answers of a model are kept: in files of JSON Lines, relative to where the program runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recording {
    /// Nowhere.
    Off,
    /// In this file. What it has is not asked again.
    Record(&'static str),
    /// In this file, and nothing else is asked.
    Replay(&'static str),
}

/// What an endpoint is told of the form of answers: its `response_format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerFormat {
    /// The output schema.
    Schema,
    /// That they are JSON objects.
    Object,
    /// Nothing.
    Unsaid,
}
