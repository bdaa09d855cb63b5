//! `toolc watch`: what is built again, what is not, and how it ends.
#![cfg(unix)]

#[path = "support/command.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod command;

use command::{CACHE, Folder, WEATHER};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take on a machine with other things to do.
const LONG: Duration = Duration::from_secs(60);

/// How long nothing may be said for it to count as silence.
const SILENCE: Duration = Duration::from_millis(1500);

/// A running `toolc watch` and what it says.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    /// Starts it and waits until it watches.
    fn start(folder: &Folder, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_toolc"))
            .arg("watch")
            .args(arguments)
            .current_dir(&folder.0)
            .env("XDG_CACHE_HOME", folder.0.join(CACHE))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("toolc runs");
        let errors = BufReader::new(child.stderr.take().expect("a pipe"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in errors.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let watching = Watching { child, lines };
        watching.wait_for("toolc: watching");
        watching
    }

    /// Everything that is said until a line contains a text, that line included.
    #[track_caller]
    fn wait_for(&self, text: &str) -> String {
        let until = Instant::now() + LONG;
        let mut said = String::new();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    said.push_str(&line);
                    said.push('\n');
                    if line.contains(text) {
                        return said;
                    }
                }
                Err(error) => panic!("{text}: {error}:\n{said}"),
            }
        }
    }

    /// Asserts that nothing is said.
    #[track_caller]
    fn expect_silence(&self) {
        match self.lines.recv_timeout(SILENCE) {
            Err(RecvTimeoutError::Timeout) => {}
            other => panic!("{other:?}"),
        }
    }

    /// Sends a signal and waits for the exit code.
    fn end_with(mut self, signal: &str) -> Option<i32> {
        let number = self.child.id().to_string();
        let sent = Command::new("kill").args([signal, &number]).status();
        assert!(sent.expect("kill runs").success());
        self.wait_for_end()
    }

    fn wait_for_end(&mut self) -> Option<i32> {
        let until = Instant::now() + LONG;
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait().expect("a process") {
                return status.code();
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("it does not end");
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// All that was built.
fn read_generated(folder: &Folder) -> String {
    let mut text = String::new();
    let mut folders = vec![folder.0.join("generated")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path => text.push_str(&fs::read_to_string(path).unwrap_or_default()),
            }
        }
    }
    text
}

fn second_tool() -> String {
    WEATHER
        .replace("weather_api", "forecasts")
        .replace("get_weather", "get_forecast")
}

#[test]
fn each_change_is_built_and_told_in_one_line() {
    let folder = Folder::new("watch");
    folder.put("specs/weather.yaml", WEATHER);
    let watching = Watching::start(&folder, &["specs"]);
    assert!(read_generated(&folder).contains("weather_api"));
    watching.expect_silence();
    folder.put("specs/weather.yaml", &WEATHER.replace("current", "present"));
    let said = watching.wait_for("built in");
    assert!(
        said.contains("toolc: `specs/weather.yaml` changed: built in"),
        "{said}"
    );
    assert!(said.contains(" 1 tool"), "the summary of a build: {said}");
    folder.put("specs/more.yaml", &second_tool());
    watching.wait_for("toolc: `specs/more.yaml` is new: built in");
    fs::remove_file(folder.0.join("specs/more.yaml")).expect("removed");
    watching.wait_for("toolc: `specs/more.yaml` is gone: built in");
    watching.expect_silence();
    assert_eq!(watching.end_with("-INT"), Some(0));
}

#[test]
fn a_broken_file_keeps_what_was_built() {
    let folder = Folder::new("watch_broken");
    folder.put("specs/weather.yaml", WEATHER);
    let watching = Watching::start(&folder, &["specs"]);
    let built = read_generated(&folder);
    folder.put("specs/weather.yaml", "weather_api:\n  - name: [");
    let said = watching.wait_for("not built, in");
    assert!(said.contains("error[T0105]"), "{said}");
    assert_eq!(read_generated(&folder), built);
    // an editor writes beside the file and renames
    folder.put("specs/.weather.yaml.swp", WEATHER);
    let place = |name: &str| folder.0.join("specs").join(name);
    fs::rename(place(".weather.yaml.swp"), place("weather.yaml")).expect("renamed");
    watching.wait_for("toolc: `specs/weather.yaml` changed: built in");
    assert_eq!(watching.end_with("-TERM"), Some(0));
}

#[test]
fn folders_come_and_go() {
    let folder = Folder::new("watch_folders");
    folder.put("specs/weather.yaml", WEATHER);
    let watching = Watching::start(&folder, &["specs"]);
    folder.put("specs/deep/er/more.yaml", &second_tool());
    watching.wait_for("toolc: `specs/deep/er/more.yaml` is new: built in");
    fs::rename(folder.0.join("specs"), folder.0.join("elsewhere")).expect("renamed");
    let said = watching.wait_for("not built, in");
    assert!(said.contains("error[T01"), "{said}");
    fs::rename(folder.0.join("elsewhere"), folder.0.join("specs")).expect("renamed");
    watching.wait_for("built in");
    fs::remove_dir_all(folder.0.join("specs")).expect("removed");
    while !watching.wait_for("built").contains("error[T01") {}
    folder.put("specs/weather.yaml", WEATHER);
    // the rest of what went away may be told at the same time
    watching.wait_for("toolc: `specs/weather.yaml` is new");
    assert_eq!(watching.end_with("-HUP"), Some(0));
}

#[test]
fn what_is_not_read_is_not_built() {
    let folder = Folder::new("watch_noise");
    folder.put("specs/weather.yaml", WEATHER);
    let watching = Watching::start(&folder, &["specs"]);
    for number in 0..3000 {
        folder.put(&format!("specs/{number}.txt"), "nothing");
        fs::remove_file(folder.0.join(format!("specs/{number}.txt"))).expect("removed");
    }
    folder.put("specs/weather.yaml", WEATHER);
    folder.put("generated/notes.txt", "mine");
    watching.expect_silence();
    for number in 0..300 {
        let description = format!("number {number} of");
        folder.put(
            "specs/weather.yaml",
            &WEATHER.replace("the current", &description),
        );
    }
    watching.wait_for("built in");
    while !read_generated(&folder).contains("number 299 of") {
        watching.wait_for("built in");
    }
    watching.expect_silence();
    assert_eq!(watching.end_with("-INT"), Some(0));
}

#[test]
fn the_lock_and_referenced_files_are_inputs() {
    let folder = Folder::new("watch_inputs");
    let tools = WEATHER.replace("{ type: string }", "{ $ref: 'shared/place.json' }");
    folder.put("specs/weather.yaml", &tools).put(
        "specs/shared/place.json",
        r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"string"}"#,
    );
    let watching = Watching::start(&folder, &["specs"]);
    folder.put(
        "specs/shared/place.json",
        r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"string","minLength":1}"#,
    );
    watching.wait_for("toolc: `specs/shared/place.json` changed: built in");
    let locked = folder.toolc(&["lock", "specs"]);
    assert_eq!(locked.status.code(), Some(0));
    let said = watching.wait_for("is new: built in");
    assert!(said.contains("toolc.lock"), "{said}");
    assert_eq!(watching.end_with("-INT"), Some(0));
}

#[test]
fn changes_are_looked_for_if_the_system_tells_none() {
    let folder = Folder::new("watch_poll");
    folder.put("specs/weather.yaml", WEATHER);
    let watching = Watching::start(&folder, &["specs", "--poll=1"]);
    folder.put("specs/weather.yaml", &WEATHER.replace("current", "present"));
    watching.wait_for("toolc: `specs/weather.yaml` changed: built in");
    watching.expect_silence();
    assert_eq!(watching.end_with("-INT"), Some(0));
}

#[test]
fn it_ends_when_nobody_reads_its_output() {
    let folder = Folder::new("watch_pipe");
    folder.put("specs/weather.yaml", WEATHER);
    let mut watching = Watching::start(&folder, &["specs", "--format", "json"]);
    let mut output = watching.child.stdout.take().expect("a pipe");
    let mut begin = [0];
    output.read_exact(&mut begin).expect("a document");
    assert_eq!(&begin, b"{");
    drop(output);
    assert_eq!(watching.wait_for_end(), Some(0));
}

#[test]
fn a_path_that_leads_nowhere_is_a_wrong_call() {
    let folder = Folder::new("watch_nowhere");
    let output = folder.toolc(&["watch", "nowhere"]);
    assert_eq!(output.status.code(), Some(2));
}
