//! `base_url` of an engine: an address, or for an API one of which environment variables are a part.

use crate::read::fields;
use crate::read::variables::check_references;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::Map;
use toolc_base::secret::has_form;
use toolc_base::source::Spanned;
use toolc_runtime::variables::{Part, find_written_host, split_variables};

const SCHEMES: &[&str] = &["https://", "http://"];
const NO_QUERY: &str = "it must be an address and a path only";
const NO_USER: &str = "credentials belong under `auth`";

/// `base_url: https://api.example.com/v1`. An address that is refused is still the address: that there is none is not a second fault.
pub(in crate::read::config) fn read_address(
    diagnostics: &mut Diagnostics,
    map: &Map,
) -> Option<Spanned<String>> {
    let url = fields::string_at(diagnostics, map, "base_url")?;
    let rest = SCHEMES
        .iter()
        .find_map(|scheme| url.value.strip_prefix(scheme));
    let fault = match rest {
        None => "it must begin with `https://` or `http://`",
        Some(rest) if authority(rest).is_empty() => "it must name a host",
        // the secret in it is reported
        Some(rest) if authority(rest).contains('@') && has_form(&url.value) => return Some(url),
        Some(rest) if authority(rest).contains('@') => NO_USER,
        Some(rest) if !has_port(authority(rest)) => "its port must be a number from 1 to 65535",
        Some(rest) if rest.contains(['?', '#', '{']) => NO_QUERY,
        Some(_) => return Some(url),
    };
    refuse(diagnostics, &url, fault);
    Some(url)
}

/// `base_url: ${SHOP_URL}`, or `https://${SHOP_HOST}/v1`: an address for which the environment is asked when a call is made. What it
/// may be is decided here: a host of `hosts`.
pub(super) fn read_variable_address(
    diagnostics: &mut Diagnostics,
    map: &Map,
    hosts: &[String],
) -> Option<Spanned<String>> {
    let text = map.get("base_url").and_then(|node| node.as_str());
    let parts = split_variables(text.unwrap_or_default());
    let is_variable = |part: &Part<'_>| matches!(part, Part::Variable(_));
    if !parts.iter().any(is_variable) {
        return read_address(diagnostics, map);
    }
    let url = fields::string_at(diagnostics, map, "base_url")?;
    check_references(diagnostics, &url.value, url.span);
    let rest = SCHEMES
        .iter()
        .find_map(|scheme| url.value.strip_prefix(scheme));
    if rest.is_none() && !parts.first().is_some_and(is_variable) {
        refuse(
            diagnostics,
            &url,
            "it must begin with `https://`, `http://` or a variable",
        );
        return Some(url);
    }
    let is_query =
        |part: &Part<'_>| matches!(part, Part::Text(text) if text.contains(['?', '#', '{']));
    let fault = if authority(rest.unwrap_or(&url.value)).contains('@') {
        Some(NO_USER)
    } else if parts.iter().any(is_query) {
        Some(NO_QUERY)
    } else {
        None
    };
    if let Some(fault) = fault {
        refuse(diagnostics, &url, fault);
        return Some(url);
    }
    report_unlisted(diagnostics, &url, hosts);
    Some(url)
}

/// Reports an address of which environment variables are a part if no host is listed that they may name.
pub(super) fn report_unlisted(
    diagnostics: &mut Diagnostics,
    url: &Spanned<String>,
    hosts: &[String],
) {
    if !is_chosen_by_environment(&url.value) || !hosts.is_empty() {
        return;
    }
    let message = format!(
        "`{}` comes from the environment, and nothing says which hosts it may name",
        url.value
    );
    diagnostics.push(
        Diagnostic::new(Code::UNLISTED_ADDRESS, url.span, message)
            .label("credentials are sent there")
            .help("list them: `hosts: [api.example.com, \"staging.example.com:8443\"]`"),
    );
}

/// Whether environment variables decide which host an address names.
pub(super) fn is_chosen_by_environment(address: &str) -> bool {
    let parts = split_variables(address);
    let is_variable = |part: &Part<'_>| matches!(part, Part::Variable(_));
    parts.iter().any(is_variable) && find_written_host(address).is_none()
}

/// `hosts: [files.example.com]`
pub(super) fn read_hosts(diagnostics: &mut Diagnostics, map: &Map) -> Vec<String> {
    let node = map.get("hosts");
    let hosts = node.and_then(|node| fields::read_strings(diagnostics, node, "`hosts`"));
    let mut named = |host: Spanned<String>| {
        if !host.value.is_empty() && !host.value.contains(['/', '@', '*', '?', '#', ' ']) {
            return Some(host.value.to_ascii_lowercase());
        }
        let message = format!("`{}` is not a host", host.value);
        let finding = Diagnostic::new(Code::WRONG_SHAPE, host.span, message);
        diagnostics
            .push(finding.help("write only the host name, and its port if needed, such as `files.example.com` or `files.example.com:8443`"));
        None
    };
    hosts.into_iter().flatten().filter_map(&mut named).collect()
}

/// The host and port in an address.
fn authority(rest: &str) -> &str {
    rest.split(['/', '?', '#']).next().unwrap_or("")
}

/// Whether a port, if there is one, is a port. An address of IPv6 has colons within its brackets.
fn has_port(authority: &str) -> bool {
    let behind = authority
        .rsplit_once(']')
        .map_or(authority, |(_, rest)| rest);
    let port = behind.split_once(':').map(|(_, port)| port);
    port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0))
}

/// What to write in place of a text that is not an address: a variable of the environment, or a host without a scheme.
fn suggest_address(url: &str) -> String {
    let is_name = |name: &str| {
        let is_letter = |letter: char| letter.is_ascii_uppercase() || letter == '_';
        name.starts_with(is_letter)
            && name
                .chars()
                .all(|letter| is_letter(letter) || letter.is_ascii_digit())
    };
    if let Some(name) = url.strip_prefix('$').filter(|name| is_name(name)) {
        return format!("write `${{{name}}}`");
    }
    let host = authority(url);
    let is_host = |letter: char| letter.is_ascii_alphanumeric() || ".-:".contains(letter);
    if host.contains('.') && !url.contains("//") && host.chars().all(is_host) {
        return format!("write `https://{url}`");
    }
    "write an address such as `https://api.example.com/v1`".to_owned()
}

fn refuse(diagnostics: &mut Diagnostics, url: &Spanned<String>, fault: &str) {
    let message = format!("`{}` is not the address of an API: {fault}", url.value);
    let finding = Diagnostic::new(Code::WRONG_SHAPE, url.span, message);
    diagnostics.push(finding.help(suggest_address(&url.value)));
}
