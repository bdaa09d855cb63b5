//! What the providers in `targets:` refuse at the root of an input schema.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{Catalog, Target, Tool};
use std::collections::BTreeSet;
use toolc_runtime::reader::{Reader, Stop};

/// Keywords that a target refuses at the root. All want an object there.
const REFUSED: &[(Target, &[&str])] = &[
    (Target::OpenAi, &["anyOf", "oneOf", "allOf", "enum", "not"]),
    (Target::Anthropic, &["anyOf", "oneOf", "allOf"]),
    (Target::Gemini, &[]),
    (Target::Mcp, &[]),
];

/// Reports granted tools whose input schema is no plain object for a target of the catalog. A
/// schema without `type` passes, for the exports write `"type": "object"` there.
pub(super) fn check_input_roots(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let granted: BTreeSet<_> = catalog
        .workers
        .iter()
        .flat_map(|worker| &worker.grants)
        .map(|grant| grant.tool)
        .collect();
    for (id, tool) in catalog.numbered() {
        if catalog.targets.is_empty() || !granted.contains(&id) {
            continue;
        }
        let root = Root::read(&tool.input_text.text);
        let refusals: Vec<(Target, String)> = catalog
            .targets
            .iter()
            .filter_map(|&target| Some((target, root.find_refusal(target)?)))
            .collect();
        if let Some((_, reason)) = refusals.first() {
            let targets: Vec<&str> = refusals.iter().map(|(target, _)| target.name()).collect();
            diagnostics.push(illegal_root(tool, reason, &targets));
        }
    }
}

/// The keywords at the root of a schema, and whether it may describe an object.
#[derive(Debug)]
struct Root {
    keywords: Vec<String>,
    object: bool,
}

impl Root {
    fn read(text: &str) -> Self {
        let mut root = Root {
            keywords: Vec::new(),
            object: true,
        };
        let mut reader = Reader::new(text);
        // a text that is no object is a boolean schema: `false` accepts nothing
        if root.read_keywords(&mut reader).is_err() {
            root.object = text != "false";
        }
        root
    }

    fn read_keywords(&mut self, reader: &mut Reader<'_>) -> Result<(), Stop> {
        reader.begin_object()?;
        let mut first = true;
        while reader.next_key(first)? {
            first = false;
            let key = reader.string()?.into_owned();
            reader.colon()?;
            let value = reader.capture()?;
            self.object &= key != "type" || value == "\"object\"";
            self.keywords.push(key);
        }
        Ok(())
    }

    fn find_refusal(&self, target: Target) -> Option<String> {
        if !self.object {
            return Some("is not `type: object`".to_owned());
        }
        let refused = REFUSED
            .iter()
            .find(|(row, _)| *row == target)
            .map_or(&[][..], |(_, row)| row);
        let keyword = self
            .keywords
            .iter()
            .find(|keyword| refused.contains(&keyword.as_str()))?;
        Some(format!("has `{keyword}`"))
    }
}

fn illegal_root(tool: &Tool, reason: &str, targets: &[&str]) -> Diagnostic {
    let message = format!(
        "the input schema of `{}` {reason} at its root, which {} {}",
        tool.qualified(),
        targets.join(" and "),
        if targets.len() == 1 {
            "refuses"
        } else {
            "refuse"
        },
    );
    Diagnostic::new(Code::ILLEGAL_ROOT, tool.span, message)
        .label("granted to a worker and exported")
        .help("put the alternatives under a property of an object, or take the target out of `targets`")
}
