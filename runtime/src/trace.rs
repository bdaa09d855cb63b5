//! Where a call stands in a trace that spans several processes: the `traceparent` of W3C Trace Context.

#[cfg(feature = "mcp-server")]
use crate::random::random_u64;
use std::fmt;

/// The flag of traces that are recorded.
const SAMPLED: u8 = 1;

/// A `traceparent`: the trace, the span that calls, and whether the trace is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TraceParent {
    trace: u128,
    span: u64,
    flags: u8,
}

/// The span of whoever sent a request, as an extension of the context of its calls, where a server gives each call a span
/// of its own ([`Builder::trace_calls`](crate::mcp_server::Builder::trace_calls)).
#[cfg(feature = "mcp-server")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallerSpan(pub TraceParent);

impl TraceParent {
    /// Reads the text of a header or of `_meta`; `None` if it is not what the specification says, and has to be ignored.
    pub fn parse(text: &str) -> Option<Self> {
        let (version, rest) = text.split_once('-')?;
        let (trace, rest) = rest.split_once('-')?;
        let (span, rest) = rest.split_once('-')?;
        // Later versions may have more after the flags.
        let flags = match (version, rest.split_once('-')) {
            ("00", None) => rest,
            ("00", Some(_)) => return None,
            (_, Some((flags, _))) => flags,
            (_, None) => rest,
        };
        let version = parse_hex(version, 2)?;
        let parent = TraceParent {
            trace: parse_hex(trace, 32)?,
            span: u64::try_from(parse_hex(span, 16)?).ok()?,
            flags: u8::try_from(parse_hex(flags, 2)?).ok()?,
        };
        (version != 0xff && parent.trace != 0 && parent.span != 0).then_some(parent)
    }

    /// A span that begins a trace, which is recorded.
    #[cfg(feature = "mcp-server")]
    pub fn begin() -> Self {
        TraceParent {
            trace: u128::from(nonzero_u64()) << 64 | u128::from(random_u64()),
            span: nonzero_u64(),
            flags: SAMPLED,
        }
    }

    /// A new span that this one calls.
    #[cfg(feature = "mcp-server")]
    #[must_use]
    pub fn call(self) -> Self {
        TraceParent {
            span: nonzero_u64(),
            ..self
        }
    }

    /// The id of the trace.
    pub fn trace_id(self) -> [u8; 16] {
        self.trace.to_be_bytes()
    }

    /// The id of the span that calls.
    pub fn span_id(self) -> [u8; 8] {
        self.span.to_be_bytes()
    }

    /// Whether the trace is recorded.
    pub fn is_sampled(self) -> bool {
        self.flags & SAMPLED != 0
    }
}

/// A number of so many hexadecimal digits, in lower case.
fn parse_hex(text: &str, digits: usize) -> Option<u128> {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    match text.len() == digits && text.bytes().all(is_digit) {
        true => u128::from_str_radix(text, 16).ok(),
        false => None,
    }
}

#[cfg(feature = "mcp-server")]
fn nonzero_u64() -> u64 {
    random_u64().max(1)
}

impl fmt::Display for TraceParent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "00-{:032x}-{:016x}-{:02x}",
            self.trace, self.span, self.flags
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    #[test]
    fn what_is_read_is_written_again() {
        let parent = TraceParent::parse(TEXT).expect("the specification's own");
        assert_eq!(parent.to_string(), TEXT);
        assert!(parent.is_sampled());
        let later = TEXT.replacen("00", "cc", 1) + "-what-the-future-will-be-like";
        assert_eq!(TraceParent::parse(&later), Some(parent));
        let dark = TraceParent::parse(&TEXT.replace("-01", "-00")).expect("not recorded");
        assert!(!dark.is_sampled());
    }

    #[test]
    fn what_is_not_a_traceparent_is_ignored() {
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        for text in [
            "",
            "conversation-7",
            &TEXT.to_uppercase(),
            &TEXT.replacen("00", "ff", 1),
            &TEXT.replace(trace, &"0".repeat(32)),
            &TEXT.replace("00f067aa0ba902b7", &"0".repeat(16)),
            &TEXT.replace(trace, "4bf9"),
            &format!("{TEXT}-more"),
            &TEXT.replace("-01", "-1"),
            &TEXT.replace("4bf9", "+bf9"),
        ] {
            assert_eq!(TraceParent::parse(text), None, "{text}");
        }
    }

    #[cfg(feature = "mcp-server")]
    #[test]
    fn a_span_that_is_called_is_of_the_same_trace() {
        let parent = TraceParent::parse(TEXT).expect("the specification's own");
        let called = parent.call();
        assert_eq!(called.trace_id(), parent.trace_id());
        assert_ne!(called.span_id(), parent.span_id());
        assert_ne!(
            TraceParent::begin().trace_id(),
            TraceParent::begin().trace_id()
        );
    }
}
