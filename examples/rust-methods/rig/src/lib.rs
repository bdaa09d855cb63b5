//! The form of rig's trait for tools, by its documentation: rig itself takes minutes to compile.

/// What models are sent.
pub mod completion {
    /// The definition of a tool.
    #[derive(Debug)]
    pub struct ToolDefinition {
        /// The name.
        pub name: String,
        /// The description.
        pub description: String,
        /// The schema of the arguments.
        pub parameters: serde_json::Value,
    }
}

/// Tools.
pub mod tool {
    use super::completion::ToolDefinition;

    /// A tool.
    pub trait Tool: Sized + Send + Sync {
        /// Why a call fails.
        type Error: std::error::Error + Send + Sync + 'static;
        /// The arguments.
        type Args: for<'a> serde::Deserialize<'a> + Send + Sync;
        /// The result.
        type Output: serde::Serialize;

        /// The name.
        const NAME: &'static str;

        /// The definition.
        fn definition(&self, prompt: String) -> impl Future<Output = ToolDefinition> + Send + Sync;

        /// Performs a call.
        fn call(
            &self,
            args: Self::Args,
        ) -> impl Future<Output = Result<Self::Output, Self::Error>> + Send;
    }
}
