//! Verb: a Source to the same text, laid out in one way. What it says stays the same, and that is tried before it is handed
//! out: the tree, the order of keys, every comment, every anchor and tag.

mod block;
mod flow;
mod page;
mod printer;
mod same;
mod scalar;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::node::Node;
use crate::parse::concrete::{Concrete, Unfit};
use crate::parse::{is_json_text, parse_source, read_concrete};
use crate::source::{Source, SourceId, Sources, Span};
use block::print_concrete;
use same::{is_same_value, list_marks};

/// Lays a source out. Its line ends stay those that most of its lines have, and the instructions behind the head of a worker
/// stay as they are. Reports why that is not possible.
pub fn format_source(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    id: SourceId,
) -> Option<String> {
    let node = parse_whole(diagnostics, sources, id)?;
    let source = sources.get(id);
    let head = source.front_matter().0;
    let plain = head.replace("\r\n", "\n");
    let laid_out = lay_out(source, &plain);
    let (text, marks) = match laid_out {
        Ok(laid_out) => laid_out,
        Err(unfit) => {
            let at = original_offset(head, unfit.offset);
            let span = Span::new(id, at..at);
            diagnostics.push(kept_layout(span, unfit.reason));
            return None;
        }
    };
    let has_returns = head.matches("\r\n").count() * 2 > head.matches('\n').count();
    let text = match has_returns {
        true => text.replace('\n', "\r\n"),
        false => text,
    };
    let text = format!("{text}{}", &source.text[head.len()..]);
    if !says_the_same(source, &text, &node, &marks) {
        diagnostics.push(changed_meaning(Span::file(id)));
        return None;
    }
    Some(text)
}

/// The tree of a text that can be laid out: one without errors.
fn parse_whole(diagnostics: &mut Diagnostics, sources: &Sources, id: SourceId) -> Option<Node> {
    let mut found = diagnostics.begin_apart();
    let node = parse_source(&mut found, sources, id);
    let found = found.into_sorted();
    let has_errors = found.iter().any(|found| found.severity == Severity::Error);
    for found in found {
        diagnostics.push(found);
    }
    node.filter(|_| !has_errors)
}

/// Lays a text without carriage returns out, and lists the marks in it.
fn lay_out(source: &Source, text: &str) -> Result<(String, Vec<String>), Unfit> {
    if let Some(offset) = text.find('\r') {
        let reason = "a line ends with a carriage return alone";
        return Err(Unfit { offset, reason });
    }
    let concrete = read_concrete(source, text)?;
    Ok((print_concrete(text, &concrete), own_marks(text, &concrete)))
}

fn own_marks(text: &str, concrete: &Concrete) -> Vec<String> {
    let marks = list_marks(text, concrete).into_iter();
    marks.map(str::to_owned).collect()
}

/// Whether a text has this tree, these marks, and the instructions of the source.
fn says_the_same(source: &Source, text: &str, node: &Node, marks: &[String]) -> bool {
    let mut sources = Sources::default();
    let id = sources.add(Source {
        text: text.into(),
        ..source.clone()
    });
    let again = sources.get(id);
    let same_body = again.front_matter().1 == source.front_matter().1;
    let mut diagnostics = Diagnostics::default();
    let parsed = parse_whole(&mut diagnostics, &sources, id);
    let plain = again.front_matter().0.replace("\r\n", "\n");
    let concrete = read_concrete(again, &plain);
    same_body
        && is_json_text(again) == is_json_text(source)
        && parsed.is_some_and(|parsed| is_same_value(&parsed, node))
        && concrete.is_ok_and(|concrete| list_marks(&plain, &concrete) == *marks)
}

/// The offset in a text of one in the same text without carriage returns.
fn original_offset(text: &str, offset: usize) -> usize {
    let mut left = offset;
    for (at, byte) in text.bytes().enumerate() {
        let is_return = byte == b'\r' && text.as_bytes().get(at + 1) == Some(&b'\n');
        if left == 0 && !is_return {
            return at;
        }
        left -= usize::from(!is_return);
    }
    text.len()
}

fn kept_layout(at: Span, reason: &str) -> Diagnostic {
    let message = format!("the file keeps its layout: {reason}");
    Diagnostic::new(Code::KEPT_LAYOUT, at, message)
        .label("here")
        .help("write this in another way, or format the file by hand")
}

fn changed_meaning(at: Span) -> Diagnostic {
    let message = "the file keeps its layout: laid out anew, it would say something else";
    let help = "this is a bug in toolc: please report it together with the file";
    Diagnostic::new(Code::CHANGED_MEANING, at, message).help(help)
}
