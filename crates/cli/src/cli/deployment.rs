//! A worker at a host: the arguments that say which, for `toolc export --host` and `toolc check --deployed`.

mod deployed;

use super::Exit;
use super::output::refuse_with;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
pub(super) use deployed::Deployed;
use toolc_base::diagnostic::Diagnostics;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_hosts::{Choice, HOSTS, Host, choose_approvals, read_policy};
use toolc_model::model::Catalog;
use toolc_model::model::policy::Worker;

/// How a host knows the server with the worker's tools.
#[derive(Args)]
pub(super) struct Deployment {
    /// The name of the server in the host's configuration; without it, the worker's name
    #[arg(long, value_name = "NAME")]
    server: Option<String>,
    /// The server is one of toolc for this worker: it offers what the worker grants, and nothing else
    #[arg(long)]
    served: bool,
}

/// A worker at a host.
pub(super) struct Chosen {
    pub worker: String,
    pub server: String,
    /// `None` if the host cannot be as strict as the worker.
    pub choices: Option<Vec<Choice>>,
}

/// A parser for arguments that name a host.
pub(super) fn host_parser() -> impl TypedValueParser<Value = &'static Host> {
    PossibleValuesParser::new(HOSTS.iter().map(|host| host.name))
        .try_map(|name| Host::named(&name).ok_or("unknown host"))
}

impl Deployment {
    /// Chooses what the host is to do for a worker: the one that is named, or else the only one.
    pub fn choose_approvals(
        &self,
        diagnostics: &mut Diagnostics,
        host: &Host,
        catalog: &Catalog,
        wanted: Option<&str>,
    ) -> Result<Chosen, Exit> {
        let worker = find_worker(&catalog.workers, wanted)?;
        let server = self.server.clone().unwrap_or(worker.name.clone());
        let policy = read_policy(catalog, worker);
        let choices = choose_approvals(diagnostics, host, &policy, &server, self.served);
        Ok(Chosen {
            worker: worker.name.clone(),
            server,
            choices,
        })
    }

    /// Refuses options that say something about a server where none is looked at.
    pub fn refuse_without(&self, option: &str) -> Result<(), Exit> {
        let said = [
            ("--server", self.server.is_some()),
            ("--served", self.served),
        ];
        match said.iter().find(|(_, is_said)| *is_said) {
            Some((own, _)) => Err(refuse_with(&format!("`{own}` needs `{option}`"), "")),
            None => Ok(()),
        }
    }

    /// Whether the server offers what the worker grants and nothing else.
    pub fn is_served(&self) -> bool {
        self.served
    }
}

fn find_worker<'w>(workers: &'w [Worker], wanted: Option<&str>) -> Result<&'w Worker, Exit> {
    let names = || workers.iter().map(|worker| worker.name.as_str());
    match (workers, wanted) {
        (_, Some(wanted)) => {
            let found = workers.iter().find(|worker| worker.name == wanted);
            found.ok_or_else(|| {
                let help = did_you_mean(wanted, names()).unwrap_or_default();
                refuse_with(&format!("no worker `{wanted}`"), &help.text)
            })
        }
        ([only], None) => Ok(only),
        (_, None) => {
            let names: Vec<&str> = names().collect();
            let help = format!("name one with `--worker`: {}", names.join(", "));
            Err(refuse_with("there are several workers", &help))
        }
    }
}
