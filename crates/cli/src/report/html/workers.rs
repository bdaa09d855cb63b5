//! The table of workers.

use super::{lines, tag, write_findings};
use crate::report::text::escape_html;
use crate::report::{Counts, Report, Worker};

pub(super) fn write_workers(out: &mut String, report: &Report) {
    let mut head = vec![
        ("Worker", ""),
        ("Runs", "number"),
        ("Asks", "number"),
        ("Blocked", "number"),
    ];
    let has_flow = report.workers.iter().any(|worker| !worker.flow.is_empty());
    let has_needs = report.workers.iter().any(|worker| !worker.needs.is_empty());
    head.extend(has_flow.then_some(("Flow", "")));
    head.extend(has_needs.then_some(("Needs", "")));
    let counted: Vec<&str> = match report.workers.first() {
        Some(worker) => worker.tokens.iter().map(|(target, _)| *target).collect(),
        None => Vec::new(),
    };
    out.push_str(
        "<section aria-labelledby=\"workers\">\n<h2 id=\"workers\">Workers</h2>\n<div class=\"scroll\" tabindex=\"0\" \
         role=\"region\" aria-labelledby=\"workers\">\n<table class=\"workers\">\n<thead><tr>",
    );
    for (name, class) in head {
        out.push_str(&format!("<th scope=\"col\" class=\"{class}\">{name}</th>"));
    }
    for target in counted {
        out.push_str(&format!(
            "<th scope=\"col\" class=\"number\"><span class=\"line\">Tokens, about,</span>for {target}</th>"
        ));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for worker in &report.workers {
        write_worker(out, worker, has_flow, has_needs);
    }
    out.push_str("</tbody>\n</table>\n</div>\n");
    for worker in report
        .workers
        .iter()
        .filter(|worker| !worker.findings.is_empty())
    {
        out.push_str(&format!("<h3>About {}</h3>\n", escape_html(&worker.name)));
        write_findings(out, &worker.findings);
    }
    out.push_str("</section>\n");
}

fn write_worker(out: &mut String, worker: &Worker, has_flow: bool, has_needs: bool) {
    let place = worker.place.as_deref().unwrap_or("no file has it");
    out.push_str(&format!(
        "<tr><th scope=\"row\"><b>{}</b><span class=\"quiet\">{}</span></th>",
        escape_html(&worker.name),
        escape_html(place),
    ));
    let number = |number: &str| format!("<td class=\"number\">{number}</td>");
    let Counts {
        unasked,
        asked,
        blocked,
    } = worker.counts;
    for count in [unasked, asked, blocked] {
        out.push_str(&number(&count.to_string()));
    }
    if has_flow {
        let labels = worker.flow.iter().map(|label| tag(label, ""));
        out.push_str(&format!("<td>{}</td>", labels.collect::<String>()));
    }
    if has_needs {
        out.push_str(&format!("<td>{}</td>", lines(&worker.needs)));
    }
    for (_, count) in &worker.tokens {
        out.push_str(&number(&group_digits(*count)));
    }
    out.push_str("</tr>\n");
}

/// `12 345`, with a narrow no-break space.
fn group_digits(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}
