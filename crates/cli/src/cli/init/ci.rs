//! `toolc init --ci`: a check for every change, for a CI service or as a git hook.

use super::Init;
use super::origin::Origin;
use crate::cli::input::compile_input;
use clap::ValueEnum;
use toolc_compile::compile::Options;
use toolc_lock::lock::{take_lock, write_lock};
use toolc_read::load::LOCK;

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

/// The workflow of GitHub.
const WORKFLOW: &str = ".github/workflows/toolc.yml";

/// The job of GitLab.
const JOB: &str = ".gitlab/toolc.yml";

impl Init {
    /// Every place that may be written to.
    pub(super) fn ci_places(&self) -> impl Iterator<Item = &'static str> {
        let places = self.ci.iter().flat_map(|ci| match ci {
            Ci::Github => vec![WORKFLOW],
            Ci::Gitlab => vec![JOB, ".gitlab-ci.yml"],
            Ci::PreCommit => vec![".pre-commit-config.yaml"],
        });
        let lock = (!self.ci.is_empty()).then_some(LOCK);
        places.chain(lock)
    }

    /// Writes what runs `toolc check`, and the lock that it compares with.
    pub(super) fn write_ci(
        &self,
        origin: Option<&Origin>,
        by_hand: &mut Vec<String>,
    ) -> Result<(), String> {
        for ci in &self.ci {
            match ci {
                Ci::Github => self.put_installing(WORKFLOW, GITHUB, origin, by_hand)?,
                Ci::Gitlab => {
                    self.put_installing(JOB, GITLAB, origin, by_hand)?;
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
            return Ok(());
        }
        self.hint_owners(by_hand)?;
        self.write_lock(by_hand)
    }

    /// Writes a file that installs toolc, if it is known where a service gets it from.
    fn put_installing(
        &self,
        path: &str,
        text: &str,
        origin: Option<&Origin>,
        by_hand: &mut Vec<String>,
    ) -> Result<(), String> {
        if let Some((origin, install)) = origin.and_then(|it| Some((it, it.install()?))) {
            let text = text
                .replace("INSTALL", &install)
                .replace("CACHE_KEY", &origin.cache_key());
            return self.put(path, &text);
        }
        if self.read(path)?.is_some() {
            return self.put(path, text);
        }
        by_hand.push(format!(
            "{path}: the service cannot get toolc from outside of this repository; run `toolc init` again with \
             `--toolc URL#COMMIT`, or with a clone in this folder, such as a submodule"
        ));
        Ok(())
    }

    /// A lock is worth something only if the right people review it.
    fn hint_owners(&self, by_hand: &mut Vec<String>) -> Result<(), String> {
        let is_forge = |ci: &Ci| matches!(ci, Ci::Github | Ci::Gitlab);
        if !self.ci.iter().any(is_forge) {
            return Ok(());
        }
        for path in [
            "CODEOWNERS",
            ".github/CODEOWNERS",
            ".gitlab/CODEOWNERS",
            "docs/CODEOWNERS",
        ] {
            if self.read(path)?.is_some_and(|text| text.contains(LOCK)) {
                return Ok(());
            }
        }
        by_hand.push(format!(
            "CODEOWNERS: add `/{LOCK} @…` with those who decide what models may do, so that they review what is accepted"
        ));
        Ok(())
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
