//! What a folder begins with: the example, the description of an API, an MCP server, or a Rust module.

use super::super::Exit;
use super::super::input::{Answer, compile_input_from};
use super::super::output::{count_noun, refuse_with};
use super::engine::{choose_engine, entry_of, lay_out};
use super::module::{Module, read_module};
use super::program::{Program, advise_by_hand};
use super::source::{Asked, Described, ask_server, read_description};
use serde_json::json;
use std::fmt::Write;
use std::path::Path;
use toolc_compile::compile::Options;
use toolc_model::model::Tool;
use toolc_model::model::runner::Runner;
use toolc_read::schemas;
use toolc_runtime::hidden::show_line;

/// How many tools a worker begins with: whoever uses it has to have read them.
const GRANTED: usize = 12;

/// The name of a worker.
const AGENT: &str = "agent";

/// The longest text of a tool in a comment.
const SHOWN: usize = 80;

/// What is written, and what comes then.
pub(super) struct Start {
    /// Files relative to the folder of the crate.
    pub specs: Vec<(String, String)>,
    /// The features of toolc-runtime that the program uses, besides those it always has.
    pub features: &'static [&'static str],
    /// The features of toolc that the build script needs.
    pub compiler_features: &'static [&'static str],
    /// The program that makes calls.
    pub program: Program,
    /// What to do next. `RUN` is the command that runs the program.
    pub next: String,
}

impl Start {
    /// A tool with a handler.
    pub(super) fn example() -> Self {
        let specs = [
            (
                "specs/toolc.yaml",
                include_str!("../../../templates/init/toolc.yaml"),
            ),
            (
                "specs/weather.yaml",
                include_str!("../../../templates/init/weather.yaml"),
            ),
            (
                "specs/workers/support.yaml",
                include_str!("../../../templates/init/support.yaml"),
            ),
        ];
        let specs = specs.map(|(path, text)| (path.to_owned(), text.to_owned()));
        Start {
            specs: with_schemas(specs.to_vec()),
            features: &[],
            compiler_features: &[],
            program: Program::Anywhere {
                text: include_str!("../../../templates/init/main.rs.txt").to_owned(),
                example: "examples/support.rs".to_owned(),
            },
            next: include_str!("../../../templates/init/next.txt").to_owned(),
        }
    }

    /// The description of an API in a file or at an address. Requests that only ask for an answer are granted, and asked about.
    pub(super) fn of_description(source: &str) -> Result<Self, Exit> {
        let described = read_description(source)?;
        let chosen = choose_engine(&described, source);
        let Described { name, file, text } = described;
        let answer = compile_one(
            &name,
            &entry_of(&name, &file),
            &chosen.settings,
            &file,
            &text,
        )?;
        let catalog = answer.checked.catalog();
        let is_read = |tool: &Tool| match catalog.runner(tool) {
            Runner::Http(call) => ["get", "head"]
                .iter()
                .any(|safe| safe.eq_ignore_ascii_case(&call.operation.method)),
            _ => false,
        };
        let engine = format!(
            "    # {}; `auth: {{ bearer_env: {}_TOKEN }}` is a token\n    {}: {}\n",
            chosen.comment,
            name.to_ascii_uppercase(),
            quote_yaml(&name),
            chosen.text,
        );
        let config = write_config("rest", "spec", &file, &name, &engine);
        let features = &["http"];
        Ok(Self::served(
            &name,
            &answer,
            is_read,
            config,
            (file, text),
            features,
        ))
    }

    /// An MCP server, by its command or address.
    pub(super) fn of_server(source: &str, variables: &[String]) -> Result<Self, Exit> {
        let Asked {
            name,
            text,
            reach,
            features,
        } = ask_server(source, variables)?;
        let file = format!("{name}.mcp.json");
        let entry =
            json!({ "type": "mcp", "snapshot": &file, "namespace": &name, "engine": &name });
        let engine = format!("    {}: {{ type: mcp, {reach} }}\n", quote_yaml(&name));
        let stand_in = json!({ "type": "mcp", "url": "https://server.invalid/" });
        let answer = compile_one(&name, &entry, &stand_in, &file, &text)?;
        let config = write_config("mcp", "snapshot", &file, &name, &engine);
        Ok(Self::served(
            &name,
            &answer,
            |_| true,
            config,
            (file, text),
            features,
        ))
    }

    /// A module of the crate in a folder, whose functions are tools.
    pub(super) fn of_module(folder: &Path, source: &str) -> Result<Self, Exit> {
        let module = read_module(folder, source)?;
        let worker = name_worker(&module.name);
        let mut lines: Vec<Line<'_>> = Vec::new();
        for tool in &module.tools {
            lines.push(Line {
                name: &tool.name,
                text: &tool.description,
                is_wanted: true,
            });
        }
        for (name, reason) in &module.unfit {
            lines.push(Line {
                name,
                text: reason,
                is_wanted: false,
            });
        }
        let functions = lines.len();
        let (granted, list) = list_tools(lines);
        let mut keys = format!(
            "    module: {}\n",
            quote_yaml(&format!("../../{}", module.file))
        );
        if !module.is_at_root {
            // Writing to a string cannot fail.
            let _ = writeln!(keys, "    rust_path: {}", module.rust_path);
        }
        Ok(Start {
            specs: with_schemas(vec![
                (
                    "specs/toolc.yaml".to_owned(),
                    "# yaml-language-server: $schema=.schema/config.json\nworkers: [workers/*.yaml]\n".to_owned(),
                ),
                (
                    format!("specs/workers/{worker}.yaml"),
                    write_worker(worker, &module.name, &keys, &list),
                ),
            ]),
            features: &[],
            compiler_features: &["rust-modules"],
            program: choose_program(folder, &module, worker),
            next: include_str!("../../../templates/init/next_module.txt")
                .replace("WORKER", worker)
                .replace("COUNT", &say_granted(granted, functions, worker)),
        })
    }

    /// A worker whose tools engines run.
    fn served(
        name: &str,
        answer: &Answer,
        is_wanted: impl Fn(&Tool) -> bool,
        config: String,
        (file, text): (String, String),
        features: &'static [&'static str],
    ) -> Self {
        let worker = name_worker(name);
        let tools = &answer.checked.catalog().tools;
        let lines = tools.iter().map(|tool| Line {
            name: &tool.name,
            text: &tool.description,
            is_wanted: is_wanted(tool),
        });
        let (granted, list) = list_tools(lines.collect());
        let rules = write_worker(worker, name, "", &list);
        let count = say_granted(granted, tools.len(), worker);
        Start {
            specs: with_schemas(vec![
                ("specs/toolc.yaml".to_owned(), config),
                (format!("specs/{file}"), text),
                (format!("specs/workers/{worker}.yaml"), rules),
            ]),
            features,
            compiler_features: &[],
            program: Program::Anywhere {
                text: write_caller("", "tools", worker),
                example: format!("examples/{worker}.rs"),
            },
            next: include_str!("../../../templates/init/next_served.txt")
                .replace("WORKER", worker)
                .replace("COUNT", &count),
        }
    }
}

/// The name of a worker: a namespace of the same name would be the same module of the generated code.
fn name_worker(namespace: &str) -> &'static str {
    match namespace {
        AGENT => "worker",
        _ => AGENT,
    }
}

/// The program of a crate whose module has the tools. It declares the module, so a library has none, and neither has a crate
/// whose module lies deeper.
fn choose_program(folder: &Path, module: &Module, worker: &str) -> Program {
    let value = match &module.receiver {
        None => "()".to_owned(),
        Some(receiver) => format!("{receiver} {{ … }}"),
    };
    let advice = advise_by_hand(&module.name, worker, &value);
    if module.receiver.is_some() || !module.is_at_root || folder.join("src/lib.rs").exists() {
        return Program::ByAuthor { advice };
    }
    let tools = match module.name.as_str() {
        // the macro creates a module of this name
        "tools" => "compiled::tools",
        _ => "tools",
    };
    Program::OfCrate {
        text: write_caller(&format!("mod {};\n\n", module.name), tools, worker),
        advice,
    }
}

/// The schemas of the files, for editors. No command reads a folder whose name starts with a dot.
fn with_schemas(mut specs: Vec<(String, String)>) -> Vec<(String, String)> {
    for (name, text) in [
        ("config", schemas::CONFIG),
        ("tools", schemas::TOOLS),
        ("worker", schemas::WORKER),
    ] {
        specs.push((format!("specs/.schema/{name}.json"), text.to_owned()));
    }
    specs
}

fn write_config(kind: &str, key: &str, file: &str, name: &str, engine: &str) -> String {
    let (file, name) = (quote_yaml(file), quote_yaml(name));
    format!(
        "# yaml-language-server: $schema=.schema/config.json\ntools:\n  registry:\n    \
         - {{ type: {kind}, {key}: {file}, namespace: {name}, engine: {name} }}\n  engines:\n{engine}workers: [workers/*.yaml]\n"
    )
}

/// A tool in the list of a worker.
struct Line<'t> {
    name: &'t str,
    /// What it does, or why it is left out.
    text: &'t str,
    is_wanted: bool,
}

/// The number of granted tools, and the list: what is not granted is a comment.
fn list_tools(lines: Vec<Line<'_>>) -> (usize, String) {
    // a worker needs a tool
    let is_any_wanted = lines.iter().any(|line| line.is_wanted);
    let mut granted = 0;
    let mut list = String::new();
    for line in lines {
        let is_granted = match is_any_wanted {
            true => line.is_wanted && granted < GRANTED,
            false => granted == 0,
        };
        granted += usize::from(is_granted);
        let text: String = show_line(line.text.lines().next().unwrap_or_default())
            .chars()
            .take(SHOWN)
            .collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            list,
            "      {}- {}{}",
            if is_granted { "" } else { "# " },
            quote_yaml(line.name),
            match text.trim() {
                "" => String::new(),
                text => format!(" # {text}"),
            }
        );
    }
    (granted, list)
}

fn say_granted(granted: usize, tools: usize, worker: &str) -> String {
    let tools_in_words = count_noun(tools, "tool");
    match granted == tools {
        true => format!("{tools_in_words} granted, and each call is asked about."),
        false => format!(
            "{granted} of {tools_in_words} granted, and each call is asked about; the others are comments in specs/workers/{worker}.yaml."
        ),
    }
}

/// A worker with one toolset, whose keys before `tools` are `keys`.
fn write_worker(worker: &str, namespace: &str, keys: &str, list: &str) -> String {
    format!(
        "# yaml-language-server: $schema=../.schema/worker.json\n\
         # Only the tools that are here exist for this worker. Take the `#` away from those that it needs.\n\
         name: {worker}\ntoolsets:\n  {}:\n{keys}    tools:\n{list}    approval:\n      \
         default: ask # `tools: {{ NAME: preApproved }}` below lets calls of a tool through\n",
        quote_yaml(namespace)
    )
}

/// A program that makes a call. `tools` is the path of the module of `include_tools!()`, which `declared` comes before.
fn write_caller(declared: &str, tools: &str, worker: &str) -> String {
    let include = match tools {
        "tools" => "toolc_runtime::include_tools!();",
        _ => "mod compiled {\n    toolc_runtime::include_tools!(pub);\n}",
    };
    include_str!("../../../templates/init/caller.rs.txt")
        .replace("INCLUDE", &format!("{declared}{include}"))
        .replace("TOOLS", tools)
        .replace("WORKER", worker)
}

/// A text as YAML, quoted only if it has to be.
fn quote_yaml(text: &str) -> String {
    let is_plain = text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || "_-./".contains(letter))
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
            .contains(&text.to_ascii_lowercase().as_str());
    match is_plain {
        true => text.to_owned(),
        false => json!(text).to_string(),
    }
}

/// Compiles one document with an engine, without a worker.
fn compile_one(
    name: &str,
    entry: &serde_json::Value,
    engine: &serde_json::Value,
    file: &str,
    text: &str,
) -> Result<Answer, Exit> {
    let (files, path) = lay_out(entry, (name, engine), file, text);
    let answer = compile_input_from(&files, &[path], &Options::default(), None, || None)?;
    match answer.checked.catalog().tools.is_empty() {
        true => Err(refuse_with(
            "the description has nothing that can be a tool, so nothing is written",
            "",
        )),
        false => Ok(answer),
    }
}
