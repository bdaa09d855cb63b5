//! Tools chosen by namespace and by fingerprint, for display only.

use super::Exit;
use super::output::refuse_with;
use clap::Args;
use std::collections::BTreeSet;
use toolc_base::diagnostic::quote::quote_some;
use toolc_base::diagnostic::render::escape_text;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_model::model::{Catalog, Tool};

/// How many namespaces a message names.
const SHOWN: usize = 10;

/// Which tools to show.
#[derive(Args)]
pub(super) struct Chosen {
    /// Only tools of this namespace; with several, tools of any of them
    #[arg(long = "namespace", value_name = "NAMESPACE")]
    within: Vec<String>,
    /// Only tools whose input schema has this fingerprint (`raw` in `toolc show`)
    #[arg(long, value_name = "SHA256")]
    fingerprint: Option<String>,
}

impl Chosen {
    /// Refuses a namespace without tools, and a fingerprint that no tool has.
    pub fn check_choice(&self, catalog: &Catalog) -> Result<(), Exit> {
        let known: BTreeSet<&str> = catalog
            .tools
            .iter()
            .map(|tool| tool.namespace.as_str())
            .collect();
        for namespace in &self.within {
            if !known.contains(namespace.as_str()) {
                let near = did_you_mean(namespace, known.iter().copied());
                let help = near.map_or_else(
                    || match known.is_empty() {
                        true => "no tools were found: `toolc check -v` says why".to_owned(),
                        false => format!("the namespaces are {}", quote_some(&known, SHOWN)),
                    },
                    |help| help.text,
                );
                let message = format!("no tool is in the namespace `{}`", escape_text(namespace));
                return Err(refuse_with(&message, &help));
            }
        }
        match &self.fingerprint {
            Some(fingerprint) if !catalog.tools.iter().any(|tool| self.shows(tool)) => {
                let message = format!(
                    "no tool matches the fingerprint `{}`",
                    escape_text(fingerprint)
                );
                let help =
                    "it is the SHA-256 of an input schema: `toolc list --format json` has them";
                Err(refuse_with(&message, help))
            }
            _ => Ok(()),
        }
    }

    /// Whether a tool is shown.
    pub fn shows(&self, tool: &Tool) -> bool {
        let is_within = self.within.is_empty() || self.within.contains(&tool.namespace);
        let fingerprint = self.fingerprint.as_deref();
        is_within && fingerprint.is_none_or(|fingerprint| fingerprint == tool.raw_fingerprint)
    }
}
