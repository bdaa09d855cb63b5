//! The documentation of the three file formats and the editor schemas mention exactly the keys that are read.

use crate::read::config::kinds::KINDS;
use crate::read::config::{ENTRY_KEYS, TOP_KEYS};
use crate::read::entry::keys::other_keys;
use crate::read::entry::{INPUT_KEYS, OUTPUT_KEYS};
use crate::read::worker::{WORKER_KEYS, module, toolset};
use serde_json::Value;
use std::collections::BTreeSet;
use toolc_model::model::Target;
use toolc_model::model::engine::{
    HTTP_SETTINGS, LM_SETTINGS, MCP_SETTINGS, MOCK_SETTINGS, list_keys,
};
use toolc_model::model::toolset::list_keys as list_toolset_keys;
use toolc_runtime::definition::EXTRAS;

const TOOL_FILES: &str = include_str!("../../../../../docs/tool-files.md");
const WORKERS: &str = include_str!("../../../../../docs/workers.md");
const TOOLSETS: &str = include_str!("../../../../../docs/toolsets.md");
const SIMULATE: &str = include_str!("../../../../../docs/simulate.md");
const CONFIGURATION: &str = include_str!("../../../../../docs/configuration.md");

fn tool_keys() -> Vec<&'static str> {
    let of_schemas = INPUT_KEYS.iter().chain(OUTPUT_KEYS).copied();
    let extras = EXTRAS.iter().map(|(key, _)| *key);
    of_schemas.chain(other_keys()).chain(extras).collect()
}

#[test]
fn the_pages_name_every_key_and_no_other() {
    let tool = tool_keys();
    let http: Vec<&str> = list_keys(HTTP_SETTINGS).collect();
    let mcp: Vec<&str> = list_keys(MCP_SETTINGS).collect();
    let mock: Vec<&str> = list_keys(MOCK_SETTINGS).collect();
    let lm: Vec<&str> = list_keys(LM_SETTINGS).collect();
    let kinds = KINDS.iter().flat_map(|kind| kind.keys).copied();
    let entry: Vec<&str> = ENTRY_KEYS.iter().copied().chain(kinds).collect();
    let files = [list_toolset_keys("filesystem"), vec!["tools", "read_only"]].concat();
    let commands = [list_toolset_keys("shell"), vec!["approval"]].concat();
    let tables: &[(&str, &str, &[&str])] = &[
        (TOOL_FILES, "Keys of a tool", &tool),
        (WORKERS, "Keys of a worker", WORKER_KEYS),
        (WORKERS, "Keys of a toolset", toolset::KEYS),
        (TOOLSETS, "Files", &files),
        (TOOLSETS, "Commands", &commands),
        (CONFIGURATION, "Keys at the top", TOP_KEYS),
        (CONFIGURATION, "Registry entries", &entry),
        (CONFIGURATION, "Engines", &http),
        (CONFIGURATION, "Engines of MCP servers", &mcp),
        (SIMULATE, "Engines of type `mock`", &mock),
        (SIMULATE, "Engines of type `lm`", &lm),
    ];
    for (page, heading, keys) in tables {
        let (_, section) = page
            .split_once(&format!("\n## {heading}\n"))
            .unwrap_or_else(|| panic!("no section {heading}"));
        let section = section.split("\n## ").next().unwrap_or("");
        for key in *keys {
            assert!(section.contains(&format!("`{key}`")), "{heading}: `{key}`");
        }
        // Only the first table: further ones are about something else.
        let rows = section.lines().skip_while(|line| !line.starts_with("|---"));
        for row in rows.skip(1).take_while(|line| line.starts_with('|')) {
            let key = row.split('`').nth(1).unwrap_or("");
            let is_known = keys.contains(&key) || key.starts_with("x-");
            assert!(is_known, "{heading}: `{key}` is not read");
        }
    }
}

#[test]
fn the_schemas_name_every_key_and_no_other() {
    let tool = tool_keys();
    let http: Vec<&str> = list_keys(HTTP_SETTINGS).collect();
    let mcp: Vec<&str> = list_keys(MCP_SETTINGS).collect();
    let mock: Vec<&str> = list_keys(MOCK_SETTINGS).collect();
    let lm: Vec<&str> = list_keys(LM_SETTINGS).collect();
    let tools = include_str!("../../../schemas/tools.json");
    let worker = include_str!("../../../schemas/worker.json");
    let config = include_str!("../../../schemas/config.json");
    let toolset = [toolset::KEYS, module::KEYS].concat();
    // the program does not make the handlers of these
    let is_of_built_in = |key: &&str| !["config", "mount", "optional"].contains(key);
    let [files, commands] = ["filesystem", "shell"].map(|name| {
        let common = toolset::KEYS.iter().copied().filter(is_of_built_in);
        common.chain(list_toolset_keys(name)).collect::<Vec<_>>()
    });
    let cases: &[(&str, &str, &[&str])] = &[
        (tools, "/$defs/tool", &tool),
        (worker, "", WORKER_KEYS),
        (worker, "/$defs/toolset", &toolset),
        (worker, "/$defs/filesystem", &files),
        (worker, "/$defs/shell", &commands),
        (config, "", TOP_KEYS),
        (config, "/$defs/engine/oneOf/0", &http),
        (config, "/$defs/engine/oneOf/1", &mcp),
        (config, "/$defs/engine/oneOf/2", &mock),
        (config, "/$defs/engine/oneOf/3", &lm),
    ];
    for (schema, place, keys) in cases {
        let schema: Value = serde_json::from_str(schema).expect("JSON");
        compare_keys(&schema, place, keys);
    }
    let config: Value = serde_json::from_str(config).expect("JSON");
    let named = |place: &str| -> BTreeSet<&str> {
        let names = config.pointer(place).and_then(Value::as_array);
        names
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect()
    };
    let all: BTreeSet<&str> = Target::names().collect();
    let is_strict = |name: &&str| name.ends_with("-strict");
    let strict: BTreeSet<&str> = all.iter().copied().filter(is_strict).collect();
    assert_eq!(named("/properties/targets/items/enum"), all);
    assert_eq!(named("/properties/exports/propertyNames/enum"), strict);
    for (index, kind) in KINDS.iter().enumerate() {
        let keys = [ENTRY_KEYS, kind.keys].concat();
        compare_keys(&config, &format!("/$defs/entry/oneOf/{index}"), &keys);
    }
}

fn compare_keys(schema: &Value, place: &str, keys: &[&str]) {
    let properties = schema.pointer(&format!("{place}/properties"));
    let properties = properties.and_then(Value::as_object).expect(place);
    let named: BTreeSet<&str> = properties.keys().map(String::as_str).collect();
    assert_eq!(named, keys.iter().copied().collect(), "{place}");
}
