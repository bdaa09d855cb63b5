//! How long a value is in JSON, once its lists and texts are cut.

use super::tree::Node;

/// How much of each list and of each text is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Caps {
    /// How many items of a list.
    pub items: usize,
    /// How many bytes of a text, as it is written in JSON.
    pub text: usize,
}

impl Caps {
    /// Everything.
    pub const NONE: Caps = Caps {
        items: usize::MAX,
        text: usize::MAX,
    };

    /// Whether a text of this length is cut. A text that would hardly become shorter is not.
    pub fn cuts_text(self, length: usize) -> bool {
        length.saturating_sub(MARK) > self.text
    }
}

/// More than the mark at the end of a cut text takes, with its quotes.
pub(super) const MARK: usize = 64;

/// The length of a value in JSON, or an upper bound of it; `None` if it is more than `most` bytes. Stops as soon
/// as that is certain.
pub(super) fn measure_node(node: &Node<'_>, caps: Caps, most: usize) -> Option<usize> {
    let mut left = most;
    spend_node(node, caps, &mut left)?;
    Some(most - left)
}

fn spend_node(node: &Node<'_>, caps: Caps, left: &mut usize) -> Option<()> {
    match node {
        Node::Plain(text) => spend(text.len(), left),
        Node::Text(text) if caps.cuts_text(text.len()) => spend(caps.text + MARK, left),
        Node::Text(text) => spend(text.len() + 2, left),
        Node::List(items) => {
            let shown = &items[..items.len().min(caps.items)];
            spend(1 + shown.len().max(1), left)?;
            shown
                .iter()
                .try_for_each(|item| spend_node(item, caps, left))
        }
        Node::Object(members) => {
            spend(1 + members.len().max(1), left)?;
            members.iter().try_for_each(|(key, value)| {
                spend(key.len() + 1, left)?;
                spend_node(value, caps, left)
            })
        }
    }
}

fn spend(bytes: usize, left: &mut usize) -> Option<()> {
    *left = left.checked_sub(bytes)?;
    Some(())
}

/// The number of items in the longest list.
pub(super) fn find_longest(node: &Node<'_>) -> usize {
    match node {
        Node::Plain(_) | Node::Text(_) => 0,
        Node::List(items) => {
            let within = items.iter().map(find_longest).max();
            items.len().max(within.unwrap_or(0))
        }
        Node::Object(members) => {
            let within = members.iter().map(|(_, value)| find_longest(value));
            within.max().unwrap_or(0)
        }
    }
}

/// Where a text in JSON, without its quotes, has to end so that it takes at most so many bytes, and the number of
/// characters until then and after that. No character is divided, nor the escape sequences that stand for one.
pub(super) fn take_units(text: &str, most: usize) -> (usize, usize, usize) {
    let (mut at, mut end, mut shown, mut left) = (0, 0, 0, 0);
    while at < text.len() {
        let next = at + measure_unit(&text[at..]);
        match next <= most {
            true => (end, shown) = (next, shown + 1),
            false => left += 1,
        }
        at = next;
    }
    (end, shown, left)
}

/// What is left of a text in JSON after so many characters; `None` if it has not so many.
#[cfg(feature = "pages")]
pub(super) fn skip_units(text: &str, units: u64) -> Option<&str> {
    let mut left = text;
    for _ in 0..units {
        if left.is_empty() {
            return None;
        }
        left = &left[measure_unit(left)..];
    }
    Some(left)
}

/// The length of the first character, which is not empty.
fn measure_unit(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_escape = |at: usize| bytes.get(at..at + 2) == Some(b"\\u");
    let length = match bytes {
        [b'\\', b'u', ..] => {
            // a character outside of the basic plane is written as two surrogates
            let is_high = matches!(
                bytes.get(2..4),
                Some([b'd' | b'D', b'8' | b'9' | b'a' | b'b' | b'A' | b'B'])
            );
            if is_high && is_escape(6) { 12 } else { 6 }
        }
        [b'\\', ..] => 2,
        _ => text.chars().next().map_or(1, char::len_utf8),
    };
    length.min(text.len())
}
