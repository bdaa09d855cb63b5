//! Values that are already parsed: those of serde_json. The compiler of specs reads nothing but text and is built without
//! serde_json, so here are types in their place, of which it makes no values.

#[cfg(feature = "calls")]
pub(crate) use serde_json::{Map, Number, Value, map};
#[cfg(not(feature = "calls"))]
pub(crate) use unparsed::{Map, Number, Value, map};

#[cfg(not(feature = "calls"))]
mod unparsed {
    use std::collections::BTreeMap;
    use std::convert::Infallible;
    use std::fmt;

    pub(crate) type Map<K, V> = BTreeMap<K, V>;

    pub(crate) mod map {
        pub(crate) type Iter<'m> = std::collections::btree_map::Iter<'m, String, super::Value>;
    }

    /// A number that does not exist.
    #[derive(Debug, Clone)]
    pub struct Number(Infallible);

    impl Number {
        pub(crate) fn as_i64(&self) -> Option<i64> {
            match self.0 {}
        }

        pub(crate) fn as_f64(&self) -> Option<f64> {
            match self.0 {}
        }
    }

    impl fmt::Display for Number {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self.0 {}
        }
    }

    /// A parsed value.
    #[derive(Debug, Clone)]
    pub enum Value {
        Null,
        Bool(bool),
        Number(Number),
        String(String),
        Array(Vec<Value>),
        Object(Map<String, Value>),
    }

    impl Value {
        pub(crate) fn as_str(&self) -> Option<&str> {
            match self {
                Value::String(text) => Some(text),
                _ => None,
            }
        }

        pub(crate) fn as_object(&self) -> Option<&Map<String, Value>> {
            match self {
                Value::Object(members) => Some(members),
                _ => None,
            }
        }

        pub(crate) fn get(&self, key: &str) -> Option<&Value> {
            self.as_object()?.get(key)
        }
    }

    impl fmt::Display for Value {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            // there are none
            fmt::Debug::fmt(self, f)
        }
    }
}
