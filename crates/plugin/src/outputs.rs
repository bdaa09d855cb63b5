//! All plug-ins of one build. Either each of them answers with files that may be written, or nothing is.

use crate::Plugin;
use crate::answer::{Answer, read_answer, tidy};
use crate::folders::{find_shared, find_taken};
use crate::paths::find_unfit;
use crate::process::{Fault, MAX_ANSWER, Ran, Run, run_process};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::Sources;
use toolc_emit::artifact::Artifact;

/// A plug-in, and the folder for its files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// What makes the files.
    pub plugin: Plugin,
    /// Where they go.
    pub folder: PathBuf,
    /// How many seconds it may take.
    pub seconds: u64,
}

/// The files of one plug-in.
#[derive(Debug)]
pub struct Made<'o> {
    /// Where they go.
    pub folder: &'o Path,
    /// The files, sorted by path.
    pub files: Vec<Artifact>,
}

/// Runs every plug-in on a descriptor, one after the other. `rust` is the folder of the generated Rust with its files, if
/// that is written, too. `say` is given each line that a plug-in writes to its standard error. Returns `None`, with findings,
/// if anything is wrong with one of them.
pub fn run_plugins<'o>(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    descriptor: &str,
    outputs: &'o [Output],
    rust: Option<(&Path, &[Artifact])>,
    say: &mut dyn FnMut(&str),
) -> Option<Vec<Made<'o>>> {
    let rust_folder = rust.map(|(folder, _)| folder);
    let plugin_folders = outputs.iter().map(|output| output.folder.as_path());
    let folders = rust_folder.into_iter().chain(plugin_folders);
    let mut found: Vec<Diagnostic> = find_shared(folders.clone()).into_iter().collect();
    let mut made = Vec::new();
    if found.is_empty() {
        let descriptor: Arc<str> = descriptor.into();
        for output in outputs {
            match run_plugin(sources, &descriptor, output, say) {
                Ok(answer) => {
                    found.extend(answer.findings);
                    let mut files = answer.files;
                    files.sort_by(|one, other| one.path.cmp(&other.path));
                    let folder = output.folder.as_path();
                    made.push(Made { folder, files });
                }
                Err(faults) => found.extend(faults),
            }
        }
        let of_plugins = made.iter().map(|made| (made.folder, made.files.as_slice()));
        let all = rust.into_iter().chain(of_plugins);
        let taken = all.filter_map(|(folder, files)| {
            let mut files = files.iter();
            files.find_map(|file| find_taken(folders.clone(), folder, &file.path))
        });
        found.extend(taken.collect::<Vec<_>>());
    }
    found
        .into_iter()
        .for_each(|finding| diagnostics.push(finding));
    let has_failed = made.len() < outputs.len() || diagnostics.has_errors();
    (!has_failed).then_some(made)
}

fn run_plugin(
    sources: &Sources,
    descriptor: &Arc<str>,
    output: &Output,
    say: &mut dyn FnMut(&str),
) -> Result<Answer, Vec<Diagnostic>> {
    let plugin = &output.plugin;
    let seconds = output.seconds;
    let run = Run {
        words: &plugin.words,
        options: plugin.options.as_deref(),
        given: &[],
        seconds,
    };
    let Ran { said, answer } = run_process(&run, descriptor.clone());
    for line in said.lines().filter(|line| !line.trim().is_empty()) {
        say(&format!("{}: {}", plugin.name, tidy(line)));
    }
    let name = &plugin.name;
    let bytes = answer.map_err(|fault| vec![describe_fault(name, fault, &said, seconds)])?;
    let answer = read_answer(sources, name, bytes).map_err(|why| {
        let message = format!("the answer of the plug-in `{name}` cannot be used: {why}");
        vec![Diagnostic::placeless(Code::UNFIT_PLUGIN_ANSWER, message).help(
            "a plug-in writes one JSON document to its standard output and nothing else; `toolc schema plugin-answer` prints its schema",
        )]
    })?;
    let unfit = find_unfit(name, &answer.files);
    match unfit.is_empty() {
        true => Ok(answer),
        false => Err(answer.findings.into_iter().chain(unfit).collect()),
    }
}

fn describe_fault(name: &str, fault: Fault, said: &str, seconds: u64) -> Diagnostic {
    let last = said.lines().rev().find(|line| !line.trim().is_empty());
    let last = last.map_or(String::new(), |line| format!(": {}", tidy(line)));
    let (code, message, help) = match fault {
        Fault::Unstarted(error) => (
            Code::UNSTARTED_PLUGIN,
            format!("the plug-in `{name}` cannot be started: {}", reason(&error)),
            "name a program in the search path, or a path to an executable file; it is started without a shell",
        ),
        Fault::Late => (
            Code::LATE_PLUGIN,
            format!("the plug-in `{name}` did not end within {seconds} s, and was stopped"),
            "if it is only slow, give it more time with `--plugin-timeout SECONDS`",
        ),
        Fault::Flood => (
            Code::FLOODING_PLUGIN,
            format!(
                "the plug-in `{name}` answers with more than {} MiB, and was stopped",
                MAX_ANSWER >> 20
            ),
            "make fewer or smaller files",
        ),
        Fault::Failed(status) => (
            Code::FAILED_PLUGIN,
            format!("the plug-in `{name}` failed ({status}){last}"),
            "its standard error is above; a plug-in that reports a problem of the specs ends with 0 and says so under `diagnostics`",
        ),
    };
    Diagnostic::placeless(code, message).help(help)
}

fn reason(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound => "no program of that name was found",
        io::ErrorKind::PermissionDenied => "it is not an executable file",
        _ => "the system refuses to run it",
    }
}
