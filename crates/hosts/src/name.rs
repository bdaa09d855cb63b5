//! The name that a host has for a tool of a server, and why a name is of no use there.

use crate::facts::Facts;

/// The name of a tool as the host has it.
pub(crate) fn write_host_name(facts: &Facts, server: &str, tool: &str) -> String {
    let tool = rewrite(facts, tool);
    match facts.prefix.is_empty() {
        true => tool,
        false => format!(
            "{}{}{}{tool}",
            facts.prefix,
            rewrite(facts, server),
            facts.between
        ),
    }
}

/// Characters that the host does not keep become `_`.
fn rewrite(facts: &Facts, name: &str) -> String {
    let keep = |letter: char| match is_among(letter, &facts.letters) {
        true => letter,
        false => '_',
    };
    name.chars().map(keep).collect()
}

/// Why the name of a server could be taken for another one's, or cannot be written, if so.
pub(crate) fn find_server_fault(facts: &Facts, server: &str) -> Option<String> {
    if server.is_empty() {
        return Some("is empty".to_owned());
    }
    let odd = server
        .chars()
        .find(|letter| !is_among(*letter, &facts.letters));
    if let Some(odd) = odd {
        return Some(format!("has the character `{odd}`"));
    }
    if facts.prefix.is_empty() {
        return None;
    }
    let between = &facts.between;
    if server.contains(between.as_str()) {
        return Some(format!(
            "has `{between}`, which separates the server from the tool"
        ));
    }
    let is_open = server.starts_with('_') || server.ends_with('_');
    is_open.then(|| format!("begins or ends with `_`, beside which `{between}` is ambiguous"))
}

/// Whether a character is in a set, which may have ranges: `a-zA-Z0-9_-`.
fn is_among(letter: char, letters: &str) -> bool {
    let letters: Vec<char> = letters.chars().collect();
    let mut at = 0;
    while let Some(first) = letters.get(at) {
        match letters.get(at + 1..at + 3) {
            Some(['-', last]) => {
                if (*first..=*last).contains(&letter) {
                    return true;
                }
                at += 3;
            }
            _ if *first == letter => return true,
            _ => at += 1,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Host;

    fn facts(host: &str) -> &'static Facts {
        let host = Host::named(host).expect("a host");
        host.facts().expect("facts")
    }

    #[test]
    fn names_are_those_of_the_host() {
        let rows = [
            ("claude-code", "desk", "mcp__desk__ns__get-one"),
            ("codex", "desk", "ns__get-one"),
            ("vscode", "desk", "ns__get-one"),
        ];
        for (host, server, expected) in rows {
            assert_eq!(
                write_host_name(facts(host), server, "ns__get-one"),
                expected
            );
        }
        assert_eq!(
            write_host_name(facts("claude-code"), "a.b c", "x.y"),
            "mcp__a_b_c__x_y"
        );
    }

    #[test]
    fn a_server_that_may_be_taken_for_another_is_found() {
        let claude = facts("claude-code");
        for server in ["", "a__b", "a.b", "a b", "desk_", "_desk", "desk*", "désk"] {
            assert!(find_server_fault(claude, server).is_some(), "{server}");
        }
        for server in ["desk", "my-desk", "my_desk", "Desk2"] {
            assert_eq!(find_server_fault(claude, server), None, "{server}");
        }
        assert_eq!(find_server_fault(facts("codex"), "a__b"), None);
    }
}
