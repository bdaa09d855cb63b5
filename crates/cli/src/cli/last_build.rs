//! The result of the last build of large specs. If nothing changed since, nothing is compiled, and
//! the same output is printed.
//!
//! It is in `.toolc/` in the output folder, which git ignores. It is trusted only if it has this user's seal and its
//! key matches this build: this very program, its options, every byte that was loaded and every finding of loading.
//! The files in the output folder must equal, byte for byte, what that build wrote.

use super::seal::Key;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use toolc_base::diagnostic::fix::{Fix, Replacement};
use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics, Label, Severity};
use toolc_base::sha256::sha256_hex;
use toolc_base::source::{SourceId, Sources, Span};
use toolc_compile::compile::{Outcome, Summary};
use toolc_compile::write::{holds_files, keep_file};
use toolc_model::draft::Skipped;
use toolc_read::load::Loaded;

/// Smaller specs compile too quickly to matter.
const LARGE: usize = 256 * 1024;

/// Contains the seal on the first line, then one line of JSON.
const FILE: &str = ".toolc/last-build";
const IGNORE: &str = ".toolc/.gitignore";

/// The record of one build.
pub(super) struct LastBuild<'b> {
    folder: &'b Path,
    sources: &'b Sources,
    key: String,
    user: Key,
}

impl<'b> LastBuild<'b> {
    /// The record for a build's result; `None` if none is kept.
    pub fn of(
        folder: &'b Path,
        loaded: &'b Loaded,
        found: &Diagnostics,
        strict: bool,
    ) -> Option<Self> {
        let sources = &loaded.sources;
        let size: usize = sources.iter().map(|(_, source)| source.text.len()).sum();
        if size < LARGE {
            return None;
        }
        let program = fs::metadata(std::env::current_exe().ok()?).ok()?;
        let (length, time) = (program.len(), program.modified().ok()?);
        let version = env!("CARGO_PKG_VERSION");
        let config = &loaded.config;
        let mut key = sha256_hex(format!(
            "{version} {length} {time:?} {strict} {found:?} {config:?}"
        ));
        for (id, source) in sources.iter() {
            let text = sha256_hex(source.text.as_bytes());
            let origin = sources.origin(id);
            let more = format!(
                "{key} {:?} {origin:?} {:?} {text}",
                source.path, source.role
            );
            key = sha256_hex(more);
        }
        for one in &loaded.artifacts {
            key = sha256_hex(format!("{key} {one:?}"));
        }
        Some(LastBuild {
            folder,
            sources,
            key,
            user: Key::of_user()?,
        })
    }

    /// The result of the build and the number of its files, if they are still there.
    pub fn recall(&self) -> Option<(Outcome, usize)> {
        let text = fs::read_to_string(self.folder.join(FILE)).ok()?;
        let (seal, text) = text.split_once('\n')?;
        if seal != self.user.seal(text) {
            return None;
        }
        let memory: Value = serde_json::from_str(text).ok()?;
        if memory["key"] != self.key.as_str() {
            return None;
        }
        let file = |file: &Value| Some((string(&file[0])?, string(&file[1])?));
        let files = each(&memory["files"], file)?;
        let outcome = Outcome {
            diagnostics: each(&memory["diagnostics"], |found| self.diagnostic(found))?,
            summary: Summary {
                files: self.sources.len(),
                tools: number(&memory["tools"])?,
                answers: number(&memory["answers"])?,
                skipped: each(&memory["skipped"], |skipped| self.skipped(skipped))?,
                is_open: memory["open"].as_bool()?,
                simulated: each(&memory["simulated"], string)?,
            },
            ..Outcome::default()
        };
        holds_files(self.folder, &files).then_some((outcome, files.len()))
    }

    /// Records the result. If that fails, the next build just takes longer.
    pub fn keep(&self, outcome: &Outcome) {
        let artifacts = outcome.artifacts.iter();
        let files = artifacts.map(|file| json!([file.path, sha256_hex(&file.text)]));
        let skipped = outcome.summary.skipped.iter().map(|skipped| {
            let code = skipped.code.to_string();
            json!([
                skipped.name,
                code,
                place(skipped.cause),
                place(skipped.span),
                skipped.namespace,
                skipped.foreign
            ])
        });
        let memory = json!({
            "key": self.key,
            "files": files.collect::<Value>(),
            "tools": outcome.summary.tools,
            "answers": outcome.summary.answers,
            "open": outcome.summary.is_open,
            "simulated": outcome.summary.simulated,
            "skipped": skipped.collect::<Value>(),
            "diagnostics": outcome.diagnostics.iter().map(written).collect::<Value>(),
        });
        let memory = memory.to_string();
        let memory = format!("{}\n{memory}", self.user.seal(&memory));
        let _ = keep_file(self.folder, IGNORE, "*\n")
            .and_then(|()| keep_file(self.folder, FILE, &memory));
    }

    fn diagnostic(&self, found: &Value) -> Option<Diagnostic> {
        let label = |label: &Value| {
            Some(Label {
                span: self.span(&label[0])?,
                text: string(&label[1])?,
            })
        };
        let severities = [Severity::Error, Severity::Warning, Severity::Note];
        Some(Diagnostic {
            code: code(&found["code"])?,
            severity: severities
                .into_iter()
                .find(|severity| found["severity"] == severity.name())?,
            message: string(&found["message"])?,
            labels: each(&found["labels"], label)?,
            help: string(&found["help"])?,
            fix: self.fix(&found["fix"]).map(Box::new),
            secrets: Vec::new(),
            // findings that follow from others are errors, and builds with errors are not recorded
            because: None,
            // a build does not compare with a lock either
            class: None,
            about: Box::new(About {
                tool: string(&found["tool"]),
                worker: string(&found["worker"]),
                namespace: string(&found["namespace"]),
                // only reports read the rest, and they are never made from a record
                ..About::default()
            }),
        })
    }

    fn skipped(&self, skipped: &Value) -> Option<Skipped> {
        Some(Skipped {
            name: string(&skipped[0])?,
            code: code(&skipped[1])?,
            cause: self.span(&skipped[2])?,
            span: self.span(&skipped[3])?,
            namespace: string(&skipped[4]),
            foreign: skipped[5].as_bool()?,
        })
    }

    fn fix(&self, fix: &Value) -> Option<Fix> {
        let [place, kind, new, old] = [0, 1, 2, 3].map(|at| &fix[at]);
        let replacement = match kind.as_str()? {
            NAME => Replacement::Name {
                written: string(old)?,
                meant: string(new)?,
            },
            VALUE => Replacement::Value(string(new)?),
            _ => Replacement::Quoted,
        };
        Some(Fix {
            span: self.span(place)?,
            replacement,
        })
    }

    /// A span, if it exists in these sources.
    fn span(&self, place: &Value) -> Option<Span> {
        let [source, start, end] = [0, 1, 2].map(|at| number(&place[at]));
        let (_, found) = self.sources.iter().nth(source?)?;
        found.text.get(start?..end?)?;
        let narrow = |number: usize| u32::try_from(number).ok();
        Some(Span {
            source: SourceId(narrow(source?)?),
            start: narrow(start?)?,
            end: narrow(end?)?,
        })
    }
}

fn written(found: &Diagnostic) -> Value {
    let labels = found.labels.iter();
    let labels = labels.map(|label| json!([place(label.span), label.text]));
    json!({
        "code": found.code.to_string(),
        "severity": found.severity.name(),
        "message": found.message,
        "labels": labels.collect::<Value>(),
        "help": found.help,
        "fix": found.fix.as_deref().map(written_fix),
        "tool": found.about.tool,
        "worker": found.about.worker,
        "namespace": found.about.namespace,
    })
}

/// The kinds of replacements.
const NAME: &str = "name";
const VALUE: &str = "value";
const QUOTED: &str = "quoted";

fn written_fix(fix: &Fix) -> Value {
    let place = place(fix.span);
    match &fix.replacement {
        Replacement::Name { written, meant } => json!([place, NAME, meant, written]),
        Replacement::Value(value) => json!([place, VALUE, value]),
        Replacement::Quoted => json!([place, QUOTED]),
    }
}

fn place(span: Span) -> Value {
    json!([span.source.0, span.start, span.end])
}

fn each<T>(list: &Value, read: impl FnMut(&Value) -> Option<T>) -> Option<Vec<T>> {
    list.as_array()?.iter().map(read).collect()
}

fn string(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn number(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

fn code(value: &Value) -> Option<Code> {
    Code::find(value.as_str()?).map(|row| row.code)
}
