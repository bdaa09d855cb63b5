//! Asks a server for its tool list, for the compiler's command line. No tool is called.

use super::alone::run_alone;
use super::connection::Connection;
pub use super::fault::{Fault, FaultKind};
use super::listing::list_tools;
use super::start::Means;
pub use super::target::{ClientCredentials, Reached, Target, expand_variables, fill_url};
use super::web::Pools;
#[cfg(feature = "mcp")]
pub use super::web::get_document;

/// What a server says about itself, and its tools.
#[derive(Debug, Clone)]
pub struct Listing {
    /// The negotiated revision of the protocol.
    pub protocol: String,
    /// Its name and version as a JSON object, if it gives them.
    pub server: Option<String>,
    /// Its instructions for models.
    pub instructions: Option<String>,
    /// Its tools in its order, each as the server wrote it.
    pub tools: Vec<Box<str>>,
}

/// Connects to a server, lists its tools and disconnects.
pub fn ask_server(target: &Target) -> Result<Listing, Fault> {
    run_alone(async {
        let pools = Pools::default();
        let connection = Connection::open(target, &Means::of(&pools)).await?;
        let listed = list_tools(&connection, target).await;
        let info = connection.info();
        connection.close().await;
        let info = info.as_deref();
        Ok(Listing {
            tools: listed?,
            protocol: info.map_or_else(String::new, |info| info.protocol_version.to_string()),
            server: info
                .and_then(|info| info.server_info.as_ref())
                .and_then(|server| serde_json::to_string(server).ok()),
            instructions: info.and_then(|info| info.instructions.clone()),
        })
    })
}
