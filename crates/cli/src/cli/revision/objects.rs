//! The objects of a repository, as `git cat-file` gives them: byte for byte, without filters, hooks or helpers.

use super::tree::{Entries, Entry};
use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::rc::Rc;

/// The objects that were asked for, and the commands that know them.
#[derive(Default)]
pub(super) struct Objects {
    /// Says how large an object is.
    sizes: Option<Asked>,
    contents: Option<Asked>,
    trees: HashMap<String, Entries>,
}

impl Objects {
    /// The entries of a tree that was read before.
    pub(super) fn known_tree(&self, id: &str) -> Option<Entries> {
        self.trees.get(id).cloned()
    }

    /// Keeps the entries of a tree.
    pub(super) fn keep_tree(&mut self, id: &str, entries: BTreeMap<OsString, Entry>) -> Entries {
        let entries = Rc::new(entries);
        self.trees.insert(id.to_owned(), Rc::clone(&entries));
        entries
    }

    /// The size of an object in bytes.
    pub(super) fn size(&mut self, id: &str) -> io::Result<u64> {
        started(&mut self.sizes, "--batch-check")?.ask(id)
    }

    /// The content of an object, which has at most `limit` bytes.
    pub(super) fn content(&mut self, id: &str, limit: u64) -> io::Result<Vec<u8>> {
        // git holds an object as a whole, so its size is asked for first
        let size = self.size(id)?;
        if size > limit {
            return Err(io::Error::other(format!(
                "object {id} has {size} bytes, and at most {limit} are read"
            )));
        }
        let contents = started(&mut self.contents, "--batch")?;
        let size = contents.ask(id)?;
        let mut content = Vec::new();
        let limit = size.min(limit);
        contents
            .answers
            .by_ref()
            .take(limit)
            .read_to_end(&mut content)?;
        let mut end = [0];
        contents.answers.read_exact(&mut end)?;
        match end {
            [b'\n'] if content.len() as u64 == size => Ok(content),
            _ => Err(io::Error::other(format!(
                "git gives object {id} only in part"
            ))),
        }
    }
}

fn started<'a>(asked: &'a mut Option<Asked>, how: &str) -> io::Result<&'a mut Asked> {
    match asked {
        Some(asked) => Ok(asked),
        empty @ None => Ok(empty.insert(Asked::start(how)?)),
    }
}

/// A `git cat-file` that answers one question after the other. It ends with its input.
struct Asked {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Asked {
    fn start(how: &str) -> io::Result<Self> {
        let mut command = git();
        command.args(["cat-file", how]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn()?;
        let (Some(questions), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        Ok(Asked {
            child,
            questions,
            answers: BufReader::new(answers),
        })
    }

    /// The size of an object, from the line `ID TYPE SIZE`.
    fn ask(&mut self, id: &str) -> io::Result<u64> {
        writeln!(self.questions, "{id}")?;
        self.questions.flush()?;
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        let size = line.trim_end().rsplit(' ').next().unwrap_or("");
        size.parse()
            .map_err(|_| io::Error::other(format!("git does not have object {id}")))
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        // there is nobody left to tell
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// git, which starts no helper that a repository or its configuration names.
fn git() -> Command {
    let mut git = Command::new("git");
    git.args(["--no-optional-locks", "-c", "core.fsmonitor=false"]);
    git
}

/// What git prints to standard output or, if it fails, its error message.
pub(super) fn ask_git(arguments: &[&str]) -> Result<String, String> {
    read_answer(git().args(arguments).output())
}

fn read_answer(answer: io::Result<Output>) -> Result<String, String> {
    let answer = answer.map_err(|error| format!("`git` cannot be run: {error}"))?;
    if answer.status.success() {
        return Ok(String::from_utf8_lossy(&answer.stdout).trim().to_owned());
    }
    let said = String::from_utf8_lossy(&answer.stderr);
    let line = said.lines().find(|line| !line.trim().is_empty());
    let line = line.unwrap_or("it does not say why");
    Err(line.trim_start_matches("fatal: ").to_owned())
}
