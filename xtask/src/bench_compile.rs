//! `cargo xtask bench-compile`: what it costs a consumer to compile what toolc emits, compared with what its
//! peers emit for the same schemas.

pub mod consumer;
pub mod peers;
mod serde_types;
pub mod spec;

use crate::options::Options;
use crate::page::{machine, put, verdict};
use crate::target;
use consumer::{Bill, Consumer, Effort};
use spec::{Form, Spec};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A document of the corpus and its budgets in CPU seconds: check, dev and release, and the check of [`FEW`]
/// operations.
struct Document {
    name: &'static str,
    path: &'static str,
    budget: [Option<f64>; 3],
    few: Option<f64>,
}

const DOCUMENTS: &[Document] = &[
    Document {
        name: "GitHub",
        path: "openapi/3.0/octokit__api.github.com.json",
        budget: [Some(4.0), Some(7.0), Some(12.0)],
        few: Some(0.3),
    },
    Document {
        name: "Stripe",
        path: "openapi/3.0/stripe.com.json",
        budget: [Some(3.0), None, None],
        few: None,
    },
];

/// This many operations are also measured separately.
const FEW: usize = 50;

/// `[--rounds N] [--check-only] [--no-peers] [--dry]`
pub fn bench_compile(arguments: &[String]) -> Result<(), String> {
    let options = Options::read(
        arguments,
        &["--rounds"],
        &["--check-only", "--no-peers", "--dry"],
    )?;
    let effort = Effort {
        rounds: options.number("--rounds")?.unwrap_or(2),
        check_only: options.has("--check-only"),
    };
    let rounds = effort.rounds;
    let corpus = std::env::var_os("TOOLC_CORPUS").map(PathBuf::from);
    let corpus = corpus.ok_or("`TOOLC_CORPUS` must name the folder of real specs")?;
    let folder = target().join("bench-compile");
    let mut page = format!(
        "{}\n\nCPU seconds of cargo for one crate whose dependencies are built, the least of {rounds} runs. No handlers; \
         what is\ncompiled are types, checks and rows. `again` is the check after one schema was changed, with \
         incremental\ncompilation. Sizes are those of the library.\n",
        machine()
    );
    for document in DOCUMENTS {
        page.push_str(&measure(
            document,
            &corpus,
            &folder,
            effort,
            !options.has("--no-peers"),
        )?);
    }
    match options.has("--dry") {
        true => {
            eprintln!("{page}");
            Ok(())
        }
        false => put("bench-compile", "Compile times", &page),
    }
}

fn measure(
    document: &Document,
    corpus: &Path,
    folder: &Path,
    effort: Effort,
    peers: bool,
) -> Result<String, String> {
    let spec = Spec::read(&corpus.join(document.path))?;
    let folder = folder.join(document.name);
    let mut page = format!(
        "\n## {}, {} operations\n\n| what | lines | check | dev | release | rlib dev, release | again |\n|---|---|---|---|---|---|---|\n",
        document.name,
        spec.tools()
    );
    let mut add = |what: &str, budget, consumer: Result<Consumer, String>, effort| {
        let row = match consumer.and_then(|consumer| consumer.bill(effort)) {
            Ok(bill) => row(what, budget, &bill),
            Err(why) => format!("| {what} | {why} | | | | | |"),
        };
        eprintln!("{}: {row}", document.name);
        // Writing to a string cannot fail.
        let _ = writeln!(page, "{row}");
    };
    let toolc = |form| Consumer::of_toolc(&folder, &spec, form);
    let few = Form {
        tools: FEW,
        ..Form::ARGUMENTS
    };
    let few_budget = [document.few, None, None];
    let none = [None; 3];
    add(
        "toolc, arguments",
        document.budget,
        toolc(Form::ARGUMENTS),
        effort,
    );
    add("toolc, 50 operations", few_budget, toolc(few), effort);
    add(
        "toolc, arguments and results",
        none,
        toolc(Form::default()),
        effort,
    );
    if peers {
        let once = Effort {
            rounds: 1,
            ..effort
        };
        let serde = serde_types::consumer(&folder, &spec);
        add(
            "serde derives the same arguments, no checks",
            none,
            serde,
            effort,
        );
        let typify = peers::typify(&folder, &spec).map(|typify| typify.consumer);
        add("typify, types of the arguments alone", none, typify, once);
        let macros = peers::jsonschema(&folder, &spec);
        add(
            "jsonschema's macro, checks of the arguments alone",
            none,
            macros,
            once,
        );
    }
    Ok(page)
}

fn row(what: &str, budget: [Option<f64>; 3], bill: &Bill) -> String {
    let cpu = [&bill.check, &bill.dev, &bill.release];
    let cpu = cpu
        .iter()
        .zip(budget)
        .map(|(cost, budget)| match (cost, budget) {
            (Ok(seconds), Some(budget)) => {
                format!(
                    "{seconds:.2} (budget {budget}: {})",
                    verdict(*seconds, budget)
                )
            }
            (Ok(seconds), None) => format!("{seconds:.2}"),
            (Err(why), _) => why.clone(),
        });
    let cpu: Vec<String> = cpu.collect();
    let size = |size: &Option<u64>| {
        size.map_or("-".to_owned(), |size| format!("{:.1}", size as f64 / 1e6))
    };
    let again = bill
        .again
        .map_or("-".to_owned(), |seconds| format!("{seconds:.2}"));
    format!(
        "| {what} | {} | {} | {}, {} MB | {again} |",
        bill.lines,
        cpu.join(" | "),
        size(&bill.dev_size),
        size(&bill.release_size)
    )
}
