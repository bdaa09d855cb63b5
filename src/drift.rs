//! Verb: two locks, what was accepted and what is there now, to findings on each difference.

mod definitions;
mod engines;
mod policy;
mod schema;
#[cfg(test)]
mod tests;
mod tools;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::lock::{Lock, LockedTool};
use crate::source::Span;

/// Reports everything in which `now` differs from the accepted `lock`.
pub fn compare(diagnostics: &mut Diagnostics, lock: &Lock, now: &Lock) {
    let matches = tools::match_tools(lock, now);
    tools::compare_tools(diagnostics, lock, now, &matches);
    engines::compare_engines(diagnostics, lock, now);
    policy::compare_workers(diagnostics, lock, now, &matches);
}

/// A finding at a tool, where it has a place.
fn tool_finding(code: Code, tool: &LockedTool, message: String) -> Diagnostic {
    finding(code, tool.span, message).help(accept_tools(&[&tool.name]))
}

/// A finding at a worker, where it has a place.
fn worker_finding(code: Code, span: Option<Span>, message: String) -> Diagnostic {
    finding(code, span, message).help(accept("--accept-all"))
}

fn finding(code: Code, span: Option<Span>, message: String) -> Diagnostic {
    match span {
        Some(span) => Diagnostic::new(code, span, message),
        None => Diagnostic::placeless(code, message),
    }
}

/// What to do about drift of tools that is meant.
fn accept_tools(names: &[&str]) -> String {
    let options: Vec<String> = names
        .iter()
        .map(|name| format!("--accept {name}"))
        .collect();
    accept(&options.join(" "))
}

fn accept(options: &str) -> String {
    format!("if this is meant, accept it with `toolc lock {options}`")
}

/// The first few of many, joined.
fn join_some(items: &[String], separator: &str) -> String {
    const SHOWN: usize = 6;
    let shown = items[..items.len().min(SHOWN)].join(separator);
    match items.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown}{separator}and {more} more"),
    }
}
