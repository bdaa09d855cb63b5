//! The report as Markdown: for a pull request, a wiki, a review.

use super::text::{escape_markdown, markdown_code, markdown_words};
use super::{Answer, Counts, Finding, Grant, Report, State, Table, Tool, Worker};
use toolc_base::diagnostic::Class;
use toolc_model::model::execution::Execution;
use toolc_model::model::limit::LIMITS;

/// The report as one document in GitHub Flavored Markdown.
pub fn write_markdown(report: &Report) -> String {
    let mut out = String::from("# Tools\n");
    write_totals(&mut out, report);
    write_workers(&mut out, report);
    write_matrix(&mut out, report);
    for tool in &report.tools {
        write_tool(&mut out, tool);
    }
    for answer in &report.answers {
        write_answer(&mut out, answer);
    }
    write_rest(&mut out, report);
    out
}

fn write_totals(out: &mut String, report: &Report) {
    let totals = report.totals();
    let lines = [
        (totals.tools, "tools"),
        (totals.unasked, "run without asking"),
        (totals.unasked_writes, "of these are not known to only read"),
        (totals.asked, "ask first"),
        (totals.closed, "can be called by no worker"),
        (totals.skipped, "were left out"),
        (totals.findings, "findings"),
    ];
    out.push('\n');
    for (count, words) in lines {
        out.push_str(&format!("- **{count}** {words}\n"));
    }
    match &report.lock {
        Some(lock) => out.push_str(&format!(
            "- **{}** changed since {}\n",
            totals.changed,
            markdown_code(lock)
        )),
        None => out.push_str("- not compared with a lock\n"),
    }
}

fn write_workers(out: &mut String, report: &Report) {
    out.push_str("\n## Workers\n\n");
    let mut head = vec!["Worker", "Unasked", "Ask", "Blocked", "Flow", "Needs"];
    if report
        .workers
        .iter()
        .any(|worker| !worker.tokens.is_empty())
    {
        head.push("Tokens, about");
    }
    let columns = head.len();
    write_row(out, head.iter().map(|cell| (*cell).to_owned()));
    write_row(
        out,
        (0..columns).map(|at| match at {
            1..=3 => "---:".to_owned(),
            _ => "---".to_owned(),
        }),
    );
    for worker in &report.workers {
        let Counts {
            unasked,
            asked,
            blocked,
        } = worker.counts;
        let mut cells = vec![
            markdown_code(&worker.name),
            unasked.to_string(),
            asked.to_string(),
            blocked.to_string(),
            worker.flow.join(", "),
            join_code(&worker.needs),
        ];
        if columns > cells.len() {
            cells.push(tokens(&worker.tokens));
        }
        write_row(out, cells);
    }
    for Worker { name, findings, .. } in &report.workers {
        if !findings.is_empty() {
            out.push_str(&format!("\nOf {}:\n\n", markdown_code(name)));
            write_findings(out, findings);
        }
    }
}

fn write_matrix(out: &mut String, report: &Report) {
    out.push_str("\n## Who may call what\n\n");
    let names = report
        .workers
        .iter()
        .map(|worker| markdown_code(&worker.name));
    let head = ["Tool", "Effect", "Touches"].map(str::to_owned);
    let head: Vec<String> = head
        .into_iter()
        .chain(names)
        .chain(["Changed".to_owned()])
        .collect();
    write_row(out, head.clone());
    write_row(out, head.iter().map(|_| "---".to_owned()));
    for tool in &report.tools {
        let approvals = report.workers.iter().map(|worker| {
            let mut grants = tool.grants.iter();
            let grant = grants.find(|grant| grant.worker == worker.name);
            grant.map_or("–".to_owned(), approval)
        });
        let touched = tool.hosts.iter().chain(&tool.credentials).cloned();
        let cells = [
            markdown_code(&tool.qualified),
            effect(tool),
            join_code(&touched.collect::<Vec<_>>()),
        ];
        let changes = tool.findings.iter().filter_map(|found| found.class);
        let changed = [changes.map(Class::name).collect::<Vec<_>>().join(", ")];
        write_row(out, cells.into_iter().chain(approvals).chain(changed));
    }
}

fn approval(grant: &Grant) -> String {
    let approval = grant.approval.name();
    match grant.has_rules {
        true => format!("{approval}, by rules"),
        false => approval.to_owned(),
    }
}

fn effect(tool: &Tool) -> String {
    let effect = tool.effect.name();
    match tool.open_world {
        true => format!("{effect}, open world"),
        false => effect.to_owned(),
    }
}

fn write_tool(out: &mut String, tool: &Tool) {
    out.push_str(&format!("\n## {}\n\n", markdown_code(&tool.qualified)));
    write_description(out, &tool.description);
    let mut facts = vec![
        (
            "Defined at",
            format!("{} ({})", markdown_code(&tool.place), tool.source),
        ),
        ("Wire name", markdown_code(&tool.wire_name)),
        ("Effect", format!("{} ({})", effect(tool), tool.effect_from)),
        ("Run by", markdown_words(&tool.runner)),
        (
            "Request",
            tool.request
                .as_deref()
                .map(markdown_code)
                .unwrap_or_default(),
        ),
        ("Hosts", join_code(&tool.hosts)),
        ("Credentials", join_code(&tool.credentials)),
        ("Needs", join_code(&tool.needs)),
        ("Tokens, about", tokens(&tool.tokens)),
        ("Captured", join_words(&tool.captured)),
        ("Digest", markdown_code(&tool.digest)),
    ];
    if tool.execution != Execution::Both {
        facts.push(("Called by", tool.execution.name().to_owned()));
    }
    for (name, text) in facts.iter().filter(|(_, text)| !text.is_empty()) {
        out.push_str(&format!("- {name}: {text}\n"));
    }
    for grant in &tool.grants {
        write_grant(out, grant);
    }
    for fit in tool
        .portability
        .iter()
        .filter(|fit| fit.state != State::Fits)
    {
        let why: Vec<String> = fit.why.iter().map(|why| markdown_words(why)).collect();
        let why = why.join("; ");
        out.push_str(&format!(
            "- {} for {}: {why}\n",
            fit.state.name(),
            fit.target
        ));
    }
    write_table(out, "Arguments", &tool.input);
    if let Some(output) = &tool.output {
        write_table(out, "Result", output);
    }
    if !tool.findings.is_empty() {
        out.push_str("\n### Changes and findings\n\n");
        write_findings(out, &tool.findings);
    }
}

fn write_grant(out: &mut String, grant: &Grant) {
    let mut more = vec![markdown_words(&grant.from)];
    more.extend(grant.place.as_deref().map(markdown_code));
    let limits = LIMITS.iter().filter_map(|limit| limit.show(&grant.limits));
    more.extend(limits.map(|limit| limit.value));
    let worker = markdown_code(&grant.worker);
    out.push_str(&format!(
        "- {worker}: **{}** ({})\n",
        approval(grant),
        more.join(", ")
    ));
    if let Some(results) = &grant.results {
        let tokens = results.tokens.iter().map(|tokens| tokens.words.as_str());
        let words: Vec<String> = std::iter::once(results.words.as_str())
            .chain(tokens)
            .map(markdown_words)
            .collect();
        out.push_str(&format!(
            "- {worker} shows of results: {}\n",
            words.join("; ")
        ));
    }
}

fn write_answer(out: &mut String, answer: &Answer) {
    let (name, place) = (markdown_code(&answer.name), markdown_code(&answer.place));
    out.push_str(&format!("\n## {name}, a final answer\n\n"));
    write_description(out, &answer.description);
    out.push_str(&format!("- Defined at: {place}\n"));
    let (wire_name, digest) = (
        markdown_code(&answer.wire_name),
        markdown_code(&answer.digest),
    );
    out.push_str(&format!("- Wire name: {wire_name}\n- Digest: {digest}\n"));
    write_table(out, "Schema", &answer.schema);
}

fn write_description(out: &mut String, description: &str) {
    if description.trim().is_empty() {
        return;
    }
    for line in description.trim().lines() {
        let line = escape_markdown(line);
        out.push_str(format!("> {line}").trim_end());
        out.push('\n');
    }
    out.push('\n');
}

fn write_table(out: &mut String, title: &str, table: &Table) {
    out.push_str(&format!("\n### {title}\n\n"));
    if table.rows.is_empty() {
        out.push_str("None are named.\n");
        return;
    }
    write_row(
        out,
        ["Name", "Type", "Required", "Limits", "Description"].map(str::to_owned),
    );
    write_row(out, std::iter::repeat_n("---".to_owned(), 5));
    for row in &table.rows {
        let default = row.default.iter();
        let default = default.map(|value| format!("default {}", markdown_code(value)));
        let limits = row.limits.iter().map(|limit| markdown_words(limit));
        let limits: Vec<String> = limits.chain(default).collect();
        write_row(
            out,
            [
                match row.path.as_str() {
                    "" => "the whole".to_owned(),
                    path => markdown_code(path),
                },
                row.kind.clone(),
                if row.required { "yes" } else { "" }.to_owned(),
                limits.join("; "),
                escape_markdown(&row.description),
            ],
        );
    }
    if table.is_cut {
        out.push_str("\nThere are more: `toolc show` has the whole schema.\n");
    }
}

fn write_findings(out: &mut String, findings: &[Finding]) {
    for found in findings {
        out.push_str(&format!(
            "- {} {}: {}",
            found.code,
            found.kind(),
            markdown_words(&found.message)
        ));
        if !found.label.is_empty() {
            out.push_str(&format!(" – {}", markdown_words(&found.label)));
        }
        if let Some(place) = &found.place {
            out.push_str(&format!(" ({})", markdown_code(place)));
        }
        out.push('\n');
    }
}

fn write_rest(out: &mut String, report: &Report) {
    if !report.skipped.is_empty() {
        out.push_str("\n## Left out\n\n");
    }
    for skipped in &report.skipped {
        let name = match skipped.name.as_str() {
            "" => "without a name".to_owned(),
            name => markdown_code(name),
        };
        let (code, place) = (&skipped.code, markdown_code(&skipped.place));
        out.push_str(&format!(
            "- {name}: {code} {} ({place})\n",
            escape_markdown(skipped.slug)
        ));
    }
    if !report.findings.is_empty() {
        out.push_str("\n## Other changes and findings\n\n");
        write_findings(out, &report.findings);
    }
}

fn tokens(tokens: &[(&'static str, u64)]) -> String {
    let counts = tokens
        .iter()
        .map(|(target, count)| format!("{count} for {target}"));
    counts.collect::<Vec<_>>().join(", ")
}

fn join_code(texts: &[String]) -> String {
    let texts = texts.iter().map(|text| markdown_code(text));
    texts.collect::<Vec<_>>().join(", ")
}

fn join_words(texts: &[String]) -> String {
    let texts = texts.iter().map(|text| markdown_words(text));
    texts.collect::<Vec<_>>().join("; ")
}

fn write_row(out: &mut String, cells: impl IntoIterator<Item = String>) {
    let cells: Vec<String> = cells.into_iter().collect();
    out.push_str(&format!("| {} |\n", cells.join(" | ")));
}
