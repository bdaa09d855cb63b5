//! Claude Code: `permissions` in a settings file. Only whole names are written, since patterns have matched, and not matched,
//! by version.

use super::glob::matches_glob;
use super::names::read_names;
use crate::choice::Choice;
use crate::deployed::{Deployed, Judged, Remark};
use toolc_base::json_text::{Object, lay_out, write_array, write_string};
use toolc_base::node::Node;
use toolc_base::source::{Span, Spanned};
use toolc_model::model::approval::Approval;

/// The key that keeps a session from skipping every question.
const NO_BYPASS: &str = "disableBypassPermissionsMode";

/// Writes the rules.
pub(crate) fn write_config(_server: &str, choices: &[Choice]) -> String {
    let mut permissions = Object::default();
    for (key, approval) in [
        ("allow", Approval::PreApproved),
        ("ask", Approval::Ask),
        ("deny", Approval::Blocked),
    ] {
        let names = choices.iter().filter(|choice| choice.approval == approval);
        let names = names.map(|choice| write_string(&choice.host_name));
        permissions.add_json(key, &write_array(names));
    }
    permissions.add_text(NO_BYPASS, "disable");
    let mut settings = Object::default();
    settings.add_json("permissions", &permissions.into_text());
    lay_out(&settings.into_text())
}

/// The rules of a file, and the mode of its sessions.
struct Permissions {
    /// `mcp__SERVER`
    server: String,
    allow: Vec<Spanned<String>>,
    ask: Vec<Spanned<String>>,
    deny: Vec<Spanned<String>>,
    mode: Option<Spanned<String>>,
    may_bypass: bool,
    place: Span,
}

/// Reads them.
pub(crate) fn read_config(file: &Node, server: &str) -> Result<Box<dyn Deployed>, Spanned<String>> {
    let permissions = file.get("permissions");
    let Some(permissions) = permissions.filter(|node| node.as_map().is_some()) else {
        return Err(Spanned::new(
            "it has no `permissions`".to_owned(),
            file.span,
        ));
    };
    let rules = |key: &str| read_names(permissions.get(key)).unwrap_or_default();
    let mode = permissions.get("defaultMode");
    Ok(Box::new(Permissions {
        server: format!("mcp__{server}"),
        allow: rules("allow"),
        ask: rules("ask"),
        deny: rules("deny"),
        mode: mode.and_then(|mode| Some(Spanned::new(mode.as_str()?.to_owned(), mode.span))),
        may_bypass: permissions.get_str(NO_BYPASS) != Some("disable"),
        place: permissions.span,
    }))
}

impl Permissions {
    /// The rule that lets a tool run. Rules may have `*` behind the name of a server alone; whether only at the end differs
    /// between versions, so any such rule may match.
    fn find_allow(&self, tool: &str) -> Option<Span> {
        let anchor = format!("{}__", self.server);
        let matches = |rule: &str| {
            rule == tool
                || rule == self.server
                || rule.starts_with(&anchor) && matches_glob(rule, tool)
        };
        let mut rules = self.allow.iter();
        rules
            .find(|rule| matches(&rule.value))
            .map(|rule| rule.span)
    }

    /// The rule of another list that matches a tool.
    fn find_rule(&self, rules: &[Spanned<String>], tool: &str) -> Option<Span> {
        let matches = |rule: &str| rule == self.server || matches_glob(rule, tool);
        let mut rules = rules.iter();
        rules
            .find(|rule| matches(&rule.value))
            .map(|rule| rule.span)
    }

    fn judge_with(&self, tool: &str, allowed: Option<Span>) -> Judged {
        let mode = self
            .mode
            .as_ref()
            .map(|mode| (mode.value.as_str(), mode.span));
        if let Some(place) = self.find_rule(&self.deny, tool) {
            return Judged::by_entry(Approval::Blocked, place);
        }
        if let Some(("bypassPermissions", place)) = mode {
            return Judged::by_entry(Approval::PreApproved, place);
        }
        if let Some(place) = self.find_rule(&self.ask, tool) {
            return Judged::by_entry(Approval::Ask, place);
        }
        if let Some(place) = allowed {
            return Judged::by_entry(Approval::PreApproved, place);
        }
        match mode {
            Some(("auto", place)) => Judged::by_entry(Approval::PreApproved, place),
            Some(("dontAsk", place)) => Judged::by_entry(Approval::Blocked, place),
            _ => Judged::by_default(Approval::Ask),
        }
    }

    /// Why a rule matches nothing, if it is about the server and does not.
    fn find_fault(&self, rule: &str, is_allow: bool, known: &[&str]) -> Option<String> {
        let anchor = format!("{}__", self.server);
        let plain: String = rule.chars().map(keep_letter).collect();
        if rule.contains('(') && (rule.starts_with(&anchor) || rule.starts_with(&self.server)) {
            return Some("a settings file has no rules on arguments of MCP tools".to_owned());
        }
        if is_allow && (rule == "mcp__*" || rule == "*" || rule.starts_with("mcp__*")) {
            return Some(format!(
                "`*` counts only behind `mcp__SERVER__`, as in `{anchor}*`"
            ));
        }
        if rule == self.server {
            return None;
        }
        if rule.starts_with(&anchor) {
            let is_known = known.iter().any(|tool| matches_glob(rule, tool));
            return (!is_known).then(|| "no tool of the server has this name".to_owned());
        }
        if plain.starts_with(&anchor) || plain == self.server {
            return Some(format!("in names of tools the server is `{}`", self.server));
        }
        let without = format!("{}_", self.server);
        let is_loose = rule.starts_with(&without) || rule.strip_prefix(&self.server) == Some("*");
        is_loose.then(|| format!("names of tools begin with `{anchor}`"))
    }
}

/// Characters that Claude Code does not keep in names.
fn keep_letter(letter: char) -> char {
    match letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '*') {
        true => letter,
        false => '_',
    }
}

impl Deployed for Permissions {
    fn judge(&self, tool: &str) -> Judged {
        self.judge_with(tool, self.find_allow(tool))
    }

    fn judge_unknown(&self) -> Judged {
        let anchor = format!("{}__", self.server);
        // A pattern may match what nobody has named.
        let wide = |rule: &&Spanned<String>| {
            rule.value == self.server || rule.value.starts_with(&anchor) && rule.value.contains('*')
        };
        let allowed = self.allow.iter().find(wide).map(|rule| rule.span);
        self.judge_with(&format!("{anchor}\0"), allowed)
    }

    fn find_loosenings(&self) -> Vec<Remark> {
        let text = format!(
            "without `{NO_BYPASS}: disable`, a session may skip every question (`bypassPermissions`)"
        );
        match self.may_bypass {
            true => vec![Remark::new(self.place, text)],
            false => Vec::new(),
        }
    }

    fn find_idle(&self, known: &[&str]) -> Vec<Remark> {
        let lists = [(&self.allow, true), (&self.ask, false), (&self.deny, false)];
        let mut remarks = Vec::new();
        for (rules, is_allow) in lists {
            for rule in rules {
                if let Some(fault) = self.find_fault(&rule.value, is_allow, known) {
                    let text = format!("`{}` never matches: {fault}", rule.value);
                    remarks.push(Remark::new(rule.span, text));
                }
            }
        }
        remarks
    }
}
