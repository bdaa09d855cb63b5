//! What stands in front of the workers: who may call them, what is counted and logged, and the port that they share.

use super::super::Exit;
use super::super::output::{print_findings, print_line, refuse_with};
use super::Serve;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;
use tokio::net::TcpListener;
use toolc_base::diagnostic::quote::quote_names;
use toolc_base::source::{Role, Source, Sources};
use toolc_runtime::mcp_server::{Builder, Notice, PlainTransport, Server};
use toolc_runtime::{PrintFailures, StoreError, Worker};
use toolc_server::{
    Access, CallLog, Metrics, Site, Tls, TlsFiles, is_open_address, locate_metadata, read_settings,
};

const CLEAR: &str = "warning: without TLS, keys and tokens can be read on their way here: write `--tls-certificate` and `--tls-key`, or have a proxy with TLS in front";

/// Access, counts and the log of all workers of a server. Clones share them.
#[derive(Clone)]
pub(super) struct Front {
    access: Option<Access>,
    tls: Option<Tls>,
    metrics: Metrics,
    log: Option<CallLog>,
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
        let access = match &options.access {
            Some(path) => Some(read_access(path, &metrics, log.as_ref())?),
            None => None,
        };
        if let Some(address) = &command.http
            && access.is_none()
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
            && access.is_some()
            && tls.is_none()
            && is_open_address(address)
        {
            print_line(CLEAR);
        }
        Ok(Front {
            access,
            tls,
            metrics,
            log,
            counts: command.http.is_some(),
        })
    }

    /// The worker, with what is counted and logged of its calls.
    pub fn observe<H>(&self, worker: Worker<H>) -> Worker<H> {
        let worker = match self.counts {
            true => worker.observer(self.metrics.clone()),
            false => worker,
        };
        match &self.log {
            Some(log) => worker.observer(log.clone()),
            // What is written where nobody observes must not be lost because calls are counted.
            None if self.counts => worker.observer(PrintFailures),
            None => worker,
        }
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
        let Some(access) = &self.access else {
            return builder;
        };
        let (door, rule) = (access.clone(), access.clone());
        let builder = builder
            .authenticate(move |parts| door.admit(worker, parts))
            .scopes_by(move |tool| {
                let scopes = rule.list_scopes(tool).into_iter();
                scopes.map(str::to_owned).collect()
            });
        match access.resource().and_then(locate_metadata) {
            Some(place) => builder.resource_metadata(place),
            None => builder,
        }
    }

    /// Refuses an access file that names workers or tools which are not served: a misspelt one would be open.
    pub fn check_names(&self, workers: &[&str], tools: &[&str]) -> Result<(), Exit> {
        let Some(access) = &self.access else {
            return Ok(());
        };
        let unknown: Vec<&str> = access.list_unknown(workers, tools).collect();
        if unknown.is_empty() {
            return Ok(());
        }
        let message = format!(
            "the access file names what is not served: {}",
            quote_names(unknown)
        );
        let help =
            "name workers that are served, and tools as `toolc list` does: `ns::tool` or `ns::*`";
        Err(refuse_with(&message, help))
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
        if let Some(access) = self.access {
            site = site.access(access);
        }
        let site = site.build().map_err(io::Error::other)?;
        let listener = TcpListener::bind(address).await?;
        // with port 0, the actual port is of interest
        let at = listener.local_addr()?;
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        print_line(&format!("toolc: listening at {scheme}://{at}"));
        match self.tls {
            Some(tls) => {
                tokio::spawn(reload_certificates(tls.clone()));
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

fn read_access(path: &Path, metrics: &Metrics, log: Option<&CallLog>) -> Result<Access, Exit> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        let message = format!("cannot read `{}`: {error}", path.display());
        refuse_with(&message, "")
    })?;
    let mut sources = Sources::default();
    let id = sources.add(Source {
        path: path.display().to_string(),
        text: text.into(),
        role: Role::Found,
    });
    let settings = read_settings(&sources, id).map_err(|found| {
        print_findings(&sources, &found);
        Exit::Usage
    })?;
    let (metrics, log) = (metrics.clone(), log.cloned());
    let access = Access::new(settings).listener(move |worker, peer, refusal| {
        metrics.count_refused(worker, refusal.reason());
        if let Some(log) = &log {
            log.log_refused(worker, peer, refusal);
        }
    });
    Ok(access)
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

/// Reads the files of TLS again on each SIGHUP.
#[cfg(unix)]
async fn reload_certificates(tls: Tls) {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut heard) = signal(SignalKind::hangup()) else {
        return;
    };
    while heard.recv().await.is_some() {
        match tls.reload() {
            Ok(()) => print_line("toolc: the certificates were read again"),
            Err(why) => print_line(&format!(
                "toolc: the certificates are those from before: {why}"
            )),
        }
    }
}

#[cfg(not(unix))]
async fn reload_certificates(_: Tls) {}
