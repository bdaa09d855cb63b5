//! Peers that take long to build: other parsers with the same derive, the argument path of an MCP server, and
//! the validators that `jsonschema` generates at compile time.

use crate::harness::Group;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Adds other ways to read the same arguments; none of them validates.
pub fn readers<P: DeserializeOwned + 'static>(group: Group, text: &'static str) -> Group {
    group
        .with("sonic-rs", move || sonic_rs::from_str::<P>(text).is_ok())
        .with("simd-json", move || {
            // It parses in place, so it needs its own copy of the text.
            let mut bytes = text.as_bytes().to_vec();
            simd_json::serde::from_slice::<P>(&mut bytes).is_ok()
        })
        .with("rmcp", move || {
            let object = serde_json::from_str(text).ok()?;
            rmcp::handler::server::tool::parse_json_object::<P>(object).ok()
        })
}

/// The validator that `jsonschema` generated for the case, if there is one.
pub fn generated(case: &str) -> fn(&Value) -> bool {
    validators(case).unwrap_or(|_| false)
}

macro_rules! validators {
    ($($case:literal $name:ident $path:literal;)*) => {
        $(
            #[jsonschema::validator(path = $path, draft = Draft202012, validate_formats = true)]
            struct $name;
        )*

        fn validators(case: &str) -> Option<fn(&Value) -> bool> {
            match case {
                $($case => Some($name::is_valid),)*
                _ => None,
            }
        }
    };
}

validators! {
    "a" A "cases/a.schema.json";
    "b" B "cases/b.schema.json";
    "c" C "cases/c.schema.json";
    "d" D "cases/d.schema.json";
    "e" E "cases/e.schema.json";
    "f" F "cases/f.schema.json";
    "g" G "cases/g.schema.json";
    "h" H "cases/h.schema.json";
    "i" I "cases/i.schema.json";
    "j" J "cases/j.schema.json";
    "k" K "cases/k.schema.json";
    "l" L "cases/l.schema.json";
    "m" M "cases/m.schema.json";
    "n" N "cases/n.schema.json";
}
