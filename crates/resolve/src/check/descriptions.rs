//! Tools and parameters that models get no description of.

use std::collections::HashSet;
use toolc_base::diagnostic::quote::{quote_some, shorten_text};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::Span;
use toolc_model::model::{Catalog, Tool, ToolId};
use toolc_runtime::hidden;
use toolc_schema::schema::shape::{Field, Shape, ShapeId};

/// How many characters of a placeholder are shown.
const SHOWN: usize = 40;

/// How many parameters a finding names.
const NAMED: usize = 5;

/// Reports tools without a description and, if requested, parameters without one. Only tools that
/// some worker grants are checked: no model sees the others. If the description itself was reported, that is enough.
pub(super) fn check_descriptions(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let with_parameters = diagnostics.asks_for(Code::MISSING_PARAMETER_DESCRIPTION);
    let grants = catalog.workers.iter().flat_map(|worker| &worker.grants);
    let granted: HashSet<ToolId> = grants.map(|grant| grant.tool).collect();
    let shown = catalog.numbered().filter(|(id, _)| granted.contains(id));
    let reported = list_reported(diagnostics);
    for (_, tool) in shown {
        let is_reported = tool
            .described
            .is_some_and(|place| reported.contains(&place));
        if tool.description.trim().is_empty() && !is_reported {
            diagnostics.push(missing(tool));
        } else if is_placeholder(&tool.description) {
            diagnostics.push(placeholder(tool));
        }
        if let Some((name, text)) = find_placeholder(catalog, tool) {
            diagnostics.push(placeholder_of_parameter(tool, name, text));
        }
        if with_parameters {
            diagnostics_of_parameters(diagnostics, catalog, tool);
        }
    }
}

/// The places of keys and values that could not be read.
fn list_reported(diagnostics: &Diagnostics) -> HashSet<Span> {
    let unread = [Code::UNKNOWN_KEY, Code::WRONG_SHAPE];
    let found = diagnostics
        .iter()
        .filter(|found| unread.contains(&found.code));
    found.filter_map(Diagnostic::span).collect()
}

fn missing(tool: &Tool) -> Diagnostic {
    let message = format!(
        "`{}` has no description",
        hidden::show_hidden(&tool.qualified())
    );
    let help = match tool.http {
        Some(_) => "write a `summary` or a `description`: what it does, and when to call it",
        None => "write `description`: what it does, and when to call it",
    };
    Diagnostic::new(Code::MISSING_DESCRIPTION, tool.span, message)
        .label("a model can choose it only by its name")
        .help(help)
}

/// Texts that stand where a description is still to be written.
const PLACEHOLDERS: &[&str] = &[
    "todo",
    "tbd",
    "fixme",
    "xxx",
    "tba",
    "n/a",
    "na",
    "none",
    "null",
    "nil",
    "undefined",
    "description",
    "desc",
    "placeholder",
    "lorem ipsum",
    "...",
    "…",
    "-",
    "--",
    "?",
    "~",
    "write me",
    "add description",
    "description here",
    "your description here",
    "to do",
    "to be done",
    "to be defined",
    "no description",
    "describe me",
    "missing",
];

/// Whether a text is one of the placeholders, or begins as one.
fn is_placeholder(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let bare = text.trim_matches(|letter: char| "<>[](){}*_`\"'!.: ".contains(letter));
    let is_known = |text: &str| PLACEHOLDERS.contains(&text);
    let begins = ["todo:", "fixme:", "tbd:", "todo ", "todo(", "fixme "];
    is_known(&text)
        || is_known(bare)
        || (bare.is_empty() && !text.is_empty())
        || begins.iter().any(|start| text.starts_with(start))
}

fn placeholder(tool: &Tool) -> Diagnostic {
    let message = format!(
        "the description of `{}` is only a placeholder: “{}”",
        hidden::show_hidden(&tool.qualified()),
        hidden::show_hidden(&shorten_text(tool.description.trim(), SHOWN))
    );
    Diagnostic::new(
        Code::MISSING_DESCRIPTION,
        tool.described.unwrap_or(tool.span),
        message,
    )
    .label("a model can choose it only by its name")
    .help("write what it does, and when to call it")
}

/// The first parameter whose description is a placeholder, in a tool of the user's own.
fn find_placeholder<'c>(catalog: &'c Catalog, tool: &Tool) -> Option<(&'c str, &'c str)> {
    let mut fields = fields(catalog, tool.input)
        .iter()
        .filter(|_| tool.http.is_none() && tool.remote.is_none());
    fields.find_map(|field| {
        let text = field.doc.description.as_deref()?;
        (text.trim().is_empty() || is_placeholder(text)).then_some((field.name.as_str(), text))
    })
}

fn placeholder_of_parameter(tool: &Tool, name: &str, text: &str) -> Diagnostic {
    let what = match text.trim() {
        "" => "is empty".to_owned(),
        text => format!(
            "is only a placeholder: “{}”",
            hidden::show_hidden(&shorten_text(text, SHOWN))
        ),
    };
    let message = format!(
        "the description of the argument `{}` of `{}` {what}",
        hidden::show_hidden(name),
        hidden::show_hidden(&tool.qualified())
    );
    Diagnostic::new(Code::MISSING_DESCRIPTION, tool.span, message)
        .help("write what the argument means, or leave the key out")
}

fn diagnostics_of_parameters(diagnostics: &mut Diagnostics, catalog: &Catalog, tool: &Tool) {
    let silent = |field: &&Field| {
        let text = field.doc.description.as_deref();
        text.is_none_or(|text| text.trim().is_empty())
    };
    let fields = fields(catalog, tool.input);
    let names: Vec<&str> = fields
        .iter()
        .filter(silent)
        .map(|field| field.name.as_str())
        .collect();
    if names.is_empty() {
        return;
    }
    let names = names.into_iter().map(hidden::show_hidden);
    let message = format!(
        "`{}` says nothing about {}",
        hidden::show_hidden(&tool.qualified()),
        quote_some(names, NAMED)
    );
    let finding = Diagnostic::new(Code::MISSING_PARAMETER_DESCRIPTION, tool.span, message);
    diagnostics.push(finding.help("give each parameter a `description`"));
}

/// The parameters of a tool.
fn fields(catalog: &Catalog, mut id: ShapeId) -> &[Field] {
    loop {
        match &catalog.shapes.get(id).shape {
            Shape::Complete(base, _) => id = *base,
            Shape::Object(object) => return &object.fields,
            _ => return &[],
        }
    }
}
