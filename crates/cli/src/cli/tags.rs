//! Tools chosen by tags, for display only. Tags grant nothing: otherwise their author, such as an
//! API, would decide what a worker may call.

use super::Exit;
use super::output::refuse_with;
use clap::Args;
use std::collections::BTreeSet;
use toolc_base::diagnostic::quote::quote_some;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::node::Node;
use toolc_model::model::{Catalog, Tool};

/// Which tools to show.
#[derive(Args)]
pub(super) struct Tagged {
    /// Only tools with this tag; with several, tools with any of them
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
}

impl Tagged {
    /// Refuses a tag that no tool has.
    pub fn check_tags(&self, catalog: &Catalog) -> Result<(), Exit> {
        let known: BTreeSet<&str> = catalog.tools.iter().flat_map(tags_of).collect();
        for tag in &self.tags {
            if !known.contains(tag.as_str()) {
                let near = did_you_mean(tag, known.iter().copied());
                let help = near.map_or_else(|| list_tags(&known), |help| help.text);
                return Err(refuse_with(&format!("no tool has the tag `{tag}`"), &help));
            }
        }
        Ok(())
    }

    /// Whether a tool is shown.
    pub fn shows(&self, tool: &Tool) -> bool {
        self.tags.is_empty() || tags_of(tool).any(|tag| self.tags.iter().any(|own| own == tag))
    }
}

fn tags_of(tool: &Tool) -> impl Iterator<Item = &str> {
    let tags = tool.metadata.iter().filter(|(key, _)| key == "tags");
    let tags = tags.filter_map(|(_, node)| node.as_list()).flatten();
    tags.filter_map(Node::as_str)
}

fn list_tags(known: &BTreeSet<&str>) -> String {
    const SHOWN: usize = 10;
    if known.is_empty() {
        return "give tools `tags: [word]` in their files".to_owned();
    }
    format!("the tags are {}", quote_some(known, SHOWN))
}
