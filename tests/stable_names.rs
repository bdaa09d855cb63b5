//! A spec grows, and the existing types keep their names: code that uses them still compiles.

#[path = "support/lenient.rs"]
mod lenient;
#[path = "support/skip.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod skip;

use lenient::lenient;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use toolc::compile::{Options, compile};
use toolc::diagnostic::Diagnostics;
use toolc::load::load_sources;

/// The types of a module.
#[derive(Debug, Default)]
struct Module {
    /// The fields of structs and the variants of enums, as text.
    types: HashMap<String, BTreeMap<String, String>>,
    aliases: HashMap<String, String>,
}

impl Module {
    fn of(name: &str, tools: &[Value]) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join("stable_names")
            .join(name);
        fs::create_dir_all(&folder).expect("a folder");
        let text = json!({"ns": tools}).to_string();
        fs::write(folder.join("tools.json"), text).expect("written");
        let mut diagnostics = Diagnostics::default();
        let loaded = load_sources(&mut diagnostics, &[folder]);
        let loaded = lenient(loaded);
        let outcome = compile(diagnostics, &loaded, &Options::default());
        let module = outcome
            .artifacts
            .iter()
            .find(|artifact| artifact.path == "tools/ns.rs");
        Self::parse(module.map_or("", |module| &module.text))
    }

    fn parse(text: &str) -> Self {
        let mut module = Module::default();
        let mut current = None;
        for line in text.lines() {
            let line = line.strip_prefix("pub ").unwrap_or(line);
            if let Some((name, of)) = line
                .strip_prefix("type ")
                .and_then(|rest| rest.split_once(" = "))
            {
                let of = of.trim_end_matches(';').to_owned();
                module.aliases.insert(name.to_owned(), of);
            } else if let Some(rest) = line.strip_prefix("struct ").or(line.strip_prefix("enum ")) {
                let name = rest.split([' ', ';', '{']).next().unwrap_or_default();
                module.types.entry(name.to_owned()).or_default();
                current = rest.ends_with('{').then(|| name.to_owned());
            } else if line == "}" {
                current = None;
            } else if let Some(name) = &current
                && !line.trim_start().starts_with(['/', '#'])
            {
                let part = line.trim().trim_end_matches(',');
                let (part, of) = part.split_once([':', '(']).unwrap_or((part, ""));
                let fields = module.types.entry(name.clone()).or_default();
                fields.insert(part.to_owned(), of.to_owned());
            }
        }
        module
    }

    fn names(&self) -> impl Iterator<Item = &String> {
        self.types.keys().chain(self.aliases.keys())
    }

    fn resolve<'n>(&'n self, name: &'n str) -> &'n str {
        self.aliases.get(name).map_or(name, String::as_str)
    }

    /// Returns a type's text with every alias in it resolved.
    fn canonical(&self, text: &str) -> String {
        let mut out = String::new();
        let is_name = |char: char| char.is_ascii_alphanumeric() || char == '_';
        let mut rest = text;
        while let Some(start) = rest.find(is_name) {
            let (sign, after) = rest.split_at(start);
            let end = after.find(|char| !is_name(char)).unwrap_or(after.len());
            out.push_str(sign);
            out.push_str(self.resolve(&after[..end]));
            rest = &after[end..];
        }
        out + rest
    }

    /// Returns what code written for `self` no longer finds in `grown`.
    fn lost(&self, grown: &Module) -> Vec<String> {
        let mut lost = Vec::new();
        for name in self.names() {
            let Some(now) = grown.types.get(grown.resolve(name)) else {
                // A result may be a list or any JSON: then its name is an alias of a type that is not in this
                // module.
                let of = self.aliases.get(name).map(|of| grown.canonical(of));
                let is = grown.aliases.get(name).map(|is| grown.canonical(is));
                if of.is_some() && of == is {
                    continue;
                }
                lost.push(format!("the type {name}"));
                continue;
            };
            let before = self.types.get(self.resolve(name));
            for (part, of) in before.into_iter().flatten() {
                let of = grown.canonical(of);
                let found = now.get(part).map(|of| grown.canonical(of));
                if found.as_ref() != Some(&of) {
                    lost.push(format!("{name}.{part}: {of}, is {found:?}"));
                }
            }
        }
        lost
    }
}

/// A generator of pseudorandom numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit
    }
}

/// A tool with nested objects, enumerations and definitions, all of which other tools may have too.
fn tool(name: &str, numbers: &mut Numbers) -> Value {
    let pool = [
        json!({"type": "object", "properties": {"sort": {"enum": ["asc", "desc"]}, "limit": {"type": "integer"}}}),
        json!({"enum": ["asc", "desc"]}),
        json!({"type": "array", "items": {"type": "object", "properties": {"x": {"type": "number"}}}}),
        json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        json!({"anyOf": [{"type": "string", "maxLength": 9}, {"type": "integer", "minimum": 0}]}),
        json!({"anyOf": [{"type": "object", "properties": {"a": {"const": "b"}}, "required": ["a"]}, {"type": "boolean"}, {"type": "null"}]}),
        json!({"$ref": "#/$defs/Place"}),
        json!({"$ref": "#/$defs/Route"}),
        json!({"type": "string"}),
    ];
    let mut properties = serde_json::Map::new();
    for field in ["filter", "order", "from", "to", "by"] {
        if numbers.below(4) > 0 {
            properties.insert(field.to_owned(), pool[numbers.below(pool.len())].clone());
        }
    }
    let definitions = json!({
        "Place": {"type": "object", "properties": {"name": {"type": "string"}, "kind": {"enum": ["city", "land"]}}},
        "Route": {"type": "object", "properties": {"from": {"$ref": "#/$defs/Place"}, "next": {"$ref": "#/$defs/Route"}}}
    });
    let mut tool = json!({
        "name": name,
        "parameters": {"type": "object", "properties": properties, "$defs": definitions}
    });
    if numbers.below(4) > 0 {
        let mut result = pool[numbers.below(pool.len())].clone();
        result["$defs"] = definitions;
        tool["output_parameters"] = result;
    }
    tool
}

#[test]
fn the_result_of_every_tool_has_a_name() {
    let result = |name: &str, schema: Value| json!({"name": name, "parameters": {"type": "object"}, "output_parameters": schema});
    let place = json!({"$ref": "#/$defs/Place", "$defs": {"Place": {"type": "object", "properties": {"x": {}}}}});
    let tools = [
        json!({"name": "say", "parameters": {"type": "object"}}),
        result("count", json!({"type": "integer"})),
        result(
            "list",
            json!({"type": "array", "items": {"type": "object", "properties": {"a": {}}}}),
        ),
        result("find", place),
        result("read", json!({"type": "object", "properties": {"b": {}}})),
        // Their types already have the names that the types of results would get.
        json!({"name": "say_output", "parameters": {"type": "object"}}),
        json!({"name": "keep", "parameters": {"type": "object",
            "properties": {"c": {"$ref": "#/$defs/CountOutput"}},
            "$defs": {"CountOutput": {"type": "object", "properties": {"d": {}}}}}}),
    ];
    let module = Module::of("results", &tools);
    let expected = [
        ("FindOutput", "Place"),
        ("KeepOutput", "rt::Json"),
        ("ListOutput", "Vec<ListOutputItem>"),
        ("SayOutputOutput", "rt::Json"),
    ];
    let aliases = module.aliases.iter().map(|(name, of)| (&**name, &**of));
    let mut found: Vec<_> = aliases
        .filter(|(name, _)| !name.ends_with("Args"))
        .collect();
    found.sort_unstable();
    assert_eq!(found, expected);
    for name in ["ReadOutput", "SayOutput", "CountOutput"] {
        assert!(module.types.contains_key(name), "{name}");
    }
}

#[test]
fn tools_before_between_and_after_take_no_name_away() {
    let mut numbers = Numbers(7);
    let mut aliases = 0;
    for round in 0..25 {
        let mut tools: Vec<Value> = (0..4)
            .map(|index| tool(&format!("old_{index}"), &mut numbers))
            .collect();
        let before = Module::of("before", &tools);
        for index in 0..4 {
            let new = tool(&format!("new_{index}"), &mut numbers);
            tools.insert(numbers.below(tools.len() + 1), new);
        }
        let after = Module::of("after", &tools);
        aliases += after.aliases.len();
        let lost = before.lost(&after);
        assert!(lost.is_empty(), "round {round}: {lost:#?}");
    }
    assert!(aliases > 25, "the tools share no types");
}

#[test]
fn properties_and_definitions_take_no_name_away() {
    let mut numbers = Numbers(11);
    for round in 0..25 {
        let tools: Vec<Value> = (0..4)
            .map(|index| tool(&format!("old_{index}"), &mut numbers))
            .collect();
        let before = Module::of("fields_before", &tools);
        let mut grown = tools.clone();
        for old in &mut grown {
            let new = tool("new", &mut numbers);
            let schema = &mut old["parameters"];
            schema["$defs"]["Extra"] = schema["$defs"]["Place"].clone();
            let mut properties = serde_json::Map::new();
            for (name, value) in new["parameters"]["properties"].as_object().expect("a map") {
                properties.insert(format!("a_{name}"), value.clone());
            }
            properties.insert("extra".to_owned(), json!({"$ref": "#/$defs/Extra"}));
            let own = schema["properties"].as_object().expect("a map").clone();
            properties.extend(own);
            schema["properties"] = Value::Object(properties);
        }
        let lost = before.lost(&Module::of("fields_after", &grown));
        assert!(lost.is_empty(), "round {round}: {lost:#?}");
    }
}

/// Real tools, where each server's tools are compiled with those of the next one. Set `TOOLC_CORPUS` to run
/// it.
#[test]
fn real_tools_keep_their_names_among_others() {
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    let mut files: Vec<PathBuf> = fs::read_dir(corpus.join("mcp"))
        .expect("a folder")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    files.sort();
    assert!(files.len() > 1, "no snapshots in the corpus");
    let servers: Vec<Vec<Value>> = files.iter().filter_map(|path| tools_of(path)).collect();
    let tools: usize = servers.iter().map(Vec::len).sum();
    assert!(tools > 100, "{tools} tools in the corpus");
    let mut numbers = Numbers(3);
    let mut moved = Vec::new();
    for (server, others) in servers.iter().zip(servers.iter().skip(1)) {
        let before = Module::of("real_before", server);
        let mut grown = server.clone();
        for other in others {
            grown.insert(numbers.below(grown.len() + 1), other.clone());
        }
        moved.extend(before.lost(&Module::of("real_after", &grown)));
    }
    assert!(moved.is_empty(), "{moved:#?}");
}

fn tools_of(path: &Path) -> Option<Vec<Value>> {
    let text = fs::read_to_string(path).ok()?;
    let value: Value = serde_json::from_str(&text).ok()?;
    let tools = value
        .get("tools")
        .or_else(|| value.get("result")?.get("tools"))?;
    let renamed = |tool: &Value| {
        let schema = tool.get("inputSchema")?.clone();
        Some(json!({"name": tool.get("name")?, "parameters": schema}))
    };
    Some(tools.as_array()?.iter().filter_map(renamed).collect())
}
