//! Types of Rust that serde knows: scalars with their limits, and what holds values of other types.

use super::nodes::{At, set_key};
use toolc_base::node::{Node, Value};

/// Types that contain a single value of another type, and serialize like it.
pub(super) const HOLDERS: &[&str] = &["Box", "std::sync::Arc", "std::rc::Rc", "std::borrow::Cow"];

pub(super) const LISTS: &[&str] = &[
    "Vec",
    "std::collections::VecDeque",
    "std::collections::LinkedList",
];

pub(super) const SETS: &[&str] = &["std::collections::HashSet", "std::collections::BTreeSet"];

pub(super) const MAPS: &[&str] = &["std::collections::HashMap", "std::collections::BTreeMap"];

/// Integer types, with the format that bounds them or else their bounds.
const INTEGERS: &[(&str, Option<&str>, &str, &str)] = &[
    ("i8", None, "-128", "127"),
    ("i16", None, "-32768", "32767"),
    ("i32", Some("int32"), "", ""),
    ("i64", Some("int64"), "", ""),
    ("isize", Some("int64"), "", ""),
    ("u8", None, "0", "255"),
    ("u16", None, "0", "65535"),
    ("u32", None, "0", "4294967295"),
    ("u64", None, "0", "18446744073709551615"),
    ("usize", None, "0", "18446744073709551615"),
];

/// Whether a path names one of these types.
pub(super) fn is_scalar_or_holder(name: &str) -> bool {
    let is_integer = INTEGERS.iter().any(|row| row.0 == name);
    let others = [
        "bool",
        "String",
        "str",
        "f64",
        "f32",
        "char",
        "Option",
        "serde_json::Map",
    ];
    let lists = [HOLDERS, LISTS, SETS, MAPS, &others];
    is_integer || lists.iter().any(|list| list.contains(&name))
}

/// The schema of an integer type without zero: `i8` for `NonZeroI8` and `NonZero<i8>`.
pub(super) fn describe_non_zero(integer: &str, at: At) -> Option<Node> {
    let mut schema = describe_integer(integer, at)?;
    if integer.starts_with('u') {
        set_key(&mut schema, "minimum", at.number(1));
    } else {
        let zero = at.map(vec![("const", at.number(0))]);
        set_key(&mut schema, "not", zero);
    }
    Some(schema)
}

fn describe_integer(name: &str, at: At) -> Option<Node> {
    let (_, format, minimum, maximum) = INTEGERS.iter().find(|row| row.0 == name)?;
    let mut schema = at.typed("integer");
    match format {
        Some(format) => set_key(&mut schema, "format", at.text(format)),
        None => {
            set_key(&mut schema, "minimum", at.number(minimum));
            set_key(&mut schema, "maximum", at.number(maximum));
        }
    }
    Some(schema)
}

/// The schema of a number, a text, a flag, or of any JSON value.
pub(super) fn describe_scalar(name: &str, at: At) -> Option<Node> {
    let of_format = |kind: &str, format: &str| {
        let mut schema = at.typed(kind);
        set_key(&mut schema, "format", at.text(format));
        schema
    };
    match name {
        "bool" => Some(at.typed("boolean")),
        "String" | "str" => Some(at.typed("string")),
        "f64" => Some(of_format("number", "double")),
        "f32" => Some(of_format("number", "float")),
        "char" => {
            let mut schema = at.typed("string");
            set_key(&mut schema, "minLength", at.number(1));
            set_key(&mut schema, "maxLength", at.number(1));
            Some(schema)
        }
        "serde_json::Value" => Some(Node::new(Value::Map(Default::default()), at.0)),
        integer => describe_integer(integer, at),
    }
}

/// The default of a number, a text or a flag.
pub(super) fn zero_of(name: &str, at: At) -> Option<Node> {
    match name {
        "bool" => Some(at.flag(false)),
        "String" | "str" => Some(at.text("")),
        "f32" | "f64" => Some(at.number(0)),
        integer => {
            let is_integer = INTEGERS.iter().any(|row| row.0 == integer);
            is_integer.then(|| at.number(0))
        }
    }
}
