//! Nodes as the meta-schema looks at them.

use super::{Node, Value};
use toolc_runtime::meta_schema::{AnyJson, View};

impl AnyJson for Node {
    fn view(&self) -> View<'_, Self> {
        match &self.value {
            Value::Null => View::Null,
            Value::Bool(flag) => View::Bool(*flag),
            Value::Number(text) => View::Number(text.to_string()),
            Value::String(text) => View::Text(text),
            Value::List(list) => View::List(list),
            Value::Map(map) => {
                let entries = map.iter();
                View::Object(
                    entries
                        .map(|entry| (entry.key.as_str(), &entry.value))
                        .collect(),
                )
            }
        }
    }
}
