//! The pages of `docs/reference`: every key of every file, from the schemas that `toolc schema` prints. `TOOLC_BLESS=1` writes them.

use super::command::{Folder, stdout};
use serde_json::{Map, Value};
use std::fmt::Write;
use std::fs;

/// A kind of file: the name of its schema, its page, and the page that explains it.
const PAGES: &[(&str, &str, &str)] = &[
    ("tools", "tool-file", "tool-files.md"),
    ("worker", "worker-file", "workers.md"),
    ("config", "toolc-yaml", "configuration.md"),
];

#[test]
fn every_key_is_in_the_reference() {
    let folder = Folder::new("reference");
    for (kind, name, explained) in PAGES {
        let schema: Value =
            serde_json::from_str(&stdout(&folder.toolc(&["schema", kind]))).expect("a schema");
        let page = write_page(kind, explained, &schema);
        let path = format!("docs/reference/{name}.md");
        if std::env::var_os("TOOLC_BLESS").is_some() {
            fs::write(&path, &page).expect("written");
        }
        let found = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            found == page,
            "{path} differs: `cargo xtask bless` writes it"
        );
    }
}

fn write_page(kind: &str, explained: &str, schema: &Value) -> String {
    let title = text(schema, "title");
    let mut page = format!(
        "# Keys of {}\n\n{} [The page about it](../{explained}) explains them. This one is written by `cargo xtask bless`, from \
         what `toolc schema {kind}` prints.\n",
        title.replace("A ", "a ").replace(" of toolc", ""),
        text(schema, "description")
    );
    let forms = schema["anyOf"]
        .as_array()
        .filter(|_| schema["properties"].is_null());
    match forms {
        None => write_section(&mut page, "The file", schema),
        Some(forms) => {
            for form in forms {
                write_section(&mut page, text(form, "title"), form);
            }
        }
    }
    for (name, definition) in schema["$defs"].as_object().into_iter().flatten() {
        write_section(&mut page, name, definition);
    }
    page
}

/// A heading, what a value may be, and a table of its keys.
fn write_section(page: &mut String, heading: &str, schema: &Value) {
    let mut rows = Vec::new();
    collect_rows(schema, "", true, &mut rows);
    let told = text(schema, "description");
    let told = if told.is_empty() || heading == "The file" {
        String::new()
    } else {
        format!("{told} ")
    };
    write!(page, "\n## {heading}\n\n").expect("written");
    if rows.is_empty() || heading != "The file" {
        writeln!(page, "{told}The value: {}.", describe(schema)).expect("written");
    }
    if rows.is_empty() {
        return;
    }
    let gap = if page.ends_with("\n\n") { "" } else { "\n" };
    write!(page, "{gap}| key | value | what it says |\n|---|---|---|\n").expect("written");
    for [key, value, told] in rows {
        writeln!(page, "| `{key}` | {} | {} |", escape(&value), escape(&told)).expect("written");
    }
}

/// A row for each key, those of mappings within it included: `errors.NAME.message`. What one of several forms requires, the others
/// may not have.
fn collect_rows(schema: &Value, path: &str, is_only: bool, rows: &mut Vec<[String; 3]>) {
    let place = |key: &str| match path {
        "" => key.to_owned(),
        path => format!("{path}.{key}"),
    };
    for (key, value) in members(schema, "properties") {
        let mut told = text(value, "description").to_owned();
        if value["deprecated"] == true {
            told.push_str(" Another name is preferred.");
        }
        if is_only && required(schema, key) {
            told.push_str(" Required.");
        }
        rows.push([place(key), describe(value), told.trim().to_owned()]);
        collect_rows(value, &place(key), true, rows);
    }
    for (_, value) in members(schema, "patternProperties") {
        let told = text(value, "description").to_owned();
        rows.push([place("x-…"), describe(value), told]);
    }
    for inner in ["additionalProperties", "items"] {
        let mark = if inner == "items" { "[]" } else { ".NAME" };
        if schema[inner].is_object() && !path.is_empty() {
            collect_rows(&schema[inner], &format!("{path}{mark}"), true, rows);
        }
    }
    for form in ["anyOf", "oneOf", "allOf"]
        .into_iter()
        .flat_map(|word| list(&schema[word]))
    {
        collect_rows(form, path, false, rows);
    }
    let mut seen = Vec::new();
    rows.retain(|[key, _, _]| {
        let is_new = !seen.contains(key);
        seen.push(key.clone());
        is_new
    });
}

/// What a value may be, in words.
fn describe(schema: &Value) -> String {
    if let Some(name) = schema["$ref"]
        .as_str()
        .and_then(|path| path.rsplit('/').next())
    {
        return format!("[{name}](#{name})");
    }
    if let Some(value) = schema.get("const") {
        return format!("`{}`", plain(value));
    }
    if let Some(values) = schema["enum"].as_array() {
        let words = values.iter().map(|value| format!("`{}`", plain(value)));
        return words.collect::<Vec<_>>().join(", ");
    }
    let forms = ["anyOf", "oneOf"]
        .into_iter()
        .flat_map(|word| list(&schema[word]));
    let forms: Vec<String> = forms
        .map(describe)
        .filter(|form| form != "anything")
        .collect();
    if !forms.is_empty() && schema["properties"].is_null() {
        return distinct(forms).join("; or ");
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(word) => vec![word],
        several => list(several).filter_map(Value::as_str).collect(),
    };
    let words: Vec<String> = types
        .iter()
        .map(|word| describe_type(word, schema))
        .collect();
    match words.is_empty() {
        true if schema["properties"].is_object() => "a mapping".to_owned(),
        true => "anything".to_owned(),
        false => words.join("; or "),
    }
}

fn describe_type(word: &str, schema: &Value) -> String {
    match word {
        "array" if schema["items"].is_object() => match describe(&schema["items"]).as_str() {
            "a string" => "a list of strings".to_owned(),
            "a mapping" => "a list of mappings".to_owned(),
            inner => format!("a list; each item: {inner}"),
        },
        "array" => "a list".to_owned(),
        "object" if schema["additionalProperties"].is_object() => {
            let inner = describe(&schema["additionalProperties"]);
            format!("a mapping of names; each value: {inner}")
        }
        "object" => "a mapping".to_owned(),
        "boolean" => "`true` or `false`".to_owned(),
        "null" => "nothing".to_owned(),
        "integer" => "a whole number".to_owned(),
        "string" => match schema["pattern"].as_str() {
            Some("^[A-Za-z_][A-Za-z0-9_]*$") => "the name of a variable".to_owned(),
            Some(pattern) => format!("a string like `{pattern}`"),
            None => "a string".to_owned(),
        },
        word => format!("a {word}"),
    }
}

fn distinct(mut forms: Vec<String>) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    forms.retain(|form| {
        let is_new = !seen.contains(form);
        seen.push(form.clone());
        is_new
    });
    forms
}

fn members<'s>(schema: &'s Value, word: &str) -> impl Iterator<Item = (&'s String, &'s Value)> {
    schema[word].as_object().into_iter().flat_map(Map::iter)
}

fn required(schema: &Value, key: &str) -> bool {
    list(&schema["required"]).any(|name| name == key)
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text<'s>(schema: &'s Value, word: &str) -> &'s str {
    schema[word].as_str().unwrap_or_default()
}

fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// A text within a cell of a table.
fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
