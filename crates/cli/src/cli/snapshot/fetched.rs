//! Responses from the network, as the text of a file.

use std::path::Path;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::json_text::{lay_out, write_array, write_object, write_string};
use toolc_base::parse::parse_source;
use toolc_base::source::{Role, Source, Sources};
use toolc_runtime::mcp::probe::{
    Fault, FaultKind, Listing, Reached, Target, ask_server, get_document,
};

/// The snapshot of a server: what it says about itself, and its tools verbatim.
pub(super) fn fetch_listing(target: &Target, shown: &str) -> Result<String, Diagnostic> {
    let listing =
        ask_server(target).map_err(|fault| describe_target_fault(target, shown, &fault))?;
    Ok(write_listing(&listing))
}

fn write_listing(listing: &Listing) -> String {
    let mut members = vec![("protocolVersion", write_string(&listing.protocol))];
    if let Some(server) = &listing.server {
        members.push(("serverInfo", server.clone()));
    }
    if let Some(instructions) = &listing.instructions {
        members.push(("instructions", write_string(instructions)));
    }
    let tools = listing.tools.iter().map(|tool| squeeze(tool));
    members.push(("tools", write_array(tools)));
    lay_out(&write_object(&members))
}

/// Removes white space outside of strings from JSON.
fn squeeze(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let (mut in_string, mut escaped) = (false, false);
    for letter in json.chars() {
        if in_string {
            in_string = escaped || letter != '"';
            escaped = !escaped && letter == '\\';
        } else if letter.is_ascii_whitespace() {
            continue;
        } else {
            in_string = letter == '"';
        }
        out.push(letter);
    }
    out
}

/// The description of an API; in JSON if the file is to be JSON.
pub(super) fn fetch_description(
    target: &Target,
    shown: &str,
    file: Option<&Path>,
) -> Result<String, Diagnostic> {
    let bytes =
        get_document(target).map_err(|fault| describe_target_fault(target, shown, &fault))?;
    let none = |why: &str| {
        let message = format!("what {shown} answers is not the description of an API: {why}");
        Diagnostic::placeless(Code::NOT_A_DESCRIPTION, message)
            .help("give the address of the OpenAPI or Swagger document itself")
    };
    let text = String::from_utf8(bytes).map_err(|_| none("it is not UTF-8"))?;
    let text = text.trim_start_matches('\u{feff}').to_owned();
    let mut sources = Sources::default();
    let is_json = text.trim_start().starts_with('{');
    let id = sources.add(Source {
        path: if is_json {
            "answer.json"
        } else {
            "answer.yaml"
        }
        .to_owned(),
        text: text.as_str().into(),
        role: Role::Found,
    });
    let mut faults = Diagnostics::default();
    let node = parse_source(&mut faults, &sources, id);
    let Some(node) = node.filter(|_| !faults.has_errors()) else {
        return Err(none("it is neither JSON nor YAML"));
    };
    if node.get("openapi").is_none() && node.get("swagger").is_none() {
        return Err(none("it says neither `openapi` nor `swagger`"));
    }
    let wants_json = file.is_none_or(|file| file.extension().is_some_and(|end| end == "json"));
    let mut text = match !is_json && wants_json {
        true => lay_out(&node.to_json()),
        false => text,
    };
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}

/// Turns a fault into a finding.
pub(super) fn describe_fetch_fault(shown: &str, fault: &Fault) -> Diagnostic {
    describe_fault(shown, fault, false)
}

/// The same about what a target was asked for.
fn describe_target_fault(target: &Target, shown: &str, fault: &Fault) -> Diagnostic {
    describe_fault(shown, fault, matches!(target.reach, Reached::Url(_)))
}

fn describe_fault(shown: &str, fault: &Fault, is_address: bool) -> Diagnostic {
    let (code, what, help) = match fault.kind {
        FaultKind::Start | FaultKind::Reach | FaultKind::Address => (
            Code::OUT_OF_REACH,
            "cannot be reached",
            "check that the command or the address is right and that the server is running",
        ),
        FaultKind::Missing => (
            Code::OUT_OF_REACH,
            "is not there",
            "give the address of the document itself; redirects are not followed",
        ),
        FaultKind::Credentials => (
            Code::REFUSED_SNAPSHOT,
            "refuses to answer",
            "pass the credentials it needs with `--header 'Authorization: Bearer ${TOKEN}'` or `--env NAME`",
        ),
        FaultKind::Refused => (
            Code::REFUSED_SNAPSHOT,
            "refuses to answer",
            "what it says is the reason; if credentials are missing, pass them with `--header 'Authorization: Bearer ${TOKEN}'` or `--env NAME`",
        ),
        FaultKind::Ended => (
            Code::ENDED_SERVER,
            "exited before it answered",
            "run the command by itself to see why",
        ),
        FaultKind::TooLarge => (
            Code::ENDLESS_ANSWER,
            "sends too much",
            "if the list is really that large, raise the limit with `--max-response MB`",
        ),
        FaultKind::Pages => (
            Code::ENDLESS_ANSWER,
            "sends too many pages",
            "correct the server: no list of tools needs that many pages, and none names one twice",
        ),
        FaultKind::Late => (
            Code::LATE_ANSWER,
            "did not answer in time",
            "if it is only slow, raise the limit with `--timeout SECONDS`",
        ),
        FaultKind::Setting => (
            Code::UNFIT_CONNECTION,
            "cannot be connected to",
            "correct what is given for the connection",
        ),
        _ if is_address => (
            Code::NOT_A_SERVER,
            "does not speak MCP",
            "give the address of the server's endpoint, not of a page: it often ends in `/mcp`, or in `/sse` if the server is older",
        ),
        _ => (
            Code::NOT_A_SERVER,
            "does not speak MCP",
            "a server writes nothing but messages of the protocol to its standard output, and logs to its standard error",
        ),
    };
    Diagnostic::placeless(code, format!("{shown} {what}: {}", fault.detail)).help(help)
}
