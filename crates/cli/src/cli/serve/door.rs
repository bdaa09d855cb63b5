//! Who may call a server: the access file, which is read again when it changes.

use super::super::Exit;
use super::super::output::{print_findings, print_line, refuse_with};
use super::hangup::Hangups;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use toolc_base::diagnostic::quote::quote_names;
use toolc_base::source::{Role, Source, Sources};
use toolc_server::{Access, CallLog, Metrics, Settings, read_settings};

/// How often it is looked whether the file has changed. What is asked of the system would miss files of a mounted secret, which
/// is another folder after each change.
const EVERY: Duration = Duration::from_secs(1);

const NAMES: &str =
    "name workers that are served, and tools as `toolc list` does: `ns::tool` or `ns::*`";

/// The access file of a server. Clones share what it says.
#[derive(Clone)]
pub(super) struct Door {
    path: PathBuf,
    /// The text that was read at the start.
    text: String,
    access: Access,
    served: Arc<Mutex<Served>>,
    metrics: Metrics,
    log: Option<CallLog>,
}

/// The names of what is served.
#[derive(Default)]
struct Served {
    workers: Vec<String>,
    tools: Vec<String>,
}

impl Door {
    /// Reads the file.
    pub fn open(path: &Path, metrics: &Metrics, log: Option<&CallLog>) -> Result<Self, Exit> {
        let text = std::fs::read_to_string(path).map_err(|error| {
            let message = format!("cannot read `{}`: {error}", path.display());
            refuse_with(&message, "")
        })?;
        let settings = read_text(path, &text).map_err(|_| Exit::Usage)?;
        let (counts, logged) = (metrics.clone(), log.cloned());
        let access = Access::new(settings).listener(move |worker, peer, refusal| {
            counts.count_refused(worker, refusal.reason());
            if let Some(log) = &logged {
                log.log_refused(worker, peer, refusal);
            }
        });
        Ok(Door {
            path: path.to_owned(),
            text,
            access,
            served: Arc::default(),
            metrics: metrics.clone(),
            log: log.cloned(),
        })
    }

    pub fn access(&self) -> &Access {
        &self.access
    }

    /// Refuses to serve what the file does not fit: it names workers or tools that are not served, and a misspelt one would be
    /// open. What is served counts when the file is read again, too.
    pub fn check_names(&self, workers: &[&str], tools: &[&str]) -> Result<(), Exit> {
        let unknown = self.access.list_unknown(workers, tools);
        if !unknown.is_empty() {
            return Err(refuse_with(&say_unknown(&unknown), NAMES));
        }
        *self.served.lock().unwrap_or_else(PoisonError::into_inner) = Served {
            workers: workers.iter().map(ToString::to_string).collect(),
            tools: tools.iter().map(ToString::to_string).collect(),
        };
        Ok(())
    }

    /// Reads the file again whenever it has changed, or a signal asks for it.
    pub async fn follow(self, mut hangups: Hangups) {
        let mut known = Ok(self.text.clone());
        // What was found last, if that was something else: a file may be in the middle of being written, and half of it could
        // lack what restricts.
        let mut latest = None;
        loop {
            let is_asked = tokio::select! {
                () = tokio::time::sleep(EVERY) => false,
                () = hangups.next() => true,
            };
            let found = read_file(self.path.clone()).await;
            if !is_asked && found == known {
                latest = None;
                continue;
            }
            if !is_asked && latest.as_ref() != Some(&found) {
                latest = Some(found);
                continue;
            }
            self.take(&found);
            known = found;
            latest = None;
        }
    }

    /// Has what was found in the file count from now on, all of it or nothing.
    fn take(&self, found: &Result<String, String>) {
        let taken = match found {
            Ok(text) => self.replace(text),
            Err(why) => Err(why.clone()),
        };
        let path = self.path.display();
        match &taken {
            Ok(()) => print_line(&format!(
                "toolc: `{path}` was read again, and says who may call from now on"
            )),
            Err(why) => print_line(&format!(
                "error: `{path}` was read again, and who may call is as before: {why}"
            )),
        }
        self.metrics.count_access(taken.is_ok());
        if let Some(log) = &self.log {
            log.log_access(taken.as_ref().err().map(String::as_str));
        }
    }

    fn replace(&self, text: &str) -> Result<(), String> {
        let settings = read_text(&self.path, text)?;
        let served = self.served.lock().unwrap_or_else(PoisonError::into_inner);
        let workers: Vec<&str> = served.workers.iter().map(String::as_str).collect();
        let tools: Vec<&str> = served.tools.iter().map(String::as_str).collect();
        let unknown = settings.list_unknown(&workers, &tools);
        match unknown.is_empty() {
            true => self.access.replace(settings),
            false => Err(say_unknown(&unknown)),
        }
    }
}

/// Reads the text of an access file; prints what is wrong with it, and returns the first of that.
fn read_text(path: &Path, text: &str) -> Result<Settings, String> {
    let mut sources = Sources::default();
    let id = sources.add(Source {
        path: path.display().to_string(),
        text: text.into(),
        role: Role::Found,
    });
    read_settings(&sources, id).map_err(|found| {
        print_findings(&sources, &found);
        found
            .first()
            .map_or_else(String::new, |first| first.message.clone())
    })
}

/// The text of the file, or why it cannot be read. On a network that may take a while, and nothing else waits for it.
async fn read_file(path: PathBuf) -> Result<String, String> {
    let read = tokio::task::spawn_blocking(move || std::fs::read_to_string(path));
    match read.await {
        Ok(read) => read.map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    }
}

fn say_unknown(unknown: &[String]) -> String {
    format!(
        "the access file names what is not served: {}",
        quote_names(unknown)
    )
}
