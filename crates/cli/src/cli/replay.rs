//! `toolc replay`: which recorded calls hold, and which no longer do because of what change.

mod offered;
mod outcome;
mod since;

use super::Exit;
use super::output::{DataFormat, Format, Output, Report, refuse_with};
use clap::{ArgAction, Args, ValueEnum};
use offered::{Against, Offers};
use outcome::Outcomes;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Instant;
use toolc_base::diagnostic::Diagnostics;
use toolc_base::source::{Role, Source, SourceId, Sources};
use toolc_calls::forms::read_records;
use toolc_calls::record::{Checks, Record};

/// Judge recorded calls against tools
///
/// CALLS is a file with recorded calls, or `-` for the standard input: JSON Lines, a list, or one document; requests and
/// responses of OpenAI (Chat Completions, Responses), Anthropic, Bedrock and Gemini, messages of MCP, questions of BFCL,
/// or questions with `answer`. The calls are judged against the tools of PATH, of a lock, or of a revision; if none of
/// these is given, against the tools that the records carry, or else those of the current folder. Ends with 0 if all
/// calls hold, 1 if some do not, 2 if there is no such file, path or revision, 3 if the tools cannot be read.
#[derive(Args)]
pub(super) struct Replay {
    /// The file with the calls
    calls: String,
    /// Files and folders with specs
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Judge against the tools of a lock
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "against"])]
    lock: Option<PathBuf>,
    /// Judge against a lock, specs, or `git:REV:PATH`
    #[arg(long, value_name = "STATE", conflicts_with = "paths")]
    against: Option<String>,
    /// Name the calls that held with this lock, with these specs, or at `git:REV:PATH`, and no longer do, and the change
    /// that broke each
    #[arg(long, value_name = "STATE")]
    since: Option<String>,
    /// Judge against what this worker may call
    #[arg(long, value_name = "WORKER")]
    worker: Option<String>,
    /// Which checks are made: `log` for what a model called while it worked, `sample` for made questions and answers.
    /// Without it, the form of each record decides
    #[arg(long, value_enum, value_name = "KIND")]
    checks: Option<Kind>,
    /// Arguments may refer to results of earlier calls of the same answer, as `ID.FIELD`
    #[arg(long)]
    allow_nested: bool,
    /// Each answer has to have such a reference
    #[arg(long)]
    require_nested: bool,
    /// Each answer has to have several calls
    #[arg(long)]
    multi_output: bool,
    /// Types whose values need not occur in the question; also `date`
    #[arg(long, value_name = "TYPE", value_delimiter = ',')]
    ignore_types: Vec<String>,
    /// The form of the findings
    #[arg(long, value_enum, default_value_t)]
    format: DataFormat,
    /// Show every repeated finding in full
    #[arg(short, long, action = ArgAction::Count)]
    verbose: u8,
}

/// What the records are.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// What a model called while it worked
    Log,
    /// Questions and answers that were made to train or test a model
    Sample,
}

impl Replay {
    pub fn run(self) -> Exit {
        self.judge().unwrap_or_else(|exit| exit)
    }

    fn judge(&self) -> Result<Exit, Exit> {
        let started = Instant::now();
        let mut diagnostics = Diagnostics::default();
        let mut sources = Sources::default();
        let text = read_calls(&self.calls)?;
        let mut offers = Offers::read(
            &mut diagnostics,
            &mut sources,
            &self.against(),
            self.worker(),
        )?;
        let id = add_calls(&mut sources, &self.calls, text);
        let records = read_records(&mut diagnostics, &sources, id);
        let unreadable = diagnostics.iter().count();
        if offers.is_missing(&records) {
            offers.read_here()?;
        }
        let mut outcomes = Outcomes::default();
        for record in &records {
            let checks = self.checks_of(record);
            let outcome = offers.judge(record, &checks);
            outcomes.add(&mut diagnostics, record, outcome);
        }
        let diagnostics = diagnostics.into_sorted();
        let exit = super::output::exit_for(&diagnostics);
        let output = Output {
            format: match self.format {
                DataFormat::Human => Format::Human,
                DataFormat::Json => Format::Json,
            },
            verbose: self.verbose,
        };
        let report = Report {
            sources: &sources,
            diagnostics: &diagnostics,
            summary: None,
            remark: outcomes.describe(unreadable),
            checks: None,
            known: None,
            started,
        };
        let more = match self.format {
            DataFormat::Human => Vec::new(),
            DataFormat::Json => outcomes.write(&sources, unreadable),
        };
        Ok(exit.or(output.show_with(&report, more)))
    }

    fn against(&self) -> Against<'_> {
        let now = match (&self.lock, &self.against) {
            (Some(lock), _) => lock.to_str(),
            (None, against) => against.as_deref(),
        };
        Against {
            now,
            paths: &self.paths,
            since: self.since.as_deref(),
        }
    }

    fn worker(&self) -> Option<&str> {
        self.worker.as_deref()
    }

    /// The checks of a record, with what the command line adds.
    fn checks_of(&self, record: &Record) -> Checks {
        let mut checks = match self.checks {
            None => record.checks.clone(),
            Some(Kind::Log) => Checks::of_logs(),
            Some(Kind::Sample) => Checks::of_samples(),
        };
        checks.allow_nested |= self.allow_nested;
        checks.require_nested |= self.require_nested;
        checks.multi_output |= self.multi_output;
        if !self.ignore_types.is_empty() {
            checks.ignore_types.clone_from(&self.ignore_types);
        }
        checks
    }
}

/// The text of a file, or of the standard input.
fn read_calls(name: &str) -> Result<String, Exit> {
    let bytes = match name {
        "-" => {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes).map(|_| bytes)
        }
        path => std::fs::read(Path::new(path)),
    };
    let bytes = bytes.map_err(|error| {
        let message = format!("`{name}` cannot be read: {error}");
        refuse_with(&message, "name a file with recorded calls, or `-`")
    })?;
    let text = String::from_utf8(bytes).map_err(|_| {
        let message = format!("`{name}` is not text in UTF-8");
        refuse_with(&message, "recorded calls are JSON")
    })?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

fn add_calls(sources: &mut Sources, name: &str, text: String) -> SourceId {
    sources.add(Source {
        path: match name {
            "-" => "standard input".to_owned(),
            path => path.replace('\\', "/"),
        },
        text: text.into(),
        role: Role::Found,
    })
}
