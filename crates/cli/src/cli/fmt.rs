//! `toolc fmt`: lays out the files that people write for toolc, and no others.

mod files;
mod show;

use super::Exit;
use super::output::{Output, Report, count_noun, exit_for, print_data, print_line, refuse_with};
use super::paths;
use clap::Args;
use files::{File, find_files, find_kind, read_standard_input};
use show::{print_difference, report_unformatted, report_unwritable};
use std::path::{Path, PathBuf};
use std::time::Instant;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::format::format_source;
use toolc_base::source::Sources;
use toolc_compile::write::rewrite_file;
use toolc_read::load::Disk;

/// Lay out tool files, worker files and `toolc.yaml` in one way
///
/// Comments, blank lines, the order of keys and every value stay; what others wrote, such as API descriptions and
/// snapshots, is left alone. docs/formatting.md has the rules. Ends with 1 if a file cannot be parsed or written or, with
/// `--check`, is not laid out.
#[derive(Args)]
pub(super) struct Fmt {
    /// Files and folders; `-` reads standard input and writes to standard output
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<PathBuf>,
    /// Write nothing; print what would change, and fail if anything would
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    output: Output,
}

/// What became of the files.
#[derive(Default)]
struct Tally {
    laid_out: usize,
    unchanged: usize,
    foreign: usize,
}

impl Fmt {
    pub fn run(self) -> Exit {
        let is_standard = |path: &PathBuf| path == Path::new("-");
        match self.paths.as_slice() {
            [path] if is_standard(path) => self.format_standard_input(),
            paths if paths.iter().any(is_standard) => refuse_with(
                "`-` stands for standard input, and there are other paths",
                "format standard input by itself",
            ),
            _ => self.format_files(),
        }
    }

    fn format_files(&self) -> Exit {
        let started = Instant::now();
        let mut diagnostics = Diagnostics::default();
        let (sources, files) = find_files(&mut diagnostics, &self.paths);
        let mut tally = Tally::default();
        for file in &files {
            self.format_file(&mut diagnostics, &sources, file, &mut tally);
        }
        let exit = self.finish(&sources, diagnostics, &tally, started);
        match paths::any_missing(&Disk, &self.paths) {
            true => Exit::Usage,
            false => exit,
        }
    }

    fn format_file(
        &self,
        diagnostics: &mut Diagnostics,
        sources: &Sources,
        file: &File,
        tally: &mut Tally,
    ) {
        let shown = &sources.get(file.id).path;
        let kind = match find_kind(diagnostics, sources, file) {
            Some(kind) => kind,
            None => return,
        };
        if !kind.is_own {
            tally.foreign += 1;
            if file.is_named || self.output.verbose > 0 {
                print_line(&format!("left as it is: {shown} is {}", kind.name));
            }
            return;
        }
        let Some(text) = format_source(diagnostics, sources, file.id) else {
            return;
        };
        let before = &sources.get(file.id).text;
        if text == **before {
            tally.unchanged += 1;
            return;
        }
        if self.check {
            tally.laid_out += 1;
            self.show_difference(shown, before, &text);
            return diagnostics.push(report_unformatted(file.id, shown));
        }
        match rewrite_file(&file.path, before, &text) {
            Ok(()) => {
                tally.laid_out += 1;
                print_line(&format!("laid out {shown}"));
            }
            Err(error) => diagnostics.push(report_unwritable(shown, &error)),
        }
    }

    fn format_standard_input(&self) -> Exit {
        let started = Instant::now();
        let mut diagnostics = Diagnostics::default();
        let (sources, id) = match read_standard_input() {
            Ok(read) => read,
            Err(message) => return refuse_with(&message, "give a text in UTF-8"),
        };
        let file = File::of_standard_input(id);
        let Some(kind) = find_kind(&mut diagnostics, &sources, &file) else {
            return self.finish(&sources, diagnostics, &Tally::default(), started);
        };
        if kind.is_foreign() {
            let message = format!("standard input is {}, which is left as it is", kind.name);
            return refuse_with(
                &message,
                "give the text of a tool file, a worker or a `toolc.yaml`",
            );
        }
        let Some(text) = format_source(&mut diagnostics, &sources, id) else {
            return self.finish(&sources, diagnostics, &Tally::default(), started);
        };
        let before = &sources.get(id).text;
        if !self.check {
            return print_data(&text);
        }
        let mut tally = Tally::default();
        if text == **before {
            tally.unchanged += 1;
        } else {
            tally.laid_out += 1;
            self.show_difference(&sources.get(id).path, before, &text);
            diagnostics.push(report_unformatted(id, &sources.get(id).path));
        }
        self.finish(&sources, diagnostics, &tally, started)
    }

    /// Shows what would change, where findings are for people.
    fn show_difference(&self, shown: &str, before: &str, after: &str) {
        if self.output.is_for_people() {
            print_difference(shown, before, after);
        }
    }

    /// Shows what was found, and how many files it is about.
    fn finish(
        &self,
        sources: &Sources,
        diagnostics: Diagnostics,
        tally: &Tally,
        started: Instant,
    ) -> Exit {
        let diagnostics: Vec<Diagnostic> = diagnostics.into_sorted();
        let laid_out = match self.check {
            true => "to be laid out",
            false => "laid out",
        };
        let mut remark = format!(
            "{} {laid_out}, {} unchanged",
            count_noun(tally.laid_out, "file"),
            tally.unchanged
        );
        if tally.foreign > 0 {
            remark.push_str(&format!(", {} of others left as they are", tally.foreign));
        }
        let shown = self.output.show(&Report {
            sources,
            diagnostics: &diagnostics,
            summary: None,
            remark,
            checks: None,
            known: None,
            started,
        });
        let is_internal = |found: &Diagnostic| found.code == Code::CHANGED_MEANING;
        match diagnostics.iter().any(is_internal) {
            true => Exit::Internal,
            false => exit_for(&diagnostics).or(shown),
        }
    }
}
