//! A page with the changes between two locks, side by side.

use super::html::write_findings;
use super::page::{Page, write_whole_page};
use super::text::{escape_html, html_words};
use super::{Finding, Piece, Row, Table, compare_words};
use std::collections::{BTreeMap, HashMap, HashSet};
use toolc_base::diagnostic::{Class, Severity};

/// All changes.
#[derive(Debug, Default)]
pub struct Changes {
    /// The old side, as named by the user.
    pub old: String,
    /// The new side, as named by the user.
    pub new: String,
    /// Changes of tools, sorted by name.
    pub tools: Vec<ToolChange>,
    /// Changes of workers and engines.
    pub others: Vec<Finding>,
}

/// The changes of one tool.
#[derive(Debug, Default)]
pub struct ToolChange {
    /// Its current name or, if it was removed, its old one.
    pub name: String,
    /// The changes.
    pub findings: Vec<Finding>,
    /// Texts that differ.
    pub texts: Vec<TextChange>,
    /// Places in its schemas that differ.
    pub rows: Vec<RowChange>,
}

/// A text before and after.
#[derive(Debug, PartialEq, Eq)]
pub struct TextChange {
    /// Which text.
    pub what: &'static str,
    /// Before.
    pub old: String,
    /// After.
    pub new: String,
}

/// A place in a schema before and after.
#[derive(Debug, PartialEq, Eq)]
pub struct RowChange {
    /// Which schema: `arguments` or `result`.
    pub part: &'static str,
    /// Before; `None` if the place was added.
    pub old: Option<Row>,
    /// After; `None` if the place was removed.
    pub new: Option<Row>,
}

/// The places that differ between two schemas: those of the new schema in its order, then the
/// removed ones.
pub fn compare_rows(part: &'static str, old: &Table, new: &Table) -> Vec<RowChange> {
    let before: HashMap<&str, &Row> = old
        .rows
        .iter()
        .map(|row| (row.path.as_str(), row))
        .collect();
    let after: HashMap<&str, &Row> = new
        .rows
        .iter()
        .map(|row| (row.path.as_str(), row))
        .collect();
    let mut changes = Vec::new();
    for row in &new.rows {
        let was = before.get(row.path.as_str()).copied();
        if was != Some(row) {
            changes.push(RowChange {
                part,
                old: was.cloned(),
                new: Some(row.clone()),
            });
        }
    }
    let gone = old
        .rows
        .iter()
        .filter(|row| !after.contains_key(row.path.as_str()));
    changes.extend(gone.map(|row| RowChange {
        part,
        old: Some(row.clone()),
        new: None,
    }));
    changes
}

/// The changes as one self-contained page.
pub fn write_changes_page(changes: &Changes) -> String {
    let mut body = String::new();
    write_header(&mut body, changes);
    body.push_str("<main>\n");
    if !changes.others.is_empty() {
        body.push_str(
            "<section aria-labelledby=\"others\">\n<h2 id=\"others\">Workers and engines</h2>\n",
        );
        for found in &changes.others {
            write_change(&mut body, "", std::slice::from_ref(found), |_| ());
        }
        body.push_str("</section>\n");
    }
    body.push_str(
        "<section aria-labelledby=\"list\">\n<h2 id=\"list\" tabindex=\"-1\">Tools</h2>\n",
    );
    if changes.tools.is_empty() {
        body.push_str("<p class=\"remark\">No tool changed.</p>\n");
    }
    for tool in &changes.tools {
        write_change(&mut body, &tool.name, &tool.findings, |out| {
            tool.texts.iter().for_each(|text| write_text(out, text));
            write_rows(out, &tool.rows);
        });
    }
    body.push_str(
        "<p id=\"none\" class=\"remark\" hidden>No change matches.</p>\n</section>\n</main>\n",
    );
    write_whole_page(&Page {
        title: "Changes of tools",
        body: &body,
        script: include_str!("changes.js"),
        data: "{}",
    })
}

/// Each finding only once, as one may be about several tools.
fn all_findings(changes: &Changes) -> Vec<&Finding> {
    let mut seen = HashSet::new();
    let tools = changes.tools.iter().flat_map(|tool| &tool.findings);
    let all = tools.chain(&changes.others);
    all.filter(|found| seen.insert((&found.message, &found.place)))
        .collect()
}

fn write_header(out: &mut String, changes: &Changes) {
    out.push_str(&format!(
        "<header class=\"top\">\n<h1>Changes of tools</h1>\n<p class=\"quiet\">From <code>{}</code> to <code>{}</code></p>\n\
         <ul class=\"totals\">\n",
        escape_html(&changes.old),
        escape_html(&changes.new)
    ));
    for (severity, words, mark) in [
        (Severity::Error, "errors", "bad"),
        (Severity::Warning, "warnings", "warn"),
        (Severity::Note, "notes", ""),
    ] {
        let all = all_findings(changes).into_iter();
        let count = all.filter(|found| found.severity == severity).count();
        let mark = if count > 0 { mark } else { "" };
        out.push_str(&format!(
            "<li><button type=\"button\" class=\"total {mark}\" data-severity=\"{}\" aria-pressed=\"false\"><b>{count}</b> \
             <span>{words}</span></button></li>\n",
            severity.name()
        ));
    }
    out.push_str("</ul>\n");
    write_filters(out, changes);
    out.push_str("</header>\n");
}

fn write_filters(out: &mut String, changes: &Changes) {
    let mut classes: BTreeMap<&str, usize> = BTreeMap::new();
    for class in all_findings(changes).iter().filter_map(|found| found.class) {
        *classes.entry(class.name()).or_default() += 1;
    }
    out.push_str(
        "<form role=\"search\" class=\"filters\" autocomplete=\"off\">\n<label class=\"wide\">Search <kbd>/</kbd>\
         <input type=\"search\" name=\"text\" placeholder=\"Name, text, value\" spellcheck=\"false\"></label>\n\
         <label>Kind<select name=\"kind\"><option value=\"\">all</option>",
    );
    for (class, count) in classes {
        out.push_str(&format!(
            "<option value=\"{class}\">{class} ({count})</option>"
        ));
    }
    out.push_str(
        "</select></label>\n<input type=\"hidden\" name=\"severity\" value=\"\">\n<button type=\"reset\">Clear</button>\n\
         <output aria-live=\"polite\"></output>\n</form>\n",
    );
}

fn write_change(
    out: &mut String,
    name: &str,
    findings: &[Finding],
    write_more: impl FnOnce(&mut String),
) {
    let classes = findings.iter().filter_map(|found| found.class);
    let classes: Vec<&str> = classes.map(Class::name).collect();
    let severities = findings.iter().map(|found| found.severity.name());
    let severities: Vec<&str> = severities.collect();
    out.push_str(&format!(
        "<article class=\"change\" data-kinds=\"{}\" data-severities=\"{}\">\n",
        classes.join(" "),
        severities.join(" ")
    ));
    if !name.is_empty() {
        out.push_str(&format!("<h3>{}</h3>\n", escape_html(name)));
    }
    write_findings(out, findings);
    write_more(out);
    out.push_str("</article>\n");
}

fn write_text(out: &mut String, text: &TextChange) {
    let pieces = compare_words(&text.old, &text.new);
    out.push_str(&format!(
        "<h4>{}</h4>\n<div class=\"sides\"><div>{}</div><div>{}</div></div>\n",
        text.what,
        side(&pieces, Side::Old),
        side(&pieces, Side::New)
    ));
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Old,
    New,
}

/// The text of one side, with what the other side lacks marked.
fn side(pieces: &[Piece], side: Side) -> String {
    let mut out = String::new();
    for piece in pieces {
        match (piece, side) {
            (Piece::Same(text), _) => out.push_str(&escape_html(text)),
            (Piece::Old(text), Side::Old) => {
                out.push_str(&format!("<del>{}</del>", escape_html(text)))
            }
            (Piece::New(text), Side::New) => {
                out.push_str(&format!("<ins>{}</ins>", escape_html(text)))
            }
            (Piece::Old(_), Side::New) | (Piece::New(_), Side::Old) => {}
        }
    }
    if out.is_empty() {
        out.push_str("<span class=\"quiet\">not there</span>");
    }
    out
}

fn write_rows(out: &mut String, rows: &[RowChange]) {
    for part in ["arguments", "result"] {
        let rows: Vec<&RowChange> = rows.iter().filter(|row| row.part == part).collect();
        if rows.is_empty() {
            continue;
        }
        out.push_str(&format!(
            "<h4>Places of the {part}</h4>\n<table><thead><tr><th scope=\"col\">Place</th><th scope=\"col\">Before</th>\
             <th scope=\"col\">Now</th></tr></thead>\n<tbody>\n"
        ));
        for row in rows {
            let path = row
                .new
                .as_ref()
                .or(row.old.as_ref())
                .map(|row| row.path.as_str());
            let path = match path.unwrap_or_default() {
                "" => "the whole",
                path => path,
            };
            let (before, now) = compare_cells(row);
            out.push_str(&format!(
                "<tr><th scope=\"row\" class=\"path\">{}</th><td>{before}</td><td>{now}</td></tr>\n",
                escape_html(path)
            ));
        }
        out.push_str("</tbody></table>\n");
    }
}

/// Both cells, line by line: only the lines that differ are marked.
fn compare_cells(change: &RowChange) -> (String, String) {
    let lines = |row: &Option<Row>| row.as_ref().map(list_lines).unwrap_or_default();
    let (old, new) = (lines(&change.old), lines(&change.new));
    let cell = |own: &[String], others: &[String], tag: &str| {
        let lines = own.iter().map(|line| {
            let text = html_words(line);
            match others.contains(line) {
                true => format!("<span class=\"line\">{text}</span>"),
                false => format!("<span class=\"line\"><{tag}>{text}</{tag}></span>"),
            }
        });
        match own.is_empty() {
            true => "<span class=\"quiet\">not there</span>".to_owned(),
            false => lines.collect(),
        }
    };
    (cell(&old, &new, "del"), cell(&new, &old, "ins"))
}

fn list_lines(row: &Row) -> Vec<String> {
    let required = if row.required { "required" } else { "optional" };
    let mut lines = vec![format!("{}, {required}", row.kind)];
    lines.extend(row.limits.iter().cloned());
    lines.extend(row.default.iter().map(|value| format!("default {value}")));
    if !row.description.is_empty() {
        lines.push(row.description.clone());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(path: &str, kind: &str) -> Row {
        Row {
            path: path.to_owned(),
            kind: kind.to_owned(),
            ..Row::default()
        }
    }

    #[test]
    fn places_are_compared_by_their_paths() {
        let table = |rows: &[Row]| Table {
            rows: rows.to_vec(),
            is_cut: false,
        };
        let old = table(&[row("a", "string"), row("b", "string"), row("c", "string")]);
        let new = table(&[row("b", "integer"), row("d", "string"), row("c", "string")]);
        let changes = compare_rows("arguments", &old, &new);
        let paths: Vec<_> = changes
            .iter()
            .map(|change| {
                let path = |row: &Option<Row>| row.as_ref().map(|row| row.path.clone());
                (path(&change.old), path(&change.new))
            })
            .collect();
        let some = |path: &str| Some(path.to_owned());
        assert_eq!(
            paths,
            [(some("b"), some("b")), (None, some("d")), (some("a"), None)]
        );
    }

    #[test]
    fn lines_that_differ_are_marked() {
        let change = RowChange {
            part: "arguments",
            old: Some(Row {
                limits: vec!["one of `<a>`".to_owned()],
                ..row("a", "string")
            }),
            new: Some(row("a", "string")),
        };
        let (old, new) = compare_cells(&change);
        assert_eq!(
            old,
            "<span class=\"line\">string, optional</span>\
             <span class=\"line\"><del>one of <code>&lt;a&gt;</code></del></span>"
        );
        assert_eq!(new, "<span class=\"line\">string, optional</span>");
    }
}
