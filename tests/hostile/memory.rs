//! Hostile files under a limit of memory that the system enforces.

use crate::support::folder;
use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

/// Memory of the process, in the units of `ulimit -v`: 500 MB.
const KILOBYTES: u32 = 500_000;

/// For a debug build on a machine that does other things too.
const PATIENCE: Duration = Duration::from_secs(20);

/// Files that ask for more than they are.
fn files() -> Vec<(&'static str, String)> {
    let large = "- {name: a, parameters: {}}\n".repeat(50_000_000 / 28);
    let bomb: String = (0..60)
        .map(|level| match level {
            0 => "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned(),
            _ => format!(
                "a{level}: &a{level} [{}]\n",
                vec![format!("*a{}", level - 1); 10].join(", ")
            ),
        })
        .collect();
    let deep = |open: &str, close: &str| open.repeat(10_000) + &close.repeat(10_000);
    let long = format!(
        "[{{\"name\":\"{}\",\"parameters\":{{}}}}]",
        "n".repeat(20_000_000)
    );
    vec![
        ("fifty_megabytes.yaml", large),
        ("aliases.yaml", bomb),
        ("deep.json", deep("[", "]")),
        ("deep.yaml", deep("[", "]")),
        ("deeper.yaml", deep("{a: ", "}")),
        ("long_name.json", long),
        ("zeros.json", format!("[{}0]", "0,".repeat(1_000_000))),
        (
            "cut_off.json",
            format!("[{}", "{\"name\":\"a\",\"parameters\":{}},".repeat(100_000)),
        ),
    ]
}

#[test]
fn each_is_answered_within_500_megabytes() {
    let folder = folder("memory");
    for (name, text) in files() {
        let path = folder.join(name);
        fs::write(&path, text).expect("written");
        let started = Instant::now();
        let output = Command::new("sh")
            .args([
                "-c",
                &format!("ulimit -v {KILOBYTES} && exec \"$0\" check \"$1\""),
            ])
            .arg(env!("CARGO_BIN_EXE_toolc"))
            .arg(&path)
            .output()
            .expect("sh runs");
        let said = String::from_utf8_lossy(&output.stderr);
        let said: String = said.chars().take(2_000).collect();
        assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "{name}: {:?}\n{said}",
            output.status
        );
        assert!(
            started.elapsed() < PATIENCE,
            "{name}: {:?}",
            started.elapsed()
        );
        fs::remove_file(path).expect("removed");
    }
}
