//! Verb: what a host's file does, compared with what it should do, in the classes of drift.

use crate::choice::{Choice, describe_approval};
use crate::deployed::{Deployed, Judged};
use crate::host::Host;
use std::cmp::Ordering;
use toolc_base::diagnostic::{About, Class, Code, Diagnostic, Diagnostics};
use toolc_base::source::Span;
use toolc_model::model::approval::Approval;

/// What is compared.
pub struct Comparison<'c> {
    /// The host.
    pub host: &'c Host,
    /// The worker.
    pub worker: &'c str,
    /// The server, as the host names it.
    pub server: &'c str,
    /// What the host is to do.
    pub choices: &'c [Choice],
    /// Whether the server offers what the worker grants and nothing else.
    pub is_served: bool,
    /// The file as it was read.
    pub deployed: &'c dyn Deployed,
    /// The whole file, for what no entry in it decides.
    pub file: Span,
}

/// Reports each tool about which the file does something else, in the order of the tools; then what the file says of all tools,
/// and its entries that match none.
pub fn compare_deployed(diagnostics: &mut Diagnostics, comparison: &Comparison<'_>) {
    let Comparison {
        choices, deployed, ..
    } = *comparison;
    for choice in choices {
        let judged = deployed.judge(&choice.host_name);
        if let Some(found) = comparison.compare_tool(choice, judged) {
            diagnostics.push(found);
        }
    }
    // A server of toolc has no tools that nobody has named.
    let unknown = comparison.compare_unknown();
    if let Some(found) = unknown.filter(|_| !comparison.is_served) {
        diagnostics.push(found);
    }
    for remark in deployed.find_loosenings() {
        let message = format!(
            "approval loosened for worker `{}`: {}",
            comparison.worker, remark.text
        );
        let found = Diagnostic::new(Code::APPROVAL_LOOSENED, remark.place, message);
        let about = About::worker(comparison.worker);
        let found = found.class(Class::ApprovalLoosened).about(about);
        diagnostics.push(found.help(comparison.help()));
    }
    let known: Vec<&str> = choices.iter().map(|it| it.host_name.as_str()).collect();
    for remark in deployed.find_idle(&known) {
        let found = Diagnostic::new(Code::IDLE_HOST_RULE, remark.place, remark.text);
        let about = About::worker(comparison.worker);
        diagnostics.push(found.about(about).help(comparison.help()));
    }
}

impl Comparison<'_> {
    fn help(&self) -> String {
        format!(
            "write what the worker says with `toolc export --host {} --worker {} --server {}`, or change the worker",
            self.host.name, self.worker, self.server
        )
    }

    fn compare_tool(&self, choice: &Choice, judged: Judged) -> Option<Diagnostic> {
        let (wanted, is) = (choice.approval, judged.approval);
        let (code, class) = match is.cmp(&wanted) {
            Ordering::Equal => return None,
            Ordering::Less if !choice.is_offered => (Code::WHITELIST_GROWN, Class::WhitelistGrown),
            Ordering::Less => (Code::APPROVAL_LOOSENED, Class::ApprovalLoosened),
            Ordering::Greater if is == Approval::Blocked => {
                (Code::WHITELIST_SHRUNK, Class::WhitelistShrunk)
            }
            Ordering::Greater => (Code::APPROVAL_TIGHTENED, Class::ApprovalTightened),
        };
        let host = self.host.name;
        let message = format!(
            "{host} {} `{}`, but is to {} for worker `{}`",
            describe_approval(is),
            choice.tool,
            wanted_words(wanted),
            self.worker
        );
        let found = Diagnostic::new(code, judged.place.unwrap_or(self.file), message);
        let found = match judged.place {
            Some(_) => found,
            None => found.label(format!("no entry names `{}`", choice.host_name)),
        };
        let about = About::tool(&choice.tool).of_worker(self.worker);
        Some(found.class(class).about(about).help(self.help()))
    }

    /// Tools that nobody has named get no more than the host gives them beside what is written.
    fn compare_unknown(&self) -> Option<Diagnostic> {
        let judged = self.deployed.judge_unknown();
        let wanted = self.host.facts()?.unknown;
        if judged.approval >= wanted {
            return None;
        }
        let message = format!(
            "{} {} every tool of `{}`, also those that worker `{}` does not grant",
            self.host.name,
            describe_approval(judged.approval),
            self.server,
            self.worker
        );
        let place = judged.place.unwrap_or(self.file);
        let found = Diagnostic::new(Code::WHITELIST_GROWN, place, message);
        let about = About::worker(self.worker);
        Some(
            found
                .class(Class::WhitelistGrown)
                .about(about)
                .help(self.help()),
        )
    }
}

/// What a host is to do.
fn wanted_words(approval: Approval) -> &'static str {
    match approval {
        Approval::PreApproved => "run it",
        Approval::Ask => "ask about it",
        Approval::Blocked => "deny it",
    }
}
