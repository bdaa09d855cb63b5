//! What a pattern says about the ends of a text. In a schema a pattern may match anywhere, which is easily forgotten.

use super::syntax::{Node, Repeated, parse_pattern};
use toolc_runtime::pattern::{Assertion, UNBOUNDED};

/// A set with more code points than this one says next to nothing: `.`, `\S`, `[^,]`.
const WIDE: u32 = 0x1_0000;

/// How a pattern covers less of a text than it seems to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Looseness {
    /// It matches nothing at all as well, so it refuses no text: `[a-z]*`.
    Everything,
    /// A part of the text is enough: `[a-z]+`.
    Anywhere,
    /// Any text may come before the match: `[0-9]+$`.
    Before,
    /// Any text may follow the match: `^[0-9]+`.
    After,
    /// Each anchor is in one alternative only: `^GET|POST$`.
    Alternatives,
}

/// Whether a pattern only matches texts as a whole.
pub fn covers_whole(source: &str) -> bool {
    parse_pattern(source).is_ok_and(|parsed| {
        let ways = list_ways(&parsed.root);
        ways.iter().all(|way| Ends::of(way).are_tied())
    })
}

/// Finds patterns that look as if they described whole texts and do not. Those that say what is at their ends, such as `\bred\b`
/// and `.*red.*`, and plain words are searched for, and so is what has one anchor: `^https://`, `[.]pdf$`.
pub fn find_looseness(source: &str) -> Option<Looseness> {
    let parsed = parse_pattern(source).ok()?;
    let ways = list_ways(&parsed.root);
    let ends: Vec<Ends> = ways.iter().map(|way| Ends::of(way)).collect();
    if ends.iter().all(Ends::are_tied) {
        return None;
    }
    let refuses_nothing = |(way, ends): (&&Node, &Ends)| refuses_nothing(way, ends);
    if ways.iter().zip(&ends).any(refuses_nothing) {
        return Some(Looseness::Everything);
    }
    let differs = |end: fn(&Ends) -> End| {
        let mut tied = ends.iter().map(|ends| end(ends) == End::Tied);
        let first = tied.next();
        tied.any(|is_tied| Some(is_tied) != first)
    };
    if differs(|ends| ends.front) || differs(|ends| ends.back) {
        // `^-|-$` is for either end
        let is_mark = |way: &&Node| marks_an_end(way);
        return (!ways.iter().all(is_mark)).then_some(Looseness::Alternatives);
    }
    if is_searched_for(&parsed.root) {
        return None;
    }
    let front = ends.iter().map(|ends| ends.front).max()?;
    let back = ends.iter().map(|ends| ends.back).max()?;
    match (front, back) {
        (End::Open | End::Idle, End::Open | End::Idle) => Some(Looseness::Anywhere),
        (End::Tied, End::Idle) | (End::Filled, End::Open | End::Idle) => Some(Looseness::After),
        (End::Idle, End::Tied) | (End::Open | End::Idle, End::Filled) => Some(Looseness::Before),
        _ => None,
    }
}

/// The same pattern for whole texts.
pub fn write_whole(source: &str) -> String {
    let is_flags = |flags: &str| {
        flags
            .chars()
            .all(|letter| matches!(letter, 'i' | 'm' | 's'))
    };
    let flags = source
        .strip_prefix("(?")
        .and_then(|rest| rest.split_once(')'))
        .filter(|(flags, _)| !flags.is_empty() && is_flags(flags))
        .map_or("", |(flags, _)| &source[..flags.len() + 3]);
    let mut body = source.strip_prefix(flags).unwrap_or(source);
    let has_ways = parse_pattern(source).is_ok_and(|parsed| list_ways(&parsed.root).len() > 1);
    body = body.strip_prefix('^').unwrap_or(body);
    body = match body.strip_suffix('$') {
        Some(before) if !ends_in_escape(before) => before,
        _ => body,
    };
    match has_ways {
        true => format!("{flags}^(?:{body})$"),
        false => format!("{flags}^{body}$"),
    }
}

/// Whether a text ends with a `\` that is not escaped itself.
fn ends_in_escape(text: &str) -> bool {
    let slashes = text.len() - text.trim_end_matches('\\').len();
    slashes % 2 == 1
}

/// What a pattern says about one end of a text. The later, the less it is tied to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    /// It is the end of the match, too.
    Tied,
    /// Whatever is there is a part of the match: `.*`.
    Filled,
    /// A look-around or the boundary of a word says what is there.
    Told,
    /// Anything may be there.
    Open,
    /// The same, and the match ends or begins with a part that may be left out, which says nothing then: `[0-9]+`, `(-x)?`.
    Idle,
}

/// What a pattern without alternatives says about both ends.
#[derive(Debug, Clone, Copy)]
struct Ends {
    front: End,
    back: End,
}

impl Ends {
    fn of(way: &Node) -> Self {
        Ends {
            front: find_end(way, Side::Front),
            back: find_end(way, Side::Back),
        }
    }

    fn are_tied(&self) -> bool {
        (self.front, self.back) == (End::Tied, End::Tied)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Front,
    Back,
}

fn find_end(node: &Node, side: Side) -> End {
    match node {
        Node::Assert(Assertion::Start) if side == Side::Front => End::Tied,
        Node::Assert(Assertion::End) if side == Side::Back => End::Tied,
        Node::Assert(_) | Node::Look { .. } => End::Told,
        Node::Set(_) | Node::BackReference { .. } => End::Open,
        Node::Empty => End::Idle,
        Node::Capture(_, body) => find_end(body, side),
        Node::Repeat(repeated) => find_end_of_repeat(repeated, side),
        Node::Sequence(parts) => {
            let mut inward = parts.iter().filter(|part| !looks_inward(part, side));
            let outermost = match side {
                Side::Front => inward.next(),
                Side::Back => inward.next_back(),
            };
            outermost.map_or(End::Told, |part| find_end(part, side))
        }
        // `(^|,)` says what is there, though not the same in all cases
        Node::Alternation(ways) => {
            let ends: Vec<End> = ways.iter().map(|way| find_end(way, side)).collect();
            let is_tied = |end: &End| *end == End::Tied;
            match ends.iter().any(is_tied) && !ends.iter().all(is_tied) {
                true => End::Told,
                false => ends.into_iter().max().unwrap_or(End::Open),
            }
        }
    }
}

fn find_end_of_repeat(repeated: &Repeated, side: Side) -> End {
    match repeated.min {
        _ if is_filler(repeated) => End::Filled,
        0 => End::Idle,
        min if min < repeated.max => find_end(&repeated.body, side).max(End::Idle),
        _ => find_end(&repeated.body, side),
    }
}

/// Whether a part takes any number of nearly any characters.
fn is_filler(repeated: &Repeated) -> bool {
    repeated.max == UNBOUNDED && is_wide(&repeated.body)
}

fn is_wide(node: &Node) -> bool {
    node.as_set().is_some_and(|set| {
        let ranges = set.ranges().iter();
        ranges.map(|(low, high)| high - low + 1).sum::<u32>() > WIDE
    })
}

/// Whether a look-around at this side is about the match itself, and not about what is around it.
fn looks_inward(node: &Node, side: Side) -> bool {
    matches!(node, Node::Look { ahead, .. } if *ahead == (side == Side::Front))
}

/// The alternatives of a whole pattern.
fn list_ways(root: &Node) -> Vec<&Node> {
    match root {
        Node::Alternation(ways) => ways.iter().collect(),
        Node::Capture(_, body) => list_ways(body),
        node => vec![node],
    }
}

/// Whether an alternative matches somewhere in every text, without saying so as `.*` does.
fn refuses_nothing(way: &Node, ends: &Ends) -> bool {
    let is_idle = ends.front == End::Idle || ends.back == End::Idle;
    let has_both = has_assertion(way, Assertion::Start) && has_assertion(way, Assertion::End);
    is_idle && !has_both && may_take_nothing(way)
}

fn may_take_nothing(node: &Node) -> bool {
    match node {
        Node::Empty | Node::Assert(Assertion::Start | Assertion::End) => true,
        Node::Set(_) | Node::Assert(_) | Node::Look { .. } | Node::BackReference { .. } => false,
        Node::Capture(_, body) => may_take_nothing(body),
        Node::Repeat(repeated) => repeated.min == 0 || may_take_nothing(&repeated.body),
        Node::Sequence(parts) => parts.iter().all(may_take_nothing),
        Node::Alternation(ways) => ways.iter().any(may_take_nothing),
    }
}

fn has_assertion(node: &Node, wanted: Assertion) -> bool {
    match node {
        Node::Assert(assertion) => *assertion == wanted,
        Node::Empty | Node::Set(_) | Node::BackReference { .. } => false,
        Node::Capture(_, body) | Node::Look { body, .. } => has_assertion(body, wanted),
        Node::Repeat(repeated) => has_assertion(&repeated.body, wanted),
        Node::Sequence(parts) | Node::Alternation(parts) => {
            parts.iter().any(|part| has_assertion(part, wanted))
        }
    }
}

/// Whether an alternative is one character, or several of a kind, beside an anchor.
fn marks_an_end(way: &Node) -> bool {
    let is_one_kind = |node: &Node| match node {
        Node::Repeat(repeated) => repeated.body.as_set().is_some(),
        node => node.as_set().is_some(),
    };
    match way {
        Node::Sequence(parts) => match &parts[..] {
            [Node::Assert(_), other] | [other, Node::Assert(_)] => is_one_kind(other),
            _ => false,
        },
        _ => false,
    }
}

/// Whether a pattern is a plain text, or any character of a wide set: nobody describes whole texts so.
fn is_searched_for(root: &Node) -> bool {
    let is_letter = |node: &Node| {
        let set = node.as_set();
        set.is_some_and(|set| matches!(set.ranges(), [(low, high)] if low == high))
    };
    match root {
        Node::Sequence(parts) => parts.iter().all(is_letter),
        node => is_letter(node) || is_wide(node),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_that_seem_to_describe_whole_texts_are_found() {
        for (source, looseness, whole) in [
            ("[a-z]+", Looseness::Anywhere, "^[a-z]+$"),
            (r"\d{4}-\d{2}", Looseness::Anywhere, r"^\d{4}-\d{2}$"),
            ("red|green", Looseness::Anywhere, "^(?:red|green)$"),
            ("(red|green)", Looseness::Anywhere, "^(?:(red|green))$"),
            ("[YN]", Looseness::Anywhere, "^[YN]$"),
            ("(?i)[a-z]+", Looseness::Anywhere, "(?i)^[a-z]+$"),
            (
                r"(?=.*\d)[a-z\d]{8,}",
                Looseness::Anywhere,
                r"^(?=.*\d)[a-z\d]{8,}$",
            ),
            ("^[a-z]+", Looseness::After, "^[a-z]+$"),
            ("^v[0-9](-rc)?", Looseness::After, "^v[0-9](-rc)?$"),
            (".*[.]pdf", Looseness::After, "^.*[.]pdf$"),
            ("[0-9]+$", Looseness::Before, "^[0-9]+$"),
            ("[a-z]*", Looseness::Everything, "^[a-z]*$"),
            ("^[a-z]*", Looseness::Everything, "^[a-z]*$"),
            ("(-x)?$", Looseness::Everything, "^(-x)?$"),
            ("", Looseness::Everything, "^$"),
            ("^GET|POST$", Looseness::Alternatives, "^(?:GET|POST)$"),
            ("^a+$|b+", Looseness::Alternatives, ""),
        ] {
            assert_eq!(find_looseness(source), Some(looseness), "{source}");
            if !whole.is_empty() {
                assert_eq!(write_whole(source), whole);
                assert_eq!(find_looseness(whole), None, "{whole}");
                assert!(covers_whole(whole), "{whole}");
            }
        }
    }

    #[test]
    fn patterns_that_search_or_cover_everything_are_left_alone() {
        for source in [
            "^[a-z]+$",
            "^$|^[a-z]+$",
            "(?:^a+$|^b+$)",
            "^(a|b)+$",
            "^https?://",
            "[.]pdf$",
            "^/|^https://",
            "[.]pdf$|[.]txt$",
            "^-|-$",
            r"^\s+|\s+$",
            "@",
            "::",
            r"\S",
            "[^,]",
            ".",
            ".*",
            "^.*",
            ".+@.+",
            r"\bred\b",
            "(^|,)red(,|$)",
            "(?<!a)b+",
            "b+(?!a)",
            r"^a{1,3}\$",
            ".*red.*",
            r"^[\s\S]+",
            "(?m)^a+$",
        ] {
            assert_eq!(find_looseness(source), None, "{source}");
        }
        assert!(covers_whole("^(?:a|b)$") && covers_whole("^a$|^b$"));
        assert!(!covers_whole("^a|b$") && !covers_whole(r"^a\$") && !covers_whole("(?m)^a$"));
    }
}
