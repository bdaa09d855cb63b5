//! `toolc init --ci`: a check for every change, for a CI service or as a git hook.

use super::Init;
use crate::cli::input::compile_input;
use crate::compile::Options;
use crate::load::LOCK;
use crate::lock::{take_lock, write_lock};
use clap::ValueEnum;

/// What runs the check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Ci {
    /// A workflow of GitHub
    Github,
    /// A job of GitLab
    Gitlab,
    /// A hook of pre-commit
    PreCommit,
}

const GITHUB: &str = include_str!("../../../templates/init/ci/github.yml");
const GITLAB: &str = include_str!("../../../templates/init/ci/gitlab.yml");
const GITLAB_ROOT: &str = include_str!("../../../templates/init/ci/gitlab-ci.yml");
const PRE_COMMIT: &str = include_str!("../../../templates/init/ci/pre-commit.yaml");

impl Init {
    /// Writes what runs `toolc check`, and the lock that it compares with.
    pub(super) fn write_ci(&self, by_hand: &mut Vec<String>) -> Result<(), String> {
        for ci in &self.ci {
            match ci {
                Ci::Github => self.put(".github/workflows/toolc.yml", GITHUB)?,
                Ci::Gitlab => {
                    self.put(".gitlab/toolc.yml", GITLAB)?;
                    let line = "`- local: .gitlab/toolc.yml` to its `include`";
                    self.put_or_tell(".gitlab-ci.yml", GITLAB_ROOT, line, by_hand)?;
                }
                Ci::PreCommit => {
                    let line = "a local hook with `entry: toolc check specs --require-lock`, \
                                `language: system` and `pass_filenames: false`";
                    self.put_or_tell(".pre-commit-config.yaml", PRE_COMMIT, line, by_hand)?;
                }
            }
        }
        if self.ci.is_empty() {
            Ok(())
        } else {
            self.write_lock(by_hand)
        }
    }

    /// Writes a file that others write too; where there is one without our line, says what it lacks.
    fn put_or_tell(
        &self,
        path: &str,
        text: &str,
        lacks: &str,
        by_hand: &mut Vec<String>,
    ) -> Result<(), String> {
        if self.read(path)?.is_some_and(|own| !own.contains("toolc")) {
            by_hand.push(format!("{path}: add {lacks}"));
        }
        self.put(path, text)
    }

    /// The first lock accepts what the specs say now.
    fn write_lock(&self, by_hand: &mut Vec<String>) -> Result<(), String> {
        if self.read(LOCK)?.is_some() {
            return Ok(());
        }
        match compile_input(&[self.folder.join("specs")], &Options::default()) {
            Ok(answer) => self.put(LOCK, &write_lock(&take_lock(&answer.checked))),
            Err(_) => {
                by_hand.push(format!(
                    "{LOCK}: correct the specs, then run `toolc lock specs`"
                ));
                Ok(())
            }
        }
    }
}
