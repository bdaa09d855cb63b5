//! What generated code says of an MCP server and its tools, as static data. The feature `mcp` brings the
//! engine that calls them.

use crate::tool::Tool;
use std::time::Duration;

/// A tool whose calls an MCP server runs.
pub trait RemoteTool: Tool {
    /// The call.
    const CALL: &'static RemoteCall;
}

/// What is called.
#[derive(Debug, Clone, Copy)]
pub struct RemoteCall {
    /// Where.
    pub server: &'static Server,
    /// What the server calls the tool.
    pub name: &'static str,
    /// What the server said about the tool when the program was built: see [`digest_tool`].
    pub digest: &'static str,
}

/// An MCP server behind an engine.
#[derive(Debug, Clone, Copy)]
pub struct Server {
    /// The name of the engine in the configuration.
    pub engine: &'static str,
    /// Where it is.
    pub reach: Reach,
    /// The variables of its process, or the headers of requests. `${NAME}` in a value stands for a
    /// variable of the program's environment.
    pub given: &'static [(&'static str, &'static str)],
    /// The client credentials with which tokens are got for it.
    pub oauth: Option<ClientCredentials>,
    /// Whether a private or loopback address may be called.
    pub private: bool,
    /// Whether credentials may go over plain http to other hosts than those of the machine and its
    /// network.
    pub plain_http: bool,
    /// How long a call may take, and how long a connection may take to come about.
    pub timeout: Duration,
    /// The most bytes of one message of the server.
    pub max_response: u64,
    /// What becomes of tools that the server offers otherwise than when the program was built.
    pub changed: Changed,
}

/// Client credentials of OAuth 2 (RFC 6749, section 4.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientCredentials {
    /// The variable of the environment that holds the client's id.
    pub id_env: &'static str,
    /// The variable that holds its secret.
    pub secret_env: &'static str,
    /// Where tokens come from.
    pub token_url: &'static str,
    /// What they are asked for.
    pub scopes: &'static [&'static str],
}

/// Where an MCP server is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// A program with its arguments, spoken to on its standard input and output.
    Command(&'static [&'static str]),
    /// An address of streamable HTTP.
    Url(&'static str),
}

/// What becomes of a tool that the server offers otherwise than when the program was built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changed {
    /// It is not called.
    Refuse,
    /// It is called, and somebody is told.
    Warn,
    /// It is called.
    Ignore,
}

/// What of a tool counts, in the order in which it is hashed.
#[cfg(any(feature = "compiler", feature = "mcp"))]
const COUNTED: [&str; 6] = [
    "name",
    "title",
    "description",
    "inputSchema",
    "outputSchema",
    "annotations",
];

/// SHA-256 in hex of what a server says of a tool: its name, title, description, schemas and annotations,
/// however they are written. `None` where the text is not a JSON object.
#[cfg(any(feature = "compiler", feature = "mcp"))]
#[doc(hidden)]
pub fn digest_tool(tool: &str) -> Option<String> {
    use serde_json::value::RawValue;
    use std::collections::BTreeMap;
    use std::fmt::Write;

    let members: BTreeMap<String, Box<RawValue>> = serde_json::from_str(tool).ok()?;
    let mut hash = hmac_sha256::Hash::new();
    for key in COUNTED {
        // what is not there and what is null say the same
        let said = members.get(key).filter(|said| said.get() != "null");
        if let Some(said) = said {
            hash.update(key);
            hash.update([0]);
            hash.update(crate::json::canonical_json(said.get()).ok()?);
            hash.update([0]);
        }
    }
    let mut text = String::with_capacity(64);
    for byte in hash.finalize() {
        let _ = write!(text, "{byte:02x}");
    }
    Some(text)
}
