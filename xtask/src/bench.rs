//! `cargo xtask bench`: runs the benchmarks and writes their results, next to the budgets.

use crate::cargo::cargo_command;
use crate::page::{machine, put, verdict};
use crate::root;
use std::fmt::Write;
use std::process::Stdio;

/// One line of a run.
struct Figure {
    group: String,
    contestant: String,
    nanoseconds: f64,
    ratio: f64,
}

/// The cases with budgets.
const MEASURED: [&str; 4] = ["a", "b", "c", "d"];

/// Tools that others published; `benches/cases/README.md` lists them.
const PUBLISHED: [&str; 10] = ["e", "f", "g", "h", "i", "j", "k", "l", "m", "n"];

/// The other readers of the same arguments, in the order of the table.
const PEERS: [&str; 7] = [
    "Value",
    "sonic-rs",
    "simd-json",
    "rmcp",
    "toolc",
    "jsonschema macro+serde",
    "jsonschema+serde",
];

pub fn bench() -> Result<(), String> {
    let output = cargo_command()
        .current_dir(root())
        .args(["bench", "--package", "toolc-benches", "--features", "peers"])
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo bench: {error}"))?;
    if !output.status.success() {
        return Err("cargo bench failed".to_owned());
    }
    let run = Run(String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(figure)
        .collect());
    let body = run.page().ok_or("cargo bench left figures out")?;
    put("bench", "Calls", &body)
}

fn figure(line: &str) -> Option<Figure> {
    let mut parts = line.split('\t');
    Some(Figure {
        group: parts.next()?.to_owned(),
        contestant: parts.next()?.to_owned(),
        nanoseconds: parts.next()?.parse().ok()?,
        ratio: parts.next()?.parse().ok()?,
    })
}

struct Run(Vec<Figure>);

impl Run {
    fn find(&self, group: &str, contestant: &str) -> Option<&Figure> {
        let same = |figure: &&Figure| figure.group == group && figure.contestant == contestant;
        self.0.iter().find(same)
    }

    fn page(&self) -> Option<String> {
        let mut page = format!("{}\n", machine());
        page.push_str(&self.arguments()?);
        page.push_str(&self.peers()?);
        page.push_str(&self.values()?);
        page.push_str(&self.bad()?);
        page.push_str(&self.lookup()?);
        page.push_str(&self.wrapper()?);
        page.push_str(&self.results()?);
        Some(page)
    }

    fn arguments(&self) -> Option<String> {
        let mut out = "
## Typed, checked arguments from text

`serde` reads the same structs by derive and checks nothing; `jsonschema + serde` reads a `Value`,
validates it and converts it; `jsonschema` validates a `Value` that is already there.

| case | serde | toolc | to serde | budget | | jsonschema + serde to toolc | budget | | toolc, checks only | jsonschema |
|---|---|---|---|---|---|---|---|---|---|---|
"
        .to_owned();
        let (mut product, mut borrowed) = (1.0, 1.0);
        for case in MEASURED {
            let group = format!("arguments/{case}");
            let time = |name| self.find(&group, name).map(|figure| figure.nanoseconds);
            let ratio = self.find(&group, "toolc")?.ratio;
            let peer = self.find(&group, "jsonschema+serde")?.ratio / ratio;
            let least = if case == "d" { 1.3 } else { 3.6 };
            product *= ratio;
            borrowed *= self.find(&group, "toolc-borrowed")?.ratio;
            writeln!(
                out,
                "| {case} | {} | {} | {ratio:.2} | 0.90 | {} | {peer:.1} | {least} | {} | {} | {} |",
                show(time("serde")?),
                show(time("toolc")?),
                verdict(ratio, 0.9),
                verdict(least, peer),
                show(time("toolc-validate")?),
                show(time("jsonschema")?),
            )
            .ok()?;
        }
        let mean = f64::powf(product, 0.25);
        let in_place = f64::powf(borrowed, 0.25);
        writeln!(
            out,
            "\nGeometric mean to serde: {mean:.2}, budget 0.75: {}. Strings read in place \
             (`rust: {{ borrowed: true }}`): {in_place:.2}, budget 0.58: {}.",
            verdict(mean, 0.75),
            verdict(in_place, 0.58)
        )
        .ok()?;
        Some(out)
    }

    fn peers(&self) -> Option<String> {
        let mut out = "
## Beside others

Times as long as serde's derive takes. Only the last three columns check the arguments; `Value` is
untyped. `rmcp` is the argument path of its tool router; `jsonschema macro` is what its macro generates
at compile time. `benches/cases/README.md` says what the cases are.

| case | serde | Value | sonic-rs | simd-json | rmcp | toolc | jsonschema macro + serde | jsonschema + serde |
|---|---|---|---|---|---|---|---|---|
"
        .to_owned();
        let mut product = [1.0; PEERS.len()];
        for case in MEASURED.into_iter().chain(PUBLISHED) {
            let group = format!("arguments/{case}");
            let serde = show(self.find(&group, "serde")?.nanoseconds);
            write!(out, "| {case} | {serde} |").ok()?;
            for (product, peer) in product.iter_mut().zip(PEERS) {
                let ratio = self.find(&group, peer)?.ratio;
                *product *= ratio;
                write!(out, " {ratio:.2} |").ok()?;
            }
            out.push('\n');
        }
        let cases = (MEASURED.len() + PUBLISHED.len()) as f64;
        out.push_str("| geometric mean | |");
        for product in product {
            write!(out, " {:.2} |", product.powf(1.0 / cases)).ok()?;
        }
        out.push('\n');
        Some(out)
    }

    fn values(&self) -> Option<String> {
        let mut out = "
## Arguments that are parsed already

The same arguments as a `serde_json::Value`: as long as it takes to write it as text and read that.
`serde` is the derive that checks nothing, from the value; `with a clone` is `serde_json::from_value`.

| case | written and read | toolc | budget | | borrowed | checks only | serde | with a clone |
|---|---|---|---|---|---|---|---|---|
"
        .to_owned();
        let mut product = 1.0;
        for case in MEASURED.into_iter().chain(PUBLISHED) {
            let group = format!("value/{case}");
            let ratio = |name| self.find(&group, name).map(|figure| figure.ratio);
            let ours = ratio("toolc")?;
            product *= ours;
            writeln!(
                out,
                "| {case} | {} | {ours:.2} | 0.5 | {} | {:.2} | {:.2} | {:.2} | {:.2} |",
                show(self.find(&group, "written")?.nanoseconds),
                verdict(ours, 0.5),
                ratio("toolc-borrowed")?,
                ratio("toolc-validate")?,
                ratio("serde")?,
                ratio("serde, clone")?,
            )
            .ok()?;
        }
        let cases = (MEASURED.len() + PUBLISHED.len()) as f64;
        let mean = f64::powf(product, 1.0 / cases);
        writeln!(out, "\nGeometric mean of toolc: {mean:.2}.").ok()?;
        Some(out)
    }

    fn bad(&self) -> Option<String> {
        let mut out = "
## Bad arguments to good ones

All violations are listed. The kinds of fault: a key is missing, a value is out of range, a value has
another type, a key is unknown.

| case | missing | range | type | unknown | budget | |
|---|---|---|---|---|---|---|
"
        .to_owned();
        for case in MEASURED.into_iter().chain(PUBLISHED) {
            let group = format!("bad/{case}");
            let ratios = ["missing", "range", "type", "unknown"]
                .map(|kind| self.find(&group, kind).map(|figure| figure.ratio));
            let worst = ratios.into_iter().flatten().fold(0.0, f64::max);
            let cells: String = ratios
                .iter()
                .map(|ratio| ratio.map_or("  |".to_owned(), |ratio| format!(" {ratio:.2} |")))
                .collect();
            let budget = match case {
                "a" => Some(2.0),
                "b" | "c" | "d" => Some(1.1),
                _ => None,
            };
            let (limit, word) = budget.map_or((String::new(), ""), |budget| {
                (budget.to_string(), verdict(worst, budget))
            });
            writeln!(out, "| {case} |{cells} {limit} | {word} |").ok()?;
        }
        Some(out)
    }

    fn lookup(&self) -> Option<String> {
        let time = |name| Some(self.find("lookup/10000", name)?.nanoseconds);
        let ours = time("toolc")?;
        Some(format!(
            "
## A name among 10,000 tools

toolc {ours:.0} ns, budget 30 ns: {}. `HashMap` {:.0} ns, binary search {:.0} ns.
",
            verdict(ours, 30.0),
            time("HashMap")?,
            time("binary search")?,
        ))
    }

    fn wrapper(&self) -> Option<String> {
        let mut out = "
## The wrapper

The same call by hand, through a map of boxed futures, and through a worker; nanoseconds. The budget of rules and policies
is that of a worker without them. `cargo bench -p toolc-benches --bench calls -- wrapper` measures it.

| way | ns | over direct | budget | |
|---|---|---|---|---|
"
        .to_owned();
        let direct = self.find("wrapper/a", "direct")?.nanoseconds;
        writeln!(out, "| direct | {direct:.0} | | | |").ok()?;
        let ways = [
            ("boxed registry", None),
            ("worker", Some(90.0)),
            ("worker, rules", Some(90.0)),
            ("worker, repairs", Some(90.0)),
            ("worker, policy", Some(90.0)),
            ("worker, policy that may wait", None),
            ("worker, observer", None),
            ("worker, timeout", None),
            ("worker, both", Some(150.0)),
        ];
        for (way, budget) in ways {
            let time = self.find("wrapper/a", way)?.nanoseconds;
            let over = time - direct;
            let (limit, word) = budget.map_or((String::new(), ""), |budget| {
                (budget.to_string(), verdict(over, budget))
            });
            writeln!(out, "| {way} | {time:.0} | {over:.0} | {limit} | {word} |").ok()?;
        }
        Some(out)
    }

    fn results(&self) -> Option<String> {
        let mut out = "
## What is shown of a result

From a call to the text that a model reads, with a list of 30 issues as an API sends it (81 KB). The budget is 1.1 times a call that shows
all of it, and so copies it. Serde, which skips over the same text, is the floor of whatever leaves parts out.
`cargo bench -p toolc-benches --bench calls -- results` measures it.

| shown | time | to whole | budget | | to serde |
|---|---|---|---|---|---|
"
        .to_owned();
        let time = |way| self.find("results/issues", way).map(|it| it.nanoseconds);
        let (whole, floor) = (time("whole")?, time("read once by serde")?);
        for way in [
            "whole",
            "within a limit",
            "five fields of each",
            "five fields, cut",
        ] {
            let time = time(way)?;
            let (shown, ratio, to_serde) = (show(time), time / whole, time / floor);
            let word = verdict(ratio, 1.1);
            writeln!(
                out,
                "| {way} | {shown} | {ratio:.2} | 1.1 | {word} | {to_serde:.2} |"
            )
            .ok()?;
        }
        Some(out)
    }
}

fn show(nanoseconds: f64) -> String {
    if nanoseconds < 1000.0 {
        format!("{nanoseconds:.0} ns")
    } else {
        format!("{:.1} µs", nanoseconds / 1000.0)
    }
}
