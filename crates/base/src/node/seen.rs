//! Nodes as the meta-schema looks at them.

use super::{Node, Value};
use toolc_runtime::meta_schema::{Look, Seen};

impl Look for Node {
    fn look(&self) -> Seen<'_, Self> {
        match &self.value {
            Value::Null => Seen::Null,
            Value::Bool(flag) => Seen::Bool(*flag),
            Value::Number(text) => Seen::Number(text.to_string()),
            Value::String(text) => Seen::Text(text),
            Value::List(list) => Seen::List(list),
            Value::Map(map) => {
                let entries = map.iter();
                Seen::Object(
                    entries
                        .map(|entry| (entry.key.as_str(), &entry.value))
                        .collect(),
                )
            }
        }
    }
}
