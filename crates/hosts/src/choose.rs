//! Verb: a policy to what a host is to do about each tool: never looser than the worker, stricter where the host has no words
//! for what the worker says.

use crate::choice::{Choice, describe_approval};
use crate::facts::Facts;
use crate::host::Host;
use crate::name::{find_server_fault, write_host_name};
use crate::policy::{Policy, PolicyTool};
use std::collections::HashMap;
use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics};
use toolc_base::source::Span;
use toolc_model::model::approval::Approval;

/// Chooses for each tool. Reports what is stricter than the worker and what the host cannot keep; `None` if the host cannot
/// be as strict as the worker. With `is_served`, the server offers what the worker grants and nothing else.
pub fn choose_approvals(
    diagnostics: &mut Diagnostics,
    host: &Host,
    policy: &Policy,
    server: &str,
    is_served: bool,
) -> Option<Vec<Choice>> {
    let facts = host.facts()?;
    let mut choosing = Choosing {
        diagnostics,
        facts,
        policy,
        failed: false,
    };
    choosing.check_server(server);
    let mut choices = Vec::new();
    let tools = policy.tools.iter();
    for tool in tools.filter(|tool| tool.withheld.is_none() || !is_served) {
        choosing.check_tool(tool);
        choices.push(Choice {
            tool: tool.name.clone(),
            wire_name: tool.wire_name.clone(),
            host_name: write_host_name(facts, server, &tool.wire_name),
            approval: tool.strictest,
            is_offered: tool.withheld.is_none(),
        });
    }
    choosing.check_names(&choices);
    if !is_served {
        choosing.report_open(server);
    }
    choosing.report_kept();
    (!choosing.failed).then_some(choices)
}

struct Choosing<'c> {
    diagnostics: &'c mut Diagnostics,
    facts: &'c Facts,
    policy: &'c Policy,
    failed: bool,
}

impl Choosing<'_> {
    fn push(&mut self, code: Code, place: Option<Span>, message: String, help: &str, about: About) {
        let place = place.or(self.policy.span);
        let found = match place {
            Some(place) => Diagnostic::new(code, place, message),
            None => Diagnostic::placeless(code, message),
        };
        self.diagnostics.push(found.help(help).about(about));
    }

    fn about(&self, tool: &str) -> About {
        About::tool(tool).of_worker(&self.policy.worker)
    }

    fn check_server(&mut self, server: &str) {
        let Some(fault) = find_server_fault(self.facts, server) else {
            return;
        };
        self.failed = true;
        let message = format!(
            "{} may take the server `{server}` for another one: its name {fault}",
            self.facts.host
        );
        let help = "name the server with `--server` as it is configured there, in letters, digits, `-` and single `_`";
        let about = About::worker(&self.policy.worker);
        self.push(Code::UNFIT_HOST_NAME, None, message, help, about);
    }

    fn check_tool(&mut self, tool: &PolicyTool) {
        let host = &self.facts.host;
        if tool.strictest == Approval::Blocked && !self.facts.can_deny {
            self.failed = true;
            let why = tool.withheld.unwrap_or("its rules block some of its calls");
            let message = format!("{host} cannot deny `{}`, but {why}", tool.name);
            let help = match tool.withheld {
                Some(_) => {
                    "with `--served`, the server is one of toolc for this worker, which does not offer the tool"
                }
                None => "leave the tool out of the worker, or use a host that can deny a tool",
            };
            let about = self.about(&tool.name);
            return self.push(Code::UNDENIABLE_TOOL, tool.place, message, help, about);
        }
        if tool.loosest < tool.strictest {
            let message = format!(
                "{host} {} every call of `{}`, although {}",
                describe_approval(tool.strictest),
                tool.name,
                lost(tool.loosest)
            );
            let help = "the host decides without looking at arguments, so the strictest rule counts there; toolc decides \
                        call by call";
            let about = self.about(&tool.name);
            return self.push(Code::STRICTER_HOST, tool.place, message, help, about);
        }
        if tool.strictest == Approval::PreApproved && !self.facts.can_allow {
            let message = format!(
                "{host} may ask about `{}`, which the worker lets run",
                tool.name
            );
            let help =
                "the host has no setting that lets a single tool run; a person can choose it there";
            let about = self.about(&tool.name);
            self.push(Code::STRICTER_HOST, tool.place, message, help, about);
        }
    }

    /// A rule must match one tool and no other.
    fn check_names(&mut self, choices: &[Choice]) {
        let mut taken: HashMap<&str, &Choice> = HashMap::new();
        for choice in choices {
            let host = &self.facts.host;
            let count = choice.host_name.chars().count();
            let fault = match taken.get(choice.host_name.as_str()) {
                Some(other) => Some(format!(
                    "{host} has one name for `{}` and `{}`: `{}`",
                    other.tool, choice.tool, choice.host_name
                )),
                None if count > self.facts.longest => Some(format!(
                    "{host} has no name for `{}`: `{}` has {count} characters, more than {}",
                    choice.tool, choice.host_name, self.facts.longest
                )),
                None => None,
            };
            taken.insert(&choice.host_name, choice);
            if let Some(message) = fault {
                self.failed = true;
                let help =
                    "give the server a shorter name with `--server`, or the tool another one";
                let about = self.about(&choice.tool);
                self.push(Code::UNFIT_HOST_NAME, None, message, help, about);
            }
        }
    }

    /// A host that lets tools through that nobody has named is as strict as the worker only with a server that has none.
    fn report_open(&mut self, server: &str) {
        let what = match self.facts.unknown {
            Approval::PreApproved => "may run",
            Approval::Ask => "asks about",
            Approval::Blocked => return,
        };
        let message = format!(
            "{} {what} tools of `{server}` that these specs do not name",
            self.facts.host
        );
        let help = "with `--served`, the server is one of toolc for this worker, which offers nothing else";
        let about = About::worker(&self.policy.worker);
        self.push(Code::OPEN_HOST, None, message, help, about);
    }

    fn report_kept(&mut self) {
        for (what, place) in &self.policy.kept {
            let message = format!("only toolc enforces {what}");
            let help = "the host has no setting for it: let `toolc serve` or a program of toolc run the tools";
            let about = About::worker(&self.policy.worker);
            self.push(Code::TOOLC_ONLY, *place, message, help, about);
        }
    }
}

/// What the worker would do about some calls.
fn lost(loosest: Approval) -> &'static str {
    match loosest {
        Approval::PreApproved => "the worker lets some run without a question",
        Approval::Ask | Approval::Blocked => "the worker only asks about some",
    }
}
