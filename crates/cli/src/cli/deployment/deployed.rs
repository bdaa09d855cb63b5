//! `toolc check --deployed FILE`: a host's file, read back and compared with what the worker says.

use super::super::Exit;
use super::super::check::examine::Compared;
use super::super::input::weighed_as;
use super::super::output::{join_findings, refuse_with};
use super::{Deployment, host_parser};
use clap::Args;
use std::path::PathBuf;
use toolc_base::date::Date;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::{Role, Source, SourceId, Sources, Span, Spanned};
use toolc_compile::compile::Outcome;
use toolc_hosts::{Comparison, HOSTS, Host, compare_deployed, parse_host_file};
use toolc_model::model::Catalog;
use toolc_read::load::Loaded;

/// What a host has, and for which worker.
#[derive(Args)]
pub(in crate::cli) struct Deployed {
    /// A host's configuration, to be compared with what the worker allows
    #[arg(long = "deployed", value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// The host; without it, what the file says tells
    #[arg(long, value_name = "HOST", value_parser = host_parser(), requires = "file")]
    host: Option<&'static Host>,
    /// The worker of the file; needed if there are several
    #[arg(long, value_name = "NAME", requires = "file")]
    worker: Option<String>,
    #[command(flatten)]
    deployment: Deployment,
}

impl Deployed {
    /// Also compares with the file, if one is named.
    pub fn compare(
        &self,
        loaded: &mut Loaded,
        outcome: &mut Outcome,
        today: Option<Date>,
        compared: Compared,
    ) -> Result<Compared, Exit> {
        let Some(file) = &self.file else {
            self.deployment.refuse_without("--deployed")?;
            return Ok(compared);
        };
        let shown = file.display().to_string();
        let Some(checked) = &outcome.checked else {
            let remark = format!("{}, not compared with {shown}", compared.remark);
            let failed = true;
            return Ok(Compared {
                remark,
                failed,
                ..compared
            });
        };
        let text = std::fs::read_to_string(file).map_err(|error| {
            refuse_with(
                &format!("cannot read `{shown}`: {error}"),
                "name a host's file",
            )
        })?;
        let mut diagnostics = weighed_as(loaded, today);
        let id = loaded.sources.add(Source {
            path: shown.replace('\\', "/"),
            text: text.into(),
            role: Role::Part,
        });
        let catalog = checked.catalog();
        let is_compared = self.compare_file(&mut diagnostics, &loaded.sources, id, catalog)?;
        let remark = match is_compared {
            Some(host) => format!(
                "{}, compared with {shown} of {}",
                compared.remark, host.name
            ),
            None => format!("{}, not compared with {shown}", compared.remark),
        };
        outcome.diagnostics = join_findings(std::mem::take(&mut outcome.diagnostics), diagnostics);
        Ok(Compared {
            remark,
            failed: compared.failed || is_compared.is_none(),
            ..compared
        })
    }

    /// The host, if the file could be compared.
    fn compare_file(
        &self,
        diagnostics: &mut Diagnostics,
        sources: &Sources,
        id: SourceId,
        catalog: &Catalog,
    ) -> Result<Option<&'static Host>, Exit> {
        let Some(node) = parse_host_file(diagnostics, sources, id) else {
            return Ok(None);
        };
        let Some(host) = self.host.or(Host::of_file(&node)) else {
            let names: Vec<&str> = HOSTS.iter().map(|host| host.name).collect();
            let help = format!("say whose file it is with `--host`: {}", names.join(", "));
            report_unfit(
                diagnostics,
                sources,
                id,
                "no host is known by what it says",
                &help,
            );
            return Ok(None);
        };
        let worker = self.worker.as_deref();
        // What the host cannot say is told by `toolc export`; here only what keeps it from being compared is.
        let mut told = Diagnostics::silent();
        let chosen = self
            .deployment
            .choose_approvals(&mut told, host, catalog, worker)?;
        let Some(choices) = chosen.choices else {
            self.deployment
                .choose_approvals(diagnostics, host, catalog, worker)?;
            return Ok(None);
        };
        let deployed = match (host.read)(&node, &chosen.server) {
            Ok(deployed) => deployed,
            Err(Spanned { value, .. }) => {
                let help = format!(
                    "write it with `toolc export --host {} --worker {}`, or name the server with `--server`",
                    host.name, chosen.worker
                );
                report_unfit(diagnostics, sources, id, &value, &help);
                return Ok(None);
            }
        };
        let comparison = Comparison {
            host,
            worker: &chosen.worker,
            server: &chosen.server,
            choices: &choices,
            is_served: self.deployment.is_served(),
            deployed: &*deployed,
            file: Span::file(id),
        };
        compare_deployed(diagnostics, &comparison);
        Ok(Some(host))
    }
}

fn report_unfit(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    id: SourceId,
    reason: &str,
    help: &str,
) {
    let path = &sources.get(id).path;
    let message = format!("`{path}` cannot be compared with the worker: {reason}");
    let found = Diagnostic::new(Code::UNFIT_HOST_FILE, Span::file(id), message);
    diagnostics.push(found.help(help));
}
