//! The command in a folder of its own, and its output.

use jsonschema::Validator;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

/// The user's cache folder of toolc, within the folder of the test.
pub const CACHE: &str = ".cache";

/// A folder that is initially empty and removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    /// Creates the folder of a test.
    pub fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cli_{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    /// Writes a file.
    pub fn put(&self, path: &str, text: &str) -> &Self {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("written");
        self
    }

    /// Returns the text of a file.
    #[allow(dead_code, reason = "not every test reads files")]
    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.0.join(path)).expect(path)
    }

    /// Runs toolc in the folder.
    pub fn toolc(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_toolc"));
        let output = command
            .current_dir(&self.0)
            .args(arguments)
            .env_remove("NO_COLOR")
            .env("XDG_CACHE_HOME", self.0.join(CACHE))
            .output()
            .expect("toolc runs");
        hold_to_schema(arguments, &output);
        output
    }
}

/// Asserts that findings as JSON match `crates/cli/schemas/output.json`, in every test; unknown keys are refused here.
fn hold_to_schema(arguments: &[&str], output: &Output) {
    static CLOSED: LazyLock<Validator> = LazyLock::new(|| {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/crates/cli/schemas/output.json"
        );
        let text = fs::read_to_string(path).expect("the schema");
        let mut schema = serde_json::from_str(&text).expect("JSON");
        close(&mut schema);
        jsonschema::validator_for(&schema).expect("a schema")
    });
    let has_findings =
        ["build", "check", "lock", "diff", "replay", "semver"].contains(&arguments[0]);
    let is_json = arguments
        .windows(2)
        .any(|pair| pair == ["--format", "json"]);
    if has_findings && is_json && !output.stdout.is_empty() {
        let value = json(output);
        let verdict = CLOSED.validate(&value);
        assert!(verdict.is_ok(), "{arguments:?}: {verdict:?}");
    }
}

fn close(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            map.values_mut().for_each(close);
            if map.get("properties").is_some_and(Value::is_object) {
                map.entry("additionalProperties").or_insert(false.into());
            }
        }
        Value::Array(list) => list.iter_mut().for_each(close),
        _ => {}
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns what was written to stdout.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// Returns what was written to stderr.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// What a command printed to standard error, after it ended with this code.
#[track_caller]
pub fn assert_exit(output: &Output, code: i32) -> String {
    let said = stderr(output);
    assert_eq!(output.status.code(), Some(code), "{said}");
    said
}

/// Returns what was written to stdout, as JSON.
pub fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", stderr(output)))
}

/// A tool file.
pub const WEATHER: &str = "\
weather_api:
  - name: get_weather
    description: Get the current weather.
    parameters:
      type: object
      properties: { location: { type: string } }
      required: [location]
";

/// A server's tools, of which one is left out.
pub const BROKEN: &str = "\
- name: get_weather
  inputSchema: location
- name: get_forecast
  inputSchema: { type: object }
";
