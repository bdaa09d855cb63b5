//! The artifact `dataflow` as JSON.

use super::graph::Dataflow;
use super::verdict::Verdict;
use crate::json::{write_list, write_score, write_string};

/// Longer values are not written out.
const LONGEST: usize = 1_000;

impl Dataflow {
    /// The content of the artifact.
    pub(crate) fn write(&self, out: &mut String) {
        out.push_str("{\"tools\":");
        write_list(&self.tools, true, out, |tool, out| {
            write_list(
                [&tool.qualified, &tool.fingerprint],
                false,
                out,
                |text, out| write_string(text, out),
            );
        });
        out.push_str(",\n\"verdicts\":");
        write_list(&self.verdicts, true, out, write_verdict);
        out.push_str(",\n\"edges\":");
        write_list(&self.edges, true, out, |edge, out| {
            out.push_str(&format!("[{},", edge.from));
            write_string(&edge.pointer, out);
            out.push_str(&format!(",{},", edge.to));
            write_string(&edge.argument, out);
            out.push(',');
            write_score(edge.score, out);
            out.push_str(&format!(",{},{}]", edge.verdict, edge.always));
        });
        for (name, lists) in [("out", &self.out), ("in", &self.into)] {
            out.push_str(&format!(",\n\"{name}\":"));
            write_list(lists, true, out, |list, out| write_numbers(list, out));
        }
        out.push_str(",\n\"cut\":");
        write_numbers(&self.cut, out);
        out.push('}');
    }
}

fn write_numbers(numbers: &[u32], out: &mut String) {
    write_list(numbers, false, out, |number, out| {
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
    write_string(verdict.name(), out);
    for (name, value) in [("fits", fits), ("does_not", does_not)] {
        if let Some(value) = value.filter(|value| value.len() <= LONGEST) {
            // it is JSON already
            out.push_str(&format!(",\"{name}\":{value}"));
        }
    }
    out.push('}');
}
