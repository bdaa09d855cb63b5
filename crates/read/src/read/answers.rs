//! `answers` beside tools: the forms of what models say last. An answer is written like a tool, as far as it is one:
//! somebody reads it, and nobody calls it.

use super::Reading;
use super::dialect::Dialect;
use super::entry::{self, INPUT_KEYS, has_schema};
use super::fields::{self, Keys};
use toolc_base::node::{Map, Node, Value};
use toolc_base::restriction::OF_CONFIG;
use toolc_base::source::Spanned;
use toolc_model::model::ANSWERS;
use toolc_model::reading::Surroundings;

/// The key of an answer's schema; those of a tool's are read too.
const SCHEMA: &str = "schema";

/// What an answer has besides its schema.
const OTHERS: &[&str] = &[
    "name",
    "title",
    "description",
    "wire_name",
    "metadata",
    "tags",
];

const CALLED: &str = "an answer is said by the model and read by the program: nobody calls it";
const WHOLE: &str = "an answer is described by `schema` alone";

/// Keys of tools that answers do not have.
const OF_TOOLS: &[(&str, &str)] = &[
    ("aliases", CALLED),
    ("annotations", CALLED),
    ("approval", CALLED),
    ("deprecated", CALLED),
    ("effect", CALLED),
    ("engine", CALLED),
    ("errors", CALLED),
    ("execution", CALLED),
    ("inject", CALLED),
    (
        "namespace",
        "answers are in no namespace: give it a name that says enough",
    ),
    ("output_parameters", WHOLE),
    ("outputSchema", WHOLE),
    ("output_schema", WHOLE),
    ("overload", "answers do not share names"),
    ("renamed_from", CALLED),
    ("response", WHOLE),
    (
        "strict",
        "each provider is asked as strictly as it can be: remove the key",
    ),
    ("timeout", CALLED),
    ("untrusted", CALLED),
];

/// Whether a document has answers.
pub(super) fn has_answers(map: &Map) -> bool {
    let is_answer = |node: &Node| {
        has_schema(node)
            || node
                .get(SCHEMA)
                .is_some_and(|schema| schema.as_map().is_some())
    };
    match map.get(ANSWERS).map(|node| &node.value) {
        Some(Value::List(items)) => items.iter().any(is_answer),
        Some(Value::Map(named)) => named.iter().any(|entry| is_answer(&entry.value)),
        _ => false,
    }
}

/// Takes the answers out of a document and reads them.
pub(super) fn take_answers(reading: &mut Reading<'_>, map: &mut Map) {
    let Some(entry) = map.remove(ANSWERS) else {
        return;
    };
    match entry.value.value {
        Value::List(items) => items
            .into_iter()
            .for_each(|item| read_answer(reading, item, None)),
        Value::Map(named) => {
            for entry in named.into_entries() {
                let key = Spanned::new(entry.key, entry.key_span);
                read_answer(reading, entry.value, Some(key));
            }
        }
        _ => {
            let wanted = "a list of answers, or a mapping of names to them";
            fields::wrong_kind(reading.diagnostics, &entry.value, "`answers`", wanted);
        }
    }
}

fn read_answer(reading: &mut Reading<'_>, mut node: Node, key: Option<Spanned<String>>) {
    if let Some(map) = node.as_map_mut() {
        keep_known(reading, map);
    }
    let own = Spanned::new(ANSWERS.to_owned(), node.span);
    let around = Surroundings {
        namespace: Some(own.clone()),
        key,
        is_answer: true,
        ..Surroundings::default()
    };
    let before = reading.draft.tools.len();
    entry::read_entry(reading, node, around, Dialect::TOOL);
    let read = reading.draft.tools.split_off(before);
    let answers = read.into_iter().map(|mut answer| {
        answer.own_namespace = Some(own.clone());
        answer
    });
    reading.draft.answers.extend(answers);
}

/// Reports the keys without a meaning, takes them out, and puts the schema where that of a tool is.
fn keep_known(reading: &mut Reading<'_>, map: &mut Map) {
    let known: Vec<&str> = [SCHEMA]
        .iter()
        .chain(OTHERS)
        .chain(INPUT_KEYS)
        .copied()
        .collect();
    let keys = Keys {
        owner: "an answer",
        known: &known,
        restrictions: OF_CONFIG,
        idle: &[],
        called: &[],
        elsewhere: OF_TOOLS,
    };
    fields::check_keys(reading.diagnostics, map, &keys);
    let spellings: Vec<&str> = [SCHEMA].iter().chain(INPUT_KEYS).copied().collect();
    let schema = fields::entry_of(reading.diagnostics, map, &spellings).cloned();
    let entries = std::mem::take(map).into_entries();
    let kept = entries
        .into_iter()
        .filter(|entry| OTHERS.contains(&entry.key.as_str()));
    *map = Map::new(kept.collect());
    if let Some(schema) = schema {
        map.insert(INPUT_KEYS[0], schema.key_span, schema.value);
    }
}
