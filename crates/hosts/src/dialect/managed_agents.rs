//! Anthropic's managed agents: the toolset of a server among the `tools` of an agent. What is not enabled is not there.

use super::names::find_unknown;
use crate::choice::Choice;
use crate::deployed::{Deployed, Judged, Remark};
use toolc_base::json_text::{Object, lay_out, write_array};
use toolc_base::node::Node;
use toolc_base::source::{Span, Spanned};
use toolc_model::model::approval::Approval;

/// The type of a toolset.
const TYPE: &str = "mcp_toolset";

/// Writes the toolset.
pub(crate) fn write_config(server: &str, choices: &[Choice]) -> String {
    let there = choices
        .iter()
        .filter(|choice| choice.approval != Approval::Blocked);
    let configs = there.map(|choice| {
        let policy = match choice.approval {
            Approval::PreApproved => "always_allow",
            Approval::Ask | Approval::Blocked => "always_ask",
        };
        let mut config = Object::default();
        config.add_text("name", &choice.host_name);
        add_config(&mut config, true, policy);
        config.into_text()
    });
    let configs = write_array(configs);
    let mut default = Object::default();
    add_config(&mut default, false, "always_ask");
    let mut toolset = Object::default();
    toolset.add_text("type", TYPE);
    toolset.add_text("mcp_server_name", server);
    toolset.add_json("default_config", &default.into_text());
    toolset.add_json("configs", &configs);
    lay_out(&toolset.into_text())
}

fn add_config(config: &mut Object, is_enabled: bool, policy: &str) {
    config.add_json("enabled", if is_enabled { "true" } else { "false" });
    let mut object = Object::default();
    object.add_text("type", policy);
    config.add_json("permission_policy", &object.into_text());
}

/// The toolsets of a file: one, a list, or those of an agent.
fn list_toolsets(file: &Node) -> Vec<&Node> {
    let tools = file.as_list().or(file.get_list("tools"));
    let all = match tools {
        Some(tools) => tools.iter().collect(),
        None => vec![file],
    };
    let toolsets = all.into_iter();
    toolsets
        .filter(|it| it.get_str("type") == Some(TYPE))
        .collect()
}

/// Whether a file has one.
pub(crate) fn is_own(file: &Node) -> bool {
    !list_toolsets(file).is_empty()
}

/// What a toolset says of tools, or of one: each is `None` where it does not say it.
struct Config {
    name: String,
    place: Span,
    enabled: Option<Spanned<bool>>,
    policy: Option<Spanned<Approval>>,
}

struct Toolset {
    place: Span,
    default: Option<Config>,
    configs: Vec<Config>,
}

/// Reads the toolset of the server.
pub(crate) fn read_config(file: &Node, server: &str) -> Result<Box<dyn Deployed>, Spanned<String>> {
    let toolsets = list_toolsets(file).into_iter();
    let mut own = toolsets.filter(|it| it.get_str("mcp_server_name") == Some(server));
    let Some(toolset) = own.next() else {
        let lacks = format!("it has no toolset of type `{TYPE}` with `mcp_server_name: {server}`");
        return Err(Spanned::new(lacks, file.span));
    };
    if let Some(second) = own.next() {
        let twice = format!("it has two toolsets of the server `{server}`");
        return Err(Spanned::new(twice, second.span));
    }
    let configs = toolset.get_list("configs").unwrap_or_default();
    let default = toolset.get("default_config");
    Ok(Box::new(Toolset {
        place: toolset.span,
        default: default
            .filter(|it| it.as_map().is_some())
            .map(read_tool_config),
        configs: configs.iter().map(read_tool_config).collect(),
    }))
}

fn read_tool_config(node: &Node) -> Config {
    let enabled = node.get("enabled");
    let enabled = enabled.and_then(|it| Some(Spanned::new(it.as_bool()?, it.span)));
    let policy = node.get("permission_policy").and_then(|policy| {
        let approval = match policy.get_str("type")? {
            "always_ask" => Approval::Ask,
            // `auto` lets the service decide.
            _ => Approval::PreApproved,
        };
        Some(Spanned::new(approval, policy.span))
    });
    Config {
        name: node.get_str("name").unwrap_or_default().to_owned(),
        place: node.span,
        enabled,
        policy,
    }
}

impl Toolset {
    /// What is not said of a tool is that of the default, and then that of the service: enabled, and asked about.
    fn judge_config(&self, own: Option<&Config>) -> Judged {
        let levels = || [own, self.default.as_ref()].into_iter().flatten();
        let enabled = levels().find_map(|config| config.enabled.as_ref());
        let policy = levels().find_map(|config| config.policy.as_ref());
        match (enabled, policy) {
            (Some(enabled), _) if !enabled.value => {
                Judged::by_entry(Approval::Blocked, enabled.span)
            }
            (_, Some(policy)) => Judged::by_entry(policy.value, policy.span),
            (_, None) => Judged::by_entry(Approval::Ask, own.map_or(self.place, |own| own.place)),
        }
    }
}

impl Deployed for Toolset {
    fn judge(&self, tool: &str) -> Judged {
        let own = self.configs.iter().filter(|config| config.name == tool);
        let judged = own.map(|config| self.judge_config(Some(config)));
        let loosest = judged.min_by_key(|judged| judged.approval);
        loosest.unwrap_or_else(|| self.judge_config(None))
    }

    fn judge_unknown(&self) -> Judged {
        self.judge_config(None)
    }

    fn find_loosenings(&self) -> Vec<Remark> {
        Vec::new()
    }

    fn find_idle(&self, known: &[&str]) -> Vec<Remark> {
        let configs = self.configs.iter();
        let names = configs.map(|config| (config.name.as_str(), config.place));
        find_unknown(names, known, "the service")
    }
}
