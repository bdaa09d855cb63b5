use rmcp::tool;

pub struct Notes;

impl Notes {
    /// Its schema is given.
    #[tool(input_schema = schema())]
    pub async fn given(&self) -> String {
        todo!()
    }

    /// Its hint is made up.
    #[tool(annotations(read_only_hint = maybe()))]
    pub async fn made_up(&self) -> String {
        todo!()
    }

    #[tool(description = concat!("a", "b"), priority = 1)]
    pub async fn called(&self) -> String {
        todo!()
    }
}
