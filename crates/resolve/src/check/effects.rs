//! What a call does: whether a worker runs it without asking, and whether `effect`, MCP hints and
//! request method agree. None of them grants anything.

use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics};
use toolc_base::node::Node;
use toolc_base::source::{Span, Spanned};
use toolc_model::model::approval::Approval;
use toolc_model::model::effect::{Effect, least_of};
use toolc_model::model::http::Operation;
use toolc_model::model::policy::Worker;
use toolc_model::model::{Catalog, Tool};

/// Reports workers that run mutating tools without asking: operations whose method says so, and
/// other tools that change or remove existing data.
pub(super) fn check_preapproved(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    for worker in &catalog.workers {
        for grant in &worker.grants {
            let tool = catalog.tool(grant.tool);
            // its rules decide call by call what runs without asking
            if tool.shipped.is_some_and(|shipped| shipped.has_rules) {
                continue;
            }
            let approvals = [grant.approval, grant.loosest()];
            let is_stated = approvals == [Approval::PreApproved; 2] && !grant.rules_decide_all();
            let rule = grant.always_unasked().map(Some);
            let Some(place) = is_stated.then_some(grant.span).or(rule) else {
                continue;
            };
            let span = place.or(worker.span).unwrap_or(tool.span);
            match Change::of(tool) {
                Some(change) => diagnostics.push(change.unasked(tool, worker, span)),
                None if tool.foreign && tool.effect.class == Effect::Unknown => {
                    diagnostics.push(unstated(tool, worker, span));
                }
                None => {}
            }
        }
    }
}

/// A tool of others that does not say what it does: it may do anything.
fn unstated(tool: &Tool, worker: &Worker, span: Span) -> Diagnostic {
    let name = tool.qualified();
    let message = format!(
        "worker `{}` runs `{name}` without asking, and nothing says what it does",
        worker.name
    );
    let about = About::tool(&name).of_worker(&worker.name);
    Diagnostic::new(Code::UNSTATED_EFFECT, span, message)
        .also(tool.span, "no hint says what it does, so it counts as the worst")
        .help("write `ask`; a server can say what its tools do with `readOnlyHint` and `destructiveHint`")
        .about(about)
}

/// The evidence that a tool changes something.
enum Change<'t> {
    Request(&'t Operation),
    Destructive,
}

impl<'t> Change<'t> {
    fn of(tool: &'t Tool) -> Option<Self> {
        match &tool.http {
            Some(http) => (!tool.effect.class.is_read()).then_some(Change::Request(http)),
            None => (tool.effect.class == Effect::Destructive).then_some(Change::Destructive),
        }
    }

    fn unasked(&self, tool: &Tool, worker: &Worker, span: Span) -> Diagnostic {
        const DECIDE: &str =
            "write `ask`, or `unattended_change: allow` under `lints` if this is what you want";
        let name = tool.qualified();
        let (what, place, label, help) = match self {
            Change::Request(http) => (
                format!("`{} {}`", http.method, http.path),
                tool.span,
                format!("the operation of `{name}`"),
                match http.method.as_str() {
                    "POST" => {
                        "write `ask`; if it only reads, write `effect: read` in an override of the \
                         operation"
                    }
                    _ => DECIDE,
                },
            ),
            Change::Destructive => {
                let stated = tool.effect.stated.class.as_ref();
                (
                    format!("`{name}`, which is destructive,"),
                    stated.map_or(tool.span, |class| class.span),
                    "what is there may be changed or removed".to_owned(),
                    DECIDE,
                )
            }
        };
        let message = format!("worker `{}` runs {what} without asking", worker.name);
        let finding = Diagnostic::new(Code::UNATTENDED_CHANGE, span, message);
        let about = About::tool(name).of_worker(&worker.name);
        finding.also(place, label).help(help).about(about)
    }
}

/// What a hint claims by its value.
struct Claim {
    hint: &'static str,
    value: bool,
    meaning: &'static str,
}

impl Claim {
    const fn new(hint: &'static str, value: bool, meaning: &'static str) -> Self {
        Claim {
            hint,
            value,
            meaning,
        }
    }
}

const READS: Claim = Claim::new("readOnlyHint", true, "only reads");
const CHANGES: Claim = Claim::new("readOnlyHint", false, "does not only read");
const DESTROYS: Claim = Claim::new("destructiveHint", true, "destroys something");
const KEEPS: Claim = Claim::new("destructiveHint", false, "destroys nothing");

/// Reports specs that contradict themselves about what a call does.
pub(super) fn check_contradictions(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    for tool in &catalog.tools {
        let http = tool.http.as_deref();
        let mut found = match (&tool.effect.stated.class, http) {
            (Some(class), Some(http)) => {
                let hints = against_class(tool, class);
                against_method(tool, http, class)
                    .into_iter()
                    .chain(hints)
                    .collect()
            }
            (Some(class), None) => against_class(tool, class),
            (None, Some(http)) => hints_against_method(tool, http),
            (None, None) => Vec::from_iter(against_itself(tool)),
        };
        found.extend(against_reach(tool));
        for finding in found {
            diagnostics.push(finding);
        }
    }
}

/// The hints of a tool that claim something wrong.
fn contradicting<'t>(
    tool: &'t Tool,
    wrong: &'static [Claim],
) -> impl Iterator<Item = (&'t Node, &'static Claim)> {
    let hint = |name| tool.annotations()?.get(name);
    wrong.iter().filter_map(move |claim| {
        let node = hint(claim.hint)?;
        (node.as_bool() == Some(claim.value)).then_some((node, claim))
    })
}

fn wrong_for_method(http: &Operation) -> &'static [Claim] {
    match http.method.as_str() {
        _ if http.is_safe() => &[DESTROYS, CHANGES],
        "DELETE" => &[READS, KEEPS],
        "PUT" | "PATCH" => &[READS],
        _ => &[],
    }
}

fn wrong_for_class(class: Effect) -> &'static [Claim] {
    match class {
        Effect::Read => &[DESTROYS, CHANGES],
        Effect::Write => &[READS, DESTROYS],
        Effect::Destructive => &[READS, KEEPS],
        Effect::Unknown => &[],
    }
}

/// `effect` against the method.
fn against_method(tool: &Tool, http: &Operation, class: &Spanned<Effect>) -> Option<Diagnostic> {
    let (says, method) = (class.value, &http.method);
    if says >= least_of(http) && (says == Effect::Read || !http.is_safe()) {
        return None;
    }
    let message = format!(
        "`{}` makes a {method} request, and its `effect` is `{}`",
        tool.qualified(),
        says.name()
    );
    let finding = Diagnostic::new(Code::CONTRADICTING_ANNOTATIONS, class.span, message);
    let finding = finding.also(tool.span, "the operation");
    Some(finding.help("correct `effect`, or remove it: the method then decides"))
}

/// Hints against the method.
fn hints_against_method(tool: &Tool, http: &Operation) -> Vec<Diagnostic> {
    let said = format!("makes a {} request", http.method);
    let wrong = contradicting(tool, wrong_for_method(http));
    let findings = wrong.map(|(node, claim)| {
        contradiction(tool, node.span, &said, claim).also(tool.span, "the operation")
    });
    findings.collect()
}

/// Hints against `effect`.
fn against_class(tool: &Tool, class: &Spanned<Effect>) -> Vec<Diagnostic> {
    let said = format!("has the effect `{}`", class.value.name());
    let wrong = contradicting(tool, wrong_for_class(class.value));
    let findings = wrong.map(|(node, claim)| {
        contradiction(tool, node.span, &said, claim).also(class.span, "the effect")
    });
    findings.collect()
}

/// Hints against each other.
fn against_itself(tool: &Tool) -> Option<Diagnostic> {
    let mut both = contradicting(tool, &[READS, DESTROYS]);
    let (reads, _) = both.next()?;
    let (destroys, _) = both.next()?;
    let message = format!(
        "the annotations of `{}` say both that it only reads and that it destroys something",
        tool.qualified()
    );
    let finding = Diagnostic::new(Code::CONTRADICTING_ANNOTATIONS, destroys.span, message);
    let finding = finding.also(reads.span, "only reads");
    Some(finding.help("remove one of `readOnlyHint` and `destructiveHint`; until then the tool counts as destructive"))
}

/// `effect: open_world` against the hint.
fn against_reach(tool: &Tool) -> Option<Diagnostic> {
    const CLOSED: Claim = Claim::new("openWorldHint", false, "does not reach the open world");
    let place = tool.effect.stated.open_world?;
    let (node, claim) = contradicting(tool, &[CLOSED]).next()?;
    let finding = contradiction(tool, node.span, "has the effect `open_world`", claim);
    Some(finding.also(place, "the effect"))
}

fn contradiction(tool: &Tool, span: Span, said: &str, claim: &Claim) -> Diagnostic {
    let Claim { hint, meaning, .. } = claim;
    let name = tool.qualified();
    let message = format!("`{name}` {said}, but its annotations say that it {meaning}");
    Diagnostic::new(Code::CONTRADICTING_ANNOTATIONS, span, message)
        .help(format!("remove `{hint}`, or correct it"))
}
