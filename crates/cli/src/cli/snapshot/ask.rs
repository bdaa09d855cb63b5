//! One server or one description, as named on the command line.

use super::super::Exit;
use super::super::output::{print_data, print_findings, print_line};
use super::With;
use super::fetched::{describe_fetch_fault, fetch_description, fetch_listing};
use std::path::Path;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::source::Sources;
use toolc_compile::write::replace_snapshot;
use toolc_plugin::split_words;
use toolc_runtime::mcp::probe::{Fault, Reached, Target, expand_variables};

/// `toolc snapshot mcp`
pub(super) fn store_listing(
    stdio: Option<&str>,
    url: Option<&str>,
    out: Option<&Path>,
    with: &With,
) -> Exit {
    finish(fetch_tools(stdio, url, with), out)
}

/// What a server lists, as the text of a snapshot.
pub(in crate::cli) fn fetch_tools(
    stdio: Option<&str>,
    url: Option<&str>,
    with: &With,
) -> Result<String, Diagnostic> {
    let (target, shown) = find_target(stdio, url, with)?;
    fetch_listing(&target, &shown)
}

/// `toolc snapshot openapi`
pub(super) fn store_description(url: &str, out: Option<&Path>, with: &With) -> Exit {
    finish(fetch_api(url, out, with), out)
}

/// The description of an API at an address; in JSON if the file is to be JSON.
pub(in crate::cli) fn fetch_api(
    url: &str,
    file: Option<&Path>,
    with: &With,
) -> Result<String, Diagnostic> {
    let (target, shown) = find_target(None, Some(url), with)?;
    fetch_description(&target, &shown, file)
}

fn finish(fetched: Result<String, Diagnostic>, out: Option<&Path>) -> Exit {
    let stored = fetched.and_then(|text| match out {
        Some(path) => {
            print_line(&store_snapshot(path, &text)?);
            Ok(Exit::Clean)
        }
        None => Ok(print_data(&text)),
    });
    match stored {
        Ok(exit) => exit,
        Err(found) => {
            print_findings(&Sources::default(), &[found]);
            Exit::Findings
        }
    }
}

/// Replaces a file with a complete response, and says whether it changed.
pub(super) fn store_snapshot(path: &Path, text: &str) -> Result<String, Diagnostic> {
    let shown = path.display();
    match replace_snapshot(path, text) {
        Ok(true) => Ok(format!("{shown} written")),
        Ok(false) => Ok(format!("{shown} unchanged")),
        Err(error) => {
            let message = format!("cannot write `{shown}`: {error}");
            Err(Diagnostic::placeless(Code::UNWRITABLE_OUTPUT, message))
        }
    }
}

/// The requested server, and its name in findings.
fn find_target(
    stdio: Option<&str>,
    url: Option<&str>,
    with: &With,
) -> Result<(Target, String), Diagnostic> {
    if let Some(url) = url {
        return Ok((target_at(url, with)?, show_address(url)));
    }
    let words = split_words(stdio.unwrap_or_default()).filter(|words| !words.is_empty());
    let Some(words) = words else {
        let message = "the command of `--stdio` is empty, or a quotation mark in it is not closed";
        let found = Diagnostic::placeless(Code::UNFIT_CONNECTION, message);
        return Err(found.help("write it as `--stdio 'node server.js'`"));
    };
    let shown = format!("`{}`", words[0]);
    let mut given = Vec::new();
    for name in &with.variables {
        let value = expand_variables(&format!("${{{name}}}"));
        given.push((
            name.clone(),
            value.map_err(|fault| describe_fetch_fault(&shown, &fault))?,
        ));
    }
    Ok((make_target(Reached::Command(words), given, with), shown))
}

/// The server at an address.
pub(super) fn target_at(url: &str, with: &With) -> Result<Target, Diagnostic> {
    let shown = show_address(url);
    let mut given = Vec::new();
    for header in &with.headers {
        let Some((name, value)) = header.split_once(':') else {
            let message = "a header is a name and a value with a colon between them";
            let found = Diagnostic::placeless(Code::UNFIT_CONNECTION, message);
            return Err(found.help("write `--header 'Authorization: Bearer ${TOKEN}'`"));
        };
        let value =
            expand_variables(value.trim()).map_err(|fault| describe_fetch_fault(&shown, &fault))?;
        given.push((name.trim().to_owned(), value));
    }
    let url = expand_variables(url).map_err(|fault: Fault| describe_fetch_fault(&shown, &fault))?;
    Ok(make_target(Reached::Url(url), given, with))
}

fn make_target(reach: Reached, given: Vec<(String, String)>, with: &With) -> Target {
    Target {
        reach,
        given,
        oauth: None,
        connection: with.connection(),
    }
}

/// An address without its query, which may contain a key.
pub(super) fn show_address(url: &str) -> String {
    format!("`{}`", url.split(['?', '#']).next().unwrap_or_default())
}
