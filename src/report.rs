//! Noun: what `toolc report` and `toolc diff --format html` say, before it is Markdown, JSON or a page. All
//! forms are made of these fields and of nothing else.

mod changes;
mod html;
mod json;
mod markdown;
mod page;
mod rows;
mod text;
mod words;

pub use changes::{Changes, RowChange, TextChange, ToolChange, compare_rows, write_changes_page};
pub use html::write_page;
pub use json::write_json;
pub use markdown::write_markdown;
pub use rows::{Row, Rows, list_rows};
pub use words::{Piece, compare_words};

/// All that is said of a catalog.
#[derive(Debug, Default)]
pub struct Report {
    /// The lock that it was compared with.
    pub lock: Option<String>,
    /// The targets for which definitions were judged.
    pub targets: Vec<&'static str>,
    /// How tokens are counted.
    pub token_method: &'static str,
    /// Who may call what.
    pub workers: Vec<Worker>,
    /// What there is to call, in the order of the sources.
    pub tools: Vec<Tool>,
    /// What was left out.
    pub skipped: Vec<Skipped>,
    /// Findings about files, and changes of tools and workers that are gone.
    pub findings: Vec<Finding>,
}

/// A worker.
#[derive(Debug, Default)]
pub struct Worker {
    /// Its name.
    pub name: String,
    /// Where it is; none where no file has it.
    pub place: Option<String>,
    /// How many tools run without being asked about, are asked about, and are blocked.
    pub counts: [usize; 3],
    /// The labels of what flows through it.
    pub flow: Vec<&'static str>,
    /// The credentials and scopes that its tools need.
    pub needs: Vec<String>,
    /// About how many tokens its definitions are, by target.
    pub tokens: Vec<(&'static str, u64)>,
    /// What was found, and what changed.
    pub findings: Vec<Finding>,
}

/// A tool, or one overload of a tool.
#[derive(Debug, Default)]
pub struct Tool {
    /// `namespace::name`
    pub qualified: String,
    /// 0 for the first of its name.
    pub overload: u32,
    /// The name on the wire.
    pub wire_name: String,
    /// A short title.
    pub title: Option<String>,
    /// What models read.
    pub description: String,
    /// Where it is: `path:line:column`.
    pub place: String,
    /// What it was read from: an MCP snapshot, an API description and so on.
    pub source: &'static str,
    /// What a call does.
    pub effect: &'static str,
    /// What says so.
    pub effect_from: &'static str,
    /// Whether a call reaches what nobody here controls.
    pub open_world: bool,
    /// Who may call it: `both`, `llm`, `manual`.
    pub execution: &'static str,
    /// What runs it: `handler`, `engine github` and so on.
    pub runner: String,
    /// `GET /pets/{petId}`
    pub request: Option<String>,
    /// Where its requests go.
    pub hosts: Vec<String>,
    /// The environment variables that its credentials are read from.
    pub credentials: Vec<String>,
    /// The credentials and scopes that it needs by itself.
    pub needs: Vec<String>,
    /// What each worker that knows it has to do before a call.
    pub grants: Vec<Grant>,
    /// The arguments.
    pub input: Rows,
    /// The result, where it is described.
    pub output: Option<Rows>,
    /// What cannot be checked in one pass, and why.
    pub captured: Vec<String>,
    /// About how many tokens its definition is, by target.
    pub tokens: Vec<(&'static str, u64)>,
    /// What targets make of its definition.
    pub portability: Vec<Fit>,
    /// What is wrong or doubtful about it, and what changed since the lock.
    pub findings: Vec<Finding>,
    /// SHA-256 of all that a model is shown of it, and of all that it is held to.
    pub digest: String,
}

/// What a worker has to do before a call.
#[derive(Debug, Default)]
pub struct Grant {
    /// The worker.
    pub worker: String,
    /// `preApproved`, `ask` or `blocked`.
    pub approval: &'static str,
    /// Whether rules on arguments decide first.
    pub has_rules: bool,
    /// Whose word that is.
    pub from: String,
    /// Where it stands.
    pub place: Option<String>,
    /// How long a call may take, in milliseconds.
    pub timeout_ms: Option<u64>,
    /// How many calls may run at once.
    pub at_most: Option<u64>,
    /// The labels of what flows through it.
    pub flow: Vec<&'static str>,
}

/// What a target makes of a definition.
#[derive(Debug)]
pub struct Fit {
    /// The target.
    pub target: &'static str,
    /// How it ends.
    pub state: State,
    /// Why.
    pub why: Vec<String>,
}

/// How a definition ends at a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// It is taken as it is.
    Fits,
    /// Something of it is not said there, or said otherwise.
    Lossy,
    /// It is refused.
    Refused,
}

impl State {
    /// The word for it.
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
    /// Its name, as far as one is known.
    pub name: String,
    /// The code of the finding that says why, and its slug.
    pub code: String,
    /// The same in words.
    pub slug: &'static str,
    /// Where it is.
    pub place: String,
}

/// A finding; a change since the lock where it has a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Its code.
    pub code: String,
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// The kind of change.
    pub class: Option<&'static str>,
    /// What that means for those who use the tool.
    pub meaning: &'static str,
    /// One sentence.
    pub message: String,
    /// What is at the place: of a change of a schema, the value that shows it.
    pub label: String,
    /// What to do.
    pub help: String,
    /// Where it is.
    pub place: Option<String>,
}

impl Finding {
    /// Whether it tells of a change.
    pub fn is_change(&self) -> bool {
        self.class.is_some()
    }
}

/// The numbers that are looked for first.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// All tools.
    pub tools: usize,
    /// Those that some worker runs without asking.
    pub unasked: usize,
    /// Those of them that are not known to only read.
    pub unasked_writes: usize,
    /// Those that no worker runs without asking.
    pub asked: usize,
    /// Those that no worker may call.
    pub closed: usize,
    /// Tools that changed since the lock.
    pub changed: usize,
    /// Findings that are no changes.
    pub findings: usize,
    /// What was left out.
    pub skipped: usize,
}

impl Tool {
    /// The loosest that a worker does before a call: `preApproved`, `ask`, or `blocked` where none may call it.
    pub fn loosest(&self) -> &'static str {
        let has = |approval| self.grants.iter().any(|grant| grant.approval == approval);
        let is_ruled = self.grants.iter().any(|grant| grant.has_rules);
        match () {
            () if has("preApproved") => "preApproved",
            () if has("ask") || is_ruled => "ask",
            () => "blocked",
        }
    }

    /// Whether it changed since the lock.
    pub fn is_changed(&self) -> bool {
        self.findings.iter().any(Finding::is_change)
    }
}

impl Report {
    /// Counts what is looked for first.
    pub fn totals(&self) -> Totals {
        let count = |is: &dyn Fn(&Tool) -> bool| self.tools.iter().filter(|tool| is(tool)).count();
        let unasked = |tool: &Tool| tool.loosest() == "preApproved";
        let workers = self.workers.iter().flat_map(|worker| &worker.findings);
        let tools = self.tools.iter().flat_map(|tool| &tool.findings);
        let findings = workers.chain(tools).chain(&self.findings);
        Totals {
            tools: self.tools.len(),
            unasked: count(&unasked),
            unasked_writes: count(&|tool| unasked(tool) && tool.effect != "read"),
            asked: count(&|tool| tool.loosest() == "ask"),
            closed: count(&|tool| tool.loosest() == "blocked"),
            changed: count(&Tool::is_changed),
            findings: findings.filter(|found| !found.is_change()).count(),
            skipped: self.skipped.len(),
        }
    }
}
