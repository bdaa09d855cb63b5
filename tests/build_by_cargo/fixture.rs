//! A crate with a build script, and what cargo does with it.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::SystemTime;

const MANIFEST: &str = r#"
[package]
name = "fixture"
version = "0.1.0"
edition = "2024"

[workspace]

[dependencies]
toolc-runtime = { path = "ROOT/runtime" }

[build-dependencies]
toolc = { path = "ROOT", default-features = false }
"#;

/// What `cargo new` writes, with the crate in no other workspace.
pub(super) const NEW: &str = r#"[package]
name = "my-agent"
version = "0.1.0"
edition = "2024"

[dependencies]

[workspace]
"#;

pub(super) const BUILD: &str = r#"fn main() { toolc::build("specs") }"#;

pub(super) const MAIN: &str = r#"
toolc_runtime::include_tools!();

use std::time::Duration;
use tools::weather_api::{GetWeather, GetWeatherOutput};
use toolc_runtime::{Call, Handle, Json, Target, ToolFailure};

struct Support;

impl Handle<GetWeather> for Support {
    async fn handle(&self, call: Call<'_, GetWeather>) -> Result<GetWeatherOutput, ToolFailure> {
        Json::encode(&call.args.location).map_err(ToolFailure::internal)
    }
}

fn main() {
    let worker = tools::support::worker(Support).timeout(Duration::from_secs(30));
    println!("{}", worker.definitions(Target::Mcp));
}
"#;

/// A handler that requires approval where its worker does not, and what a model is told.
pub(super) const ASKING: &str = r#"
toolc_runtime::include_tools!();

use std::pin::pin;
use std::task::{Context as Task, Poll, Waker};
use tools::weather_api::{GetWeather, GetWeatherArgs, GetWeatherOutput};
use toolc_runtime::{Approval, Call, Context, Handle, ToolCall, ToolFailure};

struct Support;

impl Handle<GetWeather> for Support {
    async fn handle(&self, _: Call<'_, GetWeather>) -> Result<GetWeatherOutput, ToolFailure> {
        panic!("nobody said yes")
    }

    async fn needs_approval(&self, _: &GetWeatherArgs, _: &Context) -> Option<Approval> {
        Some(Approval::Ask)
    }
}

fn main() {
    let worker = tools::support::worker(Support);
    let call = ToolCall::new("1", "weather_api::get_weather", "{\"location\":\"Oslo\"}");
    let context = Context::new("session");
    let mut result = pin!(worker.call(&context, call));
    let Poll::Ready(result) = result.as_mut().poll(&mut Task::from_waker(Waker::noop())) else {
        panic!("somebody is asked");
    };
    println!("{}", result.to_llm_message());
}
"#;

pub(super) const CONFIG: &str = "\
tools:
  registry:
    - { type: file, path: \"${FIXTURE_DATA}/weather.yaml\", namespace: weather_api }
    - { type: file, path: \"notes*.yaml\" }
workers: [workers/*.yaml]
";

pub(super) const WORKER: &str = "\
name: support
toolsets:
  weather_api: { tools: [get_weather], approval: { default: preApproved } }
";

pub(super) const WEATHER: &str = "\
- name: get_weather
  description: Get the weather.
  parameters:
    type: object
    properties: { location: { type: string } }
    required: [location]
- name: get_forecast
  description: Find out what comes.
  parameters: { type: object, properties: { days: { type: integer } } }
";

pub(super) const NOTES: &str = "\
notes:
  - name: add_note
    description: Keep a note.
    parameters: { type: object, properties: { text: { type: string } } }
";

/// The crate, and its target folder, which is kept between runs.
pub(super) struct Fixture {
    pub(super) folder: PathBuf,
    pub(super) target: PathBuf,
    /// The value of `FIXTURE_DATA`.
    pub(super) data: PathBuf,
}

/// The result of a run of cargo.
pub(super) struct Built {
    pub(super) success: bool,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

impl Fixture {
    /// Creates a folder with the lock file of the workspace, so that all dependencies are available.
    pub(super) fn empty(name: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let base = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let folder = base.join(name);
        let _ = fs::remove_dir_all(&folder);
        let fixture = Fixture {
            data: folder.join("data"),
            target: base.join("build_by_cargo_target"),
            folder,
        };
        let lock = fs::read_to_string(root.join("Cargo.lock")).expect("the lock of the workspace");
        fixture.write("Cargo.lock", &lock);
        fixture
    }

    pub(super) fn new() -> Self {
        let fixture = Fixture::empty("build_by_cargo");
        let root = env!("CARGO_MANIFEST_DIR").replace('\\', "/");
        fixture.write("Cargo.toml", &MANIFEST.replace("ROOT", &root));
        fixture.write("build.rs", BUILD);
        fixture.write("src/main.rs", MAIN);
        fixture.write("specs/toolc.yaml", CONFIG);
        fixture.write("specs/workers/support.yaml", WORKER);
        fixture.write("specs/notes.yaml", NOTES);
        fixture.write("data/weather.yaml", WEATHER);
        fixture
    }

    pub(super) fn write(&self, path: &str, text: &str) {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder is made");
        fs::write(path, text).expect("a file is written");
    }

    pub(super) fn cargo(&self, arguments: &[&str]) -> Built {
        let Output {
            status,
            stdout,
            stderr,
        } = Command::new(env!("CARGO"))
            .args(arguments)
            .args(["--offline", "--color", "never", "--target-dir"])
            .arg(&self.target)
            .current_dir(&self.folder)
            .env("FIXTURE_DATA", &self.data)
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .env_remove("RUSTFLAGS")
            .output()
            .expect("cargo runs");
        Built {
            success: status.success(),
            stdout: String::from_utf8_lossy(&stdout).into_owned(),
            stderr: String::from_utf8_lossy(&stderr).into_owned(),
        }
    }

    /// Builds, and returns whether the build script ran.
    pub(super) fn build(&self) -> (Built, bool) {
        let built = self.cargo(&["build", "-v"]);
        let ran = built
            .stderr
            .lines()
            .any(|line| line.contains("Running") && line.contains("build-script-build"));
        (built, ran)
    }

    #[track_caller]
    pub(super) fn runs_again(&self, why: &str) -> Built {
        let (built, ran) = self.build();
        assert!(built.success && ran, "{why}: {}", built.stderr);
        built
    }

    #[track_caller]
    pub(super) fn stays_fresh(&self, why: &str) {
        let (built, ran) = self.build();
        let fresh = built.stderr.contains("Fresh fixture v0.1.0");
        assert!(built.success && fresh && !ran, "{why}: {}", built.stderr);
    }

    #[track_caller]
    pub(super) fn fails(&self) -> String {
        let built = self.cargo(&["build"]);
        assert!(!built.success, "{}", built.stderr);
        built.stderr
    }

    /// Returns the `OUT_DIR` of the build script.
    pub(super) fn out_dir(&self) -> PathBuf {
        let built = self.cargo(&["build", "--message-format", "json"]);
        let messages = built.stdout.lines().map(|line| {
            serde_json::from_str::<Value>(line).unwrap_or_else(|error| panic!("{error}: {line}"))
        });
        let own = |message: &Value| {
            message["reason"] == "build-script-executed"
                && message["package_id"]
                    .as_str()
                    .is_some_and(|id| id.contains("build_by_cargo"))
        };
        let message = messages
            .into_iter()
            .find(own)
            .expect("the build script ran");
        PathBuf::from(message["out_dir"].as_str().expect("a folder"))
    }
}

pub(super) fn modified(path: &Path) -> SystemTime {
    let metadata = fs::metadata(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    metadata.modified().expect("a time")
}
