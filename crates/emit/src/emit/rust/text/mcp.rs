//! The call that a tool makes to an MCP server, as static data.

use super::http::Shared;
use crate::emit::rust::layout::Layout;
use crate::emit::rust::names::ToolPlan;
use toolc_model::model::engine::{McpEngine, Reach};
use toolc_schema::rust::{Ident, Rust, Text, Variant, put, rust, write_snippet};

impl Shared {
    /// How a tool is called, if a server runs it.
    pub fn remote_item(&mut self, layout: &Layout<'_>, names: &ToolPlan) -> Option<impl Rust> {
        let call = layout.catalog.mcp_engine(layout.tool(names))?;
        let marker = Ident(&names.marker);
        let server = server(&call.engine.name, call.settings);
        let server = self.shared("MCP_SERVER", &rust!(rt::mcp::Server), &server);
        Some(rust!(
            impl rt::mcp::RemoteTool for #marker {
                const CALL: &'static rt::mcp::RemoteCall = &rt::mcp::RemoteCall {
                    server: &#(Ident(&server)),
                    name: #(Text(&call.remote.name)),
                    digest: #(Text(&call.remote.digest)),
                };
            }
        ))
    }
}

fn server(name: &str, settings: &McpEngine) -> impl Rust {
    let reach = settings.reach.as_ref().map(|reach| &reach.value);
    let reach = write_snippet(move |out| match reach {
        Some(Reach::Url(url)) => put!(out, rt::mcp::Reach::Url(#(Text(url)))),
        Some(Reach::Command(words)) => put!(out, rt::mcp::Reach::Command(&[
            #(for word in words => #(Text(word)),)
        ])),
        None => put!(out, rt::mcp::Reach::Command(&[])),
    });
    let oauth = settings.auth.as_ref().map(|auth| &auth.value);
    let oauth = write_snippet(move |out| match oauth {
        None => put!(out, ::core::option::Option::None),
        Some(source) => put!(out, ::core::option::Option::Some(rt::mcp::ClientCredentials {
            id_env: #(Text(&source.id_env)),
            secret_env: #(Text(&source.secret_env)),
            token_url: #(Text(&source.token_url.value)),
            scopes: &[#(for scope in &source.scopes => #(Text(scope)),)],
        })),
    });
    rust!(rt::mcp::Server {
        engine: #(Text(name)),
        reach: #reach,
        given: &[#(for (name, value) in &settings.given => (#(Text(&name.value)), #(Text(value))),)],
        oauth: #oauth,
        private: #(settings.private),
        plain_http: #(settings.plain_http),
        timeout: ::core::time::Duration::from_millis(#(settings.timeout)),
        max_response: #(settings.max_response),
        changed: rt::mcp::Changed::#(Variant(settings.changed)),
    })
}
