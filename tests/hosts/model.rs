//! What each host does by its documentation, written from that alone: it shares nothing with what writes and reads the files.
//! Where the documentation leaves something to a session, a person or a classifier, it is the loosest that may happen.

use serde_json::Value;

/// What happens to a call, from the loosest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Allow,
    Ask,
    Deny,
}

/// The hosts, with what their files are called.
pub const HOSTS: &[(&str, &str)] = &[
    ("claude-code", "settings.json"),
    ("codex", "config.toml"),
    ("managed-agents", "agent.json"),
    ("openai-agents", "server.json"),
    ("vscode", "settings.json"),
];

/// Reads a file of a host.
pub fn read(host: &str, text: &str) -> Value {
    match host {
        "codex" => toml::from_str(text).expect("TOML"),
        _ => serde_json::from_str(text).expect("JSON"),
    }
}

/// Writes a file of a host.
pub fn write(host: &str, file: &Value) -> String {
    match host {
        "codex" => toml::to_string(file).expect("TOML"),
        _ => format!("{file:#}"),
    }
}

/// What a host does about a tool of the server `desk`, given by the name that the server has for it.
pub fn verdict(host: &str, file: &Value, tool: &str) -> Verdict {
    match host {
        "claude-code" => claude_code(file, tool),
        "codex" => codex(file, tool),
        "managed-agents" => managed_agents(file, tool),
        "openai-agents" => openai_agents(file, tool),
        "vscode" => vscode(file, tool),
        _ => panic!("{host}"),
    }
}

fn strings(list: &Value) -> Vec<&str> {
    let items = list.as_array().into_iter().flatten();
    items.filter_map(Value::as_str).collect()
}

/// code.claude.com/docs/en/permissions: deny, then ask, then allow; a mode decides what no rule does.
fn claude_code(file: &Value, tool: &str) -> Verdict {
    let rules = &file["permissions"];
    let named = |list: &str| {
        let rules = strings(&rules[list]).into_iter();
        rules.filter(|rule| claude_rule(rule, list, tool)).count() > 0
    };
    if named("deny") {
        return Verdict::Deny;
    }
    let mode = rules["defaultMode"].as_str().unwrap_or("default");
    let may_bypass = rules["disableBypassPermissionsMode"] != "disable";
    if mode == "bypassPermissions" || may_bypass {
        return Verdict::Allow;
    }
    match (named("ask"), named("allow"), mode) {
        (true, _, _) => Verdict::Ask,
        (_, true, _) | (_, _, "auto") => Verdict::Allow,
        (_, _, "dontAsk") => Verdict::Deny,
        _ => Verdict::Ask,
    }
}

/// `mcp__SERVER`, `mcp__SERVER__TOOL`, and `*` in the part of the tool; anywhere, if the rule does not allow.
fn claude_rule(rule: &str, list: &str, tool: &str) -> bool {
    if rule.contains(['(', ')']) {
        return false;
    }
    let parts: Vec<&str> = rule.splitn(3, "__").collect();
    match parts.as_slice() {
        ["mcp", "desk"] => true,
        ["mcp", "desk", part] => star(part.as_bytes(), tool.as_bytes()),
        _ => list != "allow" && star(rule.as_bytes(), format!("mcp__desk__{tool}").as_bytes()),
    }
}

fn star(pattern: &[u8], text: &[u8]) -> bool {
    match pattern.split_first() {
        None => text.is_empty(),
        Some((b'*', rest)) => (0..=text.len()).any(|at| star(rest, &text[at..])),
        Some((first, rest)) => text.first() == Some(first) && star(rest, &text[1..]),
    }
}

/// The reference of `config.toml`: what `enabled_tools` lists, less `disabled_tools`, by the mode of the tool or of the server.
/// `auto` and `writes` go by the server's hints, which may be anything.
fn codex(file: &Value, tool: &str) -> Verdict {
    let server = &file["mcp_servers"]["desk"];
    if !server.is_object() || server["enabled"] == false {
        return Verdict::Deny;
    }
    let enabled = server["enabled_tools"].is_array();
    if enabled && !strings(&server["enabled_tools"]).contains(&tool)
        || strings(&server["disabled_tools"]).contains(&tool)
    {
        return Verdict::Deny;
    }
    let own = server["tools"][tool]["approval_mode"].as_str();
    let mode = own.or(server["default_tools_approval_mode"].as_str());
    match mode.unwrap_or("auto") {
        "prompt" => Verdict::Ask,
        _ => Verdict::Allow,
    }
}

/// platform.claude.com/docs/managed-agents/permission-policies: each key of a tool's config, else of the default, else enabled
/// and `always_ask`.
fn managed_agents(file: &Value, tool: &str) -> Verdict {
    if file["type"] != "mcp_toolset" || file["mcp_server_name"] != "desk" {
        return Verdict::Deny;
    }
    let configs = file["configs"].as_array().into_iter().flatten();
    let own: Vec<&Value> = configs.filter(|config| config["name"] == tool).collect();
    let judge = |own: &Value| {
        let default = &file["default_config"];
        let enabled = own["enabled"].as_bool().or(default["enabled"].as_bool());
        let policy = |config: &Value| {
            config["permission_policy"]["type"]
                .as_str()
                .map(str::to_owned)
        };
        match (
            enabled.unwrap_or(true),
            policy(own).or(policy(default)).as_deref(),
        ) {
            (false, _) => Verdict::Deny,
            (true, None | Some("always_ask")) => Verdict::Ask,
            (true, Some(_)) => Verdict::Allow,
        }
    };
    let verdicts = own.into_iter().map(judge);
    verdicts.min().unwrap_or_else(|| judge(&Value::Null))
}

/// PyPI openai-agents 0.24.0: the filter, then the map that `require_approval` becomes, in which nothing means no question.
fn openai_agents(file: &Value, tool: &str) -> Verdict {
    let filter = &file["tool_filter"];
    if filter.get("allowed_tool_names").is_some()
        && !strings(&filter["allowed_tool_names"]).contains(&tool)
        || strings(&filter["blocked_tool_names"]).contains(&tool)
    {
        return Verdict::Deny;
    }
    let policy = &file["require_approval"];
    let is_asked = |value: &Value| value == "always" || *value == Value::Bool(true);
    let lists = ["always", "never"];
    let asked = if lists
        .iter()
        .any(|list| policy[list].get("tool_names").is_some())
    {
        let names = |list: &str| strings(&policy[list]["tool_names"]).contains(&tool);
        // a name in both is an error of the program
        names("always") && !names("never")
    } else if let Value::Object(tools) = policy {
        tools.get(tool).is_some_and(is_asked)
    } else {
        is_asked(policy)
    };
    if asked { Verdict::Ask } else { Verdict::Allow }
}

/// microsoft/vscode#277043: `false` is always a question, unless everything is approved; else a person may have approved it.
fn vscode(file: &Value, tool: &str) -> Verdict {
    let global = ["chat.tools.global.autoApprove", "chat.tools.autoApprove"];
    let is_off = |key: &str| file.get(key).is_none_or(|value| *value == false);
    let eligible = &file["chat.tools.eligibleForAutoApproval"][tool];
    match global.iter().all(|key| is_off(key)) && *eligible == false {
        true => Verdict::Ask,
        false => Verdict::Allow,
    }
}
