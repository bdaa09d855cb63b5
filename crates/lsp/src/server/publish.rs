//! What a check found goes to the client, unless the text has changed since.

use super::Server;
use crate::analysis::Analysis;
use crate::checker::{Checked, Job, Task};
use crate::findings::sort_findings;
use crate::message::write_notification;
use crate::projects::Project;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// What the client was told last of each document.
#[derive(Default)]
pub(super) struct Published {
    known: BTreeMap<String, (Option<i64>, Vec<Value>)>,
}

impl Published {
    /// Forgets which version a closed document had. Its findings stay, which are those of the file.
    pub fn forget(&mut self, uri: &str) {
        if let Some((version, _)) = self.known.get_mut(uri) {
            *version = None;
        }
    }

    /// Notes what the client is told, and returns whether it is something new.
    fn note(&mut self, uri: &str, version: Option<i64>, findings: &[Value]) -> bool {
        let known = self.known.get(uri);
        let is_same = match known {
            Some((known, told)) => *known == version && told == findings,
            // where nothing was found before, nothing need be said
            None => version.is_none() && findings.is_empty(),
        };
        if is_same {
            return false;
        }
        match version.is_none() && findings.is_empty() {
            true => self.known.remove(uri),
            false => {
                let told = (version, findings.to_vec());
                self.known.insert(uri.to_owned(), told)
            }
        };
        true
    }
}

impl Server {
    /// Starts the check of a project that has changed, unless one is running.
    pub(super) fn start_check(&mut self) {
        if self.started.is_some() {
            return;
        }
        let Some((folder, project)) = self.projects.find_dirty() else {
            self.due = None;
            return;
        };
        let job = Job {
            folder: folder.clone(),
            files: self.documents.lay_over_disk(),
            generation: project.generation,
            kept: std::mem::take(&mut project.kept),
        };
        if self.tasks.send(Task::Check(Box::new(job))).is_ok() {
            self.started = Some(Instant::now());
        }
    }

    /// Takes the result of a check.
    pub(super) fn take_checked(&mut self, checked: Checked) {
        let Checked {
            folder,
            generation,
            analysis,
            kept,
        } = checked;
        self.took = self.started.take().map_or(self.took, |it| it.elapsed());
        let style = self.style();
        let Some(project) = self.projects.get_mut(&folder) else {
            return;
        };
        project.kept = kept;
        let is_current = project.generation == generation;
        if is_current {
            project.checked = Some(generation);
        }
        let Some(analysis) = analysis else {
            self.log("this is a bug in toolc: please report it with the input that caused it");
            return self.answer_waiting();
        };
        if is_current {
            let findings = sort_findings(&analysis, &self.documents, style);
            let before = std::mem::replace(&mut project.findings, findings);
            let old = project.analysis.replace(analysis);
            self.publish(&folder, before.into_keys());
            self.discard(old);
        } else {
            let old = project.analysis.replace(analysis);
            self.discard(old);
        }
        self.answer_waiting();
    }

    /// Lets the other thread give back the memory of an earlier result.
    fn discard(&self, old: Option<Arc<Analysis>>) {
        if let Some(old) = old {
            // a thread that is gone has dropped it
            let _ = self.tasks.send(Task::Discard(old));
        }
    }

    /// Tells the client what is new in a project: about the documents that are open in it, and those that have findings or had
    /// some.
    fn publish(&mut self, folder: &PathBuf, before: impl Iterator<Item = String>) {
        let mut uris: BTreeSet<String> = before.collect();
        let projects = self.projects.iter();
        for (_, project) in projects.filter(|(known, _)| *known == folder) {
            uris.extend(project.findings.keys().cloned());
            let analysis = project.analysis.as_ref();
            let is_source = |place: &PathBuf| {
                analysis.is_some_and(|analysis| analysis.source_at(place).is_some())
            };
            let open = self.documents.iter();
            let open = open.filter(|it| it.place.as_ref().is_some_and(is_source));
            uris.extend(open.map(|document| document.uri.clone()));
        }
        self.publish_all(uris);
    }

    /// Takes back the findings of a project that is closed.
    pub(super) fn publish_gone(&mut self, project: Project) {
        self.publish_all(project.findings.into_keys().collect());
    }

    fn publish_all(&mut self, uris: BTreeSet<String>) {
        for uri in uris {
            let version = self.documents.get(&uri).ok().map(|it| it.version);
            let mut findings: Vec<Value> = Vec::new();
            for (_, project) in self.projects.iter() {
                findings.extend(project.findings.get(&uri).into_iter().flatten().cloned());
            }
            if !self.published.note(&uri, version, &findings) {
                continue;
            }
            let mut params = json!({ "uri": uri, "diagnostics": findings });
            if let Some(version) = version {
                params["version"] = json!(version);
            }
            self.send(write_notification(
                "textDocument/publishDiagnostics",
                params,
            ));
        }
    }
}
