//! What toolc reports about changed operations of an API: the same checks, using the schemas that it made of
//! both descriptions.

use crate::arguments::Generator;
use crate::changes::{TRIED, run_diff, value_after};
use crate::formats::{options, spell_out_numeric_formats};
use crate::generated::try_compile;
use crate::random::Random;
use crate::size::size;
use crate::skip;
use jsonschema::{Draft, Validator};
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;
use std::{env, fs};
use toolc::diagnostic::Diagnostics;
use toolc::load::load_sources;

/// Larger descriptions are only compared if `TOOLC_PAIR_BYTES` allows it.
const MAX_BYTES: usize = 500_000;

#[test]
fn changes_of_apis_are_as_the_referee_says() {
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    let most = size("TOOLC_PAIR_BYTES", MAX_BYTES) as u64;
    let list = fs::read_to_string(corpus.join("drift/openapi/pairs.json")).expect("the list");
    let list: Vec<Value> = serde_json::from_str(&list).expect("JSON");
    let mut tally = Tally::default();
    for pair in &list {
        let name = pair["name"].as_str().expect("a name");
        let side = |side: &str| corpus.join(pair[side]["file"].as_str().expect("a file"));
        let sides = [side("old"), side("new")];
        let is_small = |path: &Path| fs::metadata(path).expect("a file").len() <= most;
        if sides.iter().all(|path| is_small(path)) {
            compare(name, &sides, &mut tally);
            eprintln!("{name}: {tally:?}");
        }
    }
    assert!(tally.changed > 100 && tally.lost >= 40, "{tally:?}");
    assert_eq!(tally.open, 0, "{tally:?}");
}

/// The same for the test cases of oasdiff.
#[test]
fn changes_of_the_cases_of_oasdiff_are_as_the_referee_says() {
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    let folder = corpus.join("drift/oasdiff/checker");
    let mut tally = Tally::default();
    for entry in fs::read_dir(folder).expect("a folder") {
        let old = entry.expect("an entry").path();
        let name = old
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let new = old.with_file_name(name.replace("_base.", "_revision."));
        if new != old && new.is_file() {
            compare(&name, &[old, new], &mut tally);
        }
    }
    eprintln!("{tally:?}");
    assert!(tally.pairs > 100 && tally.lost > 50, "{tally:?}");
    assert!(tally.open <= 1, "{tally:?}");
}

/// The schemas of operations, as JSON and compiled.
pub type Schemas = HashMap<(&'static str, String), (Value, Validator)>;

/// How changes of one of the two schemas of an operation are reported.
struct Part {
    name: &'static str,
    lost: &'static str,
    gained: &'static str,
    kept: &'static str,
    /// Whether losing a value is the breaking change, rather than gaining one.
    lost_breaks: bool,
}

const PARTS: &[Part] = &[
    Part {
        name: "input",
        lost: "no longer valid: `",
        gained: "valid now: `",
        kept: "every call that was valid still is",
        lost_breaks: true,
    },
    Part {
        name: "output",
        lost: "no longer possible: `",
        gained: "possible now: `",
        kept: "every result that was possible still is",
        lost_breaks: false,
    },
];

#[derive(Debug, Default)]
struct Tally {
    pairs: usize,
    changed: usize,
    lost: usize,
    gained: usize,
    kept: usize,
    /// Number of values that are too long to be shown in full.
    cut: usize,
    open: usize,
}

fn compare(api: &str, sides: &[impl AsRef<Path>; 2], tally: &mut Tally) {
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("apis_{api}"));
    let _ = fs::remove_dir_all(&work);
    put_specs(&work, sides, "type: rest, spec");
    let said = run_diff(&work);
    let [old, new] = ["old", "new"].map(|side| read_schemas(&work.join(side)));
    tally.pairs += 1;
    for finding in said["diagnostics"].as_array().expect("a list") {
        for part in PARTS {
            judge(part, finding, &old, &new, tally);
        }
    }
    let _ = fs::remove_dir_all(&work);
}

/// Writes two versions into the folders `old` and `new`, each with an entry of this kind.
pub fn put_specs(work: &Path, sides: &[impl AsRef<Path>; 2], entry: &str) {
    for (side, path) in ["old", "new"].into_iter().zip(sides) {
        let extension = path.as_ref().extension().expect("an extension");
        fs::create_dir_all(work.join(side)).expect("a folder");
        let copy = work.join(side).join("api").with_extension(extension);
        fs::copy(path, &copy).expect("a copy");
        // schemas of results that are not shown are compared by their fingerprints alone
        let name = copy.file_name().expect("a name").to_string_lossy();
        let config =
            format!("tools: {{ registry: [{{ {entry}: {name}, namespace: api, output: show }}] }}");
        fs::write(work.join(side).join("toolc.yaml"), config).expect("written");
    }
}

/// Compares the report of one change with the reference validator.
fn judge(part: &Part, finding: &Value, old: &Schemas, new: &Schemas, tally: &mut Tally) {
    let message = finding["message"].as_str().expect("a message");
    let class = finding["class"].as_str().unwrap_or_default();
    let class = class
        .strip_prefix(part.name)
        .and_then(|rest| rest.strip_prefix('-'));
    let before = format!("the {} of `", part.name);
    let tool = message
        .split_once(&before)
        .and_then(|(_, rest)| rest.split_once('`'));
    let (Some(class), Some((tool, _))) = (class, tool) else {
        return;
    };
    let key = (part.name, tool.to_owned());
    let (Some((schema, older)), Some((_, newer))) = (old.get(&key), new.get(&key)) else {
        return;
    };
    if message.contains("fingerprint") {
        return;
    }
    tally.changed += 1;
    tally.open += usize::from(class == "undecided");
    let label = finding["labels"][0]["text"].as_str().unwrap_or_default();
    let told = format!("{tool}: {class}: {label}");
    let breaks = if part.lost_breaks {
        part.lost
    } else {
        part.gained
    };
    assert_eq!(class == "breaking", label.contains(breaks), "{told}");
    for (words, was_valid) in [(part.lost, true), (part.gained, false)] {
        if !label.contains(words) {
            continue;
        }
        let Some(value) = value_after(label, words) else {
            tally.cut += 1;
            continue;
        };
        assert_eq!(older.is_valid(&value), was_valid, "{told}");
        assert_eq!(newer.is_valid(&value), !was_valid, "{told}");
        match was_valid {
            true => tally.lost += 1,
            false => tally.gained += 1,
        }
    }
    if label.contains(part.kept) {
        tally.kept += 1;
        let mut random = Random::new(tally.kept as u64);
        for _ in 0..TRIED {
            let value = Generator::new(schema, &mut random).valid();
            assert!(
                !older.is_valid(&value) || newer.is_valid(&value),
                "{told}: {value}"
            );
        }
    }
}

/// Returns the schemas of all operations of a folder, by part and name of the operation.
pub fn read_schemas(folder: &Path) -> Schemas {
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[folder.to_path_buf()]);
    // a description with errors has nothing to compare
    let Ok(compiled) = try_compile(diagnostics, loaded) else {
        return Schemas::new();
    };
    let catalog = compiled.checked.catalog();
    let mut schemas = Schemas::new();
    for tool in &catalog.tools {
        let texts = [
            ("input", Some(&tool.input_text)),
            ("output", tool.output_text.as_ref()),
        ];
        for (part, text) in texts {
            let Some(text) = text else { continue };
            let mut schema: Value =
                serde_json::from_str(&catalog.compose_text(text)).expect("JSON");
            spell_out_numeric_formats(&mut schema);
            if part == "input" && schema.get("type").is_none() {
                schema["type"] = "object".into();
            }
            // some cases of oasdiff have malformed annotations, which the reference validator refuses
            let Ok(validator) = options(Draft::Draft202012).build(&schema) else {
                eprintln!("not judged: the {part} of {}", tool.qualified());
                continue;
            };
            schemas.insert((part, tool.qualified()), (schema, validator));
        }
    }
    schemas
}
