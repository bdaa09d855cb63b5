//! `cargo xtask fuzz [--seconds N] [--seed N]`: mutates specs and arguments; nothing may panic.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use toolc::compile::{Options, compile};
use toolc::diagnostic::Diagnostics;
use toolc::load::Loaded;
use toolc::source::{Role, Source};
use toolc_runtime::schema::{Complete, Field, Keyword, List, Object, Schema, Select, Text, Union};
use toolc_runtime::{Json, validate};

/// Longer than any text of this size may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Seeds beyond this size make a round too slow.
const MAX_SEED: usize = 16 * 1024;

/// What is put into texts: signs of JSON, YAML and schemas, and what no writer means.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\u",
    "\\ud800",
    "\n",
    "\r\n",
    "\t",
    "  ",
    "- ",
    "? ",
    "&a ",
    "*a",
    "<<: *a",
    "|",
    ">",
    "#",
    "---\n",
    "!!str ",
    "null",
    "true",
    "1e400",
    "-0",
    "0.1",
    "1e-9999999999999999999",
    "99999999999999999999",
    "\u{0}",
    "\u{202e}",
    "\u{feff}",
    "é",
    "🦀",
    "\"$ref\":\"#\"",
    "\"$ref\":\"#/$defs/A\"",
    "{\"not\":{}}",
    "\"anyOf\":[{},{}]",
    "\"enum\":[1,\"1\",null]",
    "\"pattern\":\"(a*)*$\"",
    "\"type\":\"object\"",
    "\"required\":[\"x\"]",
    "\"properties\":{}",
    "\"items\":false",
    "\"const\":{}",
    "\"allOf\":[]",
    "\"if\":true",
    "\"minimum\":1e308",
    "\"multipleOf\":0",
    "\"parameters\":",
    "\"name\":\"\"",
    "toolsets:",
    "openapi: 3.0.0",
];

static ANY: Schema = Schema::Any;
static TEXT: Schema = Schema::Text(&Text {
    min_length: 1,
    max_length: 9,
    ..Text::ANY
});
static NUMBER: Schema = Schema::Number(&toolc_runtime::schema::Number {
    multiple_of: Some("0.01"),
    ..toolc_runtime::schema::Number::ANY
});
static LIST: Schema = Schema::List(&List {
    items: &EITHER,
    unique: true,
    ..List::ANY
});
static EITHER: Schema = Schema::Union(&Union {
    select: Select::AnyOf,
    branches: &[&NUMBER, &NODE, &LIST, &TEXT],
});
static RULES: Schema = Schema::Complete(&Complete {
    base: &ANY,
    keywords: &[
        Keyword::OneOf(&[&LIST, &NODE]),
        Keyword::Not(&TEXT),
        Keyword::Contains(&EITHER, 1, 3),
    ],
});
static NODE: Schema = Schema::Object(&Object {
    fields: &[
        Field {
            name: "any",
            required: false,
            schema: &ANY,
        },
        Field {
            name: "list",
            required: false,
            schema: &LIST,
        },
        Field {
            name: "next",
            required: false,
            schema: &NODE,
        },
        Field {
            name: "number",
            required: true,
            schema: &NUMBER,
        },
        Field {
            name: "rules",
            required: false,
            schema: &RULES,
        },
    ],
    rest: &TEXT,
    ..Object::ANY
});

/// Arguments to begin with.
const ARGUMENTS: &[&str] = &[
    r#"{"number":1.25,"list":[1,[2],{"number":3}],"next":{"number":4},"any":{"a":[null,true]},"rules":[1,"x"]}"#,
    r#"{"number":1e2,"other":"\ud83e\udd80\n","any":[1.0,-0.5e-3,"\\\"/"]}"#,
];

/// Random numbers, the same for the same seed (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() >> 16).unwrap_or(0) % limit.max(1)
    }

    fn of<'t, T: ?Sized>(&mut self, list: &[&'t T]) -> &'t T {
        list[self.below(list.len())]
    }
}

/// Runs until the time is over.
pub fn run(arguments: &[String]) -> Result<(), String> {
    let seconds = number(arguments, "--seconds")?.unwrap_or(20);
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let random_seed = now.map_or(1, |time| time.as_secs());
    let seed = number(arguments, "--seed")?.unwrap_or(random_seed).max(1);
    let seeds = seeds(&crate::root());
    if seeds.is_empty() {
        return Err("no seeds in specs and tests/ui".to_owned());
    }
    eprintln!("seed {seed}, {} specs to begin with", seeds.len());
    let mut random = Random(seed);
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut rounds = 0u64;
    while Instant::now() < end {
        let (path, text) = &seeds[random.below(seeds.len())];
        let spec = mutate(&mut random, text);
        attempt(seed, path, &spec, || compile_text(path, &spec))?;
        for _ in 0..20 {
            let begin = random.of(ARGUMENTS);
            let text = mutate(&mut random, begin);
            attempt(seed, "arguments", &text, || read(&text))?;
        }
        rounds += 1;
    }
    eprintln!("{rounds} specs and {} arguments, no panic", rounds * 20);
    Ok(())
}

fn number(arguments: &[String], name: &str) -> Result<Option<u64>, String> {
    let Some(at) = arguments.iter().position(|argument| argument == name) else {
        return Ok(None);
    };
    let value = arguments.get(at + 1).and_then(|value| value.parse().ok());
    value.map(Some).ok_or(format!("`{name}` needs a number"))
}

/// The small specs of the repository: their shown paths and texts.
fn seeds(root: &Path) -> Vec<(String, String)> {
    let mut paths = vec![root.join("specs"), root.join("tests/ui")];
    let mut seeds = Vec::new();
    while let Some(path) = paths.pop() {
        if let Ok(entries) = fs::read_dir(&path) {
            paths.extend(entries.flatten().map(|entry| entry.path()));
        } else if let Some(extension) = path.extension().and_then(|name| name.to_str())
            && ["yaml", "json"].contains(&extension)
            && let Ok(text) = fs::read_to_string(&path)
            && text.len() <= MAX_SEED
        {
            seeds.push((format!("seed.{extension}"), path, text));
        }
    }
    seeds.sort_by(|a, b| a.1.cmp(&b.1));
    let shown = |(name, _, text)| (name, text);
    seeds.into_iter().map(shown).collect()
}

/// A text with a few changes: pieces put in, cut out, doubled or moved.
fn mutate(random: &mut Random, text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.below(6) {
        let (start, end) = range(random, &text);
        match random.below(6) {
            0 | 1 => text.insert_str(start, random.of(PIECES)),
            2 => text.replace_range(start..end, random.of(PIECES)),
            3 => text.replace_range(start..end, ""),
            4 => {
                let again = text[start..end].to_owned();
                text.insert_str(end, &again);
            }
            _ => {
                let piece = text[start..end].repeat(1 + random.below(40));
                let (to, _) = range(random, &text);
                text.insert_str(to, &piece);
            }
        }
    }
    text
}

/// A range of a text, mostly a short one, at the boundaries of characters.
fn range(random: &mut Random, text: &str) -> (usize, usize) {
    let boundary = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = random.below(text.len() + 1);
    let length = 1 << random.below(8);
    let end = (start + random.below(length)).min(text.len());
    (boundary(start), boundary(end))
}

fn compile_text(path: &str, text: &str) {
    let mut loaded = Loaded::default();
    loaded.sources.add(Source {
        path: path.to_owned(),
        text: text.into(),
        role: Role::Found,
    });
    compile(Diagnostics::default(), &loaded, &Options::default());
}

fn read(text: &str) {
    let valid = validate(&NODE, text).is_ok();
    let parsed = Json::parse(text);
    assert!(
        !valid || parsed.is_ok(),
        "the validator takes what is no JSON"
    );
    if let Ok(json) = parsed {
        assert!(json == json.clone(), "a value is not equal to itself");
    }
}

/// Does the work; a panic or a long wait becomes an error that shows the text.
fn attempt(seed: u64, what: &str, text: &str, work: impl FnOnce()) -> Result<(), String> {
    let started = Instant::now();
    let done = catch_unwind(AssertUnwindSafe(work));
    let elapsed = started.elapsed();
    let show = |fault: &str| format!("seed {seed}: {fault} with {what}:\n{text:?}");
    if done.is_err() {
        return Err(show("a panic"));
    }
    if elapsed > PATIENCE {
        return Err(show(&format!("{elapsed:?}")));
    }
    Ok(())
}
