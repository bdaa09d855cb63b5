//! What a build script without the feature `drift` says of a lock.

use crate::fixture::{BUILD, Fixture, MAIN, WORKER};
use std::fs;
use std::process::Command;

/// Without the feature `drift`: one warning with the names, or one error of a locked build; a spelling is neither.
pub(super) fn names_what_differs_from_the_lock(fixture: &Fixture) {
    let locked = Command::new(env!("CARGO_BIN_EXE_toolc"))
        .args(["lock", "specs"])
        .current_dir(&fixture.folder)
        .env("FIXTURE_DATA", &fixture.data)
        .output()
        .expect("toolc runs");
    assert!(locked.status.success(), "{locked:?}");
    let place = fixture.data.join("weather.yaml");
    let before = fs::read_to_string(&place).expect("a spec");
    let spec = before.replace(
        "{ days: { type: integer } }",
        "{ days: { type: [integer] } }",
    );
    assert_ne!(spec, before);
    fs::write(&place, spec).expect("written");
    let strict = "fn main() { toolc::Builder::default().locked(true).run().map(drop).unwrap() }";
    fixture.write("build.rs", strict);
    let built = fixture.runs_again("another spelling");
    assert!(!built.stderr.contains("warning:"), "{}", built.stderr);

    let changed = before.replace("Find out what comes.", "Ask somebody.");
    let changed = changed.replace("name: get_weather", "name: fetch_weather");
    fs::write(&place, changed).expect("written");
    let worker = WORKER.replace("get_weather", "fetch_weather");
    fixture.write("specs/workers/support.yaml", &worker);
    let shown = fixture.fails();
    let expected = "this is not what the lock accepts; added: tool `weather_api::fetch_weather`; removed: \
        tool `weather_api::get_weather`; changed: tool `weather_api::get_forecast`, worker `support`";
    for expected in [
        expected,
        "weather.yaml:1:",
        "`toolc check specs` says what",
        "T0625",
    ] {
        assert_eq!(shown.matches(expected).count(), 1, "{expected}: {shown}");
    }
    assert_eq!(shown.matches("T0").count(), 1, "and nothing else: {shown}");

    let renamed = MAIN.replace("GetWeather", "FetchWeather");
    fixture.write(
        "src/main.rs",
        &renamed.replace("get_weather", "fetch_weather"),
    );
    fixture.write("build.rs", BUILD);
    let built = fixture.runs_again("a warning without `locked`");
    let of_lock = |line: &&str| line.starts_with("warning: fixture") && line.contains("T0625");
    let warnings: Vec<&str> = built.stderr.lines().filter(of_lock).collect();
    assert_eq!(warnings.len(), 1, "{}", built.stderr);
    assert!(warnings[0].contains(expected), "{warnings:?}");

    fs::remove_file(fixture.folder.join("toolc.lock")).expect("removed");
    fixture.write("specs/workers/support.yaml", WORKER);
    fixture.write("src/main.rs", MAIN);
    fs::write(&place, before).expect("written");
    fixture.runs_again("as before");
}
