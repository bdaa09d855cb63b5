//! `toolc list`: the tools that the specs define.

use super::Exit;
use super::answers::{list_lines, write_answers};
use super::approvals::{list_approvals, suggested_approval};
use super::artifacts::proposed::{find_proposed, write_proposed};
use super::chosen::Chosen;
use super::flows::{list_workers, write_labels, write_needs, write_tokens, write_workers};
use super::input::compile_input;
use super::origins::{
    approval_lines, effect_line, limit_lines, write_effect_origin, write_policies,
};
use super::output::{DataFormat, print_data, print_line};
use super::prompt::write_entries;
use super::rules::{rule_lines, write_rules};
use super::search::write_found;
use super::tags::Tagged;
use super::view::{View, view_paths};
use clap::Args;
use std::collections::BTreeSet;
use std::path::PathBuf;
use toolc_base::diagnostic::quote::shorten_text;
use toolc_base::diagnostic::render::{Places, escape_text};
use toolc_base::json_text::{lay_out, write_array, write_object, write_string};
use toolc_compile::compile::Options;
use toolc_model::model::execution::Execution;
use toolc_model::model::{Catalog, Tool, ToolId};

/// List the tools that the specs define
#[derive(Args)]
pub(super) struct List {
    /// Files and folders with specs
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<PathBuf>,
    /// Print only the qualified names, one per line
    #[arg(long, conflicts_with = "format")]
    qualified: bool,
    /// Show below each tool what sets its effect, approvals and limits, and where
    #[arg(long, conflicts_with_all = ["format", "qualified"])]
    origins: bool,
    /// Print the tools that models may call in this worker, as lines for a system prompt
    #[arg(long, value_name = "WORKER", conflicts_with_all = ["format", "qualified", "origins", "tags"])]
    prompt: Option<String>,
    /// Show what each worker may do: labels of its flow, credentials and scopes, tokens for each target
    #[arg(long, conflicts_with_all = ["qualified", "origins", "tags", "prompt"])]
    workers: bool,
    /// Print the namespaces instead of the tools: one per line, sorted
    #[arg(long, conflicts_with_all = ["qualified", "origins", "prompt", "workers"])]
    namespaces: bool,
    /// Print only the names within the namespaces: one per line, sorted, each once
    #[arg(long, conflicts_with_all = ["qualified", "origins", "prompt", "workers", "namespaces"])]
    names: bool,
    /// Print the final answers instead of the tools
    #[arg(long, conflicts_with_all = ["qualified", "origins", "prompt", "workers", "namespaces", "names", "search", "tags"])]
    answers: bool,
    /// Print the ten tools that fit these words best, with their scores
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["qualified", "origins", "prompt", "workers", "namespaces", "names"])]
    search: Option<String>,
    #[command(flatten)]
    tagged: Tagged,
    #[command(flatten)]
    chosen: Chosen,
    /// The form of the list
    #[arg(long, value_enum, default_value_t)]
    format: DataFormat,
}

impl List {
    pub fn run(self) -> Exit {
        if let Some(worker) = &self.prompt {
            return self.print_prompt(worker);
        }
        let view = match view_paths(&self.paths) {
            Ok(view) => view,
            Err(exit) => return exit,
        };
        let places = Places::new(&view.sources);
        let catalog = view.catalog();
        let checked = self.tagged.check_tags(catalog);
        if let Err(exit) = checked.and_then(|()| self.chosen.check_choice(catalog)) {
            return view.exit.or(exit);
        }
        let tools = catalog.numbered();
        let tools = tools.filter(|(_, tool)| self.tagged.shows(tool) && self.chosen.shows(tool));
        let text = match self.format {
            DataFormat::Human if self.answers => list_lines(catalog),
            DataFormat::Json if self.answers => {
                let answers: Vec<&Tool> = catalog.answers.iter().collect();
                lay_out(&write_answers(&view, &places, &answers))
            }
            format if self.search.is_some() => {
                let text = self.search.as_deref().unwrap_or_default();
                write_found(catalog, tools.map(|(_, tool)| tool), text, format)
            }
            DataFormat::Human if self.workers => escape_text_lines(&list_workers(catalog, &places)),
            DataFormat::Json if self.workers => lay_out(&write_workers(catalog, &places)),
            format if self.namespaces => {
                write_words(format, tools.map(|(_, tool)| tool.namespace.as_str()))
            }
            format if self.names => write_words(format, tools.map(|(_, tool)| tool.name.as_str())),
            _ if self.qualified => tools
                .map(|(_, tool)| format!("{}\n", escape_text(&tool.qualified())))
                .collect(),
            DataFormat::Human => {
                let tools: Vec<_> = tools.collect();
                let shown = tools.iter().map(|(_, tool)| *tool);
                let lines = human(catalog, &shown.collect::<Vec<_>>());
                match self.origins {
                    true => with_origins(catalog, &places, &tools, &lines),
                    false => lines.concat() + &list_lines(catalog),
                }
            }
            DataFormat::Json => lay_out(&write_array(
                tools.map(|(id, tool)| entry(&view, &places, id, tool)),
            )),
        };
        let exit = view.print_text(&text);
        if catalog.tools.is_empty() && catalog.answers.is_empty() && exit == Exit::Clean {
            print_line(
                "no tools were found: `toolc check -v` says what was read and why nothing came of it",
            );
        }
        exit
    }

    /// A prompt goes to a model, so there is none of a worker that may lack tools.
    fn print_prompt(&self, worker: &str) -> Exit {
        let answer = match compile_input(&self.paths, &Options::default()) {
            Ok(answer) => answer,
            Err(exit) => return exit,
        };
        match write_entries(&answer, worker) {
            Ok(text) => print_data(&text),
            Err(exit) => exit,
        }
    }
}

/// Words, sorted, each once: one per line, or as an array.
fn write_words<'t>(format: DataFormat, words: impl Iterator<Item = &'t str>) -> String {
    let words: BTreeSet<&str> = words.collect();
    match format {
        DataFormat::Human => words
            .iter()
            .map(|word| format!("{}\n", escape_text(word)))
            .collect(),
        DataFormat::Json => lay_out(&write_array(words.into_iter().map(write_string))),
    }
}

/// Names in one column, what a call does in the next, then who alone may call it and whether results are made up, where
/// that is so, and the first line of the description.
fn human(catalog: &Catalog, tools: &[&Tool]) -> Vec<String> {
    let names: Vec<String> = tools
        .iter()
        .map(|tool| escape_text(&tool.qualified()))
        .collect();
    let width = names
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0)
        .min(60);
    let lines = names.iter().zip(tools).map(|(name, tool)| {
        let first = escape_text(tool.description.lines().next().unwrap_or(""));
        let first = match tool.execution {
            Execution::Both => first,
            alone => format!("({}) {first}", alone.name()),
        };
        let first = match catalog.simulating_engine(tool) {
            Some(_) => format!("(simulated) {first}"),
            None => first,
        };
        format!(
            "{}\n",
            format!(
                "{name:width$}  {:11}  {}",
                tool.effect.class.name(),
                shorten_text(&first, 80)
            )
            .trim_end()
        )
    });
    lines.collect()
}

/// The same with whose word its settings are, below each.
fn with_origins(
    catalog: &Catalog,
    places: &Places<'_>,
    tools: &[(ToolId, &Tool)],
    lines: &[String],
) -> String {
    let mut out = String::new();
    for ((id, tool), line) in tools.iter().zip(lines) {
        out.push_str(line);
        let approvals = approval_lines(catalog, places, *id);
        let limits = limit_lines(catalog, places, *id);
        let rules = rule_lines(catalog, places, *id);
        let below = [effect_line(places, tool)].into_iter();
        for below in below.chain(approvals).chain(rules).chain(limits) {
            out.push_str(&format!("    {}\n", escape_text(&below)));
        }
    }
    out
}

/// Lines for people: what is hidden in them is shown.
fn escape_text_lines(text: &str) -> String {
    text.lines()
        .map(|line| format!("{}\n", escape_text(line)))
        .collect()
}

fn entry(view: &View, places: &Places<'_>, id: ToolId, tool: &Tool) -> String {
    let catalog = view.catalog();
    let workers: Vec<(&str, String)> = list_approvals(catalog, id)
        .into_iter()
        .map(|(worker, approval)| (worker, write_string(approval)))
        .collect();
    let (effect_from, effect_place) = write_effect_origin(places, tool);
    let mut fields = vec![
        ("name", write_string(&tool.name)),
        ("namespace", write_string(&tool.namespace)),
        ("qualified", write_string(&tool.qualified())),
        ("overload", tool.overload.to_string()),
        ("wire_name", write_string(&tool.wire_name)),
        ("description", write_string(&tool.description)),
        ("effect", write_string(tool.effect.class.name())),
        ("effect_from", effect_from),
        ("effect_place", effect_place),
        ("open_world", tool.effect.open_world.to_string()),
        ("flow", write_labels(catalog, id)),
        ("needs", write_needs(&catalog.needs_of(&[id]))),
        ("tokens", write_tokens(catalog, id)),
        ("execution", write_string(tool.execution.name())),
        (
            "simulated",
            match catalog.simulating_engine(tool) {
                Some(call) => write_string(call.type_name()),
                None => "null".to_owned(),
            },
        ),
        ("workers", write_object(&workers)),
        ("policy", write_policies(catalog, places, id)),
        ("rules", write_rules(catalog, places, id)),
        ("suggested_approval", suggested_approval(catalog, id)),
        ("fingerprint", write_string(&tool.raw_fingerprint)),
        (
            "metadata",
            tool.stated_metadata().unwrap_or("{}").to_owned(),
        ),
        ("place", write_string(&places.show(tool.span))),
    ];
    if let Some(proposed) = find_proposed(&view.proposed, tool) {
        fields.push(("proposed_output", write_proposed(proposed)));
    }
    write_object(&fields)
}
