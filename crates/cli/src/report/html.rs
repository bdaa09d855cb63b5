//! The report as a page. The initially visible part is in the page itself; the script renders the
//! rest from the same JSON that `--format json` prints.

mod answers;
mod graph;
mod workers;

use super::page::{Page, write_whole_page};
use super::text::{escape_html, html_words};
use super::{Finding, Grant, Report, Tool, write_json};
use answers::write_answers;
use graph::write_graph;
use serde_json::Value;
use toolc_base::diagnostic::quote::shorten_text;
use toolc_model::model::approval::Approval;
use toolc_model::model::effect::Effect;
use toolc_runtime::hidden::show_hidden;
use workers::write_workers;

/// The report as one self-contained page.
pub fn write_page(report: &Report) -> String {
    let mut data = write_json(report);
    show_all_hidden(&mut data);
    let mut body = String::new();
    write_header(&mut body, report);
    body.push_str("<main>\n");
    write_workers(&mut body, report);
    write_tools(&mut body, report);
    write_answers(&mut body, report);
    write_graph(&mut body, report);
    write_rest(&mut body, report);
    body.push_str("</main>\n");
    write_whole_page(&Page {
        title: "Tools",
        body: &body,
        script: concat!(include_str!("page.js"), include_str!("graph.js")),
        data: &data.to_string(),
    })
}

/// Escapes hidden characters in all texts, so that they are also visible where the script shows
/// these.
pub(super) fn show_all_hidden(value: &mut Value) {
    match value {
        Value::String(text) => *text = show_hidden(text),
        Value::Array(items) => items.iter_mut().for_each(show_all_hidden),
        Value::Object(map) => map.values_mut().for_each(show_all_hidden),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn write_header(out: &mut String, report: &Report) {
    let compared = match &report.lock {
        Some(lock) => format!("Compared with <code>{}</code>", escape_html(lock)),
        None => "Not compared with a lock".to_owned(),
    };
    out.push_str(&format!(
        "<header class=\"top\">\n<h1>Tools</h1>\n<p class=\"quiet\">{compared}</p>\n<ul class=\"totals\">\n"
    ));
    let totals = report.totals();
    for (count, words, filter) in [
        (totals.tools, "tools", ""),
        (totals.unasked, "run without asking", "loosest:preApproved"),
        (
            totals.unasked_writes,
            "of these may change something",
            "loosest:writes",
        ),
        (totals.asked, "ask first", "loosest:ask"),
        (totals.closed, "no worker may call", "loosest:blocked"),
    ] {
        write_total(out, count, words, filter);
    }
    if report.lock.is_some() {
        write_total(
            out,
            totals.changed,
            "changed since the lock",
            "state:changed",
        );
    }
    if report.findings.is_empty() {
        write_total(out, totals.findings, "findings", "state:findings");
    } else {
        write_link(out, totals.findings, "findings", "findings");
    }
    if totals.skipped > 0 {
        write_link(out, totals.skipped, "left out", "skipped");
    }
    out.push_str("</ul>\n</header>\n");
}

/// A number that acts as a filter for what it counts.
fn write_total(out: &mut String, count: usize, words: &str, filter: &str) {
    let mark = match filter {
        "loosest:writes" | "state:changed" if count > 0 => "warn",
        _ => "",
    };
    out.push_str(&format!(
        "<li><button type=\"button\" class=\"total {mark}\" data-filter=\"{filter}\" aria-pressed=\"false\">\
         <b>{count}</b> <span>{words}</span></button></li>\n"
    ));
}

fn write_link(out: &mut String, count: usize, words: &str, section: &str) {
    out.push_str(&format!(
        "<li><a class=\"total\" href=\"#{section}\"><b>{count}</b> <span>{words}</span></a></li>\n"
    ));
}

fn lines(texts: &[String]) -> String {
    let texts = texts
        .iter()
        .map(|text| format!("<span class=\"line\">{}</span>", escape_html(text)));
    texts.collect()
}

fn tag(text: &str, kind: &str) -> String {
    format!("<span class=\"tag {kind}\">{}</span> ", escape_html(text))
}

fn write_tools(out: &mut String, report: &Report) {
    out.push_str(
        "<section aria-labelledby=\"list\">\n<h2 id=\"list\" tabindex=\"-1\">Who may call what</h2>\n",
    );
    write_filters(out, report);
    out.push_str(
        "<noscript><p class=\"remark\">Without scripts, the tools are listed without their schemas and without \
         filters.</p></noscript>\n<div class=\"scroll tools\">\n<table class=\"tools\" role=\"table\" \
         aria-labelledby=\"list\">\n<thead role=\"rowgroup\"><tr role=\"row\">",
    );
    let workers = report
        .workers
        .iter()
        .map(|worker| (worker.name.as_str(), "worker"));
    let head = [
        ("Tool", "name"),
        ("Effect", "effect"),
        ("Touches", "touches"),
    ]
    .into_iter();
    let head = head.filter(|(_, key)| *key != "touches" || has_touched(report));
    let changed = report.lock.is_some().then_some(("Changed", "changed"));
    for (name, key) in head.chain(workers).chain(changed) {
        out.push_str(&format!(
            "<th scope=\"col\" role=\"columnheader\" data-key=\"{key}\"><button type=\"button\" class=\"sort\">{}</button></th>",
            escape_html(name)
        ));
    }
    out.push_str("</tr></thead>\n<tbody role=\"rowgroup\">\n");
    for (at, tool) in report.tools.iter().enumerate() {
        write_tool(out, report, at, tool);
    }
    out.push_str("</tbody>\n</table>\n</div>\n<p id=\"none\" class=\"remark\" hidden>No tool matches.</p>\n</section>\n");
}

fn write_filters(out: &mut String, report: &Report) {
    out.push_str(
        "<form role=\"search\" class=\"filters\" autocomplete=\"off\">\n<label class=\"wide\">Search <kbd>/</kbd>\
         <input type=\"search\" name=\"text\" placeholder=\"Name, description, host, variable, argument\" \
         spellcheck=\"false\"></label>\n",
    );
    let workers = report.workers.iter();
    let workers: Vec<(&str, &str)> = workers
        .map(|worker| (worker.name.as_str(), worker.name.as_str()))
        .collect();
    write_choice(out, "worker", "Worker", &workers);
    write_choice(
        out,
        "loosest",
        "Approval",
        &[
            ("preApproved", "runs unasked"),
            ("writes", "runs unasked, may change something"),
            ("ask", "asks"),
            ("blocked", "blocked"),
        ],
    );
    let effects = ["read", "write", "destructive", "unknown"].map(|effect| (effect, effect));
    write_choice(out, "effect", "Effect", &effects);
    write_choice(
        out,
        "state",
        "Only",
        &[
            ("changed", "changed since the lock"),
            ("findings", "with findings"),
            ("ports", "changed or refused for some target"),
            ("open", "open world"),
        ],
    );
    out.push_str(
        "<button type=\"reset\">Clear</button>\n<output aria-live=\"polite\"></output>\n</form>\n",
    );
}

fn write_choice(out: &mut String, name: &str, label: &str, values: &[(&str, &str)]) {
    out.push_str(&format!(
        "<label>{label}<select name=\"{name}\"><option value=\"\">all</option>"
    ));
    for (value, words) in values {
        out.push_str(&format!(
            "<option value=\"{}\">{}</option>",
            escape_html(value),
            escape_html(words)
        ));
    }
    out.push_str("</select></label>\n");
}

fn write_tool(out: &mut String, report: &Report, at: usize, tool: &Tool) {
    let (namespace, name) = tool
        .qualified
        .rsplit_once("::")
        .unwrap_or(("", &tool.qualified));
    let described = tool
        .description
        .lines()
        .find(|line| !line.trim().is_empty());
    out.push_str(&format!(
        "<tr role=\"row\" data-at=\"{at}\"><th scope=\"row\" role=\"rowheader\"><button type=\"button\" class=\"name\" \
         aria-expanded=\"false\"><span class=\"space\">{}::</span><wbr>{}</button>\
         <span class=\"quiet said\">{}</span></th>",
        escape_html(namespace),
        escape_html(name),
        escape_html(&shorten_text(described.unwrap_or("no description"), 110)),
    ));
    let reach = match tool.open_world {
        true => tag("open world", ""),
        false => String::new(),
    };
    out.push_str(&format!(
        "<td role=\"cell\" data-label=\"Effect\">{}{reach}</td>",
        tag(tool.effect.name(), tool.effect.name()),
    ));
    if has_touched(report) {
        let touched = touched(tool);
        out.push_str(&format!(
            "<td role=\"cell\" data-label=\"Touches\">{touched}</td>"
        ));
    }
    for worker in &report.workers {
        let mut grants = tool.grants.iter();
        let grant = grants.find(|grant| grant.worker == worker.name);
        let cell = grant.map_or("<span class=\"quiet\">–</span>".to_owned(), |grant| {
            approval(tool, grant)
        });
        let label = escape_html(&worker.name);
        out.push_str(&format!(
            "<td role=\"cell\" data-label=\"{label}\" class=\"worker\">{cell}</td>"
        ));
    }
    let changes = tool.findings.iter().filter(|found| found.is_change());
    let changes: String = changes
        .map(|found| tag(found.kind(), found.severity.name()))
        .collect();
    if report.lock.is_some() {
        out.push_str(&format!(
            "<td role=\"cell\" data-label=\"Changed\">{changes}</td>"
        ));
    }
    out.push_str("</tr>\n");
}

/// Whether there is anything to show in the column for hosts and credentials.
fn has_touched(report: &Report) -> bool {
    let mut tools = report.tools.iter();
    tools.any(|tool| !tool.hosts.is_empty() || !tool.credentials.is_empty())
}

fn touched(tool: &Tool) -> String {
    let variables = tool.credentials.iter();
    let variables =
        variables.map(|name| format!("<code class=\"line variable\">{}</code>", escape_html(name)));
    lines(&tool.hosts) + &variables.collect::<String>()
}

fn approval(tool: &Tool, grant: &Grant) -> String {
    let (words, kind) = match grant.approval {
        Approval::PreApproved if tool.effect == Effect::Read => ("runs", "runs"),
        Approval::PreApproved => ("runs", "runs warn"),
        Approval::Ask => ("asks", "asks"),
        Approval::Blocked => ("blocked", "blocked"),
    };
    let rules = if grant.has_rules {
        "<span class=\"quiet\">by rules</span>"
    } else {
        ""
    };
    format!("<span class=\"approval {kind}\">{words}</span>{rules}")
}

fn write_rest(out: &mut String, report: &Report) {
    if !report.findings.is_empty() {
        out.push_str("<section aria-labelledby=\"findings\">\n<h2 id=\"findings\" tabindex=\"-1\">Other changes and findings</h2>\n");
        write_findings(out, &report.findings);
        out.push_str("</section>\n");
    }
    if report.skipped.is_empty() {
        return;
    }
    out.push_str("<section aria-labelledby=\"skipped\">\n<h2 id=\"skipped\" tabindex=\"-1\">Left out</h2>\n<ul class=\"findings\">\n");
    for skipped in &report.skipped {
        let name = match skipped.name.as_str() {
            "" => "without a name",
            name => name,
        };
        out.push_str(&format!(
            "<li><code>{}</code> {} <span class=\"quiet\">{} {}</span></li>\n",
            escape_html(name),
            escape_html(&skipped.slug.replace('_', " ")),
            skipped.code,
            escape_html(&skipped.place)
        ));
    }
    out.push_str("</ul>\n</section>\n");
}

pub(super) fn write_findings(out: &mut String, findings: &[Finding]) {
    out.push_str("<ul class=\"findings\">\n");
    for found in findings {
        out.push_str(&format!(
            "<li>{}{}",
            tag(found.kind(), found.severity.name()),
            html_words(&found.message)
        ));
        if !found.label.is_empty() {
            out.push_str(&format!(
                "<span class=\"witness\">{}</span>",
                html_words(&found.label)
            ));
        }
        let place = found.place.as_deref().unwrap_or_default();
        out.push_str(&format!(
            "<span class=\"quiet line\">{} {}</span></li>\n",
            found.code,
            escape_html(place)
        ));
    }
    out.push_str("</ul>\n");
}
