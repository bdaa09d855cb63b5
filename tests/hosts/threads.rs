//! Rules of hosts that never matched, or matched more than was meant, as others published them: what is written does not have
//! them, and in a file that is there they are told.

use crate::command::{Folder, assert_exit, stderr, stdout};
use crate::model::{HOSTS, Verdict, read, verdict};

const TOOLS: &str = "\
m:
  - { name: get_one, description: Gets one., parameters: { type: object } }
  - { name: get-all.now, description: Gets all., parameters: { type: object } }
  - { name: drop, description: Drops one., parameters: { type: object } }
  - { name: reset, description: Resets., parameters: { type: object } }
";

const WORKER: &str = "\
name: desk
toolsets:
  m:
    tools: [get_one, get-all.now, drop]
    approval: { tools: { get_one: preApproved, get-all.now: preApproved, drop: ask } }
";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(&format!("host_thread_{name}"));
    folder.put("specs/m.yaml", TOOLS);
    folder.put("specs/desk.yaml", WORKER);
    folder
}

/// What `toolc check --deployed` says of a file.
fn check(folder: &Folder, path: &str, text: &str) -> String {
    folder.put(path, text);
    stderr(&folder.toolc(&["check", "-vv", "--deployed", path, "specs"]))
}

fn claude(allow: &str) -> String {
    format!(
        "{{ \"permissions\": {{ \"allow\": [{allow}], \"ask\": [\"mcp__desk__m__drop\"], \"deny\": [\"mcp__desk__m__reset\"], \
         \"disableBypassPermissionsMode\": \"disable\" }} }}"
    )
}

/// The whole names of both tools that may run.
const BOTH: &str = "\"mcp__desk__m__get_one\", \"mcp__desk__m__get-all-now\"";

/// anthropics/claude-code#3107, #13077, #14730, #34739 and #73052: rules with `*` did not match, whole names did.
#[test]
fn claude_code_is_written_no_pattern_and_each_rule_matches_one_tool() {
    let folder = folder("patterns");
    let output = folder.toolc(&["export", "--host", "claude-code", "specs"]);
    let text = stdout(&output);
    assert!(!text.contains('*'), "{text}");
    let tools = ["m__get_one", "m__get-all-now", "m__drop", "m__reset"];
    let file = read("claude-code", &text);
    let lists = ["allow", "ask", "deny"].map(|list| file["permissions"][list].clone());
    let rules = lists
        .iter()
        .flat_map(|list| list.as_array().expect("a list"));
    let rules: Vec<&str> = rules.map(|rule| rule.as_str().expect("a rule")).collect();
    for rule in &rules {
        let matched = tools
            .iter()
            .filter(|tool| *rule == format!("mcp__desk__{tool}"));
        assert_eq!(matched.count(), 1, "{rule}");
    }
    assert_eq!(rules.len(), tools.len());
}

/// anthropics/claude-code#34739, slikk66/dangeresque#41: `mcp__*` among the rules that allow lets nothing run.
#[test]
fn claude_code_is_told_of_a_pattern_without_a_server() {
    let said = check(&folder("all"), "settings.json", &claude("\"mcp__*\""));
    assert!(
        said.contains("warning[T0796]: `mcp__*` never matches"),
        "{said}"
    );
    assert!(
        said.contains("error[T0607]: claude-code asks about `m::get_one`"),
        "{said}"
    );
}

/// Rules with parentheses are skipped in a settings file.
#[test]
fn claude_code_is_told_of_a_rule_on_arguments() {
    let rules = format!("{BOTH}, \"mcp__desk__m__drop(id:1)\"");
    let said = check(&folder("parentheses"), "settings.json", &claude(&rules));
    assert!(
        said.contains("warning[T0796]: `mcp__desk__m__drop(id:1)` never matches"),
        "{said}"
    );
    assert!(!said.contains("[T0606]"), "{said}");
}

/// anthropics/claude-code#65797: versions differ about `mcp__desk__get*`, so it counts as one that lets tools run.
#[test]
fn claude_code_is_told_of_a_pattern_that_lets_more_run() {
    for pattern in ["mcp__desk__m__*", "mcp__desk__*", "mcp__desk"] {
        let rules = format!("{BOTH}, \"{pattern}\"");
        let said = check(&folder("more"), "settings.json", &claude(&rules));
        assert!(
            said.contains("error[T0608]: claude-code runs every tool of `desk`"),
            "{said}"
        );
        let line = said.lines().find(|line| line.contains("settings.json:1:"));
        assert!(line.is_some(), "{said}");
    }
}

/// atxtechbro/dotfiles#1030: `mcp__git*` is about no server.
#[test]
fn claude_code_is_told_of_a_pattern_in_the_name_of_a_server() {
    let said = check(
        &folder("server"),
        "settings.json",
        &claude("\"mcp__desk*\", \"mcp__desk_m\""),
    );
    assert!(
        said.contains("`mcp__desk*` never matches: names of tools begin with `mcp__desk__`"),
        "{said}"
    );
    assert!(said.contains("`mcp__desk_m` never matches"), "{said}");
}

/// anthropics/claude-code#1538, withastro/docs-mcp#16: dots and blanks in the name of a server.
#[test]
fn a_server_whose_name_the_host_rewrites_is_refused() {
    let folder = folder("names");
    for name in ["my.desk", "my desk", "my__desk", "desk_", "a*", "desk(1)"] {
        let output = folder.toolc(&["export", "--host", "claude-code", "--server", name, "specs"]);
        let said = assert_exit(&output, 1);
        assert!(
            said.contains("error[T0791]: claude-code may take the server"),
            "{said}"
        );
        assert_eq!(stdout(&output), "");
    }
    let long = "d".repeat(120);
    let output = folder.toolc(&[
        "export",
        "--host",
        "claude-code",
        "--server",
        &long,
        "specs",
    ]);
    let said = assert_exit(&output, 1);
    assert!(
        said.contains("error[T0791]: claude-code has no name for `m::get_one`"),
        "{said}"
    );
}

/// craft-ai-agents/craft-agents-oss#287 and openai/codex#47102: names with dashes, and lists that leave no tool.
#[test]
fn codex_is_told_of_names_with_the_server_in_them() {
    let folder = folder("codex");
    let text = "[mcp_servers.desk]\nenabled_tools = [\"mcp__desk__m__get_one\", \"m__get-all-now\"]\n\
                default_tools_approval_mode = \"prompt\" # asks\n";
    let said = check(&folder, "config.toml", text);
    assert!(
        said.contains("`mcp__desk__m__get_one` never matches: Codex calls the tool `m__get_one`"),
        "{said}"
    );
    assert!(
        said.contains("error[T0609]: codex denies `m::get_one`"),
        "{said}"
    );
    assert!(
        said.contains("error[T0607]: codex asks about `m::get-all.now`"),
        "{said}"
    );
}

/// openai/codex#16632: without a mode, the server's hints decide.
#[test]
fn codex_is_told_of_a_server_without_a_mode() {
    let text = "[mcp_servers.desk]\ncommand = \"toolc\"\n";
    let said = check(&folder("auto"), "config.toml", text);
    assert!(
        said.contains("error[T0606]: codex runs `m::drop`"),
        "{said}"
    );
    assert!(
        said.contains("error[T0608]: codex runs `m::reset`"),
        "{said}"
    );
    let text =
        format!("approval_policy = \"never\"\nsandbox_mode = \"danger-full-access\"\n{text}");
    let said = check(&folder("never"), "config.toml", &text);
    assert!(said.contains("skips every question"), "{said}");
}

/// openai/openai-agents-python#802: a server without `require_approval` runs everything.
#[test]
fn the_sdk_is_told_of_a_server_without_approvals() {
    let text = "{ \"tool_filter\": { \"blocked_tool_names\": [\"m__reset\"] } }";
    let said = check(&folder("sdk"), "server.json", text);
    assert!(
        said.contains("error[T0606]: openai-agents runs `m::drop`"),
        "{said}"
    );
    assert!(
        said.contains("error[T0608]: openai-agents runs every tool of `desk`"),
        "{said}"
    );
}

/// microsoft/vscode#283422: the setting knows no servers, and a name with one matches nothing.
#[test]
fn vscode_is_told_of_a_name_with_a_server() {
    let text = "{\n  // asked about\n  \"chat.tools.eligibleForAutoApproval\": { \"desk/m__drop\": false, },\n}\n";
    let folder = folder("vscode");
    folder.put("settings.json", text);
    let output = folder.toolc(&["check", "--deployed", "settings.json", "--served", "specs"]);
    let said = assert_exit(&output, 1);
    assert!(
        said.contains("`desk/m__drop` never matches: VS Code calls the tool `m__drop`"),
        "{said}"
    );
    assert!(
        said.contains("error[T0606]: vscode runs `m::drop`"),
        "{said}"
    );
}

/// getkastordev/kastor#76: `auto` leaves each call to the service.
#[test]
fn managed_agents_are_told_of_auto() {
    let folder = folder("managed");
    let text = stdout(&folder.toolc(&["export", "--host", "managed-agents", "specs"]));
    assert!(!text.contains("auto"), "{text}");
    let said = check(&folder, "agent.json", &text.replace("always_ask", "auto"));
    assert!(
        said.contains("error[T0606]: managed-agents runs `m::drop`"),
        "{said}"
    );
}

/// A shell's rules decide by the command: one that no rule and no default decides is blocked, and so is one that reaches further
/// than a rule that lets it run.
#[test]
fn a_shell_is_the_strictest_of_its_rules() {
    for (rules, wanted) in [
        ("rules: [{ pattern: ls, approval: ask }]", Verdict::Deny),
        (
            "rules: [{ pattern: ls, approval: ask }]\n    default: { approval: ask }",
            Verdict::Ask,
        ),
        (
            "rules: [{ pattern: ls, approval: preApproved }]\n    default: { approval: ask }",
            Verdict::Deny,
        ),
    ] {
        let folder = Folder::new("host_thread_shell");
        let worker = format!("name: desk\ntoolsets:\n  shell:\n    {rules}\n");
        folder.put("specs/desk.yaml", &worker);
        let output = folder.toolc(&["export", "--host", "codex", "specs"]);
        let said = assert_exit(&output, 0);
        let file = read("codex", &stdout(&output));
        assert_eq!(verdict("codex", &file, "shell__run"), wanted, "{rules}");
        assert!(
            said.contains("only toolc enforces how `shell` runs commands"),
            "{said}"
        );
    }
}

/// What only toolc enforces, what a host leaves open, and files that are none.
#[test]
fn what_a_host_does_not_know_is_told() {
    let folder = folder("told");
    let worker = WORKER.replace("name: desk", "name: desk\noutput_policy: warn\ntimeout: 5s");
    folder.put("specs/desk.yaml", &worker);
    for (host, _) in HOSTS.iter().filter(|(host, _)| *host != "vscode") {
        let output = folder.toolc(&["export", "--host", host, "specs"]);
        let said = assert_exit(&output, 0);
        assert!(
            said.contains("note[T0794]: only toolc enforces `output_policy: warn`"),
            "{said}"
        );
        assert!(
            said.contains("note[T0794]: only toolc enforces the limits on calls of"),
            "{said}"
        );
        let is_open = *host == "claude-code";
        assert_eq!(said.contains("warning[T0793]"), is_open, "{host}: {said}");
        let file = read(host, &stdout(&output));
        assert_eq!(verdict(host, &file, "m__drop"), Verdict::Ask, "{host}");
        let served = folder.toolc(&["export", "--host", host, "--served", "specs"]);
        assert!(!assert_exit(&served, 0).contains("T0793"), "{host}");
    }
    for (path, text) in [
        ("broken.json", "{ \"permissions\": "),
        ("broken.toml", "[mcp_servers"),
        ("other.json", "{ \"a\": 1 }"),
        ("other.toml", "[mcp_servers.shop]\n"),
    ] {
        folder.put(path, text);
        let output = folder.toolc(&["check", "--deployed", path, "specs"]);
        let said = assert_exit(&output, 3);
        assert!(said.contains("error[T0795]"), "{path}: {said}");
    }
    let output = folder.toolc(&["check", "--deployed", "none.json", "specs"]);
    assert_exit(&output, 2);
    let output = folder.toolc(&["export", "--host", "codex", "--worker", "dest", "specs"]);
    assert!(assert_exit(&output, 2).contains("did you mean"), "a worker");
}
