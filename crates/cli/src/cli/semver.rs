//! `toolc semver`: whether a change of tools is major, minor or a patch, for whom, and what decides that.

use super::Exit;
use super::output::{DataFormat, Format, Output, Report, exit_for, print_data};
use super::side::read_sides;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::time::Instant;
use toolc_base::diagnostic::render::escape_text;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::Sources;
use toolc_lock::drift::compare_locks;
use toolc_lock::lock::Lock;
use toolc_lock::semver::{Audience, Level, Levels, find_levels};

/// Say whether a change is major, minor or a patch
///
/// OLD and NEW are what `toolc diff` takes: each a lock, a file or folder with specs, or `git:REV:PATH`. Says it for
/// models, for programs that call, and for those who approve calls, with the change that decides. Ends with 0; with 1
/// if the change asks for more than `--require` names; with 2 if there is no such path or revision; with 3 if one of the
/// two cannot be read.
#[derive(Args)]
pub(super) struct SemverCommand {
    /// The old state
    old: String,
    /// The new state
    new: String,
    /// The most that the change may ask for
    #[arg(long, value_enum, value_name = "LEVEL")]
    require: Option<Most>,
    /// Look only at models, at callers, or at approvers
    #[arg(
        long = "for",
        value_enum,
        value_name = "AUDIENCE",
        value_delimiter = ','
    )]
    audiences: Vec<Who>,
    /// The form of the answer
    #[arg(long, value_enum, default_value_t)]
    format: DataFormat,
}

/// The most that a change may ask for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Most {
    /// Nothing that anybody notices
    Patch,
    /// More may work
    Minor,
    /// Anything
    Major,
}

impl Most {
    fn level(self) -> Level {
        match self {
            Most::Patch => Level::Patch,
            Most::Minor => Level::Minor,
            Most::Major => Level::Major,
        }
    }
}

/// Who relies on tools.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Who {
    /// Models, with their prompts and conversations
    Models,
    /// Programs that call with typed arguments and read results
    Callers,
    /// People and policies that decide what may run
    Approvers,
}

impl Who {
    fn audience(self) -> Audience {
        match self {
            Who::Models => Audience::Models,
            Who::Callers => Audience::Callers,
            Who::Approvers => Audience::Approvers,
        }
    }
}

/// A change, and what it asks for.
struct Change<'d> {
    found: &'d Diagnostic,
    levels: Levels,
}

/// What all changes ask for, for one audience, and the change that decides.
struct Answer<'d> {
    audience: Audience,
    level: Level,
    decides: Option<&'d Change<'d>>,
}

impl SemverCommand {
    pub fn run(self) -> Exit {
        self.compare().unwrap_or_else(|exit| exit)
    }

    fn compare(&self) -> Result<Exit, Exit> {
        let started = Instant::now();
        let mut diagnostics = Diagnostics::default();
        let mut sources = Sources::default();
        let sides = read_sides(&mut diagnostics, &mut sources, [&self.old, &self.new]);
        let locks = match sides {
            Ok(locks) => locks,
            Err(exit) => {
                let found = diagnostics.into_sorted();
                if !found.is_empty() {
                    let _ = Output::default().show(&report(&sources, &found, started));
                }
                return Err(exit);
            }
        };
        // levels of findings change nothing about what a change does
        let mut drift = Diagnostics::default();
        let [old, new] = &locks;
        compare_locks(&mut drift, old, new);
        let found = drift.into_sorted();
        let changes = weigh(&found, old, new);
        let answers = self.answer(&changes);
        let level = answers.iter().map(|answer| answer.level).max();
        let level = level.unwrap_or(Level::None);
        if let Some(most) = self.require.filter(|most| level > most.level()) {
            diagnostics.push(too_low(&answers, level, most.level()));
        }
        let verdict = diagnostics.into_sorted();
        let exit = exit_for(&verdict);
        let shown = match self.format {
            DataFormat::Human => {
                let shown = print_data(&write_human(&answers, level));
                match verdict.is_empty() {
                    true => shown,
                    false => shown.or(Output::default().show(&report(&sources, &verdict, started))),
                }
            }
            DataFormat::Json => {
                let output = Output {
                    format: Format::Json,
                    verbose: 0,
                };
                let semver = write_json(&answers, &changes, level);
                output.show_with(
                    &report(&sources, &verdict, started),
                    vec![("semver", semver)],
                )
            }
        };
        Ok(exit.or(shown))
    }

    /// For each audience that is asked for, the most that a change asks for.
    fn answer<'d>(&self, changes: &'d [Change<'d>]) -> Vec<Answer<'d>> {
        let asked: Vec<Audience> = match self.audiences.as_slice() {
            [] => Audience::ALL.to_vec(),
            audiences => audiences.iter().map(|who| who.audience()).collect(),
        };
        let answer = |audience: Audience| {
            let mut decides: Option<&Change<'_>> = None;
            for change in changes {
                let level = change.levels.of(audience);
                // what is known to be so convinces more than what may be
                let weight = |change: &Change<'_>, level| (level, !change.levels.is_undecided);
                let most = decides.map(|most| weight(most, most.levels.of(audience)));
                if level > Level::None && most.is_none_or(|most| weight(change, level) > most) {
                    decides = Some(change);
                }
            }
            Answer {
                audience,
                level: decides.map_or(Level::None, |change| change.levels.of(audience)),
                decides,
            }
        };
        asked.into_iter().map(answer).collect()
    }
}

fn report<'r>(sources: &'r Sources, diagnostics: &'r [Diagnostic], started: Instant) -> Report<'r> {
    Report {
        sources,
        diagnostics,
        summary: None,
        remark: String::new(),
        checks: None,
        known: None,
        started,
    }
}

fn weigh<'d>(found: &'d [Diagnostic], old: &Lock, new: &Lock) -> Vec<Change<'d>> {
    let changes = found.iter().filter_map(|found| {
        let levels = find_levels(found, old, new)?;
        Some(Change { found, levels })
    });
    changes.collect()
}

/// What a change does, in the words of `toolc diff`, with its witness.
fn describe(change: &Change<'_>, level: Level) -> String {
    let Change { found, levels } = change;
    let mut said = format!("{} {}", found.code, found.message);
    if let Some(witness) = witness(found) {
        said.push_str(&format!(" ({witness})"));
    }
    if levels.is_undecided && level == Level::Major {
        said.push_str("; what this does is not decided, so it counts as major");
    }
    said
}

fn witness(found: &Diagnostic) -> Option<&str> {
    let label = found.labels.first()?;
    Some(label.text.as_str()).filter(|text| !text.is_empty())
}

fn write_human(answers: &[Answer<'_>], level: Level) -> String {
    let line = |name: &str, level: Level, said: &str| {
        let line = format!("{name:<10} {:<6} {said}", level.name());
        format!("{}\n", escape_text(line.trim_end()))
    };
    let mut text = String::new();
    for answer in answers {
        let said = answer.decides.map(|change| describe(change, answer.level));
        text.push_str(&line(
            answer.audience.name(),
            answer.level,
            &said.unwrap_or_default(),
        ));
    }
    text + &line("version", level, "")
}

fn write_json(answers: &[Answer<'_>], changes: &[Change<'_>], level: Level) -> Value {
    let write = |change: &Change<'_>| {
        let found = change.found;
        let levels: Vec<(String, Value)> = Audience::ALL
            .iter()
            .map(|audience| {
                let level = change.levels.of(*audience).name();
                (audience.name().to_owned(), Value::from(level))
            })
            .collect();
        json!({
            "class": found.class.map(|class| class.name()),
            "code": found.code.to_string(),
            "levels": Value::Object(levels.into_iter().collect()),
            "message": found.message,
            "tool": found.about.tool,
            "undecided": change.levels.is_undecided,
            "witness": witness(found),
            "worker": found.about.worker,
        })
    };
    let audiences: Vec<Value> = answers
        .iter()
        .map(|answer| {
            json!({
                "audience": answer.audience.name(),
                "decided_by": answer.decides.map(write),
                "level": answer.level.name(),
            })
        })
        .collect();
    json!({
        "audiences": audiences,
        "changes": changes.iter().map(write).collect::<Vec<Value>>(),
        "level": level.name(),
    })
}

/// The finding on a change that asks for more than it may.
fn too_low(answers: &[Answer<'_>], level: Level, most: Level) -> Diagnostic {
    let decides = answers.iter().find(|answer| answer.level == level);
    let change = decides.and_then(|answer| Some((answer.audience, answer.decides?)));
    let because = change.map_or_else(String::new, |(audience, change)| {
        format!(" for {}: {}", audience.name(), describe(change, level))
    });
    let message = format!(
        "the change is {}, and may be {} at most{because}",
        level.name(),
        most.name()
    );
    Diagnostic::placeless(Code::LOW_VERSION, message).help(format!(
        "raise the {} number of the version, or undo the change",
        level.name()
    ))
}
