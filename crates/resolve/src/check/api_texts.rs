//! What the description of an API says to the people who read its pages, and a model reads as it is: markup, entities,
//! methods and paths, and headers that choose a version.

mod markup;

use markup::{clean_text, find_markup};
use std::collections::HashSet;
use toolc_base::diagnostic::quote::shorten_text;
use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics};
use toolc_model::model::http::{Operation, Origin, Place};
use toolc_model::model::{Catalog, Tool, ToolId};
use toolc_runtime::hidden;

/// How much of a text is shown.
const SHOWN: usize = 120;

/// Methods in capitals, as documentation writes them before a path.
const METHODS: &[&str] = &["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/// Notes such texts of operations that some worker grants.
pub(super) fn check_api_texts(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let grants = catalog.workers.iter().flat_map(|worker| &worker.grants);
    let granted: HashSet<ToolId> = grants.map(|grant| grant.tool).collect();
    for (id, tool) in catalog.numbered() {
        let Some(http) = tool.http.as_deref().filter(|_| granted.contains(&id)) else {
            continue;
        };
        let found = [markup(tool), api_speech(tool), version_header(tool, http)];
        found
            .into_iter()
            .flatten()
            .for_each(|found| diagnostics.push(found));
    }
}

fn note(tool: &Tool, code: Code, message: String) -> Diagnostic {
    Diagnostic::new(code, tool.described.unwrap_or(tool.span), message)
        .about(About::tool(tool.qualified()))
}

fn markup(tool: &Tool) -> Option<Diagnostic> {
    let mark = find_markup(&tool.description)?;
    let name = hidden::show_hidden(&tool.qualified());
    let message = format!(
        "the description of `{name}` has markup for a page: `{}`",
        hidden::show_hidden(mark)
    );
    let clean = shorten_text(&clean_text(&tool.description), SHOWN);
    Some(
        note(tool, Code::MARKUP_IN_TEXT, message)
            .label("a model reads it as it is")
            .help(format!(
                "write the text without it in an override: `description: \"{}\"`",
                hidden::show_hidden(&clean.replace('"', "\\\""))
            )),
    )
}

/// A method with a path: a model calls the tool by its name.
fn api_speech(tool: &Tool) -> Option<Diagnostic> {
    let text = tool.description.as_str();
    let speech = METHODS.iter().find_map(|method| {
        text.match_indices(method).find_map(|(at, _)| {
            let is_word = !text[..at].ends_with(char::is_alphanumeric);
            let rest = text[at + method.len()..].strip_prefix(' ')?;
            let path = rest.trim_start_matches(['`', '*', '"', '\'']);
            let path = path
                .split([' ', '\n', '`', '"', ')', ','])
                .next()
                .unwrap_or("");
            let is_path = path.starts_with('/') && path.len() > 1 || path.starts_with("https://");
            (is_word && is_path).then(|| format!("{method} {path}"))
        })
    })?;
    let name = hidden::show_hidden(&tool.qualified());
    let message = format!(
        "the description of `{name}` speaks of a request: `{}`",
        hidden::show_hidden(&speech)
    );
    Some(
        note(tool, Code::API_SPEECH, message)
            .label("a model calls a tool by its name")
            .help("say in an override what the tool does and when to call it: `overrides: { OPERATION: { description: … } }`"),
    )
}

/// A header by which a client says for which version of the API it was made.
fn version_header(tool: &Tool, http: &Operation) -> Option<Diagnostic> {
    let header = http.parameters.iter().find(|parameter| {
        let is_offered = matches!(parameter.value, Origin::Argument(_));
        parameter.place == Place::Header && is_offered && is_version(&parameter.name)
    })?;
    let Origin::Argument(argument) = &header.value else {
        return None;
    };
    let (name, argument) = (
        hidden::show_hidden(&tool.qualified()),
        hidden::show_hidden(argument),
    );
    let message = format!("`{name}` lets the model choose the version of the API: `{argument}`");
    Some(
        note(tool, Code::VERSION_ARGUMENT, message)
            .label("the specs were written for one version")
            .help(format!(
                "fix it in an override: `overrides: {{ \"*\": {{ constants: {{ {argument}: VERSION }} }} }}`"
            )),
    )
}

fn is_version(header: &str) -> bool {
    let header = header.to_ascii_lowercase();
    header.ends_with("version") && header != "if-version" || header == "accept-version"
}
