//! How values of a tool are validated: which parts of its schemas in one pass, and why the others are not.

use toolc_base::diagnostic::render::escape_text;
use toolc_base::json_text::{write_array, write_object, write_string};
use toolc_model::model::{Catalog, Tool};
use toolc_schema::schema::prove::one_pass::{Cause, Part, one_pass_parts};

/// The text for people: what is not validated in one pass.
pub(super) fn render_human(catalog: &Catalog, tool: &Tool) -> String {
    let mut out = side("input", &one_pass_parts(&catalog.shapes, tool.input));
    if let Some(output) = tool.output {
        out.push_str(&side("output", &one_pass_parts(&catalog.shapes, output)));
    }
    out
}

fn side(name: &str, parts: &[Part]) -> String {
    let captured: Vec<&Part> = parts
        .iter()
        .filter(|part| !part.captured.is_empty())
        .collect();
    let (all, one_pass) = (parts.len(), parts.len() - captured.len());
    let mut out = format!("\nchecked {name}: {one_pass} of {all} parts in one pass\n");
    for part in captured {
        let causes: Vec<String> = part.captured.iter().map(words).collect();
        let pointer = if part.pointer.is_empty() {
            "the whole"
        } else {
            &part.pointer
        };
        let line = format!("  {pointer}: captured, because of {}", causes.join("; of "));
        out.push_str(&format!("{}\n", escape_text(&line)));
    }
    out
}

fn words(cause: &Cause) -> String {
    match cause.reason.as_str() {
        "" => format!("`{}`", cause.keyword),
        reason => format!("`{}` ({reason})", cause.keyword),
    }
}

/// The JSON: every part.
pub(super) fn render_json(catalog: &Catalog, tool: &Tool) -> String {
    let side = |id| write_array(one_pass_parts(&catalog.shapes, id).iter().map(part));
    write_object(&[
        ("input", side(tool.input)),
        (
            "output",
            tool.output.map_or_else(|| "null".to_owned(), side),
        ),
    ])
}

fn part(part: &Part) -> String {
    let causes = part.captured.iter().map(|cause| {
        write_object(&[
            ("keyword", write_string(cause.keyword)),
            ("reason", write_string(&cause.reason)),
        ])
    });
    write_object(&[
        ("pointer", write_string(&part.pointer)),
        (
            "definition",
            part.definition
                .as_deref()
                .map_or_else(|| "null".to_owned(), write_string),
        ),
        ("one_pass", part.captured.is_empty().to_string()),
        ("because", write_array(causes)),
    ])
}
