//! `toolc export`: the list of tools in a provider's format, source that plugs a worker into another library, or what a worker
//! allows in the configuration of a host.

mod adapters;

use super::Exit;
use super::answers::export_answer;
use super::artifacts::folder_of_lock;
use super::deployment::{Deployment, host_parser};
use super::input::{Answer, compile_input};
use super::output::{print_data, print_findings, print_line, print_losses, refuse_with};
use super::tags::Tagged;
use adapters::{Adapter, adapter_parser};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Args, Command};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::PathBuf;
use toolc_base::diagnostic::level::Levels;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::json_text::lay_out;
use toolc_compile::compile::Options;
use toolc_compile::write::owned::digest_file;
use toolc_descriptor::write_descriptor;
use toolc_hosts::Host;
use toolc_model::model::policy::Worker;
use toolc_model::model::provider::{Form, TARGETS};
use toolc_model::model::{Catalog, Target, ToolId};
use toolc_read::load::Disk;
use toolc_runtime::Json;

/// Print the tool definitions in the form of a provider, an adapter for another library, a descriptor, or what a worker
/// allows for a host
#[derive(Args)]
pub(super) struct Export {
    /// The provider
    #[arg(long, value_name = "TARGET", value_parser = target_parser(), required_unless_present_any = ["adapter", "descriptor", "host"])]
    target: Option<&'static Target>,
    /// One file of Rust that plugs any worker into this library; it needs no specs
    #[arg(
        long,
        value_name = "LIBRARY",
        value_parser = adapter_parser(),
        conflicts_with_all = ["target", "worker", "tags", "pretty", "paths"],
    )]
    adapter: Option<Adapter>,
    /// Everything that is known of tools, engines and workers, as one JSON document for programs
    #[arg(long, conflicts_with_all = ["target", "adapter", "worker", "tags"])]
    descriptor: bool,
    /// What this host is to allow, to ask about and to deny, in its own configuration
    #[arg(long, value_name = "HOST", value_parser = host_parser(), conflicts_with_all = ["target", "adapter", "descriptor", "tags", "pretty"])]
    host: Option<&'static Host>,
    #[command(flatten)]
    deployment: Deployment,
    /// Only what this worker may call; without it, what any worker may call
    #[arg(long, value_name = "NAME")]
    worker: Option<String>,
    /// In place of the definitions, what a request has so that the model's last words are this answer
    #[arg(long, value_name = "NAME", requires = "target", conflicts_with_all = ["worker", "tags"])]
    answer: Option<String>,
    #[command(flatten)]
    tagged: Tagged,
    /// Lay the list out over several lines
    #[arg(long)]
    pretty: bool,
    /// Files and folders with specs
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<PathBuf>,
}

/// The names of targets as values of an argument.
pub(super) fn target_parser() -> TargetParser {
    let values = TARGETS.iter().map(|target| {
        let value = PossibleValue::new(target.name);
        target.alias.into_iter().fold(value, PossibleValue::alias)
    });
    TargetParser(PossibleValuesParser::new(values))
}

/// Parses the name of a target. The name of a model or a company leads to the target that it stands for.
#[derive(Clone)]
pub(super) struct TargetParser(PossibleValuesParser);

impl TypedValueParser for TargetParser {
    type Value = &'static Target;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let name = value.to_string_lossy();
        if let Some(target) = Target::named(&name) {
            return Ok(target);
        }
        let Some(meant) = Target::meant(&name) else {
            let unknown = self.0.parse_ref(command, argument, value);
            let invalid = || clap::Error::new(ErrorKind::InvalidValue).with_cmd(command);
            return Err(unknown.err().unwrap_or_else(invalid));
        };
        let message = format!("`{name}` is not a target\n\n  tip: did you mean `{meant}`?\n");
        Err(clap::Error::raw(ErrorKind::InvalidValue, message).with_cmd(command))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// What the definitions say and the list does not, or not in the same form.
fn lost(answer: &Answer) -> Vec<Diagnostic> {
    let is_lost = |found: &&Diagnostic| {
        matches!(
            found.code,
            Code::RESHAPED_OUTPUT
                | Code::FIELD_NOT_EXPORTED
                | Code::REFUSED_NAME
                | Code::REFUSED_KEYWORD
                | Code::IGNORED_KEYWORD
                | Code::LARGE_SCHEMA
                | Code::CROWDED_WORKER
                | Code::LOSSY_REWRITE
                | Code::NOT_STRICT
        )
    };
    answer.diagnostics.iter().filter(is_lost).cloned().collect()
}

/// What a target is shown of tools that several workers grant: of their results, what all of these workers show. Where they show
/// different parts, it is the whole, which a person is told.
fn define_for_all(catalog: &Catalog, ids: &[ToolId], target: &Target) -> Json {
    let mut common = BTreeMap::new();
    for id in ids {
        let tool = catalog.tool(*id);
        match catalog.list_shown_schemas(*id).as_slice() {
            [Some(schema)] => {
                common.insert(*id, schema.clone());
            }
            [_, _, ..] if target.form == Form::Mcp => print_line(&format!(
                "workers show different parts of the results of `{}`, and the list has the whole output schema: name one of them \
                 with `--worker`",
                tool.qualified()
            )),
            _ => {}
        }
    }
    catalog.definitions_with(ids, target, &|id| common.get(&id).cloned())
}

impl Export {
    pub fn run(self) -> Exit {
        if let Some(adapter) = self.adapter {
            return print_data(adapter.source);
        }
        if self.descriptor {
            return self.print_descriptor();
        }
        if let Some(host) = self.host {
            return self.print_host(host).unwrap_or_else(|exit| exit);
        }
        if let Err(exit) = self.deployment.refuse_without("--host") {
            return exit;
        }
        // clap requires one of the four.
        let Some(target) = self.target else {
            return Exit::Usage;
        };
        self.definitions(target)
    }

    fn print_descriptor(&self) -> Exit {
        let answer = match compile_input(&self.paths, &Options::default()) {
            Ok(answer) => answer,
            Err(exit) => return exit,
        };
        let beside = folder_of_lock(&Disk, &self.paths, None).unwrap_or_default();
        let digest = |path: &str| digest_file(&beside.join(path));
        let text = write_descriptor(&answer.sources, &answer.checked, &digest);
        print_data(&match self.pretty {
            true => lay_out(&text),
            false => text + "\n",
        })
    }

    /// Prints what a host is to do, or nothing if it cannot be as strict as the worker.
    fn print_host(&self, host: &'static Host) -> Result<Exit, Exit> {
        let answer = compile_input(&self.paths, &Options::default())?;
        let catalog = answer.checked.catalog();
        let wanted = self.worker.as_deref();
        let mut diagnostics = Diagnostics::default();
        diagnostics.set_levels(Levels::new(&answer.lints, None));
        let chosen = self
            .deployment
            .choose_approvals(&mut diagnostics, host, catalog, wanted)?;
        let findings = diagnostics.into_sorted();
        print_losses(&answer.sources, &findings);
        Ok(match chosen.choices {
            Some(choices) => print_data(&(host.write)(&chosen.server, &choices)),
            None => Exit::Findings,
        })
    }

    fn definitions(&self, target: &'static Target) -> Exit {
        let options = Options {
            targets: vec![target],
            ..Options::default()
        };
        let answer = match compile_input(&self.paths, &options) {
            Ok(answer) => answer,
            Err(exit) => return exit,
        };
        if let Some(name) = &self.answer {
            return export_answer(&answer, name, target, self.pretty);
        }
        let workers = &answer.checked.catalog().workers;
        if let Some(wanted) = &self.worker
            && workers.iter().all(|worker| worker.name != *wanted)
        {
            let help = did_you_mean(wanted, workers.iter().map(|worker| worker.name.as_str()));
            return refuse_with(
                &format!("no worker `{wanted}`"),
                &help.unwrap_or_default().text,
            );
        }
        if let Err(exit) = self.tagged.check_tags(answer.checked.catalog()) {
            return exit;
        }
        print_findings(&answer.sources, &lost(&answer));
        let ids = self.granted(&answer);
        let wanted = self.worker.as_deref();
        let worker = match workers.as_slice() {
            [only] => Some(only),
            several => several
                .iter()
                .find(|worker| Some(worker.name.as_str()) == wanted),
        };
        let definitions = match worker {
            Some(worker) => answer.checked.definitions_of(worker, &ids, target),
            None => define_for_all(answer.checked.catalog(), &ids, target),
        };
        let text = definitions.as_text();
        print_data(&match self.pretty {
            true => lay_out(text),
            false => format!("{text}\n"),
        })
    }

    /// The granted tools in the order in which generated code shows them.
    fn granted(&self, answer: &Answer) -> Vec<ToolId> {
        let catalog = answer.checked.catalog();
        let grants = |worker: &Worker| worker.grants.iter().map(|grant| grant.tool).collect();
        let wanted = self.worker.as_ref();
        let named =
            wanted.and_then(|name| catalog.workers.iter().find(|known| known.name == *name));
        let ids: Vec<ToolId> = match named {
            Some(worker) => grants(worker),
            None => {
                let all: BTreeSet<ToolId> = catalog.workers.iter().flat_map(grants).collect();
                all.into_iter().collect()
            }
        };
        let is_shown = |id: &ToolId| self.tagged.shows(catalog.tool(*id));
        catalog.order_overloads(ids.into_iter().filter(is_shown))
    }
}
