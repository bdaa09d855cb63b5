//! Generates values that a schema accepts, and arguments that it rejects for exactly one reason.
//!
//! Arguments are generated from the same tables that validate calls, and everything is validated before it is
//! returned. So a rule that the generator does not understand costs an attempt, but never gives a wrong
//! value.

mod complete;
mod number;
mod text;
mod wrong;

use super::random::Random;
use crate::entry::ToolEntry;
use crate::schema::{List, Object, Schema};
use crate::walk::validate;
use serde_json::{Map, Value, json};

pub use wrong::WrongArguments;

/// How many times a value is attempted before giving up.
const TRIES: u32 = 40;

/// Beyond this depth, optional parts are left out, so that recursive schemas terminate.
const DEEP: u32 = 4;

/// Nothing is generated beyond this depth.
const DEEPEST: u32 = 24;

/// Generates values for the schemas of tools. The same seed gives the same values.
///
/// ```
/// # use toolc_generated::weather_api::GetWeather;
/// use toolc_runtime::Tool;
/// use toolc_runtime::testing::Generator;
///
/// let mut generator = Generator::new(7);
/// let arguments = generator.arguments(GetWeather::ENTRY).expect("some call is accepted");
/// assert!(GetWeather::ENTRY.validate(&arguments).is_ok());
/// for wrong in generator.wrong_arguments(GetWeather::ENTRY) {
///     let violations = GetWeather::ENTRY.validate(&wrong.arguments).expect_err("refused");
///     assert_eq!(violations.iter().count(), 1);
/// }
/// ```
#[derive(Debug, Clone)]
pub struct Generator {
    random: Random,
}

impl Generator {
    /// Creates a generator with this seed.
    pub fn new(seed: u64) -> Self {
        Generator {
            random: Random::new(seed),
        }
    }

    /// A JSON text that a schema accepts; `None` if none was found.
    pub fn value(&mut self, schema: &'static Schema) -> Option<String> {
        let value = self.checked(schema, 0)?;
        Some(value.to_string())
    }

    /// Arguments that a tool accepts; `None` if none were found.
    pub fn arguments(&mut self, entry: &ToolEntry) -> Option<String> {
        self.value(entry.input)
    }

    /// A result that matches the tool's output schema; `None` if there is no output schema or no result was
    /// found.
    pub fn output(&mut self, entry: &ToolEntry) -> Option<String> {
        self.value(entry.output?)
    }

    /// A JSON text that a schema rejects; `None` if it rejects nothing that was tried.
    pub(crate) fn refused(&mut self, schema: &'static Schema) -> Option<String> {
        let base = self.checked(schema, 0).unwrap_or_default();
        let changes = wrong::wrong_changes(schema, Some(&base)).into_iter();
        let texts = changes.map(|change| change.to_string());
        let refused: Vec<String> = texts
            .filter(|text| validate(schema, text).is_err())
            .collect();
        self.random.pick(&refused).cloned()
    }

    /// A value that the schema accepts, after some attempts.
    fn checked(&mut self, schema: &'static Schema, depth: u32) -> Option<Value> {
        // Attempts within attempts would multiply.
        let tries = TRIES >> depth.min(5);
        for _ in 0..tries.max(1) {
            if let Some(value) = self.make(schema, depth)
                && validate(schema, &value.to_string()).is_ok()
            {
                return Some(value);
            }
        }
        None
    }

    /// A value that the schema probably accepts.
    fn make(&mut self, schema: &'static Schema, depth: u32) -> Option<Value> {
        if depth > DEEPEST {
            return None;
        }
        match schema {
            Schema::Any => self.anything(),
            Schema::Never => None,
            Schema::Null => Some(Value::Null),
            Schema::Boolean => Some(Value::Bool(self.random.one_in(2))),
            Schema::Text(rules) => self.text(rules).map(Value::String),
            Schema::Choice(words) => self.random.pick(words).map(|word| json!(word)),
            Schema::Integer(rules) => self.number(rules, true),
            Schema::Number(rules) => self.number(rules, false),
            Schema::List(rules) => self.list(rules, depth),
            Schema::Object(rules) => self.object(rules, depth).map(Value::Object),
            Schema::Nullable(inner) => {
                if depth > DEEP || self.random.one_in(4) {
                    Some(Value::Null)
                } else {
                    self.make(inner, depth)
                }
            }
            Schema::Union(union) => {
                let branch = self.random.pick(union.branches)?;
                self.make(branch, depth)
            }
            Schema::Complete(rules) => self.complete(rules, depth),
        }
    }

    fn anything(&mut self) -> Option<Value> {
        let values = [
            json!("text"),
            json!(7),
            json!(true),
            json!(null),
            json!(["text"]),
            json!({"key": "text"}),
        ];
        self.random.pick(&values).cloned()
    }

    fn list(&mut self, rules: &List, depth: u32) -> Option<Value> {
        const MORE: u64 = 3;
        let fewest = rules.min_items;
        if fewest > 1_000 {
            return None;
        }
        let more = if depth > DEEP {
            0
        } else {
            self.random.below(MORE)
        };
        let number = (fewest + more).min(rules.max_items);
        let mut items: Vec<Value> = Vec::new();
        for at in 0..number {
            let prefix = usize::try_from(at).ok();
            let schema = prefix.and_then(|at| rules.prefix.get(at));
            let schema = schema.copied().unwrap_or(rules.items);
            match self.item(schema, rules.unique.is_some(), &items, depth) {
                Some(item) => items.push(item),
                None if at >= fewest => break,
                None => return None,
            }
        }
        Some(Value::Array(items))
    }

    fn item(
        &mut self,
        schema: &'static Schema,
        unique: bool,
        before: &[Value],
        depth: u32,
    ) -> Option<Value> {
        const DRAWS: u32 = 12;
        for _ in 0..DRAWS {
            let item = self.make(schema, depth + 1)?;
            if !unique || !before.contains(&item) {
                return Some(item);
            }
        }
        None
    }

    fn object(&mut self, rules: &'static Object, depth: u32) -> Option<Map<String, Value>> {
        let mut map = Map::new();
        for field in rules.fields {
            let wanted = depth <= DEEP && self.random.one_in(2);
            if !field.required && !wanted {
                continue;
            }
            match self.make(field.schema, depth + 1) {
                Some(value) => {
                    map.insert(field.name.to_owned(), value);
                }
                None if field.required => return None,
                None => {}
            }
        }
        self.fill(rules, &mut map, depth)?;
        Some(map)
    }

    /// Adds properties until there are enough: named ones first, then others.
    fn fill(
        &mut self,
        rules: &'static Object,
        map: &mut Map<String, Value>,
        depth: u32,
    ) -> Option<()> {
        const DRAWS: u64 = 200;
        let few = |map: &Map<String, Value>| (map.len() as u64) < rules.min_properties;
        for field in rules.fields {
            if few(map)
                && !map.contains_key(field.name)
                && let Some(value) = self.make(field.schema, depth + 1)
            {
                map.insert(field.name.to_owned(), value);
            }
        }
        for draw in 0..DRAWS {
            if !few(map) {
                return Some(());
            }
            let (key, schema) = self.further(rules, draw)?;
            if let Some(value) = self.make(schema, depth + 1) {
                map.insert(key, value);
            }
        }
        None
    }

    /// A key that no field has, and the schema of its value.
    fn further(&mut self, rules: &'static Object, draw: u64) -> Option<(String, &'static Schema)> {
        if let Some(names) = rules.names
            && let Some(Value::String(name)) = self.make(names, DEEP)
        {
            return Some((name, rules.rest));
        }
        if let Some((pattern, schema)) = self.random.pick(rules.patterns) {
            return Some((self.matching(&pattern.program)?, schema));
        }
        Some((format!("key_{draw}"), rules.rest))
    }
}
