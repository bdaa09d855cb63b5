//! Where the cursor is in a text that is being written. A word is put in its place, so that the text can be parsed.

use crate::tree::{StepName, Way, visit_texts};
use toolc_base::diagnostic::Diagnostics;
use toolc_base::node::Node;
use toolc_base::parse::parse_source;
use toolc_base::source::{Source, Sources};

/// A word that nobody writes.
const MARK: &str = "toolc-cursor-1e5a";

/// The place of the cursor.
pub(super) struct Cursor {
    /// The tree, with a mark in the place of the word.
    pub root: Node,
    /// The keys that lead to the mark, or to the mapping that has it as a key; `None` for a position in a list.
    pub keys: Vec<Option<String>>,
    /// Whether a key is written, not a value.
    pub on_key: bool,
    /// The bytes of the word that is written.
    pub word: (usize, usize),
    /// Whether a colon has to follow a key.
    pub takes_colon: bool,
}

impl Cursor {
    /// The readings of a place, the likelier first: a key is written there, or a value. None if the text around it cannot be parsed.
    pub fn read_place(source: &Source, byte: usize) -> Vec<Self> {
        Self::try_readings(source, byte).unwrap_or_default()
    }

    fn try_readings(source: &Source, byte: usize) -> Option<Vec<Self>> {
        let text: &str = &source.text;
        let is_word = |letter: char| letter.is_alphanumeric() || "_-./$:~".contains(letter);
        let before = text.get(..byte)?;
        let start = before.trim_end_matches(is_word).len();
        let after = &text[byte..];
        let length = after.len() - after.trim_start_matches(is_word).len();
        let after_word = &after[length..];
        // the colon of `key:` does not belong to the word
        let written = &text[start..byte + length];
        let end = byte + length - usize::from(written.ends_with(':'));
        let end = end.max(start);
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        let head = text.get(line..start)?.trim_start();
        let begins_line = head.trim_start_matches("- ").is_empty();
        let has_colon =
            written.ends_with(':') || after_word.trim_start_matches(['"', '\'']).starts_with(':');
        let quoted = text[..start].ends_with(['"', '\'']);
        let plain = format!("{}{MARK}{}", &text[..start], &text[end..]);
        let keyed = format!("{}{MARK}: 0{}", &text[..start], &text[end..]);
        let attempts = match begins_line && !has_colon {
            true => [keyed, plain],
            false => [plain, keyed],
        };
        let mut cursors = Vec::new();
        for attempt in attempts {
            let changed = Source {
                text: attempt.as_str().into(),
                ..source.clone()
            };
            let mut sources = Sources::default();
            let id = sources.add(changed);
            let Some(root) = parse_source(&mut Diagnostics::silent(), &sources, id) else {
                continue;
            };
            if let Some((keys, on_key)) = find_mark(&root) {
                cursors.push(Cursor {
                    root,
                    keys,
                    on_key,
                    word: (start, end),
                    takes_colon: !has_colon && !quoted,
                });
            }
        }
        Some(cursors)
    }

    /// The keys as they are looked for.
    pub fn keys(&self) -> Vec<Option<&str>> {
        self.keys.iter().map(Option::as_deref).collect()
    }

    /// The value that some of the keys lead to, counted from the root.
    pub fn value_at(&self, count: usize) -> Option<&Node> {
        let Some(last) = count.checked_sub(1) else {
            return Some(&self.root);
        };
        let mut found = None;
        visit_texts(&self.root, &mut |way| {
            if found.is_none() && is_mark(way) {
                found = way.steps.get(last).map(|step| step.to);
            }
        });
        found
    }
}

fn is_mark(way: &Way<'_>) -> bool {
    way.text().is_some_and(|(text, _)| text == MARK)
}

/// The keys that lead to the mark, and whether it is a key.
fn find_mark(root: &Node) -> Option<(Vec<Option<String>>, bool)> {
    let mut found = None;
    visit_texts(root, &mut |way| {
        if found.is_some() || !is_mark(way) {
            return;
        }
        let mut keys: Vec<Option<String>> = Vec::new();
        for step in &way.steps {
            keys.push(match step.name {
                StepName::Key(key) => Some(key.to_owned()),
                StepName::Item(_) => None,
            });
        }
        if way.on_key {
            keys.pop();
        }
        found = Some((keys, way.on_key));
    });
    found
}
