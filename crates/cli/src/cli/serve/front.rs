//! What stands in front of the workers: who may call them, what is counted and logged, and the port that they share.

use super::super::Exit;
use super::super::output::{print_line, refuse_with};
use super::Serve;
use super::door::Door;
use super::hangup::Hangups;
use super::traces::Traces;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;
use tokio::net::TcpListener;
use toolc_runtime::mcp_server::{Budget, Builder, Limits, Notice, PlainTransport, Server};
use toolc_runtime::{PrintFailures, StoreError, Worker};
use toolc_server::{CallLog, Metrics, Site, Tls, TlsFiles, is_open_address, locate_metadata};

const CLEAR: &str = "warning: without TLS, keys and tokens can be read on their way here: write `--tls-certificate` and `--tls-key`, or have a proxy with TLS in front";

/// Who may call, counts and the log of all workers of a server. Clones share them.
#[derive(Clone)]
pub(super) struct Front {
    door: Option<Door>,
    tls: Option<Tls>,
    metrics: Metrics,
    log: Option<CallLog>,
    traces: Traces,
    /// Whether there is a port, and so somebody who may ask for the counts.
    counts: bool,
}

impl Front {
    /// Reads the files that the command names.
    pub fn open(command: &Serve) -> Result<Self, Exit> {
        let options = &command.operating;
        let metrics = Metrics::new();
        let log = match &options.log {
            Some(path) => Some(open_log(path, &metrics)?),
            None => None,
        };
        let door = match &options.access {
            Some(path) => Some(Door::open(path, &metrics, log.as_ref())?),
            None => None,
        };
        if let Some(address) = &command.http
            && door.is_none()
            && !options.insecure
        {
            refuse_open_address(address)?;
        }
        let tls = match (&options.tls_certificate, &options.tls_key) {
            (Some(certificates), Some(key)) => {
                let files = TlsFiles {
                    certificates: certificates.clone(),
                    key: key.clone(),
                    client_authorities: options.tls_client_ca.clone(),
                };
                Some(Tls::read(files).map_err(|why| refuse_with(&why, ""))?)
            }
            _ => None,
        };
        if let Some(address) = &command.http
            && door.is_some()
            && tls.is_none()
            && is_open_address(address)
        {
            print_line(CLEAR);
        }
        Ok(Front {
            door,
            tls,
            traces: Traces::open(command, &metrics)?,
            metrics,
            log,
            counts: command.http.is_some(),
        })
    }

    /// The worker, with what is counted and logged of its calls.
    pub fn observe<H>(&self, worker: Worker<H>) -> Worker<H> {
        let worker = self.traces.observe(worker);
        let worker = match self.counts {
            true => worker.observer(self.metrics.clone()),
            false => worker,
        };
        match &self.log {
            Some(log) => worker.observer(log.clone()),
            // What is written where nobody observes must not be lost because calls are counted or sent.
            None if self.counts || self.traces.are_sent() => worker.observer(PrintFailures),
            None => worker,
        }
    }

    /// The limits that all workers share, which are told when they are reached, and counted.
    pub fn open_budget(&self, limits: Limits) -> Budget {
        let budget = Budget::new(limits, |notice| print_line(&format!("toolc: {notice}")));
        self.metrics.show_budget(budget.clone());
        budget
    }

    /// Tells what happened to a server besides calls. A failure of the store is counted and logged, too.
    pub fn tell(&self, worker: &str, notice: Notice<'_>) {
        print_line(&format!("toolc: {notice}"));
        if let Notice::StoreFailed { step, tool, error } = notice {
            self.note_store_error(worker, step.name(), Some(tool), error);
        }
    }

    /// Counts and logs what the store failed to do.
    pub fn note_store_error(
        &self,
        worker: &str,
        step: &'static str,
        tool: Option<&str>,
        error: &StoreError,
    ) {
        self.metrics.count_store_error(worker, step);
        if let Some(log) = &self.log {
            log.log_store_error(worker, step, tool, &error.to_string());
        }
    }

    /// The server of a worker, for whoever may call it.
    pub fn admit(&self, builder: Builder, worker: &'static str) -> Builder {
        let builder = self.traces.admit(builder);
        let Some(access) = self.door.as_ref().map(Door::access) else {
            return builder;
        };
        let (door, rule) = (access.clone(), access.clone());
        let builder = builder
            .authenticate(move |parts| door.admit(worker, parts))
            .scopes_by(move |tool| rule.list_scopes(tool));
        let resource = access.resource();
        match resource.as_deref().and_then(locate_metadata) {
            Some(place) => builder.resource_metadata(place),
            None => builder,
        }
    }

    /// Refuses to serve what the access file does not fit.
    pub fn check_names(&self, workers: &[&str], tools: &[&str]) -> Result<(), Exit> {
        match &self.door {
            Some(door) => door.check_names(workers, tools),
            None => Ok(()),
        }
    }

    /// Where calls are sent as spans.
    pub fn traces(&self) -> Traces {
        self.traces.clone()
    }

    /// Serves on a port until `shutdown` completes.
    pub async fn serve(
        self,
        address: &str,
        servers: Vec<(&'static str, Server)>,
        drain: Duration,
        shutdown: impl Future<Output = ()> + Send,
    ) -> io::Result<()> {
        let mut site = Site::builder().metrics(self.metrics);
        for (name, server) in servers {
            site = site.worker(name, server);
        }
        if let Some(door) = self.door {
            site = site.access(door.access().clone());
            tokio::spawn(door.follow(Hangups::listen()));
        }
        let site = site.build().map_err(io::Error::other)?;
        let listener = TcpListener::bind(address).await?;
        // with port 0, the actual port is of interest
        let at = listener.local_addr()?;
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        print_line(&format!("toolc: listening at {scheme}://{at}"));
        match self.tls {
            Some(tls) => {
                tokio::spawn(reload_certificates(tls.clone(), Hangups::listen()));
                site.serve(listener, tls, drain, shutdown).await
            }
            None => site.serve(listener, PlainTransport, drain, shutdown).await,
        }
    }
}

/// An address that other machines can reach is for nobody unless a file says for whom.
fn refuse_open_address(address: &str) -> Result<(), Exit> {
    if !is_open_address(address) {
        return Ok(());
    }
    let message =
        format!("`{address}` can be reached from other machines, and nothing says who may call");
    let help = "write `--access FILE` (docs/operating.md), or `--insecure` if something in front of it decides";
    Err(refuse_with(&message, help))
}

fn open_log(path: &Path, metrics: &Metrics) -> Result<CallLog, Exit> {
    if path == Path::new("-") {
        return Ok(CallLog::new(io::stderr(), metrics.clone()));
    }
    let out: Box<dyn Write + Send> = match open_appending(path) {
        Ok(file) => Box::new(file),
        Err(error) => {
            let message = format!("cannot write `{}`: {error}", path.display());
            return Err(refuse_with(
                &message,
                "name a file that can be made or written",
            ));
        }
    };
    Ok(CallLog::new(out, metrics.clone()))
}

/// The file is for its owner: it says who called what.
fn open_appending(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Reads the files of TLS again when a signal asks for it.
async fn reload_certificates(tls: Tls, mut hangups: Hangups) {
    loop {
        hangups.next().await;
        match tls.reload() {
            Ok(()) => print_line("toolc: the certificates were read again"),
            Err(why) => print_line(&format!(
                "toolc: the certificates are those from before: {why}"
            )),
        }
    }
}
