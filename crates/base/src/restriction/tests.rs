//! Which keys count as restrictions, in which spellings and with which values.

use super::*;
use crate::diagnostic::suggest::nearest;
use crate::source::{SourceId, Span};

#[test]
fn a_key_is_found_in_every_spelling() {
    for key in ["readOnly", "read_only", "READ-ONLY", "readonly"] {
        assert!(find_restriction(OF_TOOL, key).is_some(), "{key}");
    }
    for key in ["x-path", "x-toolc-path", "x-Sandbox"] {
        assert!(find_extension(OF_WORKER, key).is_some(), "{key}");
    }
    for key in ["path", "x-team", "x-rust-type"] {
        assert!(find_extension(OF_TOOL, key).is_none(), "{key}");
    }
}

#[test]
fn a_misspelt_extension_is_found() {
    let resembles = |key: &str, word: &str| {
        find_misspelt_extension(key, nearest).is_some_and(|row| row.keys.contains(&word))
    };
    assert!(resembles("x-secrt", "secret") && resembles("x-aproval", "approval"));
    for key in ["x-team", "x-pth", "x-internal-id", "secrt"] {
        assert!(find_misspelt_extension(key, nearest).is_none(), "{key}");
    }
}

#[test]
fn a_value_may_restrict_nothing() {
    let node = |value| Node::new(value, Span::file(SourceId(0)));
    let idle = |key, value| find_restriction(OF_TOOL, key).map(|row| row.is_idle(&node(value)));
    let word = |word: &str| Value::String(word.to_owned());
    let one = || Value::List(vec![node(word("a"))]);
    for (key, value) in [
        ("execution", word("llm")),
        ("disabled", Value::Bool(false)),
        ("enabled", Value::Bool(true)),
        ("scopes", Value::List(Vec::new())),
        ("timeout", Value::Null),
    ] {
        assert_eq!(idle(key, value), Some(true), "{key}");
    }
    for (key, value) in [
        ("execution", word("manual")),
        ("disabled", Value::Bool(true)),
        ("enabled", Value::Bool(false)),
        ("allowed", Value::Bool(false)),
        ("scopes", one()),
        ("timeout", Value::Number("0".into())),
    ] {
        assert_eq!(idle(key, value), Some(false), "{key}");
    }
}
