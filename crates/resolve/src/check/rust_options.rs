//! The types of a namespace share one module, so its tools must agree on their Rust options.

use std::collections::HashMap;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_model::model::{Catalog, Tool};

/// Reports the first tool of each namespace whose options differ from those of earlier tools.
pub(super) fn check_rust_options(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let mut first: HashMap<&str, Option<&Tool>> = HashMap::new();
    for tool in &catalog.tools {
        let leader = first.entry(&tool.namespace).or_insert(Some(tool));
        if leader.is_some_and(|leader| leader.rust != tool.rust)
            && let Some(leader) = leader.take()
        {
            diagnostics.push(differing_options(leader, tool));
        }
    }
}

fn differing_options(leader: &Tool, tool: &Tool) -> Diagnostic {
    let message = format!(
        "the tools of namespace `{}` have different `rust` options",
        tool.namespace
    );
    Diagnostic::new(Code::DIFFERING_RUST_OPTIONS, tool.span, message)
        .label("this tool has other options")
        .also(leader.span, "than this one")
        .help(
            "write the same `rust:` in all entries of the namespace, or at the top of `toolc.yaml`",
        )
}
