//! Where tools come from that a folder begins with: a file, an address, or a server that is asked.

use super::super::Exit;
use super::super::output::refuse_with;
use super::super::snapshot;
use super::super::spec_file::read_spec_file;
use std::path::Path;
use toolc_resolve::resolve::file_stem;

/// The description of an API.
pub(super) struct Described {
    /// The name of its namespace and engine.
    pub name: String,
    /// Its file below `specs`.
    pub file: String,
    pub text: String,
}

/// What an MCP server lists.
pub(super) struct Asked {
    /// The name of its namespace and engine.
    pub name: String,
    /// The snapshot.
    pub text: String,
    /// The keys of its engine, as YAML.
    pub reach: String,
    /// The features of toolc-runtime that reach it.
    pub features: &'static [&'static str],
}

/// Words that name no API.
const COMMON: &[&str] = &["openapi", "swagger", "api_docs", "api", "spec", "schema"];

/// Reads or fetches a description.
pub(super) fn read_description(source: &str) -> Result<Described, Exit> {
    if is_address(source) {
        let path = source.split(['?', '#']).next().unwrap_or_default();
        let last = path.rsplit('/').find(|part| !part.is_empty());
        let name = make_name(file_stem(last.unwrap_or_default()).unwrap_or_default());
        let is_common = name.is_empty() || COMMON.contains(&name.as_str());
        let name = if is_common { name_host(source) } else { name };
        let file = format!("{name}.openapi.json");
        let text = fetch_api(source, Path::new(&file))?;
        return Ok(Described { name, file, text });
    }
    let path = Path::new(source);
    let text = read_spec_file(path).map_err(|error| {
        let message = format!("cannot read `{source}`: {error}");
        refuse_with(
            &message,
            "name the file or the address of an OpenAPI description",
        )
    })?;
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let name = or_else(make_name(file_stem(&file).unwrap_or_default()), "api");
    let end = path
        .extension()
        .map(|end| end.to_string_lossy().to_lowercase());
    let file = format!("{name}.openapi.{}", end.as_deref().unwrap_or("yaml"));
    Ok(Described { name, file, text })
}

fn is_address(source: &str) -> bool {
    source.starts_with("http://") || source.starts_with("https://")
}

/// A word of letters, digits and `_`; empty if there is none in the text.
fn make_name(text: &str) -> String {
    let letters = text
        .chars()
        .map(|letter| match letter.is_ascii_alphanumeric() {
            true => letter.to_ascii_lowercase(),
            false => '_',
        });
    let name: String = letters.collect();
    let name = name.trim_matches('_');
    match name.starts_with(|first: char| first.is_ascii_digit()) {
        true => format!("n{name}"),
        false => name.to_owned(),
    }
}

fn or_else(name: String, otherwise: &str) -> String {
    match name.is_empty() {
        true => otherwise.to_owned(),
        false => name,
    }
}

/// What comes before the top-level domain: `example` of `https://api.example.com/`.
fn name_host(address: &str) -> String {
    let host = host_of(address);
    let labels: Vec<&str> = host.split('.').collect();
    match labels.as_slice() {
        [.., name, _] if host.contains(|letter: char| letter.is_ascii_alphabetic()) => {
            or_else(make_name(name), "server")
        }
        _ => "server".to_owned(),
    }
}

/// The scheme and the host of an address; `None` for a file.
pub(super) fn find_origin(source: &str) -> Option<String> {
    let (scheme, rest) = source.split_once("://").filter(|_| is_address(source))?;
    let authority = rest.split(['/', '?', '#']).next()?;
    Some(format!("{scheme}://{authority}"))
}

fn host_of(address: &str) -> &str {
    let host = address.split("://").nth(1).unwrap_or_default();
    host.split(['/', ':', '?', '#']).next().unwrap_or_default()
}

#[cfg(not(feature = "snapshot"))]
fn fetch_api(_: &str, _: &Path) -> Result<String, Exit> {
    Err(snapshot::refuse_network())
}

#[cfg(feature = "snapshot")]
fn fetch_api(url: &str, file: &Path) -> Result<String, Exit> {
    let with = snapshot::With::default();
    snapshot::fetch_api(url, Some(file), &with).map_err(print_fault)
}

/// Asks a server, by its command or its address, for its tools.
#[cfg(not(feature = "snapshot"))]
pub(super) fn ask_server(_: &str, _: &[String]) -> Result<Asked, Exit> {
    Err(snapshot::refuse_network())
}

/// Asks a server, by its command or its address, for its tools.
#[cfg(feature = "snapshot")]
pub(super) fn ask_server(source: &str, variables: &[String]) -> Result<Asked, Exit> {
    let with = snapshot::With::of(variables, &[]);
    let fetch = |stdio, url| snapshot::fetch_tools(stdio, url, &with).map_err(print_fault);
    let json = |value: serde_json::Value| value.to_string();
    if is_address(source) {
        let host = host_of(source);
        let is_here = host == "localhost" || host.starts_with("127.");
        let private = if is_here { ", private: true" } else { "" };
        return Ok(Asked {
            text: fetch(None, Some(source))?,
            name: name_host(source),
            reach: format!("url: {}{private}", json(source.into())),
            features: &["mcp"],
        });
    }
    let text = fetch(Some(source), None)?;
    let words = toolc_plugin::split_words(source).unwrap_or_default();
    let last = words.iter().rfind(|word| !word.starts_with('-'));
    let last = last.map(String::as_str).unwrap_or_default();
    let last = last.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = or_else(make_name(file_stem(last).unwrap_or_default()), "server");
    let mut reach = format!("stdio: {}", json(words.into()));
    if !variables.is_empty() {
        reach.push_str(&format!(", env: {}", json(variables.into())));
    }
    Ok(Asked {
        name,
        text,
        reach,
        features: &["mcp-stdio"],
    })
}

#[cfg(feature = "snapshot")]
fn print_fault(found: toolc_base::diagnostic::Diagnostic) -> Exit {
    super::super::output::print_findings(&toolc_base::source::Sources::default(), &[found]);
    Exit::Findings
}
