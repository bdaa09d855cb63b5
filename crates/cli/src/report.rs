//! Noun: the contents of `toolc report` and `toolc diff --format html`, before they become
//! Markdown, JSON or a page. All formats are made from these fields alone.

mod changes;
mod graph;
mod html;
mod json;
mod markdown;
mod page;
mod rows;
mod text;
mod words;

pub use changes::{Changes, RowChange, TextChange, ToolChange, compare_rows, write_changes_page};
pub use graph::{Call, Flow, Flows, Graph};
pub use html::write_page;
pub use json::write_json;
pub use markdown::write_markdown;
pub use rows::{Row, Table, tabulate_schema};
pub use words::{Piece, compare_words};

use toolc_base::diagnostic::{Class, Severity};
use toolc_model::model::approval::Approval;
use toolc_model::model::effect::Effect;
use toolc_model::model::execution::Execution;
use toolc_model::model::limit::Limits;

/// Everything that is reported about a catalog.
#[derive(Debug, Default)]
pub struct Report {
    /// The lock that it was compared with, if any.
    pub lock: Option<String>,
    /// The targets for which definitions were judged.
    pub targets: Vec<&'static str>,
    /// The method for estimating tokens.
    pub token_method: &'static str,
    /// Who may call what.
    pub workers: Vec<Worker>,
    /// The tools, in source order.
    pub tools: Vec<Tool>,
    /// The final answers, in source order.
    pub answers: Vec<Answer>,
    /// What leads where.
    pub graph: Graph,
    /// What was left out.
    pub skipped: Vec<Skipped>,
    /// Findings on files, and on removed tools and workers.
    pub findings: Vec<Finding>,
}

/// A worker.
#[derive(Debug, Default)]
pub struct Worker {
    /// Its name.
    pub name: String,
    /// Its place; `None` if it has no file.
    pub place: Option<String>,
    /// How many tools it knows.
    pub counts: Counts,
    /// The labels of the data flowing through it.
    pub flow: Vec<&'static str>,
    /// The credentials and scopes that its tools need.
    pub needs: Vec<String>,
    /// The estimated number of tokens in its definitions, by target.
    pub tokens: Vec<(&'static str, u64)>,
    /// Findings and changes.
    pub findings: Vec<Finding>,
}

/// How many tools a worker knows, by approval.
#[derive(Debug, Default)]
pub struct Counts {
    /// Those of which some call runs without asking.
    pub unasked: usize,
    /// Those that ask first.
    pub asked: usize,
    /// Those that are blocked.
    pub blocked: usize,
}

/// A tool, or one overload of a tool.
#[derive(Debug)]
pub struct Tool {
    /// `namespace::name`
    pub qualified: String,
    /// 0 for the first with its name.
    pub overload: u32,
    /// The wire name.
    pub wire_name: String,
    /// A short title.
    pub title: Option<String>,
    /// What models read.
    pub description: String,
    /// Its place: `path:line:column`.
    pub place: String,
    /// What it was read from, such as an MCP snapshot or an API description.
    pub source: &'static str,
    /// The effect of a call.
    pub effect: Effect,
    /// What determines the effect.
    pub effect_from: &'static str,
    /// Whether a call reaches systems that nobody here controls.
    pub open_world: bool,
    /// Who may call it.
    pub execution: Execution,
    /// What runs it, such as `handler` or `engine github`.
    pub runner: String,
    /// `GET /pets/{petId}`
    pub request: Option<String>,
    /// The hosts that its requests go to.
    pub hosts: Vec<String>,
    /// The environment variables that hold its credentials.
    pub credentials: Vec<String>,
    /// The credentials and scopes that it needs.
    pub needs: Vec<String>,
    /// The approval that each worker that knows it requires.
    pub grants: Vec<Grant>,
    /// The arguments.
    pub input: Table,
    /// The result, if it is described.
    pub output: Option<Table>,
    /// The parts that cannot be validated in one pass, and why.
    pub captured: Vec<String>,
    /// The estimated number of tokens in its definition, by target.
    pub tokens: Vec<(&'static str, u64)>,
    /// How targets judge its definition.
    pub portability: Vec<Fit>,
    /// Problems, and changes since the lock.
    pub findings: Vec<Finding>,
    /// SHA-256 of everything that models are shown of it and that calls are checked against.
    pub digest: String,
}

/// The approval that a worker requires before a call.
#[derive(Debug)]
pub struct Grant {
    /// The worker.
    pub worker: String,
    /// What must happen before the call.
    pub approval: Approval,
    /// Whether rules on arguments decide first.
    pub has_rules: bool,
    /// The loosest approval that some call may need, rules included.
    pub loosest: Approval,
    /// Who sets the approval.
    pub from: String,
    /// The place that sets it.
    pub place: Option<String>,
    /// The limits on its calls.
    pub limits: Limits,
    /// The labels of the data flowing through it.
    pub flow: Vec<&'static str>,
    /// What models and clients are shown of its results, if it is not all of them.
    pub results: Option<ShownResults>,
}

/// What models and clients are shown of results.
#[derive(Debug)]
pub struct ShownResults {
    /// The settings, with their places.
    pub words: String,
    /// The estimated tokens of some results, whole and as they are shown; `None` if there is no result to measure.
    pub tokens: Option<ResultTokens>,
}

/// The estimated tokens of some results.
#[derive(Debug)]
pub struct ResultTokens {
    /// Whole.
    pub whole: u64,
    /// As they are shown.
    pub shown: u64,
    /// The same in words, with where the results come from.
    pub words: String,
}

/// A final answer.
#[derive(Debug)]
pub struct Answer {
    /// Its name.
    pub name: String,
    /// The name that providers are told.
    pub wire_name: String,
    /// A short title.
    pub title: Option<String>,
    /// What models read.
    pub description: String,
    /// Its place: `path:line:column`.
    pub place: String,
    /// Its schema.
    pub schema: Table,
    /// SHA-256 of everything that models are shown of it and that answers are checked against.
    pub digest: String,
}

/// How a target judges a definition.
#[derive(Debug)]
pub struct Fit {
    /// The target.
    pub target: &'static str,
    /// The verdict.
    pub state: State,
    /// The reasons.
    pub why: Vec<String>,
}

/// The verdict of a target on a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// It is accepted unchanged.
    Fits,
    /// Something in it is dropped or changed.
    Lossy,
    /// It is refused.
    Refused,
}

impl State {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            State::Fits => "fits",
            State::Lossy => "lossy",
            State::Refused => "refused",
        }
    }
}

/// Something that was left out.
#[derive(Debug)]
pub struct Skipped {
    /// Its name, if known.
    pub name: String,
    /// The code of the finding with the reason.
    pub code: String,
    /// The slug of that code.
    pub slug: &'static str,
    /// Its place.
    pub place: String,
}

/// A finding; if it has a class, it is a change since the lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Its code.
    pub code: String,
    /// How severe it is.
    pub severity: Severity,
    /// The class of change.
    pub class: Option<Class>,
    /// One sentence.
    pub message: String,
    /// What is at the place; for a change of a schema, a value that demonstrates it.
    pub label: String,
    /// What to do about it.
    pub help: String,
    /// Its place.
    pub place: Option<String>,
}

impl Finding {
    /// The word in front of it: its class or, if it reports no change, its severity.
    fn kind(&self) -> &'static str {
        self.class.map_or(self.severity.name(), Class::name)
    }

    /// Whether it reports a change.
    pub fn is_change(&self) -> bool {
        self.class.is_some()
    }
}

/// The key figures.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// All tools.
    pub tools: usize,
    /// Tools of which some worker runs some call without asking.
    pub unasked: usize,
    /// Those of them that are not known to be read-only.
    pub unasked_writes: usize,
    /// Tools that workers may call, but only after asking.
    pub asked: usize,
    /// Tools that no worker may call.
    pub closed: usize,
    /// Tools that changed since the lock.
    pub changed: usize,
    /// Findings that are not changes.
    pub findings: usize,
    /// What was left out.
    pub skipped: usize,
}

impl Tool {
    /// The loosest approval in any worker: `Blocked` if none may call it.
    pub fn loosest(&self) -> Approval {
        let loosest = self.grants.iter().map(|grant| grant.loosest);
        loosest.min().unwrap_or(Approval::Blocked)
    }

    /// Whether some worker runs some call of it without asking.
    pub fn is_unasked(&self) -> bool {
        self.loosest() == Approval::PreApproved
    }

    /// Whether such a call is not known to only read.
    pub fn is_unasked_write(&self) -> bool {
        self.is_unasked() && self.effect != Effect::Read
    }

    /// Whether it changed since the lock.
    pub fn is_changed(&self) -> bool {
        self.findings.iter().any(Finding::is_change)
    }
}

impl Report {
    /// Computes the key figures.
    pub fn totals(&self) -> Totals {
        let count = |is: &dyn Fn(&Tool) -> bool| self.tools.iter().filter(|tool| is(tool)).count();
        let workers = self.workers.iter().flat_map(|worker| &worker.findings);
        let tools = self.tools.iter().flat_map(|tool| &tool.findings);
        let findings = workers.chain(tools).chain(&self.findings);
        Totals {
            tools: self.tools.len(),
            unasked: count(&Tool::is_unasked),
            unasked_writes: count(&Tool::is_unasked_write),
            asked: count(&|tool| tool.loosest() == Approval::Ask),
            closed: count(&|tool| tool.loosest() == Approval::Blocked),
            changed: count(&Tool::is_changed),
            findings: findings.filter(|found| !found.is_change()).count(),
            skipped: self.skipped.len(),
        }
    }
}
