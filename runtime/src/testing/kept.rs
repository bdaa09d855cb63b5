//! Keeps the schemas that schemars derives from types that toolc cannot read. A build reads the file.

use serde_core::Serialize;
use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};

/// What the file says of itself.
const COMMENT: &str =
    "Written by `cargo test schemas_of_rust_types`, by what schemars derives. Do not edit.";

/// The schema of a type.
#[derive(Debug)]
pub struct DerivedSchema {
    side: &'static str,
    name: &'static str,
    schema: Value,
}

impl DerivedSchema {
    /// The schema of a type of arguments or results. Generated tests call it.
    pub fn new(side: &'static str, name: &'static str, schema: &impl Serialize) -> Self {
        let mut schema = serde_json::to_value(schema).unwrap_or_default();
        if let Some(map) = schema.as_object_mut() {
            // they say what schemars is and how the type is called
            map.remove("$schema");
            map.remove("title");
        }
        limit_everywhere(&mut schema);
        DerivedSchema { side, name, schema }
    }
}

/// Keys below which there are values and no schemas.
const VALUES: &[&str] = &["const", "default", "enum", "examples"];

/// Writes the limits of numbers as JSON Schema has them, in place of the formats by which schemars calls them.
fn limit_everywhere(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            if map.contains_key("type") {
                limit_number(map);
            }
            for (key, value) in map {
                if !VALUES.contains(&key.as_str()) {
                    limit_everywhere(value);
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(limit_everywhere),
        _ => {}
    }
}

fn limit_number(map: &mut Map<String, Value>) {
    let format = map
        .get("format")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let limits: Option<[Value; 2]> = match format {
        "int8" => Some([i8::MIN.into(), i8::MAX.into()]),
        "int16" => Some([i16::MIN.into(), i16::MAX.into()]),
        "int32" => Some([i32::MIN.into(), i32::MAX.into()]),
        "int64" | "int" => Some([i64::MIN.into(), i64::MAX.into()]),
        "uint8" => Some([0.into(), u8::MAX.into()]),
        "uint16" => Some([0.into(), u16::MAX.into()]),
        "uint32" => Some([0.into(), u32::MAX.into()]),
        "uint64" | "uint" => Some([0.into(), u64::MAX.into()]),
        "float" | "double" => None,
        _ => return,
    };
    map.remove("format");
    if let Some([minimum, maximum]) = limits {
        // what an attribute says is narrower
        map.entry("minimum").or_insert(minimum);
        map.entry("maximum").or_insert(maximum);
    }
}

/// Asserts that the file beside a module has these schemas and no others. Otherwise writes it first, so that the next build
/// reads it. Generated tests call it.
///
/// # Panics
/// Panics if the file was not as it should be, or cannot be written.
pub fn keep_schemas(package: &str, module: &str, schemas: impl IntoIterator<Item = DerivedSchema>) {
    let file = match find_module(Path::new(package), module) {
        Some(module) => module.with_extension("schemas.json"),
        None => panic!("there is no `{module}` in `{package}` or in a folder above it"),
    };
    let text = write_schemas(schemas);
    let known = fs::read_to_string(&file).unwrap_or_default();
    if known.replace("\r\n", "\n") == text {
        return;
    }
    if let Err(error) = fs::write(&file, text) {
        panic!("`{}` cannot be written: {error}", file.display());
    }
    panic!(
        "`{}` was not up to date, and is written: commit it; the next build reads it",
        file.display()
    );
}

/// The module by its path as a build shows it: relative to the package, or to a folder above it where the build ran.
fn find_module(package: &Path, module: &str) -> Option<PathBuf> {
    let candidates = package.ancestors().map(|folder| folder.join(module));
    let mut found = candidates.filter(|path| path.is_file());
    found.next()
}

fn write_schemas(schemas: impl IntoIterator<Item = DerivedSchema>) -> String {
    let mut sides = Map::new();
    sides.insert("$comment".to_owned(), Value::from(COMMENT));
    for derived in schemas {
        let side = sides
            .entry(derived.side)
            .or_insert_with(|| Value::Object(Map::new()));
        if let Some(side) = side.as_object_mut() {
            side.insert(derived.name.to_owned(), derived.schema);
        }
    }
    let text = serde_json::to_string_pretty(&Value::Object(sides)).unwrap_or_default();
    text + "\n"
}
