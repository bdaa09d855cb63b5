//! What a plug-in answers: files and findings, as one JSON document.

use toolc_base::diagnostic::render::Places;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use toolc_base::node::{Map, Node, Value};
use toolc_base::parse::parse_source;
use toolc_base::source::{Role, Source, Sources};
use toolc_emit::artifact::Artifact;

/// The version of the answer. It changes when a key goes or changes its meaning.
pub const VERSION: u32 = 1;

/// The JSON Schema of the answer.
pub const SCHEMA: &str = include_str!("../schemas/answer.json");

/// The maximum number of files, and that of findings.
const MAX_FILES: usize = 10_000;
const MAX_FINDINGS: usize = 1000;

/// A longer sentence is cut.
const MAX_SENTENCE: usize = 2000;

/// What a plug-in hands over.
pub(crate) struct Answer {
    pub files: Vec<Artifact>,
    pub findings: Vec<Diagnostic>,
}

/// Reads the answer of the plug-in `name` about `sources`.
///
/// # Errors
/// Returns in what way it is none.
pub(crate) fn read_answer(sources: &Sources, name: &str, bytes: Vec<u8>) -> Result<Answer, String> {
    let node = parse(bytes)?;
    let map = as_map(&node, "the answer")?;
    refuse_others(map, "the answer", &["version", "files", "diagnostics"])?;
    read_version(map)?;
    let files = list_at(map, "files", MAX_FILES)?.ok_or("it has no `files`")?;
    let files: Result<_, String> = each(files, "files", read_file).collect();
    let findings = list_at(map, "diagnostics", MAX_FINDINGS)?.unwrap_or_default();
    let places = Places::new(sources);
    let findings = each(findings, "diagnostics", |map, what| {
        read_finding(&places, name, map, what)
    });
    Ok(Answer {
        files: files?,
        findings: findings.collect::<Result<_, _>>()?,
    })
}

fn parse(bytes: Vec<u8>) -> Result<Node, String> {
    if bytes.is_empty() {
        return Err("it is empty".to_owned());
    }
    let text = String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())?;
    let mut sources = Sources::default();
    let id = sources.add(Source {
        path: "answer.json".to_owned(),
        text: text.into(),
        role: Role::Worker,
    });
    let mut found = Diagnostics::default();
    let node = parse_source(&mut found, &sources, id);
    let errors = found.into_sorted().into_iter();
    let mut errors = errors.filter(|found| found.severity == Severity::Error);
    match (errors.next(), node) {
        (None, Some(node)) => Ok(node),
        (Some(error), _) => Err(match error.span() {
            Some(span) => {
                let (line, column) = sources.line_column(span);
                format!("{} (line {line}, column {column})", error.message)
            }
            None => error.message,
        }),
        (None, None) => Err("it is not JSON".to_owned()),
    }
}

fn read_version(map: &Map) -> Result<(), String> {
    let Some(version) = map.get("version") else {
        return Err("it has no `version`".to_owned());
    };
    match version.to_json() {
        text if text == VERSION.to_string() => Ok(()),
        text => Err(format!(
            "its version is {text}, and this toolc reads version {VERSION}"
        )),
    }
}

fn read_file(map: &Map, what: &str) -> Result<Artifact, String> {
    refuse_others(map, what, &["path", "text"])?;
    let need = |key: &str| {
        let text = text_at(map, what, key)?;
        text.ok_or_else(|| format!("{what} has no `{key}`"))
    };
    Ok(Artifact {
        path: need("path")?.to_owned(),
        text: need("text")?.to_owned(),
    })
}

fn read_finding(
    places: &Places<'_>,
    name: &str,
    map: &Map,
    what: &str,
) -> Result<Diagnostic, String> {
    refuse_others(map, what, &["severity", "message", "place", "help"])?;
    let word = text_at(map, what, "severity")?.ok_or(format!("{what} has no `severity`"))?;
    let mut severities = [Severity::Error, Severity::Warning, Severity::Note].into_iter();
    let severity = severities.find(|severity| severity.name() == word);
    let severity = severity.ok_or(format!(
        "the severity of {what} must be `error`, `warning` or `note`, found `{word}`"
    ))?;
    let message = text_at(map, what, "message")?.filter(|text| !text.trim().is_empty());
    let message = message.ok_or(format!("{what} has no `message`"))?;
    let message = format!("{name}: {}", tidy(message));
    let help = tidy(text_at(map, what, "help")?.unwrap_or_default());
    let finding = match text_at(map, what, "place")? {
        Some(place) => {
            let span = places.find_span(place);
            let span = span.ok_or(format!(
                "the place of {what} is none of the descriptor: `{}`",
                tidy(place)
            ))?;
            Diagnostic::new(Code::PLUGIN_FINDING, span, message)
        }
        None => Diagnostic::placeless(Code::PLUGIN_FINDING, message),
    };
    Ok(finding.severity(severity).help(help))
}

/// A text as one line without control characters, which a terminal could obey.
pub(crate) fn tidy(text: &str) -> String {
    let text = text.trim().chars().take(MAX_SENTENCE);
    text.map(|letter| match letter.is_control() {
        true => ' ',
        false => letter,
    })
    .collect()
}

fn as_map<'n>(node: &'n Node, what: &str) -> Result<&'n Map, String> {
    let map = node.as_map();
    map.ok_or_else(|| format!("{what} must be an object, found {}", node.kind()))
}

fn list_at<'m>(map: &'m Map, key: &str, most: usize) -> Result<Option<&'m [Node]>, String> {
    let Some(node) = map.get(key) else {
        return Ok(None);
    };
    let Some(list) = node.as_list() else {
        return Err(format!("`{key}` must be a list, found {}", node.kind()));
    };
    match list.len() {
        count if count > most => Err(format!(
            "`{key}` has {count} items, and may have {most} at most"
        )),
        _ => Ok(Some(list)),
    }
}

/// Reads the items of a list, each with what messages call it.
fn each<'n, T: 'n>(
    list: &'n [Node],
    key: &'n str,
    mut read: impl FnMut(&'n Map, &str) -> Result<T, String> + 'n,
) -> impl Iterator<Item = Result<T, String>> + 'n {
    list.iter().enumerate().map(move |(at, node)| {
        let what = format!("`{key}[{at}]`");
        read(as_map(node, &what)?, &what)
    })
}

fn text_at<'m>(map: &'m Map, what: &str, key: &str) -> Result<Option<&'m str>, String> {
    match map.get(key).map(|node| (&node.value, node)) {
        None | Some((Value::Null, _)) => Ok(None),
        Some((_, node)) => match node.as_str() {
            Some(text) => Ok(Some(text)),
            None => Err(format!(
                "`{key}` of {what} must be a string, found {}",
                node.kind()
            )),
        },
    }
}

fn refuse_others(map: &Map, what: &str, known: &[&str]) -> Result<(), String> {
    let mut keys = map.iter().map(|entry| entry.key.as_str());
    match keys.find(|key| !known.contains(key)) {
        Some(key) => Err(format!("{what} has no key `{}`", tidy(key))),
        None => Ok(()),
    }
}
