//! The door for build scripts, called as `build.rs` calls it.

use std::fs;
use std::path::{Path, PathBuf};
use toolc::Builder;

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("build_script_{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(path.join("specs")).expect("a folder");
    path
}

const WEATHER: &str = "\
weather_api:
  - name: get_weather
    parameters: { type: object, properties: { location: { type: string } } }
";

#[test]
fn writes_once_and_reports_what_it_wrote() {
    let folder = folder("writes");
    fs::write(folder.join("specs/weather.yaml"), WEATHER).expect("written");
    let build = || {
        Builder::default()
            .specs(folder.join("specs"))
            .out_dir(folder.join("out"))
            .run()
    };
    let first = build().expect("the specs compile");
    assert!(
        first.written.written.contains(&"tools.rs".to_owned()),
        "{first:?}"
    );
    let second = build().expect("the specs compile");
    assert_eq!(
        (second.written.written.len(), second.written.unchanged),
        (0, first.written.written.len())
    );
}

#[test]
fn errors_print_as_people_read_them() {
    let folder = folder("errors");
    let errors = Builder::default()
        .specs(folder.join("nowhere"))
        .out_dir(folder.join("out"))
        .run()
        .expect_err("no specs");
    let text = format!("{errors:?}");
    assert!(
        text.starts_with("the specs do not compile\n\nerror[T0110]: "),
        "{text}"
    );
    assert!(!folder.join("out").exists());
}

#[test]
fn strict_refuses_a_dropped_tool_of_others() {
    let folder = folder("strict");
    fs::write(
        folder.join("specs/tools.yaml"),
        format!("{WEATHER}  - name: broken\n    inputSchema: 3\n"),
    )
    .expect("written");
    let build = |strict| {
        Builder::default()
            .specs(folder.join("specs"))
            .out_dir(folder.join("out"))
            .strict(strict)
            .run()
    };
    let report = build(false).expect("a warning");
    assert!(
        report
            .diagnostics
            .iter()
            .any(|found| found.code.to_string() == "T0202"),
        "{report:?}"
    );
    assert!(build(true).is_err());
}
