//! `cargo xtask fuzz [TARGET]… [--seconds N] [--seed N] [--input FILE] [--dry]`: mutated texts for the
//! reader, the validator, the compiler and what puts streams together, and pairs of hostile schemas for everything that
//! compares schemas.
//! None of them may panic, hang or exhaust memory. A run over all targets is written to benches/results/fuzz.md,
//! unless `--dry` is given.
//!
//! All targets run at the same time, each in its own process, which saves every text before trying it: if
//! anything ends the process, the text is still there, and `--input` tries it again.

mod compare;
mod hostile;
mod mutate;
mod streams;
mod targets;

use crate::options::Options;
use crate::page::{machine, put};
use crate::{root, target};
use mutate::Random;
use std::fs::{self, File};
use std::io::{self, Seek, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio, exit};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use targets::{Seed, TARGETS, Target};

/// More CPU time than any text of this size may take, without optimization or with it.
const PATIENCE: Duration = match cfg!(debug_assertions) {
    true => Duration::from_secs(10),
    false => Duration::from_secs(4),
};

/// More memory than any text of this size may take, in KiB.
const MEMORY: u64 = 512 * 1024;

/// A process that has taken more than this, in KiB, is replaced by another one.
const MOST_MEMORY: u64 = 1024 * 1024;

/// How often a text in progress is checked.
const LOOK: Duration = Duration::from_millis(20);

/// How many characters of a text are printed.
const MAX_SHOWN: usize = 2_000;

/// Set in the process that does the work.
const CHILD: &str = "TOOLC_FUZZ_CHILD";

/// The number of texts, or steps of what is done with one, that were started.
static BEGUN: AtomicU64 = AtomicU64::new(0);

/// Runs each target until its time is over.
pub fn run(arguments: &[String]) -> Result<(), String> {
    let is_target = |name: &String| TARGETS.iter().any(|(known, _)| known == name);
    let (names, rest): (Vec<String>, Vec<String>) = arguments.iter().cloned().partition(is_target);
    let options = Options::read(&rest, &["--seconds", "--seed", "--input"], &["--dry"])?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let seed = options.number("--seed")?;
    let seed = seed.unwrap_or(now.map_or(1, |time| time.as_secs()));
    let seconds = options.number("--seconds")?.unwrap_or(20);
    let wanted = |(name, _): &&Target| names.is_empty() || names.iter().any(|known| known == name);
    let wanted: Vec<&Target> = TARGETS.iter().filter(wanted).collect();
    if let Some(path) = options.text("--input") {
        let path = Path::new(path);
        return wanted.iter().try_for_each(|target| replay(target, path));
    }
    if std::env::var_os(CHILD).is_some() {
        let time = Duration::from_secs(seconds);
        return wanted
            .iter()
            .try_for_each(|target| work(target, seed, time));
    }
    let rows = watch_all(&wanted, seed, seconds)?;
    if rows.len() < TARGETS.len() || options.has("--dry") {
        return Ok(());
    }
    put("fuzz", "Fuzz", &page(&rows, seed))
}

fn page(rows: &[String], seed: u64) -> String {
    format!(
        "{}; seed {seed}\n\nMutated texts that neither panic nor take more than {PATIENCE:?} or {MEMORY} KiB.\n\n| target | seconds | texts | of seeds | found |\n|---|---|---|---|---|\n{}",
        machine(),
        rows.concat()
    )
}

/// Runs the targets at the same time. Returns a table row for each.
fn watch_all(targets: &[&Target], seed: u64, seconds: u64) -> Result<Vec<String>, String> {
    thread::scope(|scope| {
        let watch_one = |target| scope.spawn(move || watch(target, seed, seconds));
        let running: Vec<_> = targets.iter().copied().map(watch_one).collect();
        let results = running.into_iter().map(|thread| {
            let panicked = |_| Err("a target was not watched to its end".to_owned());
            thread.join().unwrap_or_else(panicked)
        });
        results.collect()
    })
}

/// Runs a target in its own process, and in further ones if its memory is full; if anything ends one too early,
/// that is a finding. Returns a table row.
fn watch((name, _): &Target, seed: u64, seconds: u64) -> Result<String, String> {
    let begun = Instant::now();
    let (mut texts, mut count, mut round) = (0, String::new(), 0);
    loop {
        let left = Duration::from_secs(seconds).saturating_sub(begun.elapsed());
        if round > 0 && left.as_secs() == 0 {
            break;
        }
        let done = watch_once(name, seed + round, left.as_secs())?;
        let (more, seeds) = done.trim().split_once(' ').unwrap_or(("0", "0"));
        texts += more.parse::<u64>().unwrap_or(0);
        seeds.clone_into(&mut count);
        round += 1;
    }
    eprintln!("{name}: {texts} texts of {count} seeds, seed {seed}: nothing found");
    Ok(format!(
        "| {name} | {seconds} | {texts} | {count} | nothing |\n"
    ))
}

fn watch_once(name: &str, seed: u64, seconds: u64) -> Result<String, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(program)
        .args(["fuzz", name, "--seed", &seed.to_string()])
        .args(["--seconds", &seconds.to_string()])
        .env(CHILD, "1")
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| error.to_string())?;
    let status = output.status;
    if status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let path = input_path(name)?;
    let text = fs::read(&path).unwrap_or_default();
    let shown: String = String::from_utf8_lossy(&text)
        .chars()
        .take(MAX_SHOWN)
        .collect();
    Err(format!(
        "{name} with seed {seed}: {status}\n{shown:?}\ntry it again: cargo xtask fuzz {name} --input {}",
        path.display()
    ))
}

/// Mutates texts until the time is over.
fn work((name, seeds): &Target, seed: u64, time: Duration) -> Result<(), String> {
    let seeds = seeds(&root());
    if seeds.is_empty() {
        return Err(format!("{name} has no text to begin with"));
    }
    let path = input_path(name)?;
    let mut file = File::create(&path).map_err(|error| error.to_string())?;
    let mut random = Random::new(seed);
    let end = Instant::now() + time;
    thread::spawn(guard);
    let mut texts = 0u64;
    // what is made of a spec may live as long as the process
    while Instant::now() < end && resident() < MOST_MEMORY {
        let begin = &seeds[random.below(seeds.len())];
        let text = begin.next_text(&mut random);
        note(&mut file, &text).map_err(|error| error.to_string())?;
        attempt(begin, &text)?;
        texts += 1;
    }
    let count = seeds.len();
    writeln!(io::stdout(), "{texts} {count}").map_err(|error| error.to_string())
}

/// Saves a text, replacing the previous one.
fn note(file: &mut File, text: &str) -> io::Result<()> {
    file.rewind()?;
    file.write_all(text.as_bytes())?;
    file.set_len(text.len() as u64)
}

fn attempt(seed: &Seed, text: &str) -> Result<(), String> {
    BEGUN.fetch_add(1, Ordering::Relaxed);
    catch_unwind(AssertUnwindSafe(|| seed.try_with(text)))
        .map_err(|_| format!("a panic with {}", seed.what))
}

/// Ends the process if a text takes too much time or memory.
fn guard() {
    let (mut last, mut since, mut memory) = (0, spent(), resident());
    loop {
        thread::sleep(LOOK);
        let begun = BEGUN.load(Ordering::Relaxed);
        if begun != last {
            (last, since, memory) = (begun, spent(), resident());
        } else if spent() > since + PATIENCE {
            eprintln!("a text takes longer than {PATIENCE:?}");
            exit(1);
        }
        if resident() > memory + MEMORY {
            eprintln!("a text takes more than {MEMORY} KiB");
            exit(1);
        }
    }
}

/// The CPU time of this process, as Linux reports it, so that other programs do not make a text look slow.
fn spent() -> Duration {
    let status = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = status.rsplit(") ").next().unwrap_or_default();
    let ticks = fields.split(' ').skip(11).take(2);
    let ticks: u64 = ticks.filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}

/// The memory of this process in KiB, as Linux reports it.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok())
        .unwrap_or(0)
}

/// Tries one text with every seed of a target.
fn replay((name, seeds): &Target, path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    thread::spawn(guard);
    compare::IS_TOLD.store(true, Ordering::Relaxed);
    for seed in seeds(&root()) {
        attempt(&seed, &text)?;
    }
    eprintln!("{name}: nothing found");
    Ok(())
}

/// The file in which a target saves what it tries.
fn input_path(name: &str) -> Result<PathBuf, String> {
    let folder = target().join("fuzz");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    Ok(folder.join(format!("{name}.input")))
}
