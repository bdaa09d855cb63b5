//! `x-hosts`: an argument that names only hosts of a list, as a URL or alone. It becomes a `pattern`, so that everything that
//! patterns have holds for it: models are shown it, it is proved, compared and sampled.
//!
//! The pattern takes only URLs that all parsers read alike (RFC 3986, section 3.2): nothing before the host, and a `/` after
//! the host and its port. What one parser takes for the user of another host never matches.

use crate::read::Reading;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::Span;
use toolc_schema::schema::position::Position;

const KEY: &str = "x-hosts";

const KEYS: &[&str] = &["allow", "schemes", "ports"];

const EXPECTED: &str = "`[api.example.com, \"*.example.org\"]` or `{ allow: [api.example.com], schemes: [https], ports: [8443] }`";

/// Formats of a host that stands alone.
const ALONE: &[&str] = &["hostname", "idn-hostname"];

/// What follows the host and its port: visible ASCII without the backslash, which some parsers take for a slash.
const REST: &str = r"(?:/[!-\[\]-~]*)?";

/// Replaces `x-hosts` in the schema of the user's own arguments.
pub(super) fn confine_hosts(reading: &mut Reading<'_>, schema: &mut Node) {
    confine_schema(reading, schema, None);
}

/// `inverted` is the keyword around the schema because of which a value that it refuses may be accepted.
fn confine_schema(reading: &mut Reading<'_>, schema: &mut Node, inverted: Option<&'static str>) {
    let Some(map) = schema.as_map_mut() else {
        return;
    };
    if let Some(entry) = map.remove(KEY) {
        match write_pattern(map, &entry, inverted) {
            Ok(pattern) => add_pattern(map, &entry, pattern),
            Err(finding) => reading.diagnostics.push(*finding),
        }
    }
    for (key, value) in map.values_mut() {
        let inverted = match key {
            "not" => Some("not"),
            "if" => Some("if"),
            _ => inverted,
        };
        match Position::of(key) {
            Position::One => confine_schema(reading, value, inverted),
            Position::List => {
                if let Value::List(items) = &mut value.value {
                    for item in items.iter_mut() {
                        confine_schema(reading, item, inverted);
                    }
                }
            }
            Position::Map => {
                if let Some(map) = value.as_map_mut() {
                    for (_, inner) in map.values_mut() {
                        confine_schema(reading, inner, inverted);
                    }
                }
            }
            Position::Data | Position::Other => {}
        }
    }
}

/// Adds a pattern beside one that is there.
fn add_pattern(map: &mut Map, entry: &Entry, pattern: String) {
    let span = entry.key_span;
    let pattern = Node::string(pattern, entry.value.span);
    if !map.contains("pattern") {
        return map.insert("pattern", span, pattern);
    }
    let mut alone = Map::default();
    alone.insert("pattern", span, pattern);
    let alone = Node::map(alone, span);
    match map.get_list_mut("allOf") {
        Some(all) => all.push(alone),
        None => map.insert("allOf", span, Node::list(vec![alone], span)),
    }
}

fn write_pattern(
    map: &Map,
    entry: &Entry,
    inverted: Option<&'static str>,
) -> Result<String, Box<Diagnostic>> {
    if let Some(keyword) = inverted {
        let message = format!("`{KEY}` is under `{keyword}`, where it would not confine the value");
        return Err(unconfined(
            entry.key_span,
            message,
            "write it beside `type: string` of the argument",
        ));
    }
    if !is_text(map) {
        let message =
            format!("`{KEY}` is only for strings, but this schema also accepts other values");
        return Err(unconfined(entry.key_span, message, "write `type: string`"));
    }
    let rule = read_rule(entry)?;
    let hosts = rule.hosts.join("|");
    let format = map.get_str("format").unwrap_or_default();
    if ALONE.contains(&format) {
        if let Some(idle) = rule.of_urls {
            let message = format!(
                "`{}` says something of URLs, but the value is a host name",
                idle.key
            );
            return Err(unconfined(
                idle.key_span,
                message,
                "remove it, or write `format: uri`",
            ));
        }
        return Ok(format!("^(?:{hosts})$"));
    }
    let schemes = rule.schemes.join("|");
    let ports = match rule.ports.as_slice() {
        [] => String::new(),
        ports => format!("(?::(?:{}))?", ports.join("|")),
    };
    Ok(format!("^(?:{schemes})://(?:{hosts}){ports}{REST}$"))
}

/// Whether only strings, and possibly `null`, are valid.
fn is_text(map: &Map) -> bool {
    match map.get("type").map(|node| &node.value) {
        Some(Value::String(name)) => name == "string",
        Some(Value::List(names)) => {
            let mut names = names.iter().map(Node::as_str);
            names.all(|name| matches!(name, Some("string" | "null")))
        }
        _ => false,
    }
}

/// What `x-hosts` says, as parts of a pattern.
struct HostRule<'n> {
    hosts: Vec<String>,
    schemes: Vec<String>,
    ports: Vec<String>,
    /// A key that says something of URLs.
    of_urls: Option<&'n Entry>,
}

fn read_rule(entry: &Entry) -> Result<HostRule<'_>, Box<Diagnostic>> {
    let mut rule = HostRule {
        hosts: Vec::new(),
        schemes: vec!["https".to_owned()],
        ports: Vec::new(),
        of_urls: None,
    };
    match &entry.value.value {
        Value::List(_) => rule.hosts = read_list(entry, "hosts", read_host)?,
        Value::Map(map) => {
            for part in map.iter() {
                match part.key.as_str() {
                    "allow" => rule.hosts = read_list(part, "hosts", read_host)?,
                    "schemes" => rule.schemes = read_list(part, "schemes", read_scheme)?,
                    "ports" => rule.ports = read_list(part, "ports", read_port)?,
                    key => {
                        let message = format!("`{KEY}` has no key `{key}`");
                        let finding =
                            Diagnostic::new(Code::UNCONFINED_HOST, part.key_span, message);
                        let help = did_you_mean(key, KEYS.iter().copied());
                        let help = help.unwrap_or_else(|| format!("write {EXPECTED}").into());
                        return Err(Box::new(finding.help(help)));
                    }
                }
                if part.key != "allow" {
                    rule.of_urls = Some(part);
                }
            }
        }
        _ => {}
    }
    if rule.hosts.is_empty() {
        let message = format!("`{KEY}` must list the hosts that the value may name");
        return Err(unconfined(
            entry.value.span,
            message,
            &format!("write {EXPECTED}"),
        ));
    }
    Ok(rule)
}

fn read_list(
    entry: &Entry,
    what: &str,
    read: fn(&Node) -> Result<String, &'static str>,
) -> Result<Vec<String>, Box<Diagnostic>> {
    let Some(items) = entry.value.as_list().filter(|items| !items.is_empty()) else {
        let message = format!("`{}` must be a list of {what}", entry.key);
        return Err(unconfined(
            entry.value.span,
            message,
            &format!("write {EXPECTED}"),
        ));
    };
    let mut parts = Vec::new();
    for item in items {
        match read(item) {
            Ok(part) => parts.push(part),
            Err(help) => {
                let message = format!("{} cannot be among the {what} of `{KEY}`", item.to_json());
                return Err(unconfined(item.span, message, help));
            }
        }
    }
    Ok(parts)
}

/// A host as its pattern. Hosts of URLs are compared as written, so that `EXAMPLE.com` and `example.com.` are refused.
fn read_host(node: &Node) -> Result<String, &'static str> {
    const HELP: &str = "write a host in lower case without a scheme and a port, such as `api.example.com`, or `\"*.example.com\"` \
                        for all below it";
    let text = node.as_str().ok_or(HELP)?;
    let (below, host) = match text.strip_prefix("*.") {
        Some(host) => (r"(?:[a-z0-9](?:[a-z0-9\-]*[a-z0-9])?\.)+", host),
        None => ("", text),
    };
    let is_label = |label: &str| {
        let is_allowed =
            |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-';
        !label.is_empty()
            && label.len() <= 63
            && label.bytes().all(is_allowed)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    match host.len() <= 253 && host.split('.').all(is_label) {
        true => Ok(format!("{below}{}", host.replace('.', r"\."))),
        false => Err(HELP),
    }
}

/// A scheme, RFC 3986, section 3.1.
fn read_scheme(node: &Node) -> Result<String, &'static str> {
    const HELP: &str = "write a scheme in lower case that has hosts, such as `https`";
    let text = node.as_str().ok_or(HELP)?;
    let is_scheme = text.starts_with(|first: char| first.is_ascii_lowercase())
        && text
            .bytes()
            .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit());
    // their text after the colon is not a host, whatever it looks like
    let is_opaque = ["data", "javascript", "file", "mailto", "about", "blob"].contains(&text);
    match is_scheme && !is_opaque {
        true => Ok(text.to_owned()),
        false => Err(HELP),
    }
}

fn read_port(node: &Node) -> Result<String, &'static str> {
    const HELP: &str = "write a number from 1 to 65535";
    let Value::Number(text) = &node.value else {
        return Err(HELP);
    };
    let port: u16 = text.parse().map_err(|_| HELP)?;
    match port {
        0 => Err(HELP),
        port => Ok(port.to_string()),
    }
}

fn unconfined(place: Span, message: String, help: &str) -> Box<Diagnostic> {
    let finding = Diagnostic::new(Code::UNCONFINED_HOST, place, message);
    Box::new(finding.help(help.to_owned()))
}
