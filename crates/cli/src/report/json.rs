//! The report as data: the stable format of `docs/report.md`. Keys are sorted, so that the text
//! does not depend on which map `serde_json` was built with.

use super::graph::write_graph;
use super::{
    Answer, Counts, Finding, Fit, Grant, Report, Row, ShownResults, Skipped, Table, Tool, Worker,
};
use serde_json::{Map, Value, json};
use toolc_base::diagnostic::Class;
use toolc_model::model::limit::LIMITS;

/// The report as one document.
pub fn write_json(report: &Report) -> Value {
    let totals = report.totals();
    json!({
        "answers": list(&report.answers, answer),
        "findings": list(&report.findings, finding),
        "graph": write_graph(&report.graph),
        "lock": report.lock,
        "skipped": list(&report.skipped, skipped),
        "targets": report.targets,
        "token_method": report.token_method,
        "tools": list(&report.tools, tool),
        "totals": {
            "asked": totals.asked,
            "changed": totals.changed,
            "closed": totals.closed,
            "findings": totals.findings,
            "skipped": totals.skipped,
            "tools": totals.tools,
            "unasked": totals.unasked,
            "unasked_writes": totals.unasked_writes,
        },
        "version": 1,
        "workers": list(&report.workers, worker),
    })
}

fn list<T>(items: &[T], write: impl Fn(&T) -> Value) -> Value {
    items.iter().map(write).collect()
}

fn worker(worker: &Worker) -> Value {
    let Counts {
        unasked,
        asked,
        blocked,
    } = worker.counts;
    json!({
        "counts": { "ask": asked, "blocked": blocked, "preApproved": unasked },
        "findings": list(&worker.findings, finding),
        "flow": worker.flow,
        "name": worker.name,
        "needs": worker.needs,
        "place": worker.place,
        "tokens": tokens(&worker.tokens),
    })
}

fn tokens(tokens: &[(&'static str, u64)]) -> Value {
    let counts = tokens.iter();
    let counts: Map<String, Value> = counts
        .map(|(target, count)| ((*target).to_owned(), (*count).into()))
        .collect();
    Value::Object(counts)
}

fn tool(tool: &Tool) -> Value {
    json!({
        "captured": tool.captured,
        "credentials": tool.credentials,
        "description": tool.description,
        "digest": tool.digest,
        "effect": tool.effect.name(),
        "effect_from": tool.effect_from,
        "execution": tool.execution.name(),
        "findings": list(&tool.findings, finding),
        "grants": list(&tool.grants, grant),
        "hosts": tool.hosts,
        "input": table(&tool.input),
        "loosest": tool.loosest().name(),
        "name": tool.qualified,
        "needs": tool.needs,
        "open_world": tool.open_world,
        "output": tool.output.as_ref().map(table),
        "overload": tool.overload,
        "place": tool.place,
        "portability": list(&tool.portability, fit),
        "request": tool.request,
        "runner": tool.runner,
        "source": tool.source,
        "title": tool.title,
        "tokens": tokens(&tool.tokens),
        "wire_name": tool.wire_name,
    })
}

fn grant(grant: &Grant) -> Value {
    let mut value = json!({
        "approval": grant.approval.name(),
        "flow": grant.flow,
        "from": grant.from,
        "has_rules": grant.has_rules,
        "place": grant.place,
        "results": grant.results.as_ref().map(shown_results),
        "worker": grant.worker,
    });
    for limit in LIMITS {
        value[limit.json[0]] = json!(limit.find(&grant.limits).map(|limit| limit.value));
    }
    value
}

fn shown_results(results: &ShownResults) -> Value {
    let tokens = results.tokens.as_ref();
    json!({
        "tokens": tokens.map(|it| json!({ "shown": it.shown, "whole": it.whole, "words": it.words })),
        "words": results.words,
    })
}

fn answer(answer: &Answer) -> Value {
    json!({
        "description": answer.description,
        "digest": answer.digest,
        "name": answer.name,
        "place": answer.place,
        "schema": table(&answer.schema),
        "title": answer.title,
        "wire_name": answer.wire_name,
    })
}

fn fit(fit: &Fit) -> Value {
    json!({ "state": fit.state.name(), "target": fit.target, "why": fit.why })
}

fn table(table: &Table) -> Value {
    json!({ "is_cut": table.is_cut, "rows": list(&table.rows, row) })
}

fn row(row: &Row) -> Value {
    json!({
        "default": row.default,
        "description": row.description,
        "limits": row.limits,
        "path": row.path,
        "required": row.required,
        "type": row.kind,
    })
}

fn skipped(skipped: &Skipped) -> Value {
    json!({
        "code": skipped.code,
        "name": skipped.name,
        "place": skipped.place,
        "slug": skipped.slug,
    })
}

fn finding(finding: &Finding) -> Value {
    json!({
        "class": finding.class.map(Class::name),
        "code": finding.code,
        "help": finding.help,
        "label": finding.label,
        "meaning": finding.class.map_or("", Class::meaning),
        "message": finding.message,
        "place": finding.place,
        "severity": finding.severity.name(),
    })
}
