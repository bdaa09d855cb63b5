//! `toolc export`: the list of tools as a provider takes it.

use super::Exit;
use super::input::{Answer, ask};
use super::json_text::{array, lay_out, object, string};
use super::output::{data, refuse};
use crate::diagnostic::suggest::nearest;
use crate::model::{Target, Tool, ToolId};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Print the tool definitions in the form of a provider
#[derive(Args)]
pub(super) struct Export {
    /// The provider
    #[arg(long, value_name = "TARGET", value_parser = targets())]
    target: Target,
    /// Only what this worker may call; without it, what any worker may call
    #[arg(long, value_name = "NAME")]
    worker: Option<String>,
    /// Files and folders with specs
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<PathBuf>,
}

/// The names of [`Target::ALL`] as values of an argument.
fn targets() -> impl TypedValueParser<Value = Target> {
    PossibleValuesParser::new(Target::ALL.iter().map(|(name, _)| *name)).try_map(|name| {
        let found = Target::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, target)| *target).ok_or("unknown target")
    })
}

impl Export {
    pub fn run(self) -> Exit {
        let answer = match ask(&self.paths) {
            Ok(answer) => answer,
            Err(exit) => return exit,
        };
        let workers = &answer.checked.catalog().workers;
        if let Some(wanted) = &self.worker
            && workers.iter().all(|worker| worker.name != *wanted)
        {
            let near = nearest(wanted, workers.iter().map(|worker| worker.name.as_str()));
            let help = near.map_or(String::new(), |near| format!("did you mean `{near}`?"));
            return refuse(&format!("no worker `{wanted}`"), &help);
        }
        let tools = self.tools(&answer);
        let definitions = array(
            tools
                .into_iter()
                .map(|tool| define(self.target, &answer, tool)),
        );
        data(&lay_out(&wrap(self.target, definitions)));
        Exit::Clean
    }

    /// The granted tools in the order of the catalog.
    fn tools<'a>(&self, answer: &'a Answer) -> Vec<&'a Tool> {
        let catalog = answer.checked.catalog();
        let workers = catalog.workers.iter();
        let workers = workers.filter(|worker| {
            self.worker
                .as_ref()
                .is_none_or(|wanted| *wanted == worker.name)
        });
        let granted: BTreeSet<ToolId> = workers
            .flat_map(|worker| &worker.grants)
            .map(|grant| grant.tool)
            .collect();
        granted.into_iter().map(|id| catalog.tool(id)).collect()
    }
}

fn define(target: Target, answer: &Answer, tool: &Tool) -> String {
    let schema = answer.checked.catalog().compose(&tool.input_text);
    let name = ("name", string(&tool.wire_name));
    let description = ("description", string(&tool.description));
    match target {
        Target::OpenAi => {
            let function = object(&[name, description, ("parameters", schema)]);
            object(&[("type", string("function")), ("function", function)])
        }
        Target::Anthropic => object(&[name, description, ("input_schema", schema)]),
        Target::Gemini => object(&[name, description, ("parametersJsonSchema", schema)]),
        Target::Mcp => define_mcp(answer, tool, schema),
    }
}

fn define_mcp(answer: &Answer, tool: &Tool, schema: String) -> String {
    let mut fields = vec![("name", string(&tool.wire_name))];
    fields.extend(tool.title.as_ref().map(|title| ("title", string(title))));
    fields.extend([
        ("description", string(&tool.description)),
        ("inputSchema", schema),
    ]);
    fields.extend(
        tool.output_text
            .as_ref()
            .map(|text| ("outputSchema", answer.checked.catalog().compose(text))),
    );
    let annotations = tool.metadata.iter().find(|(key, _)| key == "annotations");
    fields.extend(annotations.map(|(_, node)| ("annotations", node.to_json())));
    object(&fields)
}

/// What stands around the list.
fn wrap(target: Target, definitions: String) -> String {
    match target {
        Target::OpenAi | Target::Anthropic => definitions,
        Target::Gemini => array([object(&[("functionDeclarations", definitions)])]),
        Target::Mcp => object(&[("tools", definitions)]),
    }
}
