//! References to results of other calls, `ID.FIELD`: which there can be, and what looks like one.

use super::Called;
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::Spanned;

/// The calls of an answer that can be referred to.
pub(super) struct References {
    producers: Vec<Producer>,
}

/// A call with an id, and the fields of its result.
struct Producer {
    at: usize,
    id: String,
    /// Each field, and whether it may be looked into.
    fields: Vec<(String, bool)>,
}

impl References {
    pub(super) fn of(calls: &[Called<'_>]) -> Self {
        let producers = calls.iter().enumerate().filter_map(|(at, call)| {
            let id = match &call.node.get("id")?.value {
                Value::String(text) if !text.is_empty() => text.clone(),
                Value::Number(number) => number.to_string(),
                _ => return None,
            };
            let output = call.tools.first().and_then(|tool| tool.output.as_ref());
            let fields = output
                .into_iter()
                .flat_map(|schema| schema.entries("properties"));
            let fields = fields.map(|entry| (entry.key.clone(), has_parts(&entry.value)));
            Some(Producer {
                at,
                id,
                fields: fields.collect(),
            })
        });
        References {
            producers: producers.collect(),
        }
    }

    /// The call that a whole text refers to, if its result has the field.
    fn find(&self, text: &str) -> Option<&Producer> {
        if text.contains(char::is_whitespace) {
            return None;
        }
        let mut producers = self.producers.iter();
        producers.find(|producer| {
            let path = text
                .strip_prefix(&producer.id)
                .and_then(|rest| rest.strip_prefix('.'));
            path.is_some_and(|path| producer.has(path))
        })
    }

    /// Whether a text stands for the result of some call, an earlier one or not, or for a part of it.
    pub(super) fn stands_for(&self, text: &str) -> bool {
        self.find(text).is_some() || self.producers.iter().any(|producer| producer.id == text)
    }

    /// A value with the recorded results in place of what refers to them.
    ///
    /// # Errors
    /// Returns the reference that leads nowhere, with its place.
    pub(super) fn fill(&self, value: &Node, results: &Map) -> Result<Node, Spanned<String>> {
        let filled = match &value.value {
            Value::String(text) if self.stands_for(text) => {
                let lost = || Spanned::new(text.clone(), value.span);
                return resolve(text, results).ok_or_else(lost);
            }
            Value::List(items) => {
                let items = items.iter().map(|item| self.fill(item, results));
                Value::List(items.collect::<Result<_, _>>()?)
            }
            Value::Map(map) => {
                let entries = map.iter().map(|entry| {
                    let value = self.fill(&entry.value, results)?;
                    Ok(Entry {
                        value,
                        ..entry.clone()
                    })
                });
                Value::Map(Map::new(entries.collect::<Result<_, _>>()?))
            }
            scalar => scalar.clone(),
        };
        Ok(Node::new(filled, value.span))
    }

    /// Whether a text refers to a field of the result of a call before the one at `at`.
    pub(super) fn is_proper(&self, text: &str, at: usize) -> bool {
        self.find(text).is_some_and(|producer| producer.at < at)
    }

    /// Whether a text refers to the call at `at` or a later one.
    pub(super) fn is_early(&self, text: &str, at: usize) -> bool {
        self.find(text).is_some_and(|producer| producer.at >= at)
    }

    /// Whether a text contains what looks like a reference: the id of a call with a point and a name, or a field of a
    /// result after a word that begins with `$`.
    pub(super) fn is_stray(&self, text: &str) -> bool {
        self.producers.iter().any(|producer| {
            let by_id = follow(text, &format!("{}.", producer.id)).any(|(before, after)| {
                let is_whole = !before.ends_with(is_word) && !before.ends_with('$');
                is_whole && after.starts_with(|c: char| c.is_alphabetic() || c == '_')
            });
            let mut names = producer.fields.iter().map(|(name, _)| name);
            by_id
                || names.any(|name| {
                    follow(text, &format!(".{name}")).any(|(before, after)| {
                        let word = before.rsplit(char::is_whitespace).next().unwrap_or(before);
                        word.contains('$') && !after.starts_with(is_word)
                    })
                })
        })
    }
}

impl Producer {
    /// Whether the result has what a path leads to, as far as its schema says.
    fn has(&self, path: &str) -> bool {
        let end = path.find(['.', '[']).unwrap_or(path.len());
        let (field, rest) = path.split_at(end);
        let mut fields = self.fields.iter();
        fields.any(|(name, has_parts)| {
            name == field && (rest.is_empty() || *has_parts) || name == path
        })
    }
}

/// What a reference leads to in the results, by the ids of their calls: `ID` is the whole result, `ID.a.b` a field of a
/// field, `ID.a[0]` an element.
fn resolve(reference: &str, results: &Map) -> Option<Node> {
    let leads = |id: &str| {
        let rest = reference.strip_prefix(id)?;
        (rest.is_empty() || rest.starts_with('.')).then_some(rest)
    };
    // an id may be the beginning of another
    let found = results
        .iter()
        .filter_map(|entry| Some((leads(&entry.key)?, &entry.value)));
    let (path, mut value) = found.min_by_key(|(rest, _)| rest.len())?;
    for step in path.split('.').skip(1) {
        let (name, indices) = step.find('[').map_or((step, ""), |at| step.split_at(at));
        value = value.as_map()?.get(name)?;
        for index in indices.split('[').skip(1) {
            let index: usize = index.strip_suffix(']')?.parse().ok()?;
            value = value.as_list()?.get(index)?;
        }
    }
    Some(value.clone())
}

/// Whether values of a schema may have parts: anything but scalars alone.
fn has_parts(schema: &Node) -> bool {
    let is_scalar = |name: &str| !["object", "array", "dict", "list", "any"].contains(&name);
    match schema.get("type").map(|kind| &kind.value) {
        Some(Value::String(name)) => !is_scalar(name),
        Some(Value::List(names)) => {
            let mut names = names.iter().filter_map(Node::as_str);
            !names.all(is_scalar)
        }
        _ => true,
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// What is before and after each occurrence of a part.
fn follow<'t>(text: &'t str, part: &str) -> impl Iterator<Item = (&'t str, &'t str)> {
    let length = part.len();
    let starts: Vec<usize> = text.match_indices(part).map(|(at, _)| at).collect();
    starts
        .into_iter()
        .map(move |at| (&text[..at], &text[at + length..]))
}

/// All texts in a value, the keys of objects among them.
pub(super) fn list_texts(value: &Node) -> Vec<&str> {
    match &value.value {
        Value::String(text) => vec![text],
        Value::List(items) => items.iter().flat_map(list_texts).collect(),
        Value::Map(map) => map
            .iter()
            .flat_map(|entry| {
                let mut texts = list_texts(&entry.value);
                texts.push(&entry.key);
                texts
            })
            .collect(),
        _ => Vec::new(),
    }
}
