//! What a folder begins with: the example, the description of an API, or an MCP server.

use super::super::Exit;
use super::super::input::{Answer, compile_input_from};
use super::super::output::{count_noun, refuse_with};
use super::source::{Asked, Described, ask_server, read_description};
use serde_json::json;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use toolc_compile::compile::Options;
use toolc_model::model::Tool;
use toolc_model::model::runner::Runner;
use toolc_read::load::Overlay;
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
    /// The text of the program.
    pub program: String,
    /// The file of the program, if the crate has one already.
    pub example: String,
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
            program: include_str!("../../../templates/init/main.rs.txt").to_owned(),
            example: "examples/support.rs".to_owned(),
            next: include_str!("../../../templates/init/next.txt").to_owned(),
        }
    }

    /// The description of an API in a file or at an address. Requests that only ask for an answer are granted, and asked about.
    pub(super) fn of_description(source: &str) -> Result<Self, Exit> {
        let Described { name, file, text } = read_description(source)?;
        let entry = json!({ "type": "rest", "spec": &file, "namespace": &name, "engine": &name });
        let answer = compile_one(&name, &entry, &json!({ "type": "http" }), &file, &text)?;
        let catalog = answer.checked.catalog();
        let is_read = |tool: &Tool| match catalog.runner(tool) {
            Runner::Http(call) => ["get", "head"]
                .iter()
                .any(|safe| safe.eq_ignore_ascii_case(&call.operation.method)),
            _ => false,
        };
        let engine = format!(
            "    # it calls the address of the description; `base_url: …` is another one, and `auth: {{ bearer_env: {} }}` a token\n    \
             {}: {{ type: http }}\n",
            format_args!("{}_TOKEN", name.to_ascii_uppercase()),
            quote_yaml(&name),
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

    /// A worker whose tools engines run.
    fn served(
        name: &str,
        answer: &Answer,
        is_wanted: impl Fn(&Tool) -> bool,
        config: String,
        (file, text): (String, String),
        features: &'static [&'static str],
    ) -> Self {
        // a namespace and a worker with one name would not both be modules of it
        let worker = if name == AGENT { "worker" } else { AGENT };
        let (granted, rules) = write_worker(worker, name, answer, is_wanted);
        let tools = answer.checked.catalog().tools.len();
        let count = match granted == tools {
            true => format!(
                "{} granted, and each call is asked about.",
                count_noun(tools, "tool")
            ),
            false => format!(
                "{granted} of {} granted, and each call is asked about; the others are comments in specs/workers/{worker}.yaml.",
                count_noun(tools, "tool")
            ),
        };
        Start {
            specs: with_schemas(vec![
                ("specs/toolc.yaml".to_owned(), config),
                (format!("specs/{file}"), text),
                (format!("specs/workers/{worker}.yaml"), rules),
            ]),
            features,
            program: include_str!("../../../templates/init/caller.rs.txt")
                .replace("MODULE", worker)
                .replace("WORKER", worker),
            example: format!("examples/{worker}.rs"),
            next: include_str!("../../../templates/init/next_served.txt")
                .replace("WORKER", worker)
                .replace("COUNT", &count),
        }
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

/// The number of granted tools, and the worker.
fn write_worker(
    worker: &str,
    namespace: &str,
    answer: &Answer,
    is_wanted: impl Fn(&Tool) -> bool,
) -> (usize, String) {
    let tools = &answer.checked.catalog().tools;
    let wanted = tools.iter().filter(|tool| is_wanted(tool));
    let mut granted: Vec<&Tool> = wanted.take(GRANTED).collect();
    if granted.is_empty() {
        // a worker needs a tool
        granted.extend(tools.first());
    }
    let mut list = String::new();
    for tool in tools {
        let sign = match granted.iter().any(|other| std::ptr::eq(*other, tool)) {
            true => "",
            false => "# ",
        };
        let text: String = show_line(tool.description.lines().next().unwrap_or_default())
            .chars()
            .take(SHOWN)
            .collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            list,
            "      {sign}- {}{}",
            quote_yaml(&tool.name),
            match text.trim() {
                "" => String::new(),
                text => format!(" # {text}"),
            }
        );
    }
    let text = format!(
        "# yaml-language-server: $schema=../.schema/worker.json\n\
         # Only the tools that are here exist for this worker. Take the `#` away from those that it needs.\n\
         name: {worker}\ntoolsets:\n  {}:\n    tools:\n{list}    approval:\n      \
         default: ask # `tools: {{ NAME: preApproved }}` below lets calls of a tool through\n",
        quote_yaml(namespace)
    );
    (granted.len(), text)
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
    let folder = Path::new(".");
    let mut files = Overlay::default();
    let config = json!({ "tools": { "registry": [entry], "engines": { name: engine } } });
    files.replace_file(&folder.join("toolc.yaml"), config.to_string());
    files.replace_file(&folder.join(file), text);
    let paths: Vec<PathBuf> = vec![folder.join("toolc.yaml")];
    let answer = compile_input_from(&files, &paths, &Options::default(), None, || None)?;
    match answer.checked.catalog().tools.is_empty() {
        true => Err(refuse_with(
            "the description has nothing that can be a tool, so nothing is written",
            "",
        )),
        false => Ok(answer),
    }
}
