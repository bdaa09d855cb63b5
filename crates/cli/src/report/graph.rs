//! What leads where: workers that call workers, and outputs that can be arguments.

use serde_json::{Value, json};

/// The connections that a report knows besides grants.
#[derive(Debug, Default)]
pub struct Graph {
    /// Workers that call workers.
    pub calls: Vec<Call>,
    /// Outputs that can be arguments, if `toolc.yaml` lists the enrichment `dataflow`.
    pub flows: Option<Flows>,
}

/// A worker that may call another one. All are positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The worker that calls.
    pub from: usize,
    /// The tool that it calls.
    pub tool: usize,
    /// The worker that this tool is.
    pub to: usize,
}

/// Outputs that can be arguments: for each argument the best, as far as there is room.
#[derive(Debug, Default)]
pub struct Flows {
    /// Those that are shown.
    pub shown: Vec<Flow>,
    /// How many more there are.
    pub left_out: usize,
}

/// An output, or a part of one, that can be an argument.
#[derive(Debug, Clone, PartialEq)]
pub struct Flow {
    /// The position of the tool that returns it.
    pub from: usize,
    /// The JSON pointer to the part; empty for the whole.
    pub output: String,
    /// The position of the tool that takes it.
    pub to: usize,
    /// The argument.
    pub argument: String,
    /// `fits`, `fits sometimes` or `undecided`; `by type` with the multipliers of the reference.
    pub verdict: &'static str,
    /// How well the names go together.
    pub score: f64,
}

/// The graph as data.
pub(super) fn write_graph(graph: &Graph) -> Value {
    let calls = graph.calls.iter();
    let calls = calls.map(|call| json!({ "from": call.from, "to": call.to, "tool": call.tool }));
    let flows = graph.flows.iter().flat_map(|flows| &flows.shown);
    let flows = flows.map(|flow| {
        json!({
            "argument": flow.argument,
            "from": flow.from,
            "output": flow.output,
            "score": flow.score,
            "to": flow.to,
            "verdict": flow.verdict,
        })
    });
    json!({
        "calls": calls.collect::<Vec<_>>(),
        "flows": flows.collect::<Vec<_>>(),
        "flows_left_out": graph.flows.as_ref().map(|flows| flows.left_out),
    })
}
