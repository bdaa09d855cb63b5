//! Final answers in the page.

use super::super::text::escape_html;
use super::super::{Answer, Row};
use super::Report;

/// What models say last, with the schema of each.
pub(super) fn write_answers(out: &mut String, report: &Report) {
    if report.answers.is_empty() {
        return;
    }
    out.push_str("<section aria-labelledby=\"answers\">\n<h2 id=\"answers\" tabindex=\"-1\">Final answers</h2>\n");
    for answer in &report.answers {
        write_answer(out, answer);
    }
    out.push_str("</section>\n");
}

fn write_answer(out: &mut String, answer: &Answer) {
    out.push_str(&format!(
        "<details>\n<summary><code>{}</code> <span class=\"quiet\">{} {}</span></summary>\n<p>{}</p>\n",
        escape_html(&answer.name),
        escape_html(answer.title.as_deref().unwrap_or_default()),
        escape_html(&answer.place),
        escape_html(&answer.description),
    ));
    out.push_str("<div class=\"scroll\">\n<table>\n<thead><tr>");
    for head in ["Name", "Type", "Required", "Limits", "Description"] {
        out.push_str(&format!("<th scope=\"col\">{head}</th>"));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in &answer.schema.rows {
        write_row(out, row);
    }
    out.push_str("</tbody>\n</table>\n</div>\n");
    if answer.schema.is_cut {
        out.push_str("<p class=\"remark\">There are more: <code>toolc show</code> has the whole schema.</p>\n");
    }
    out.push_str("</details>\n");
}

fn write_row(out: &mut String, row: &Row) {
    let path = match row.path.as_str() {
        "" => "the whole",
        path => path,
    };
    out.push_str(&format!(
        "<tr><th scope=\"row\"><code>{}</code></th><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
        escape_html(path),
        escape_html(&row.kind),
        if row.required { "yes" } else { "" },
        escape_html(&row.limits.join("; ")),
        escape_html(&row.description),
    ));
}
