//! Codex: the table of a server in `config.toml`. What `enabled_tools` does not list is not there.

use super::names::{find_name, find_unknown, read_names};
use crate::choice::Choice;
use crate::deployed::{Deployed, Judged, Remark};
use std::fmt::Write;
use toolc_base::json_text::{write_array, write_string};
use toolc_base::node::Node;
use toolc_base::source::{Span, Spanned};
use toolc_model::model::approval::Approval;

/// The key of the mode of tools that have none of their own.
const DEFAULT_MODE: &str = "default_tools_approval_mode";

/// Writes the part of the server's table that says what may run.
pub(crate) fn write_config(server: &str, choices: &[Choice]) -> String {
    let there = choices
        .iter()
        .filter(|choice| choice.approval != Approval::Blocked);
    let there: Vec<&Choice> = there.collect();
    let server = write_key(server);
    let names = there.iter().map(|choice| write_string(&choice.host_name));
    let names = write_array(names).replace("\",\"", "\", \"");
    let mut out =
        format!("[mcp_servers.{server}]\nenabled_tools = {names}\n{DEFAULT_MODE} = \"prompt\"\n");
    for choice in there {
        let mode = match choice.approval {
            Approval::PreApproved => "approve",
            Approval::Ask | Approval::Blocked => "prompt",
        };
        let tool = write_key(&choice.host_name);
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "\n[mcp_servers.{server}.tools.{tool}]\napproval_mode = \"{mode}\"\n"
        );
    }
    out
}

/// A key as TOML has it: bare where that is possible.
fn write_key(key: &str) -> String {
    let is_bare = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    match !key.is_empty() && key.chars().all(is_bare) {
        true => key.to_owned(),
        false => write_string(key),
    }
}

struct Server {
    place: Span,
    /// `enabled = false`
    disabled: Option<Span>,
    enabled: Option<Vec<Spanned<String>>>,
    listed: Option<Span>,
    not_enabled: Vec<Spanned<String>>,
    mode: Option<Spanned<String>>,
    tools: Vec<(String, Span, Option<Spanned<String>>)>,
    /// Where the file turns every question off.
    unasked: Option<Span>,
}

/// Reads the table of the server.
pub(crate) fn read_config(file: &Node, server: &str) -> Result<Box<dyn Deployed>, Spanned<String>> {
    let table = file
        .get("mcp_servers")
        .and_then(|servers| servers.get(server));
    let Some(table) = table.filter(|node| node.as_map().is_some()) else {
        let lacks = format!("it has no table `mcp_servers.{server}`");
        return Err(Spanned::new(lacks, file.span));
    };
    let text = |node: &Node| Some(Spanned::new(node.as_str()?.to_owned(), node.span));
    let mode = |node: &Node, key: &str| node.get(key).and_then(text);
    let tools = table.entries("tools").map(|entry| {
        let own = mode(&entry.value, "approval_mode");
        (entry.key.clone(), entry.key_span, own)
    });
    let disabled = table
        .get("enabled")
        .filter(|it| it.as_bool() == Some(false));
    let is_free = file.get_str("sandbox_mode") == Some("danger-full-access");
    let unasked = file.get("approval_policy");
    let unasked = unasked.filter(|it| it.as_str() == Some("never") && is_free);
    Ok(Box::new(Server {
        place: table.span,
        disabled: disabled.map(|it| it.span),
        enabled: read_names(table.get("enabled_tools")),
        listed: table.get("enabled_tools").map(|it| it.span),
        not_enabled: read_names(table.get("disabled_tools")).unwrap_or_default(),
        mode: mode(table, DEFAULT_MODE),
        tools: tools.collect(),
        unasked: unasked.map(|it| it.span),
    }))
}

/// `auto` and `writes` let hints of the server decide, and modes that are not known may do anything.
fn approval_of(mode: &str) -> Approval {
    match mode {
        "prompt" => Approval::Ask,
        _ => Approval::PreApproved,
    }
}

impl Server {
    fn judge_mode(&self, own: Option<&Spanned<String>>) -> Judged {
        match own.or(self.mode.as_ref()) {
            Some(mode) => Judged::by_entry(approval_of(&mode.value), mode.span),
            None => Judged::by_entry(approval_of("auto"), self.place),
        }
    }
}

impl Deployed for Server {
    fn judge(&self, tool: &str) -> Judged {
        if let Some(place) = self.disabled.or(find_name(&self.not_enabled, tool)) {
            return Judged::by_entry(Approval::Blocked, place);
        }
        if let Some(enabled) = &self.enabled
            && find_name(enabled, tool).is_none()
        {
            return Judged {
                approval: Approval::Blocked,
                place: self.listed,
            };
        }
        let own = self.tools.iter().find(|(name, _, _)| name == tool);
        self.judge_mode(own.and_then(|(_, _, mode)| mode.as_ref()))
    }

    fn judge_unknown(&self) -> Judged {
        match self.disabled.or(self.listed) {
            Some(place) if self.disabled.is_some() || self.enabled.is_some() => {
                Judged::by_entry(Approval::Blocked, place)
            }
            _ => self.judge_mode(None),
        }
    }

    fn find_loosenings(&self) -> Vec<Remark> {
        let text = "`approval_policy = \"never\"` with `sandbox_mode = \"danger-full-access\"` skips every question";
        let places = self.unasked.into_iter();
        places.map(|place| Remark::new(place, text)).collect()
    }

    fn find_idle(&self, known: &[&str]) -> Vec<Remark> {
        let lists = self.enabled.iter().flatten().chain(&self.not_enabled);
        let lists = lists.map(|name| (name.value.as_str(), name.span));
        let tools = self
            .tools
            .iter()
            .map(|(name, place, _)| (name.as_str(), *place));
        find_unknown(lists.chain(tools), known, "Codex")
    }
}
