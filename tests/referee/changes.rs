//! What toolc reports about a changed tool: according to the reference validator, the value that is no longer
//! valid was valid before, and what is said to have stayed valid still is.

use crate::arguments::Generator;
use crate::formats::{options, spell_out_numeric_formats};
use crate::random::Random;
use crate::skip;
use jsonschema::Validator;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Number of valid values of the older schema that are tried if all of them are said to be still accepted.
pub const TRIED: usize = 1_000;

/// The two schemas of each tool that exists in both versions.
type Pairs = HashMap<String, [Validator; 2]>;

#[test]
fn changes_of_servers_are_as_the_referee_says() {
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    let folder = corpus.join("drift/mcp");
    let mut versions: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let (server, _) = name.rsplit_once("__").expect("a version");
        versions.entry(server.to_owned()).or_default().push(path);
    }
    let mut tally = Tally::default();
    for (server, mut paths) in versions {
        paths.sort();
        for pair in paths.windows(2) {
            compare(&server, &pair[0], &pair[1], &mut tally);
        }
    }
    eprintln!("{tally:?}");
    assert!(tally.changed > 250, "{tally:?}");
    let decided = tally.lost + tally.kept;
    assert!(decided * 100 >= tally.changed * 95, "{tally:?}");
}

#[derive(Debug, Default)]
struct Tally {
    changed: usize,
    lost: usize,
    gained: usize,
    kept: usize,
}

fn compare(server: &str, old: &Path, new: &Path, tally: &mut Tally) {
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("changes_{server}"));
    let _ = fs::remove_dir_all(&work);
    // the namespace is that of the file, so a tool has the same name on both sides
    for (side, path) in [("old", old), ("new", new)] {
        fs::create_dir_all(work.join(side)).expect("a folder");
        fs::copy(path, work.join(side).join("server.mcp.json")).expect("a copy");
    }
    let said = run_diff(&work);
    let pairs = pairs_of(old, new);
    for finding in said["diagnostics"].as_array().expect("a list") {
        let message = finding["message"].as_str().expect("a message");
        let class = finding["class"].as_str().unwrap_or_default();
        let is_change = class.starts_with("input-") && !message.contains("fingerprint");
        let name = message
            .split_once("the input of `server::")
            .and_then(|(_, rest)| rest.split_once('`'));
        let Some((name, _)) = name.filter(|_| is_change) else {
            continue;
        };
        tally.changed += 1;
        let label = finding["labels"][0]["text"].as_str().unwrap_or_default();
        let [older, newer] = &pairs[name];
        if class == "input-breaking" {
            assert!(
                label.contains("no longer valid: `"),
                "{server} {name}: {message}"
            );
        }
        if let Some(value) = value_after(label, "no longer valid: `") {
            assert_eq!(class, "input-breaking", "{server} {name}: {message}");
            tally.lost += 1;
            assert!(older.is_valid(&value), "{server} {name}: {label}");
            assert!(!newer.is_valid(&value), "{server} {name}: {label}");
        }
        if let Some(value) = value_after(label, "valid now: `") {
            tally.gained += 1;
            assert!(!older.is_valid(&value), "{server} {name}: {label}");
            assert!(newer.is_valid(&value), "{server} {name}: {label}");
        }
        if label.contains("every call that was valid still is") {
            let is_kept = ["input-compatible", "input-equivalent"].contains(&class);
            assert!(is_kept, "{server} {name}: {message}");
            tally.kept += 1;
            let mut random = Random::new(tally.kept as u64);
            let schema = &schemas_of(old)[name];
            for _ in 0..TRIED {
                let value = Generator::new(schema, &mut random).valid();
                let is_kept = !older.is_valid(&value) || newer.is_valid(&value);
                assert!(is_kept, "{server} {name}: {value}");
            }
        }
    }
    let _ = fs::remove_dir_all(&work);
}

/// Every schema of a file of the JSON Schema Test Suite is changed to every other one. A value that is
/// reported as no longer possible was possible and is not any more, and no instance of the file contradicts a
/// proof.
#[test]
fn proofs_hold_for_the_instances_of_the_suite() {
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    let folder = corpus.join("json-schema-test-suite/tests/draft2020-12");
    let mut counts = [0, 0, 0];
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            change_schemas(&path, &mut counts);
        }
    }
    let [lost, kept, open] = counts;
    eprintln!("{lost} shown, {kept} proved, {open} undecided");
    assert!(lost > 1_000 && kept > 300, "{counts:?}");
}

fn change_schemas(path: &Path, counts: &mut [usize; 3]) {
    let groups = fs::read_to_string(path).expect("a file of the suite");
    let groups: Vec<Value> = serde_json::from_str(&groups).expect("JSON");
    let schemas: Vec<(&Value, Validator)> = groups
        .iter()
        .filter_map(|group| {
            let schema = &group["schema"];
            // the reference validator accepts almost any text for these two
            if ["idn-email", "idn-hostname"]
                .map(Some)
                .contains(&schema["format"].as_str())
            {
                return None;
            }
            let validator = options(crate::draft_of(schema)).build(schema).ok()?;
            Some((schema, validator))
        })
        .collect();
    let instances: Vec<&Value> = groups
        .iter()
        .flat_map(|group| group["tests"].as_array().expect("tests"))
        .map(|test| &test["data"])
        .collect();
    let pairs: Vec<(usize, usize)> = (0..schemas.len())
        .flat_map(|old| (0..schemas.len()).map(move |new| (old, new)))
        .filter(|(old, new)| old != new)
        .collect();
    let snapshot = |side: &dyn Fn(&(usize, usize)) -> usize| {
        let tools = pairs.iter().map(|pair| {
            serde_json::json!({
                "name": format!("t_{}_{}", pair.0, pair.1),
                "description": "Changes.",
                "inputSchema": { "type": "object" },
                "outputSchema": schemas[side(pair)].0,
            })
        });
        serde_json::json!({ "tools": tools.collect::<Vec<_>>() }).to_string()
    };
    let stem = path.file_stem().expect("a name").to_string_lossy();
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("proofs_{stem}"));
    for (side, text) in [
        ("old", snapshot(&|pair| pair.0)),
        ("new", snapshot(&|pair| pair.1)),
    ] {
        fs::create_dir_all(work.join(side)).expect("a folder");
        fs::write(work.join(side).join("server.mcp.json"), text).expect("written");
        // schemas of results that are not shown are compared by their fingerprints alone
        let config = "tools: { registry: [{ type: mcp, snapshot: server.mcp.json, namespace: server, output: show }] }";
        fs::write(work.join(side).join("toolc.yaml"), config).expect("written");
    }
    let said = run_diff(&work);
    for finding in said["diagnostics"].as_array().expect("a list") {
        let message = finding["message"].as_str().expect("a message");
        let Some((_, rest)) = message.split_once("the output of `server::t_") else {
            continue;
        };
        let (name, _) = rest.split_once('`').expect("the end of a name");
        let (old, new) = name.split_once('_').expect("two numbers");
        let number = |text: &str| text.parse::<usize>().expect("a number");
        let (old, new) = (&schemas[number(old)], &schemas[number(new)]);
        let label = finding["labels"][0]["text"].as_str().unwrap_or_default();
        let told = format!("{stem}: {} to {}: {label}", old.0, new.0);
        if let Some(value) = value_after(label, "no longer possible: `") {
            counts[0] += 1;
            assert!(old.1.is_valid(&value) && !new.1.is_valid(&value), "{told}");
        } else if label.contains("every result that was possible still is") {
            counts[1] += 1;
            let lost = instances
                .iter()
                .find(|instance| old.1.is_valid(instance) && !new.1.is_valid(instance));
            assert_eq!(lost, None, "{told}");
        } else {
            counts[2] += 1;
        }
    }
    let _ = fs::remove_dir_all(&work);
}

/// Runs `toolc diff` on the folders `old` and `new` of the given folder.
pub fn run_diff(work: &Path) -> Value {
    let mut toolc = Command::new(env!("CARGO_BIN_EXE_toolc"));
    let output = toolc
        .current_dir(work)
        .args(["diff", "old", "new", "--format", "json"])
        .output()
        .expect("toolc runs");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Returns the value that follows some words.
pub fn value_after(label: &str, words: &str) -> Option<Value> {
    let (_, rest) = label.split_once(words)?;
    let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
    // a truncated value is not judged
    values.next()?.ok()
}

fn schemas_of(path: &Path) -> HashMap<String, Value> {
    let text = fs::read_to_string(path).expect("a snapshot");
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    let tools = answer["result"]["tools"].as_array().expect("tools").clone();
    let name = |tool: &Value| tool["name"].as_str().expect("a name").to_owned();
    tools
        .into_iter()
        .map(|tool| (name(&tool), tool["inputSchema"].clone()))
        .collect()
}

fn pairs_of(old: &Path, new: &Path) -> Pairs {
    let newer = schemas_of(new);
    let both = schemas_of(old).into_iter().filter_map(|(name, schema)| {
        let pair = [schema, newer.get(&name)?.clone()].map(|mut schema| {
            let draft = crate::draft_of(&schema);
            spell_out_numeric_formats(&mut schema);
            options(draft).build(&schema).expect("a schema")
        });
        Some((name, pair))
    });
    both.collect()
}
