use rig::completion::ToolDefinition;
use rig::tool::Tool;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::*;
use rmcp::service::RequestContext;
use rmcp::{ErrorData as McpError, RoleServer, tool, tool_router};
use serde::Deserialize;

#[derive(Deserialize)]
pub struct FindCustomer {
    /// A part of the name.
    pub name: String,
}

pub struct Crm;

#[tool_router]
impl Crm {
    #[tool(description = "Find a customer.")]
    async fn find_customer(
        &self,
        Parameters(args): Parameters<FindCustomer>,
    ) -> Result<CallToolResult, McpError> {
        todo!()
    }

    /// Change something.
    pub fn change(&mut self) {}

    #[tool(description = "Watch.")]
    pub async fn watch(&self, context: RequestContext<RoleServer>) -> String {
        todo!()
    }

    #[tool(name = "said_otherwise", description = "Named otherwise.")]
    pub async fn named(&self) -> String {
        todo!()
    }
}

pub struct Holder<T>(T);

impl<T> Holder<T> {
    /// Whose type is generic.
    pub fn generic(&self) {}
}

pub trait Converts {
    fn convert(&self);
}

impl Converts for Crm {
    fn convert(&self) {}
}

fn helper() -> u32 {
    10
}

/// Adds.
pub struct Adder;

impl Tool for Adder {
    const NAME: &'static str = "add";

    type Error = std::io::Error;
    type Args = FindCustomer;
    type Output = u32;

    async fn definition(&self, _: String) -> ToolDefinition {
        ToolDefinition {
            name: Self::NAME.to_string(),
            description: "Add two numbers.".to_string(),
            parameters: serde_json::json!({}),
        }
    }

    async fn call(&self, args: Self::Args) -> Result<Self::Output, Self::Error> {
        Ok(1)
    }
}
