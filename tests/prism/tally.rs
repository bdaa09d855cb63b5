//! Counts how calls ended for the program, and Prism's verdicts on their requests.

use crate::server::Judgement;
use std::collections::HashSet;
use std::fmt;

/// Arguments for a tool.
pub struct Instance {
    /// The wire name.
    pub tool: String,
    /// The arguments.
    pub text: String,
}

/// How a call ended for the program.
pub struct Verdict(String);

impl Verdict {
    /// Parses a line of the program.
    pub fn parse(line: &str) -> Self {
        Verdict(line.to_owned())
    }

    /// Returns whether there was a request that Prism could judge: the call succeeded, or the error contains
    /// what was requested.
    fn is_sent(&self) -> bool {
        self.0 == "ok" || self.0.contains(" http://127.0.0.1:") && !self.is_failure_of_prism()
    }

    /// Prism fails on some bodies before it looks at the request.
    fn is_failure_of_prism(&self) -> bool {
        self.0.contains("{\"code\":\"internal_server_error\"")
    }

    /// Returns whether there was no request although the arguments are valid. The generator does not know
    /// base64, so such violations do not count.
    fn is_amiss(&self) -> bool {
        let is_no_base64 = self.0.contains(": must be Base64 text");
        !self.is_sent() && !self.is_failure_of_prism() && !is_no_base64
    }
}

/// The results of the calls of one document.
pub struct Tally {
    /// Number of operations with a request.
    pub operations: usize,
    /// What is wrong with requests.
    pub refused: Vec<String>,
    requests: usize,
    calls: usize,
}

impl Tally {
    /// Counts the results.
    pub fn of(instances: &[Instance], verdicts: &[Verdict], judgements: &[Judgement]) -> Self {
        let sent = || {
            instances
                .iter()
                .zip(verdicts)
                .filter(|(_, verdict)| verdict.is_sent())
        };
        assert_eq!(sent().count(), judgements.len(), "each request is judged");
        let tools: HashSet<&str> = sent().map(|(instance, _)| instance.tool.as_str()).collect();
        let refused = judgements
            .iter()
            .filter(|judgement| !judgement.faults.is_empty())
            .map(|judgement| format!("{}\n{}", judgement.request, judgement.faults.join("\n")));
        let unsent = instances
            .iter()
            .zip(verdicts)
            .filter(|(_, verdict)| verdict.is_amiss())
            .map(|(instance, verdict)| {
                format!(
                    "not sent: {} {}: {}",
                    instance.tool, instance.text, verdict.0
                )
            });
        Tally {
            operations: tools.len(),
            refused: refused.chain(unsent).collect(),
            requests: judgements.len(),
            calls: instances.len(),
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} operations, {} requests of {} calls, {} refused",
            self.operations,
            self.requests,
            self.calls,
            self.refused.len()
        )
    }
}
