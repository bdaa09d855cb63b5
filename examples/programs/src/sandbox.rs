//! A program in Node.js: without files, processes and workers, with little memory and little time.

use std::io::{Error, Result};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use toolc_runtime::json::write_string;

/// How long a run may take.
pub const TIME: Duration = Duration::from_secs(10);

/// The heap of a program, in MB.
const MEMORY: u32 = 64;

/// The process of a program, which ends with this value.
pub struct Sandbox {
    _process: Child,
    pub reader: BufReader<ChildStdout>,
    pub writer: ChildStdin,
}

impl Sandbox {
    /// Starts a program. Node's permissions do not cover the network: where that counts, start it in a network namespace of its
    /// own (`unshare --net`), or in a container.
    pub async fn start(code: &str) -> Result<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("sandbox");
        let script = folder.join("sandbox.mjs");
        let mut process = Command::new("node")
            .arg(permission_flag().await?)
            .arg(format!("--allow-fs-read={}", folder.display()))
            .arg(format!("--max-old-space-size={MEMORY}"))
            .args(["--no-warnings", "--disallow-code-generation-from-strings"])
            .arg(script)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        let missing = || Error::other("the sandbox has no pipe");
        let mut writer = process.stdin.take().ok_or_else(missing)?;
        let reader = process.stdout.take().ok_or_else(missing)?;
        let mut line = String::new();
        write_string(code, &mut line);
        line.push('\n');
        writer.write_all(line.as_bytes()).await?;
        Ok(Sandbox {
            _process: process,
            reader: BufReader::new(reader),
            writer,
        })
    }
}

/// What the flag is called depends on the version.
async fn permission_flag() -> Result<&'static str> {
    let said = Command::new("node").arg("--version").output().await?;
    let version = String::from_utf8_lossy(&said.stdout);
    let major = version.trim_start_matches('v').split('.').next();
    let major: u32 = major.and_then(|major| major.parse().ok()).unwrap_or(0);
    Ok(match major {
        0..23 => "--experimental-permission",
        _ => "--permission",
    })
}
