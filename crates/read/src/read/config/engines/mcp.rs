//! Engines of type `mcp`: where the server is, and what it receives from the environment.

use super::Subject;
use super::address::{is_chosen_by_environment, read_hosts, report_unlisted};
use super::results::read_results;
use super::settings::read_settings;
use super::tokens::read_token_source;
use crate::read::fields;
use crate::read::variables::{check_references, is_fit_name};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node, Value};
use toolc_base::secret;
use toolc_base::source::{Span, Spanned};
use toolc_model::model::engine::{
    Connects, EngineKind, MCP_SETTINGS, McpEngine, Reach, Setting, TokenSource, list_keys,
};

/// How the `mcpServers` of clients name a program.
const CLIENT_KEYS: &[&str] = &["command", "args"];

/// Headers that the protocol sets itself.
const RESERVED: &[&str] = &[
    "accept",
    "content-length",
    "content-type",
    "host",
    "last-event-id",
];

/// `engines: {hr: {type: mcp, url: "https://…", headers: {Authorization: "Bearer ${HR_TOKEN}"}}}`
pub(super) fn read_mcp(
    diagnostics: &mut Diagnostics,
    map: &Map,
    (name, span): Subject<'_>,
) -> EngineKind {
    let of_clients = CLIENT_KEYS
        .iter()
        .filter(|key| map.get("command").is_some() && map.contains(key));
    let known: Vec<&str> = list_keys(MCP_SETTINGS).chain(of_clients.copied()).collect();
    fields::refuse_unknown(diagnostics, map, &known, "an engine of type `mcp`");
    let hosts = read_hosts(diagnostics, map);
    let reach = read_reach(diagnostics, map, name, span);
    let given = match reach.as_ref().map(|reach| &reach.value) {
        Some(Reach::Command(_)) => read_variables(diagnostics, map),
        Some(Reach::Url(_)) => read_headers(diagnostics, map),
        None => Vec::new(),
    };
    let auth = match reach.as_ref().map(|reach| &reach.value) {
        Some(Reach::Command(_)) => None,
        _ => read_token_source(diagnostics, map),
    };
    if let Some(auth) = &auth {
        report_second_token(diagnostics, auth.span, &given);
    }
    if let Some(reach) = &reach {
        report_idle(diagnostics, map, &reach.value);
        report_fixed(diagnostics, map, &reach.value, auth.as_ref());
    }
    for address in list_addresses(reach.as_ref(), auth.as_ref()) {
        report_unlisted(diagnostics, &address, &hosts);
    }
    let mut engine = McpEngine {
        reach,
        hosts,
        given,
        auth,
        results: read_results(diagnostics, map, name),
        ..McpEngine::default()
    };
    read_settings(diagnostics, map, MCP_SETTINGS, &mut engine);
    EngineKind::Mcp(Box::new(engine))
}

fn read_reach(
    diagnostics: &mut Diagnostics,
    map: &Map,
    name: &str,
    span: Span,
) -> Option<Spanned<Reach>> {
    let unreachable = |span: Span, message: String| {
        Diagnostic::new(Code::UNREACHABLE_ENGINE, span, message).help(
            "say where the server is, once: `stdio: [node, server.js]` or `url: \"https://mcp.example.com/mcp\"`",
        )
    };
    if let Some(command) = map.entry("command") {
        let message =
            format!("the engine `{name}` names its program as the `mcpServers` of clients do");
        let found = Diagnostic::new(Code::UNREACHABLE_ENGINE, command.key_span, message);
        let args = map.get("args").and_then(Node::as_list).unwrap_or_default();
        let words = command
            .value
            .as_str()
            .into_iter()
            .chain(args.iter().filter_map(Node::as_str));
        diagnostics.push(found.help(format!(
            "write {} in place of `command` and `args`",
            show_stdio(words)
        )));
        return None;
    }
    match (map.get("stdio"), map.get("url")) {
        (
            Some(Node {
                value: Value::String(line),
                span,
            }),
            None,
        ) if !line.trim().is_empty() => {
            let message =
                format!("`stdio` of the engine `{name}` must be a list of strings, found a string");
            let found =
                Diagnostic::new(Code::WRONG_SHAPE, *span, message).label("this is a string");
            // the secret that a line holds is hidden as a part of the line, not as a word
            let words: Vec<&str> = line.split_whitespace().collect();
            let help = match holds_secret(&words) {
                true => "write its words as a list, `stdio: [node, server.js]`; no shell splits it"
                    .to_owned(),
                false => format!(
                    "write {}; no shell splits it",
                    show_stdio(words.into_iter())
                ),
            };
            diagnostics.push(found.help(help));
            None
        }
        (Some(stdio), None) => {
            let words = fields::read_strings(diagnostics, stdio, "`stdio`")?;
            for word in &words {
                check_references(diagnostics, &word.value, word.span);
                report_home(diagnostics, word);
            }
            let words: Vec<String> = words.into_iter().map(|word| word.value).collect();
            if words.first().is_none_or(String::is_empty) {
                let message = format!("the command of the engine `{name}` is empty");
                diagnostics.push(unreachable(stdio.span, message));
                return None;
            }
            Some(Spanned::new(Reach::Command(words), stdio.span))
        }
        (None, Some(url)) => {
            let url = fields::read_string(diagnostics, url, "`url`")?;
            check_references(diagnostics, &url.value, url.span);
            let is_web = ["https://", "http://"]
                .iter()
                .any(|scheme| url.value.starts_with(scheme));
            if !is_web {
                let message = format!("`{}` is not the address of a server", url.value);
                diagnostics.push(unreachable(url.span, message));
                return None;
            }
            Some(Spanned::new(Reach::Url(url.value), url.span))
        }
        (Some(stdio), Some(url)) => {
            let message = format!("the engine `{name}` has two servers");
            let found = unreachable(url.span, message).label("an address");
            diagnostics.push(found.also(stdio.span, "and a program"));
            None
        }
        (None, None) => {
            let message = format!("nothing says where the server of the engine `{name}` is");
            diagnostics.push(unreachable(span, message));
            None
        }
    }
}

/// `~` stands for the home folder only in a shell, and no shell starts a server.
fn report_home(diagnostics: &mut Diagnostics, word: &Spanned<String>) {
    let rest = word
        .value
        .strip_prefix('~')
        .filter(|rest| rest.is_empty() || rest.starts_with('/'));
    if let Some(rest) = rest {
        let message = format!(
            "`{}` is a path with a folder called `~`: no shell reads it",
            word.value
        );
        let finding = Diagnostic::new(Code::UNEXPANDED_HOME, word.span, message);
        diagnostics.push(finding.help(format!("write `${{HOME}}{rest}`")));
    }
}

/// Whether a word of a command looks like a secret, or is the value of an option with the name of one.
fn holds_secret(words: &[&str]) -> bool {
    let mut option = "";
    words.iter().any(|word| {
        let (name, value) = word.split_once('=').unwrap_or((option, word));
        option = if word.starts_with('-') { word } else { "" };
        secret::has_form(word) || secret::has_form(value) || secret::is_secret(name, value)
    })
}

/// A command as it is written under `stdio`.
fn show_stdio<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_./+=".contains(letter);
    let words: Vec<String> = words
        .map(|word| {
            let is_name =
                word.starts_with(|first: char| first.is_ascii_alphabetic() || "./".contains(first));
            match is_name && word.chars().all(|letter| is_plain(letter) || letter == '-') {
                true => word.to_owned(),
                false => format!("{word:?}"),
            }
        })
        .collect();
    format!("`stdio: [{}]`", words.join(", "))
}

/// `env: [HR_TOKEN]`, or `env: {TOKEN: "${HR_TOKEN}"}`
fn read_variables(diagnostics: &mut Diagnostics, map: &Map) -> Vec<(Spanned<String>, String)> {
    let Some(node) = map.get("env") else {
        return Vec::new();
    };
    if let Value::List(_) = node.value {
        let mut names = fields::read_strings(diagnostics, node, "`env`").unwrap_or_default();
        names.retain(|name| is_fit_variable(diagnostics, name));
        let given = names.into_iter().map(|name| {
            let value = format!("${{{}}}", name.value);
            (name, value)
        });
        return given.collect();
    }
    let mut given = read_given(
        diagnostics,
        node,
        "`env`",
        "a list of variables, or a mapping",
    );
    given.retain(|(name, _)| is_fit_variable(diagnostics, name));
    given
}

fn is_fit_variable(diagnostics: &mut Diagnostics, name: &Spanned<String>) -> bool {
    const HELP: &str = "write names alone, such as `[HR_TOKEN]`, or a mapping of names to values: \
                        `{TOKEN: \"${HR_TOKEN}\"}`";
    if name.value.contains('=') {
        // what follows may be the credential itself
        diagnostics.hide_secret(name.clone());
    }
    is_fit_name(diagnostics, name, HELP)
}

/// `headers: {Authorization: "Bearer ${HR_TOKEN}"}`
fn read_headers(diagnostics: &mut Diagnostics, map: &Map) -> Vec<(Spanned<String>, String)> {
    let Some(node) = map.get("headers") else {
        return Vec::new();
    };
    let mut headers = read_given(
        diagnostics,
        node,
        "`headers`",
        "a mapping of names to values",
    );
    headers.retain(|(name, value)| {
        let fault = header_fault(&name.value, value);
        if let Some((fault, help)) = fault {
            let message = format!("the header `{}` cannot be sent: {fault}", name.value);
            let finding = Diagnostic::new(Code::WRONG_SHAPE, name.span, message);
            diagnostics.push(finding.help(help));
        }
        fault.is_none()
    });
    headers
}

/// Why a header cannot be sent, if it cannot, and what to do about it.
fn header_fault(name: &str, value: &str) -> Option<(&'static str, &'static str)> {
    let is_token =
        |letter: char| letter.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(letter);
    let lower = name.to_ascii_lowercase();
    if name.is_empty() || !name.chars().all(is_token) {
        Some((
            "its name has characters that are not allowed in a header name",
            "write letters, digits and `-`, such as `X-Trace-Id`",
        ))
    } else if RESERVED.contains(&lower.as_str()) || lower.starts_with("mcp-") {
        Some(("the protocol sets it itself", "remove it"))
    } else if value.chars().any(char::is_control) {
        Some((
            "its value has a line break or another control character",
            "remove the control character",
        ))
    } else {
        None
    }
}

fn read_given(
    diagnostics: &mut Diagnostics,
    node: &Node,
    what: &str,
    wanted: &str,
) -> Vec<(Spanned<String>, String)> {
    let Some(given) = node.as_map() else {
        fields::wrong_kind(diagnostics, node, what, wanted);
        return Vec::new();
    };
    let given = given.iter().filter_map(|entry| {
        let value = fields::read_string(diagnostics, &entry.value, &format!("`{}`", entry.key))?;
        check_references(diagnostics, &value.value, value.span);
        Some((Spanned::new(entry.key.clone(), entry.key_span), value.value))
    });
    given.collect()
}

/// Reports an `Authorization` header next to `auth`, since fetched tokens already authenticate the
/// client.
fn report_second_token(
    diagnostics: &mut Diagnostics,
    auth: Span,
    headers: &[(Spanned<String>, String)],
) {
    let is_token = |name: &str| name.eq_ignore_ascii_case("authorization");
    let Some((header, _)) = headers.iter().find(|(name, _)| is_token(&name.value)) else {
        return;
    };
    let message = "the server has two tokens";
    let finding = Diagnostic::new(Code::WRONG_SHAPE, header.span, message);
    diagnostics.push(
        finding
            .label("one is written")
            .also(auth, "and one is fetched")
            .help("remove one of them"),
    );
}

/// Reports settings for the other kind of server, which have no effect.
fn report_idle(diagnostics: &mut Diagnostics, map: &Map, reach: &Reach) {
    let (keys, shared, what): (&[&str], &[Setting<McpEngine>], &str) = match reach {
        Reach::Command(_) => (
            &["headers", "auth", "hosts"],
            McpEngine::ACCESS,
            "a program",
        ),
        Reach::Url(_) => (&["env"], &[], "at an address"),
    };
    let shared = shared.iter().map(|row| row.key);
    for entry in keys
        .iter()
        .copied()
        .chain(shared)
        .filter_map(|key| map.entry(key))
    {
        let message = format!("`{}` has no effect: the server is {what}", entry.key);
        let finding = Diagnostic::new(Code::IDLE_SETTING, entry.key_span, message);
        diagnostics.push(finding.label("no effect").help("remove it"));
    }
}

/// The addresses that credentials are sent to.
fn list_addresses(
    reach: Option<&Spanned<Reach>>,
    auth: Option<&Spanned<TokenSource>>,
) -> Vec<Spanned<String>> {
    let mut addresses = Vec::new();
    if let Some(Spanned {
        value: Reach::Url(url),
        span,
    }) = reach
    {
        addresses.push(Spanned::new(url.clone(), *span));
    }
    addresses.extend(auth.map(|auth| auth.value.token_url.clone()));
    addresses
}

/// Reports `hosts` of a server whose addresses name their hosts: a server does not redirect.
fn report_fixed(
    diagnostics: &mut Diagnostics,
    map: &Map,
    reach: &Reach,
    auth: Option<&Spanned<TokenSource>>,
) {
    let Reach::Url(url) = reach else {
        return;
    };
    let token_url = auth.map_or("", |auth| &auth.value.token_url.value);
    let Some(entry) = map.entry("hosts") else {
        return;
    };
    if is_chosen_by_environment(url) || is_chosen_by_environment(token_url) {
        return;
    }
    let message = "`hosts` has no effect: the hosts of the server's addresses are written out";
    let finding = Diagnostic::new(Code::IDLE_SETTING, entry.key_span, message);
    diagnostics.push(finding.label("no effect").help("remove it"));
}
