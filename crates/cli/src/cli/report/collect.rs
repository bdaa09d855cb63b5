//! Collects what is known about a catalog into a report.

use super::facts::{describe_runner, list_credentials, list_hosts, name_source};
use super::found::{Findings, sort_findings};
use super::graph::collect_graph;
use crate::cli::flows::counted_targets;
use crate::cli::input::Answer;
use crate::cli::origins::{Policy, Scales, effect_origin, list_policies, write_results};
use crate::report::{self, Counts, Report, Skipped, tabulate_schema};
use toolc_base::diagnostic::Diagnostic;
use toolc_base::diagnostic::render::Places;
use toolc_model::model::approval::Approval;
use toolc_model::model::token::METHOD;
use toolc_model::model::{Catalog, Tool, ToolId, policy};
use toolc_schema::schema::prove::one_pass::{Part, one_pass_parts};

/// The report on a catalog, with the differences from a lock.
pub(super) fn collect_report(
    answer: &Answer,
    lock: Option<String>,
    changes: &[Diagnostic],
) -> Report {
    let catalog = answer.checked.catalog();
    let places = Places::new(&answer.sources);
    let found = answer.diagnostics.iter().chain(changes);
    let mut findings = sort_findings(catalog, &places, found);
    let mut collect = Collect {
        catalog,
        places: &places,
        scales: Scales::new(catalog),
    };
    let tools = catalog
        .numbered()
        .map(|(id, tool)| collect.tool(id, tool, &mut findings));
    let mut tools: Vec<report::Tool> = tools.collect();
    // Whoever reviews sees first what needs a look; within that, the order is that of the specs.
    tools.sort_by_key(|tool| {
        (
            !tool.is_changed(),
            !tool.is_unasked_write(),
            !tool.is_unasked(),
        )
    });
    let workers = catalog.workers.iter();
    let workers = workers
        .map(|worker| collect.worker(worker, &mut findings))
        .collect();
    Report {
        lock,
        targets: catalog.targets.iter().map(|target| target.name).collect(),
        token_method: METHOD,
        workers,
        tools,
        answers: catalog
            .answers
            .iter()
            .map(|answer| describe_answer(catalog, &places, answer))
            .collect(),
        graph: collect_graph(catalog),
        skipped: catalog
            .skipped
            .iter()
            .map(|skipped| Skipped {
                name: skipped.name.clone(),
                code: skipped.code.to_string(),
                slug: skipped.code.slug(),
                place: places.show(skipped.span),
            })
            .collect(),
        findings: findings.others,
    }
}

struct Collect<'a> {
    catalog: &'a Catalog,
    places: &'a Places<'a>,
    scales: Scales<'a>,
}

impl Collect<'_> {
    fn tool(&mut self, id: ToolId, tool: &Tool, findings: &mut Findings) -> report::Tool {
        let catalog = self.catalog;
        let needs = catalog.needs_of(&[id]);
        let (_, effect_from, _) = effect_origin(tool);
        let of_tool = findings.take_tool(id);
        let targets = counted_targets(catalog).into_iter();
        report::Tool {
            qualified: tool.qualified(),
            overload: tool.overload,
            wire_name: tool.wire_name.clone(),
            title: tool.title.clone(),
            description: tool.description.clone(),
            place: self.places.show(tool.span),
            source: name_source(tool),
            effect: tool.effect.class,
            effect_from,
            open_world: tool.effect.open_world,
            execution: tool.execution,
            runner: describe_runner(catalog, tool),
            request: tool
                .http
                .as_ref()
                .map(|http| format!("{} {}", http.method, http.path)),
            hosts: list_hosts(catalog, tool),
            credentials: list_credentials(catalog, tool, &needs),
            needs: needs.lines(),
            grants: list_policies(catalog, id)
                .iter()
                .map(|it| self.grant(tool, it))
                .collect(),
            input: tabulate_schema(&catalog.shapes, tool.input),
            output: tool
                .output
                .map(|output| tabulate_schema(&catalog.shapes, output)),
            captured: list_captured(catalog, tool),
            tokens: targets
                .map(|it| (it.name, catalog.count_tokens(&[id], it)))
                .collect(),
            portability: of_tool.fits(&catalog.targets),
            findings: of_tool.findings,
            digest: tool.digest.clone(),
        }
    }

    fn grant(&mut self, tool: &Tool, policy: &Policy<'_>) -> report::Grant {
        let results = self.find_results(policy);
        let labels = policy
            .grant
            .map(|_| self.catalog.labels_of(policy.worker, tool));
        report::Grant {
            worker: policy.worker.name.clone(),
            approval: policy.approval,
            has_rules: policy.grant.is_some_and(|grant| grant.rules.is_some()),
            loosest: policy
                .grant
                .map_or(Approval::Blocked, policy::Grant::loosest),
            from: policy.origin.words(),
            place: policy.place.map(|place| self.places.show(place)),
            limits: policy.limits(),
            flow: labels
                .iter()
                .flatten()
                .map(|labelled| labelled.label.name())
                .collect(),
            results,
        }
    }

    fn find_results(&mut self, policy: &Policy<'_>) -> Option<report::ShownResults> {
        let words = write_results(self.catalog, self.places, policy)?;
        let sizes = policy.grant.and_then(|grant| self.scales.measure(grant));
        let tokens = sizes.map(|sizes| report::ResultTokens {
            whole: sizes.whole,
            shown: sizes.shown,
            words: sizes.words(),
        });
        Some(report::ShownResults { words, tokens })
    }

    fn worker(&self, worker: &policy::Worker, findings: &mut Findings) -> report::Worker {
        let catalog = self.catalog;
        let ids: Vec<ToolId> = worker.grants.iter().map(|grant| grant.tool).collect();
        let count = |approval| {
            let grants = worker.grants.iter();
            grants.filter(|grant| grant.loosest() == approval).count()
        };
        let mut flow: Vec<&'static str> = Vec::new();
        for step in catalog.flows_of(worker) {
            let label = step.labelled.label.name();
            if !flow.contains(&label) {
                flow.push(label);
            }
        }
        let order = catalog.order_overloads(ids.clone());
        let targets = counted_targets(catalog).into_iter();
        report::Worker {
            name: worker.name.clone(),
            place: worker.span.map(|span| self.places.show(span)),
            counts: Counts {
                unasked: count(Approval::PreApproved),
                asked: count(Approval::Ask),
                blocked: count(Approval::Blocked) + worker.blocked.len(),
            },
            flow,
            needs: catalog.needs_of(&ids).lines(),
            tokens: targets
                .map(|it| (it.name, catalog.count_loaded_tokens(&order, it)))
                .collect(),
            findings: findings.take_worker(&worker.name),
        }
    }
}

fn describe_answer(catalog: &Catalog, places: &Places<'_>, answer: &Tool) -> report::Answer {
    report::Answer {
        name: answer.name.clone(),
        wire_name: answer.wire_name.clone(),
        title: answer.title.clone(),
        description: answer.description.clone(),
        place: places.show(answer.span),
        schema: tabulate_schema(&catalog.shapes, answer.input),
        digest: answer.digest.clone(),
    }
}

/// The parts that are not validated in one pass, such as `/filter: `anyOf` (…)`.
fn list_captured(catalog: &Catalog, tool: &Tool) -> Vec<String> {
    let describe = |part: Part| {
        let causes: Vec<String> = part
            .captured
            .iter()
            .map(|cause| match cause.reason.as_str() {
                "" => format!("`{}`", cause.keyword),
                reason => format!("`{}` ({reason})", cause.keyword),
            })
            .collect();
        let pointer = match part.pointer.as_str() {
            "" => "the whole".to_owned(),
            pointer => toolc_schema::schema::rules::quote_code(pointer),
        };
        (!causes.is_empty()).then(|| format!("{pointer}, because of {}", causes.join(", ")))
    };
    let parts = one_pass_parts(&catalog.shapes, tool.input);
    parts.into_iter().filter_map(describe).collect()
}
