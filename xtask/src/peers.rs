//! `cargo xtask peers`: compiles the API descriptions of the corpus with toolc and with other generators.

mod generator;

use crate::bench_compile::consumer::{Consumer, Effort};
use crate::bench_compile::peers::typify;
use crate::bench_compile::spec::{Form, Spec};
use crate::openapi::LARGEST;
use crate::openapi::documents::{Document, documents, unpacked};
use crate::options::Options;
use crate::page::{machine, put};
use crate::target;
use generator::{Generator, Outcome, PROGENITOR};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The descriptions that are shown first, along with the types of their arguments.
const NAMED: &[(&str, &str)] = &[
    ("GitHub", "openapi/3.0/octokit__api.github.com.json"),
    ("Stripe", "openapi/3.0/stripe.com.json"),
];

pub fn peers(arguments: &[String]) -> Result<(), String> {
    let options = Options::read(arguments, &["--only"], &["--dry"])?;
    let only = options.text("--only");
    if only.is_some() && !options.has("--dry") {
        return Err("figures of a part are not written: add `--dry`".to_owned());
    }
    let corpus = std::env::var_os("TOOLC_CORPUS").map(PathBuf::from);
    let corpus = corpus.ok_or("`TOOLC_CORPUS` must name the corpus")?;
    let folder = target().join("peers");
    let toolc = Generator::toolc(&folder)?;
    let progenitor = Generator::progenitor(&folder)?;
    let mut rows = Vec::new();
    for document in documents(&corpus)? {
        // Progenitor cannot read descriptions in several files: it takes a single one.
        let Some(operations) = document.operations else {
            continue;
        };
        if only.is_some_and(|only| !document.name.contains(only)) {
            continue;
        }
        let source = unpacked(&folder, &corpus.join(&document.name))?;
        let is_checked = operations <= LARGEST;
        let row = Row {
            toolc: toolc.run(&source, is_checked)?,
            progenitor: progenitor.run(&source, is_checked)?,
            document,
        };
        eprintln!("{}", row.beside());
        rows.push(row);
    }
    let mut page = introduction();
    for (title, name) in NAMED {
        if let Some(row) = rows.iter().find(|row| row.document.name == *name) {
            page.push_str(&row.named(title));
            page.push_str(&arguments_of(&folder, &corpus.join(name)));
        }
    }
    page.push_str(&tables(&rows));
    match options.has("--dry") {
        true => {
            eprintln!("{page}");
            Ok(())
        }
        false => put("peers", "OpenAPI beside peers", &page),
    }
}

fn introduction() -> String {
    format!(
        "{}; progenitor {PROGENITOR}, typify 0.8.0\n\n\
         What reads an API description and writes Rust, one run each. `generation` is what the program takes, in release, \
         from the\ndescription to files; `check` is what `cargo check` takes of these, with the dependencies compiled before: \
         CPU seconds.\n\n\
         * toolc writes types of arguments and results, the tables that check both, rows of a worker and the data of the \
         requests:\n  an argument that breaks a rule is refused before a request.\n\
         * progenitor writes types of all schemas and a client with a method for each operation, in its default settings. \
         Its types\n  are serde's: what they cannot say, such as bounds of numbers, is not checked before a request.\n\
         * typify, which makes progenitor's types, is given the schemas of the arguments that toolc reads, and beside it stands \
         toolc\n  for the arguments alone. What typify cannot convert is left out before, and that is not in its time.\n",
        machine()
    )
}

/// What toolc and progenitor generate from a description.
struct Row {
    document: Document,
    toolc: Outcome,
    progenitor: Outcome,
}

impl Row {
    fn name(&self) -> &str {
        self.document.name.trim_start_matches("openapi/")
    }

    fn operations(&self) -> u64 {
        self.document.operations.unwrap_or(0)
    }

    /// Both in one line.
    fn beside(&self) -> String {
        format!(
            "| {} | {} | {} | {} |",
            self.name(),
            self.operations(),
            figures(&self.toolc),
            figures(&self.progenitor)
        )
    }

    /// A separate table, to which further lines can be added.
    fn named(&self, title: &str) -> String {
        format!(
            "\n## {title}, {} operations\n\n| what | generation | lines | check |\n|---|---|---|---|\n\
             | toolc | {} |\n| progenitor | {} |\n",
            self.operations(),
            figures(&self.toolc),
            figures(&self.progenitor)
        )
    }
}

fn figures(outcome: &Outcome) -> String {
    let said = |figure: &Result<f64, String>| match figure {
        Ok(seconds) => format!("{seconds:.2}"),
        Err(why) => words(why),
    };
    match outcome.lines {
        0 => format!("{} | - | -", said(&outcome.generation)),
        lines => format!(
            "{} | {lines} | {}",
            said(&outcome.generation),
            said(&outcome.check)
        ),
    }
}

/// The output of a program, for use in a table cell.
fn words(said: &str) -> String {
    let said: String = said.chars().take(160).collect();
    said.replace('|', "\\|")
        .replace('<', "&lt;")
        .replace('*', "\\*")
}

/// The lines for generators that only see the schemas of arguments.
fn arguments_of(folder: &Path, document: &Path) -> String {
    let line = |what: String, generation: &str, consumer: &Consumer| {
        let effort = Effort {
            rounds: 1,
            check_only: true,
        };
        let bill = consumer.bill(effort)?;
        let check = bill
            .check
            .map_or_else(|why| why, |seconds| format!("{seconds:.2}"));
        Ok(format!(
            "| {what} | {generation} | {} | {check} |\n",
            bill.lines
        ))
    };
    let toolc = |spec: &Spec| {
        let consumer = Consumer::of_toolc(folder, spec, Form::ARGUMENTS)?;
        line("toolc, arguments".to_owned(), "-", &consumer)
    };
    let typify = |spec: &Spec| {
        let typify = typify(folder, spec)?;
        let what = format!(
            "typify, arguments of {} of {} tools",
            typify.tools,
            spec.tools()
        );
        line(what, &format!("{:.2}", typify.seconds), &typify.consumer)
    };
    let said = |why: String| format!("| arguments | {why} | | |\n");
    match Spec::read(document) {
        Ok(spec) => toolc(&spec).unwrap_or_else(said) + &typify(&spec).unwrap_or_else(said),
        Err(why) => said(why),
    }
}

/// How many documents each generator compiles, those that progenitor accepts, and what it says about the
/// others.
fn tables(rows: &[Row]) -> String {
    let mut out = "\n## Documents\n\n`code` are documents of which code is made, `compiles` those whose code passes `cargo check`, \
                   which is tried up to 2000\noperations.\n\n\
                   | version | documents | toolc: code | compiles | progenitor: code | compiles |\n|---|---|---|---|---|---|\n"
        .to_owned();
    let mut versions: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        let version = row.document.version.get(..3).unwrap_or("");
        versions.entry(version).or_default().push(row);
    }
    for (version, rows) in versions {
        let count = |is: fn(&Row) -> bool| rows.iter().filter(|row| is(row)).count();
        out.push_str(&format!(
            "| {version} | {} | {} | {} | {} | {} |\n",
            rows.len(),
            count(|row| row.toolc.generation.is_ok()),
            count(|row| row.toolc.check.is_ok()),
            count(|row| row.progenitor.generation.is_ok()),
            count(|row| row.progenitor.check.is_ok()),
        ));
    }
    out.push_str(
        "\n## What progenitor accepts\n\n| document | operations | toolc: generation | lines | check \
         | progenitor: generation | lines | check |\n|---|---|---|---|---|---|---|---|\n",
    );
    let (accepted, refused): (Vec<&Row>, Vec<&Row>) = rows
        .iter()
        .partition(|row| row.progenitor.generation.is_ok());
    for row in &accepted {
        out.push_str(&row.beside());
        out.push('\n');
    }
    let sum = |outcome: fn(&Row) -> &Outcome| {
        let all = || accepted.iter().map(|row| outcome(row));
        let seconds = |figure: fn(&Outcome) -> &Result<f64, String>| -> f64 {
            all()
                .filter_map(|outcome| figure(outcome).as_ref().ok())
                .sum()
        };
        format!(
            "{:.2} | {} | {:.2}",
            seconds(|outcome| &outcome.generation),
            all().map(|outcome| outcome.lines).sum::<usize>(),
            seconds(|outcome| &outcome.check),
        )
    };
    out.push_str(&format!(
        "| all | {} | {} | {} |\n",
        accepted.iter().map(|row| row.operations()).sum::<u64>(),
        sum(|row| &row.toolc),
        sum(|row| &row.progenitor),
    ));
    out.push_str("\n## What progenitor refuses\n\nThe first line that it says.\n\n| document | operations | |\n|---|---|---|\n");
    for row in &refused {
        let why = row.progenitor.generation.as_ref().err();
        out.push_str(&format!(
            "| {} | {} | {} |\n",
            row.name(),
            row.operations(),
            words(why.map_or("", String::as_str))
        ));
    }
    out
}
