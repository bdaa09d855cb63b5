//! The artifact `dataflow` as JSON.

use super::graph::Dataflow;
use super::verdict::Verdict;
use crate::number::append_score;
use toolc_base::json_text::{append_list, append_string};

/// Longer values are not written out.
const LONGEST: usize = 1_000;

impl Dataflow {
    /// The content of the artifact.
    pub(crate) fn write(&self, out: &mut String) {
        out.push_str("{\"tools\":");
        append_list(&self.tools, true, out, |tool, out| {
            append_list(
                [&tool.qualified, &tool.fingerprint],
                false,
                out,
                |text, out| append_string(text, out),
            );
        });
        out.push_str(",\n\"verdicts\":");
        append_list(&self.verdicts, true, out, write_verdict);
        out.push_str(",\n\"edges\":");
        append_list(&self.edges, true, out, |edge, out| {
            out.push_str(&format!("[{},", edge.from));
            append_string(&edge.pointer, out);
            out.push_str(&format!(",{},", edge.to));
            append_string(&edge.argument, out);
            out.push(',');
            append_score(edge.score, out);
            out.push_str(&format!(",{},{}]", edge.verdict, edge.always));
        });
        for (name, lists) in [("out", &self.out), ("in", &self.into)] {
            out.push_str(&format!(",\n\"{name}\":"));
            append_list(lists, true, out, |list, out| write_numbers(list, out));
        }
        out.push_str(",\n\"cut\":");
        write_numbers(&self.cut, out);
        out.push('}');
    }
}

fn write_numbers(numbers: &[u32], out: &mut String) {
    append_list(numbers, false, out, |number, out| {
        out.push_str(&number.to_string())
    });
}

fn write_verdict(verdict: &Verdict, out: &mut String) {
    let (fits, does_not) = match verdict {
        Verdict::Fits | Verdict::Never => (None, None),
        Verdict::FitsSometimes { fits, does_not } => (Some(fits), Some(does_not)),
        Verdict::Undecided { fits, does_not } => (fits.as_ref(), does_not.as_ref()),
    };
    out.push_str("{\"verdict\":");
    append_string(verdict.name(), out);
    for (name, value) in [("fits", fits), ("does_not", does_not)] {
        if let Some(value) = value.filter(|value| value.len() <= LONGEST) {
            // it is JSON already
            out.push_str(&format!(",\"{name}\":{value}"));
        }
    }
    out.push('}');
}
