//! Noun: a host, as a row: what is known of it, and how its file is written and read.

use crate::choice::Choice;
use crate::deployed::Deployed;
use crate::dialect::{claude_code, codex, managed_agents, openai_agents, vscode};
use crate::facts::{FACTS, Facts};
use toolc_base::node::Node;
use toolc_base::source::Spanned;

/// Reads what a file says about a server.
type Read = fn(file: &Node, server: &str) -> Result<Box<dyn Deployed>, Spanned<String>>;

/// A program or service that calls tools of servers, and has its own configuration of what may run.
pub struct Host {
    /// Its name on the command line.
    pub name: &'static str,
    /// Writes what it is to do about each tool of a server.
    pub write: fn(server: &str, choices: &[Choice]) -> String,
    /// Reads that back, with all else that the file says about the server. The error is what the file lacks, and where.
    pub read: Read,
    /// Whether a file is in the language of this host.
    pub is_own: fn(file: &Node) -> bool,
}

/// Every host.
pub const HOSTS: &[Host] = &[
    Host {
        name: "claude-code",
        write: claude_code::write_config,
        read: claude_code::read_config,
        is_own: |file| file.get("permissions").is_some(),
    },
    Host {
        name: "codex",
        write: codex::write_config,
        read: codex::read_config,
        is_own: |file| file.get("mcp_servers").is_some(),
    },
    Host {
        name: "managed-agents",
        write: managed_agents::write_config,
        read: managed_agents::read_config,
        is_own: managed_agents::is_own,
    },
    Host {
        name: "openai-agents",
        write: openai_agents::write_config,
        read: openai_agents::read_config,
        is_own: |file| file.get("require_approval").is_some() || file.get("tool_filter").is_some(),
    },
    Host {
        name: "vscode",
        write: vscode::write_config,
        read: vscode::read_config,
        is_own: vscode::is_own,
    },
];

impl Host {
    /// The host with a name.
    pub fn named(name: &str) -> Option<&'static Host> {
        HOSTS.iter().find(|host| host.name == name)
    }

    /// The host whose file this is, if it is one of exactly one.
    pub fn of_file(file: &Node) -> Option<&'static Host> {
        let mut found = HOSTS.iter().filter(|host| (host.is_own)(file));
        found.next().filter(|_| found.next().is_none())
    }

    /// What is known of it; a test finds a host of which nothing is.
    pub fn facts(&self) -> Option<&'static Facts> {
        FACTS.iter().find(|facts| facts.host == self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_host_has_its_facts() {
        for host in HOSTS {
            assert!(host.facts().is_some(), "{}", host.name);
        }
    }
}
