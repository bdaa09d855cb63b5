//! `toolc sample`: tools that belong together, and calls of them that hold.

use super::Exit;
use super::artifacts::find_folder;
use super::artifacts::reads::Reads;
use super::export::target_parser;
use super::input::{Input, print_left_out, show_errors};
use super::output::{exit_for, print_data, print_line, refuse_with};
use clap::{Args, ValueEnum};
use std::time::Instant;
use toolc_base::diagnostic::quote::quote_names;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::json_text::{write_array, write_object, write_string};
use toolc_compile::compile::Outcome;
use toolc_enrich::dataflow::find_dataflow;
use toolc_enrich::neighbors::find_neighbors;
use toolc_enrich::reference::dataflow::make_by_words;
use toolc_enrich::reference::list_tools;
use toolc_enrich::sample::calls::{Caller, SampleForm, write_sample};
use toolc_enrich::sample::{Pattern, Pool, Request, SampleError, Strategy, Uniform, draw_exactly};
use toolc_model::model::enrichment::{EnrichmentKind, Multipliers};
use toolc_model::model::{Catalog, Target};
use toolc_read::load::Disk;

/// Print samples of tools, with calls that hold, as lines of JSON
///
/// Each line has `k` tools, or the command ends with 1 and prints those that were found.
#[derive(Args)]
pub(super) struct Sample {
    #[command(flatten)]
    input: Input,
    /// How the tools belong together: random, chain, fan-out, fan-in or neighbor
    #[arg(long, value_name = "PATTERN", default_value = "random")]
    pattern: String,
    /// How many tools a sample has
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    k: Option<i64>,
    /// What chance begins with: the same number gives the same samples
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
    /// How many samples
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    count: usize,
    /// Only tools of this namespace
    #[arg(long, value_name = "NAME")]
    namespace: Option<String>,
    /// How much namespaces count, such as `shop=0.8,mail=0.2` (for random and neighbor)
    #[arg(long, value_name = "NAME=NUMBER", value_delimiter = ',', value_parser = parse_weight)]
    weights: Vec<(String, f64)>,
    /// What holds for namespaces without a weight
    #[arg(long, value_enum, default_value_t)]
    strategy: Share,
    /// The least score of a data flow
    #[arg(long, value_name = "NUMBER", default_value_t = 0.0)]
    min_score: f64,
    /// The form of a provider; without it, toolc's own
    #[arg(long, value_name = "TARGET", value_parser = target_parser(), conflicts_with = "reference")]
    target: Option<&'static Target>,
    /// The form of fms-dgt, with `$id.field` for what a call hands on
    #[arg(long)]
    reference: bool,
    /// In the form of fms-dgt, write what is handed on as a value
    #[arg(long, requires = "reference")]
    values: bool,
}

/// How tools are shared among namespaces.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Share {
    /// By the number of their tools
    #[default]
    Proportional,
    /// Equally
    Uniform,
}

fn parse_weight(text: &str) -> Result<(String, f64), String> {
    let (name, number) = text
        .split_once('=')
        .ok_or("write a namespace and a number, such as `shop=0.8`")?;
    let number = number
        .parse::<f64>()
        .map_err(|_| format!("`{number}` is not a number"))?;
    Ok((name.to_owned(), number))
}

impl Sample {
    pub fn run(self) -> Exit {
        let pattern = match self.read_pattern() {
            Ok(pattern) => pattern,
            Err(exit) => return exit,
        };
        if let Some(target) = self.target.filter(|target| target.dialect.is_some()) {
            let message = format!(
                "samples cannot be made for the strict target `{}`",
                target.name
            );
            return refuse_with(&message, "name the target without `-strict`");
        }
        let started = Instant::now();
        let (loaded, outcome) = self.input.compile();
        print_left_out(&outcome.summary);
        let Outcome {
            diagnostics,
            checked,
            summary,
            ..
        } = outcome;
        let Some(checked) = checked.filter(|_| exit_for(&diagnostics) == Exit::Clean) else {
            let (paths, sources) = (&self.input.paths, &loaded.sources);
            return show_errors(&Disk, paths, sources, diagnostics, &summary, started);
        };
        let folder = find_folder(&self.input, None).unwrap_or_default();
        let reads = Reads {
            loaded: &loaded,
            catalog: &checked,
            folder: &folder,
        };
        let pool = match make_pool(reads, pattern) {
            Ok(pool) => pool,
            Err(reason) => {
                let help = "run `toolc enrich` with the same paths";
                return refuse_with(
                    &format!("tools that are alike are not known: {reason}"),
                    help,
                );
            }
        };
        self.print_samples(&checked, &pool, pattern)
    }

    fn read_pattern(&self) -> Result<Pattern, Exit> {
        let name = self.pattern.as_str();
        let bare = name.strip_prefix("tc/").unwrap_or(name);
        if Pattern::ANNOUNCED.contains(&bare) {
            let message = format!(
                "the pattern `{bare}` is only announced by fms-dgt, and has no meaning yet"
            );
            return Err(refuse_with(&message, &list_patterns()));
        }
        Pattern::named(name).map_err(|error| {
            let names = Pattern::ALL.iter().map(|(name, ..)| *name);
            let help = did_you_mean(name, names).map(|help| help.text);
            refuse_with(&error.text, &help.unwrap_or_else(list_patterns))
        })
    }

    fn print_samples(&self, catalog: &Catalog, pool: &Pool, pattern: Pattern) -> Exit {
        let request = Request {
            namespace: self.namespace.clone(),
            namespace_weights: (!self.weights.is_empty()).then(|| self.weights.clone()),
            strategy: match self.strategy {
                Share::Proportional => Strategy::Proportional,
                Share::Uniform => Strategy::Uniform,
            },
            min_score: self.min_score,
            ..Request::new(pattern, self.k)
        };
        let form = match (self.target, self.reference) {
            (Some(target), _) => SampleForm::Provider(target),
            (None, true) => SampleForm::Reference {
                as_values: self.values,
            },
            (None, false) => SampleForm::Toolc,
        };
        let mut seeds = Uniform::new(self.seed);
        let mut caller = Caller::new(catalog);
        let mut said: Vec<String> = Vec::new();
        for _ in 0..self.count {
            let mut random = Uniform::new(seeds.draw());
            let sample = draw_exactly(pool, &request, &mut random);
            let calls = sample.and_then(|sample| {
                for warning in &sample.warnings {
                    if !said.contains(warning) {
                        print_line(&format!("warning: {warning}"));
                        said.push(warning.clone());
                    }
                }
                caller.make_calls(pool, pattern, &sample, &mut random)
            });
            let exit = match calls {
                Ok(calls) => {
                    let line = write_sample(catalog, form, pattern, &calls);
                    print_data(&format!("{line}\n"))
                }
                Err(error) => return tell_error(pool, pattern, &error),
            };
            if exit != Exit::Clean {
                return exit;
            }
        }
        Exit::Clean
    }
}

fn list_patterns() -> String {
    let names = Pattern::ALL.iter().map(|(name, ..)| *name);
    format!("the patterns are {}", quote_names(names))
}

/// The tools of a catalog, with the artifact that a pattern reads, if one of the enrichments makes it.
fn make_pool(reads: Reads<'_>, pattern: Pattern) -> Result<Pool, String> {
    let (catalog, enrichments) = (reads.catalog, &reads.loaded.config.enrichments);
    let mut pool = Pool::of(catalog);
    if pattern.artifact() == Some("neighbors") {
        add_neighbors(&mut pool, reads)?;
    }
    if pattern.artifact() != Some("dataflow") {
        return Ok(pool);
    }
    let mut options = enrichments.iter().filter_map(|entry| match &entry.kind {
        EnrichmentKind::Dataflow(options) => Some((entry.name.value == "dataflow", options)),
        _ => None,
    });
    // the one that is called so, else the first
    let first = options.next();
    let named = first.filter(|(is_named, _)| *is_named);
    let chosen = named
        .or_else(|| options.find(|(is_named, _)| *is_named))
        .or(first);
    if let Some((_, options)) = chosen {
        match options.multipliers {
            Multipliers::Proofs => {
                pool.add_dataflow(&find_dataflow(catalog, options.max_neighbors));
            }
            Multipliers::Reference => {
                let flow = make_by_words(catalog, options.max_neighbors);
                pool.add_reference_dataflow(catalog, &flow);
            }
        }
    }
    Ok(pool)
}

/// Adds which tools are alike, by the vectors in the file of `embeddings`.
fn add_neighbors(pool: &mut Pool, reads: Reads<'_>) -> Result<(), String> {
    let mut entries = reads.loaded.config.enrichments.iter();
    let found = entries.find_map(|entry| match &entry.kind {
        EnrichmentKind::Neighbors(options) => Some((entry, options)),
        _ => None,
    });
    let Some((entry, options)) = found else {
        return Ok(());
    };
    let (catalog, given) = reads.read_for(entry);
    let tools = list_tools(catalog.as_ref().unwrap_or(reads.catalog));
    pool.add_neighbors(
        reads.catalog,
        &find_neighbors(tools, &given.vectors, options)?,
    );
    Ok(())
}

/// A request that makes no sense is a wrong call; of a sample that there is not, what was found is printed.
fn tell_error(pool: &Pool, pattern: Pattern, error: &SampleError) -> Exit {
    if error.is_refusal() {
        let help = match pattern.artifact().filter(|_| !pool.has_artifact(pattern)) {
            Some("neighbors") => {
                "list `{ type: neighbors }` and an entry of type `embeddings` under `enrichments` in `toolc.yaml`, and run `toolc enrich`"
            }
            Some(_) => {
                "list `{ type: dataflow }` under `enrichments`, beside `registry`, in `toolc.yaml`"
            }
            None => "",
        };
        return refuse_with(&error.text, help);
    }
    print_line(&format!("error: {}", error.text));
    let tools = error.tools.iter();
    let tools = tools.map(|tool| write_string(&pool.tools[*tool].qualified));
    let requested = error.requested.unwrap_or_default();
    let line = write_object(&[
        ("error", write_string(&error.text)),
        ("requested", requested.to_string()),
        ("tools", write_array(tools)),
    ]);
    Exit::Findings.or(print_data(&format!("{line}\n")))
}
