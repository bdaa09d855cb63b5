//! MCP servers and their tools in generated code, as static data. The feature `mcp` adds the engine that
//! calls them.

use crate::connection::ConnectionSettings;
#[cfg(any(feature = "compiler", feature = "mcp-stdio"))]
use crate::reader::{Reader, Stop};
#[cfg(feature = "calls")]
use crate::tool::Tool;

/// A tool that an MCP server runs.
#[cfg(feature = "calls")]
pub trait RemoteTool: Tool {
    /// The call to the server.
    const CALL: &'static RemoteCall;
}

/// A tool of an MCP server.
#[derive(Debug, Clone, Copy)]
pub struct RemoteCall {
    /// The server.
    pub server: &'static Server,
    /// The name of the tool on the server.
    pub name: &'static str,
    /// The digest of the server's definition of the tool at build time: see [`digest_tool`].
    pub digest: &'static str,
}

/// An MCP server that is called through an engine.
#[derive(Debug, Clone, Copy)]
pub struct Server {
    /// The name of the engine in the configuration.
    pub engine: &'static str,
    /// How it is reached.
    pub reach: Reach,
    /// The hosts that the environment may choose from, if its URL has variables.
    pub hosts: &'static [&'static str],
    /// Environment variables for its process, or headers for requests. `${NAME}` in a value stands for a
    /// variable in the program's environment.
    pub given: &'static [(&'static str, &'static str)],
    /// The client credentials with which to obtain tokens for it.
    pub oauth: Option<ClientCredentials>,
    /// What may be called, and within what limits.
    pub connection: ConnectionSettings,
    /// What happens with tools whose definition has changed since build time.
    pub changed: Changed,
}

/// OAuth 2 client credentials (RFC 6749, section 4.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientCredentials {
    /// The environment variable that contains the client id.
    pub id_env: &'static str,
    /// The environment variable that contains the client secret.
    pub secret_env: &'static str,
    /// The URL of the token endpoint.
    pub token_url: &'static str,
    /// The requested scopes.
    pub scopes: &'static [&'static str],
}

/// How an MCP server is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// As a program with its arguments, over its standard input and output.
    Command(&'static [&'static str]),
    /// At a URL, over streamable HTTP.
    Url(&'static str),
}

/// What happens with a tool whose definition has changed since build time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changed {
    /// It is not called.
    Refuse,
    /// It is called, and the listener of the client is told.
    Warn,
    /// It is called.
    Ignore,
}

/// The fields of a tool's definition that are hashed, in this order.
#[cfg(any(feature = "compiler", feature = "mcp-stdio"))]
const COUNTED: [&str; 6] = [
    "name",
    "title",
    "description",
    "inputSchema",
    "outputSchema",
    "annotations",
];

/// SHA-256, in hex, of a server's definition of a tool: its name, title, description, schemas and
/// annotations, however they are formatted. `None` if the text is not a JSON object.
#[cfg(any(feature = "compiler", feature = "mcp-stdio"))]
#[doc(hidden)]
pub fn digest_tool(tool: &str) -> Option<String> {
    use std::fmt::Write;

    let members = read_members(tool).ok()?;
    let mut hash = hmac_sha256::Hash::new();
    for key in COUNTED {
        // A missing field and `null` mean the same.
        let mut said = members.iter().filter(|(name, _)| name == key);
        let said = said.next_back().filter(|(_, said)| *said != "null");
        if let Some((_, said)) = said {
            hash.update(key);
            hash.update([0]);
            hash.update(crate::json::canonical_json(said).ok()?);
            hash.update([0]);
        }
    }
    let mut text = String::with_capacity(64);
    for byte in hash.finalize() {
        let _ = write!(text, "{byte:02x}");
    }
    Some(text)
}

/// The members of an object, each with the text of its value.
#[cfg(any(feature = "compiler", feature = "mcp-stdio"))]
fn read_members(text: &str) -> Result<Vec<(String, &str)>, Stop> {
    let mut reader = Reader::new(text);
    let mut members = Vec::new();
    reader.begin_object()?;
    while reader.next_key(members.is_empty())? {
        let key = reader.string()?.into_owned();
        reader.colon()?;
        members.push((key, reader.capture()?));
    }
    reader.finish().map(|()| members)
}
