//! Each page of `docs/tutorials`, followed in a fresh folder: its files are written, its commands are run, and what it shows is
//! what they print. `…` stands for any text, and a line of it for any lines.

#![cfg(unix)]

#[path = "tutorials/page.rs"]
mod page;
#[path = "support/skip.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod skip;

use page::{Step, matches, read_steps};
use std::fmt::Write;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn your_own_tools() {
    follow("own-tools");
}

#[test]
fn an_api() {
    follow("openapi");
}

#[test]
fn a_server() {
    follow("mcp-server");
}

#[test]
fn a_rust_module() {
    follow("rust-module");
}

#[test]
fn serving_at_once() {
    follow("serve");
}

#[test]
fn every_tutorial_is_followed() {
    let here = include_str!("tutorials.rs");
    for entry in fs::read_dir("docs/tutorials")
        .expect("the tutorials")
        .flatten()
    {
        let name = entry.file_name().to_string_lossy().replace(".md", "");
        let is_followed = here.contains(&format!("follow(\"{name}\")"));
        assert!(is_followed || name == "README", "{name}");
    }
}

/// Where a service of a reader listens.
const PORT: &str = "8931";

fn find_free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

fn follow(name: &str) {
    if ["python3", "curl"]
        .iter()
        .any(|program| Command::new(program).arg("--version").output().is_err())
    {
        return skip::skip(
            "python3",
            "tutorials have a server in Python, and ask it with curl",
        );
    }
    let page = fs::read_to_string(format!("docs/tutorials/{name}.md")).expect("the page");
    let page = page.replace(PORT, &find_free_port().to_string());
    let steps = read_steps(&page);
    let folder = Folder::new(name);
    folder.run(&steps);
    let mut faults = String::new();
    for (number, step) in steps.iter().enumerate() {
        let Step::Run {
            line,
            command,
            shown,
            exit,
        } = step
        else {
            continue;
        };
        let printed = folder.read(&format!("{number}.out"));
        let ended = folder.read(&format!("{number}.exit"));
        if ended.trim() != exit.to_string() || !matches(shown, &printed) {
            let ended = ended.trim();
            write!(
                faults,
                "docs/tutorials/{name}.md:{line}: `{command}` ended with {ended} and printed\n{printed}\n"
            )
            .expect("written");
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

/// Where a reader works, and beside it what the steps are and what came of them.
struct Folder {
    work: PathBuf,
    steps: PathBuf,
}

impl Folder {
    fn new(name: &str) -> Self {
        // within the repository, `cargo new` would make a member of its workspace
        let base = std::env::temp_dir().join(format!("toolc-tutorials-{}", std::process::id()));
        let folder = base.join(name);
        let made = Folder {
            work: folder.join("work"),
            steps: folder.join("steps"),
        };
        fs::create_dir_all(&made.work).expect("a folder");
        fs::create_dir_all(&made.steps).expect("a folder");
        // a clone lies beside what the reader makes
        let root = env!("CARGO_MANIFEST_DIR");
        std::os::unix::fs::symlink(root, made.work.join("toolc")).expect("a link");
        made
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.steps.join(name)).unwrap_or_else(|_| "nothing".to_owned())
    }

    /// Runs all steps in one shell, so that `cd` and variables last; what runs in the background ends with it.
    fn run(&self, steps: &[Step]) {
        let mut script = "trap 'kill $(jobs -p) 2>/dev/null' EXIT\n".to_owned();
        let place = self.steps.display();
        for (number, step) in steps.iter().enumerate() {
            match step {
                Step::Write { path, text } => {
                    fs::write(self.steps.join(format!("{number}.file")), text).expect("written");
                    let folder = Path::new(path).parent().expect("a folder");
                    let folder = Path::new(".").join(folder);
                    writeln!(
                        script,
                        "mkdir -p '{}' && cp '{place}/{number}.file' '{path}'",
                        folder.display()
                    )
                }
                Step::Run { command, .. } => writeln!(
                    script,
                    "{{ {command}\n}} >'{place}/{number}.out' 2>&1 </dev/null; echo $? >'{place}/{number}.exit'\n\
                     [ ! -f Cargo.toml ] || [ -f Cargo.lock ] || cp '{}/Cargo.lock' .",
                    env!("CARGO_MANIFEST_DIR")
                ),
            }
            .expect("written");
        }
        let binary = Path::new(env!("CARGO_BIN_EXE_toolc"));
        let path = std::env::var("PATH").unwrap_or_default();
        let binaries = binary.parent().expect("a folder").display();
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("build_by_cargo_target");
        let ended = Command::new("bash")
            .args(["-c", &script])
            .current_dir(&self.work)
            .env("PATH", format!("{binaries}:{path}"))
            .env("CARGO_TARGET_DIR", target)
            .env("CARGO_NET_OFFLINE", "true")
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .env("CARGO_TERM_COLOR", "never")
            .env("CARGO_TERM_QUIET", "true")
            .env("XDG_CACHE_HOME", self.steps.join("cache"))
            .env_remove("RUSTFLAGS")
            .output()
            .expect("bash runs");
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(said.is_empty(), "{said}");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        for folder in [&self.work, &self.steps] {
            let _ = fs::remove_dir_all(folder);
        }
        // the last one takes what is above them along
        for above in self.work.ancestors().skip(1).take(2) {
            let _ = fs::remove_dir(above);
        }
    }
}
