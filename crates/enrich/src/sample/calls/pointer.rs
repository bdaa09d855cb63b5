//! Places in results: setting them, and writing them as references.

use serde_json::{Map, Value};
use toolc_base::node::unescape_pointer;

/// Puts a value where a JSON pointer leads, and makes the objects on the way. `None` if something else is in the way.
pub fn set_at(root: &mut Value, pointer: &str, value: Value) -> Option<()> {
    let Some(rest) = pointer.strip_prefix('/') else {
        *root = value;
        return Some(());
    };
    let mut here = root;
    for segment in rest.split('/') {
        let key = unescape_pointer(segment);
        if here.is_null() {
            *here = Value::Object(Map::new());
        }
        here = match here {
            Value::Object(map) => map.entry(key).or_insert(Value::Null),
            Value::Array(items) => {
                let at: usize = key.parse().ok()?;
                if at == items.len() {
                    items.push(Value::Null);
                }
                items.get_mut(at)?
            }
            _ => return None,
        };
    }
    *here = value;
    Some(())
}

/// A place in the result of a call as fms-dgt writes it: `$1.results[0].id`. `None` if it has no way to write it: of a
/// whole result, of one that is a list, and of names with dots, brackets or spaces.
pub fn write_reference(id: &str, pointer: &str) -> Option<String> {
    let mut out = id.to_owned();
    for (at, segment) in pointer.strip_prefix('/')?.split('/').enumerate() {
        let name = unescape_pointer(segment);
        let is_index = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        let is_plain = |letter: char| !letter.is_whitespace() && !".[]".contains(letter);
        match (is_index, at) {
            (true, 0) => return None,
            (true, _) => out.push_str(&format!("[{name}]")),
            (false, _) if name.is_empty() || !name.chars().all(is_plain) => return None,
            (false, _) => out.push_str(&format!(".{name}")),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_set_where_they_belong() {
        let mut value = json!({ "a": [] });
        assert_eq!(set_at(&mut value, "/a/0", json!(1)), Some(()));
        assert_eq!(set_at(&mut value, "/b/c", json!("x")), Some(()));
        assert_eq!(value, json!({ "a": [1], "b": { "c": "x" } }));
        assert_eq!(set_at(&mut value, "/a/7", json!(1)), None);
        assert_eq!(set_at(&mut value, "/b/c/d", json!(1)), None);
        assert_eq!(set_at(&mut value, "", json!(2)), Some(()));
        assert_eq!(value, json!(2));
    }

    #[test]
    fn places_are_written_as_references() {
        let rows = [
            ("/station", Some("$1.station")),
            ("/results/0/id", Some("$1.results[0].id")),
            ("", None),
            ("/0/id", None),
            ("/a.b", None),
            ("/a b", None),
        ];
        for (pointer, expected) in rows {
            assert_eq!(write_reference("$1", pointer).as_deref(), expected);
        }
    }
}
