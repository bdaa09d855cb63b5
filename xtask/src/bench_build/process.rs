//! The cost of commands: CPU seconds, wall time and memory, as Linux reports them.

use std::fs;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The cost of one run.
pub struct Cost {
    pub seconds: f64,
    /// In KiB, as last sampled before the end.
    pub peak: u64,
    pub ended: String,
}

/// Runs a command that must succeed; returns the CPU seconds of it and of everything that it started.
pub fn cpu_of(mut command: Command) -> Result<f64, String> {
    let before = cpu_of_children()?;
    let status = command.status().map_err(|error| error.to_string())?;
    if !status.success() {
        return Err(format!("{command:?} failed"));
    }
    Ok(cpu_of_children()? - before)
}

/// Runs a command for a limited time; returns the CPU seconds of it and of everything that it started, or a
/// short text saying why there are none.
pub fn cpu_within(command: Command, limit: Duration) -> Result<f64, String> {
    finish(command, limit)?.map_err(|said| {
        eprintln!("{}", said.lines().take(20).collect::<Vec<_>>().join("\n"));
        let errors = said.lines().filter(|line| line.starts_with("error"));
        format!("does not compile, {} errors", errors.count())
    })
}

/// The same for a program whose first line of output says why it fails.
pub fn cpu_or_words(command: Command, limit: Duration) -> Result<f64, String> {
    let said = match finish(command, limit)? {
        Ok(seconds) => return Ok(seconds),
        Err(said) => said,
    };
    Err(said.lines().next().unwrap_or("says nothing").to_owned())
}

/// The CPU seconds of a command that succeeds, or the output of one that fails; an error if it does not end.
fn finish(mut command: Command, limit: Duration) -> Result<Result<f64, String>, String> {
    let before = cpu_of_children()?;
    let start = Instant::now();
    let child = command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn();
    let mut child = child.map_err(|error| format!("{command:?}: {error}"))?;
    let stderr = child.stderr.take();
    let said = std::thread::spawn(move || {
        let mut text = String::new();
        // Output that cannot be read is not shown.
        let _ = stderr.map(|mut stderr| stderr.read_to_string(&mut text));
        text
    });
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break status;
        }
        if start.elapsed() > limit {
            let group = format!("-{}", child.id());
            let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
            let _ = child.wait();
            return Err(format!("over {} s", limit.as_secs()));
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let said = said.join().unwrap_or_default();
    Ok(match status.success() {
        true => Ok(cpu_of_children()? - before),
        false => Err(said),
    })
}

/// The user and system time of all children that have ended, in seconds, assuming 100 ticks per second.
fn cpu_of_children() -> Result<f64, String> {
    let text = fs::read_to_string("/proc/self/stat")
        .map_err(|error| format!("/proc/self/stat: {error}"))?;
    let fields = text.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks: Vec<f64> = fields
        .split_whitespace()
        .skip(13)
        .take(2)
        .filter_map(|field| field.parse().ok())
        .collect();
    match ticks.as_slice() {
        [user, system] => Ok((user + system) / 100.0),
        _ => Err("/proc/self/stat has another form".to_owned()),
    }
}

/// The cost of one run, and its output.
pub struct Run {
    pub cost: Cost,
    pub said: String,
}

/// Runs a command, whatever its outcome; its output is not shown.
pub fn measure(command: Command) -> Result<Cost, String> {
    Ok(measure_run(command)?.cost)
}

/// Runs a command, whatever its outcome, and captures its standard error.
pub fn measure_run(mut command: Command) -> Result<Run, String> {
    let start = Instant::now();
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{command:?}: {error}"))?;
    let stderr = child.stderr.take();
    let said = std::thread::spawn(move || {
        let mut text = String::new();
        // Output that cannot be read is left out.
        let _ = stderr.map(|mut stderr| stderr.read_to_string(&mut text));
        text
    });
    let mut peak = 0;
    loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            let ended = status
                .code()
                .map_or("killed".to_owned(), |code| format!("exit {code}"));
            let seconds = start.elapsed().as_secs_f64();
            let cost = Cost {
                seconds,
                peak,
                ended,
            };
            let said = said.join().unwrap_or_default();
            return Ok(Run { cost, said });
        }
        peak = peak_of(child.id()).max(peak);
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn peak_of(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.split_whitespace().next()?.parse().ok())
        .unwrap_or(0)
}

/// The output of a command that must succeed.
pub fn lines(command: &mut Command) -> Result<Vec<String>, String> {
    let output = command.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("{command:?} failed"));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().map(str::to_owned).collect())
}
