//! What peers generate from the same schemas: types by typify, checks by the macro of `jsonschema`.

use super::consumer::{Consumer, put};
use super::spec::{Form, Spec};
use crate::bench_build::process::cpu_within;
use crate::cargo::cargo_command;
use serde_json::{Map, Value};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use toolc::artifact::Artifact;
use toolc_model::model::{Catalog, SchemaText};

/// A program that writes typify's types for a document of definitions. It first tries each tool separately,
/// so that one that typify cannot convert does not affect the others.
const PROGRAM: &str = include_str!("typify.rs.txt");

const PROGRAM_DEPENDENCIES: &str = "\
typify = \"=0.8.0\"\nschemars = \"0.8\"\nserde_json = \"1\"\nprettyplease = \"0.2\"\nsyn = \"2\"\n";

const TYPES_DEPENDENCIES: &str = "\
serde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\nregress = \"0.10\"\n\
chrono = { version = \"0.4\", default-features = false, features = [\"serde\", \"std\"] }\n\
uuid = { version = \"1\", features = [\"serde\"] }\n";

const MACRO_DEPENDENCIES: &str = "\
jsonschema = { version = \"0.60\", default-features = false, features = [\"macros\"] }\nserde_json = \"1\"\n";

/// What typify generates for the arguments of a spec.
pub struct Typify {
    /// A crate with the types.
    pub consumer: Consumer,
    /// The CPU seconds to write them, once it is known which tools typify can convert.
    pub seconds: f64,
    /// How many tools it can convert.
    pub tools: usize,
}

/// Longer than typify may take.
const PATIENCE: Duration = Duration::from_secs(900);

/// Types by typify.
pub fn typify(folder: &Path, spec: &Spec) -> Result<Typify, String> {
    let checked = spec.check(Form::ARGUMENTS)?;
    let document = definitions(checked.catalog())?;
    let program = folder.join("typify-program");
    let main = Artifact {
        path: "main.rs".to_owned(),
        text: PROGRAM.to_owned(),
    };
    put(&program.join("schemas.json"), &document.to_string())?;
    Consumer::write(program.clone(), PROGRAM_DEPENDENCIES, &[main])?;
    let manifest = program.join("Cargo.toml");
    let text = read(&manifest)?;
    let text = text.replace("[lib]\npath = \"src/lib.rs\"\n\n", "");
    put(&manifest, &text)?;
    let mut build = cargo_command();
    build
        .current_dir(&program)
        .args(["build", "--quiet", "--release"])
        .env("CARGO_TARGET_DIR", program.join("target"));
    cpu_within(build, PATIENCE)?;
    let run = |what: &str| {
        let mut command = Command::new(program.join("target/release/consumer"));
        command.current_dir(&program).arg(what);
        cpu_within(command, PATIENCE)
    };
    run("choose")?;
    let seconds = run("write")?;
    let kept: Map<String, Value> = serde_json::from_str(&read(&program.join("kept.json"))?)
        .map_err(|error| error.to_string())?;
    let library = Artifact {
        path: "lib.rs".to_owned(),
        text: format!("#![allow(warnings)]\n{}", read(&program.join("types.rs"))?),
    };
    Ok(Typify {
        consumer: Consumer::write(folder.join("typify"), TYPES_DEPENDENCIES, &[library])?,
        seconds,
        tools: kept.keys().filter(|name| name.starts_with("Tool")).count(),
    })
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// One document with the definitions and tools of a catalog, all with different names.
fn definitions(catalog: &Catalog) -> Result<Value, String> {
    let mut all = Map::new();
    for (index, definition) in catalog.definitions.iter().enumerate() {
        all.insert(
            name(catalog, index),
            rewritten(catalog, &definition.schema)?,
        );
    }
    for (index, tool) in catalog.tools.iter().enumerate() {
        all.insert(
            format!("Tool{index}Args"),
            rewritten(catalog, &tool.input_text)?,
        );
    }
    Ok(Value::Object(all))
}

fn name(catalog: &Catalog, index: usize) -> String {
    let plain = |letter: char| {
        if letter.is_ascii_alphanumeric() {
            letter
        } else {
            '_'
        }
    };
    let name: String = catalog.definitions[index].name.chars().map(plain).collect();
    format!("D{index}_{name}")
}

/// A schema whose references point to the definitions of the document.
fn rewritten(catalog: &Catalog, schema: &SchemaText) -> Result<Value, String> {
    let mut value = serde_json::from_str(&schema.text).map_err(|error| error.to_string())?;
    redirect(catalog, &schema.uses, &mut value);
    Ok(value)
}

fn redirect(catalog: &Catalog, uses: &[usize], value: &mut Value) {
    match value {
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| redirect(catalog, uses, item)),
        Value::Object(map) => {
            for (key, inner) in map.iter_mut() {
                let target = inner
                    .as_str()
                    .and_then(|text| text.strip_prefix("#/$defs/"));
                let target = target.filter(|_| key == "$ref").map(|name| {
                    let name = name.replace("~1", "/").replace("~0", "~");
                    uses.iter()
                        .find(|index| catalog.definitions[**index].name == name)
                });
                match target.flatten() {
                    Some(index) => {
                        *inner = format!("#/definitions/{}", name(catalog, *index)).into();
                    }
                    None => redirect(catalog, uses, inner),
                }
            }
        }
        _ => {}
    }
}

/// A crate with a validator for each tool.
pub fn jsonschema(folder: &Path, spec: &Spec) -> Result<Consumer, String> {
    let checked = spec.check(Form::ARGUMENTS)?;
    let catalog = checked.catalog();
    let mut text = "#![allow(warnings)]\n".to_owned();
    for (index, tool) in catalog.tools.iter().enumerate() {
        let schema = catalog.compose_text(&tool.input_text);
        text.push_str(&format!(
            "#[jsonschema::validator(schema = {schema:?}, validate_formats = true)]\npub struct Tool{index};\n"
        ));
    }
    let library = Artifact {
        path: "lib.rs".to_owned(),
        text,
    };
    Consumer::write(folder.join("jsonschema"), MACRO_DEPENDENCIES, &[library])
}
