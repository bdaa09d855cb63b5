//! Methods of Rust modules in workers that mount toolsets.

use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics};
use toolc_model::model::Catalog;

/// Reports methods that are granted by a worker which mounts toolsets: what it calls handlers on is made of mounted
/// toolsets, and has no value of anybody's type.
pub(super) fn check_mounted_methods(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    for worker in &catalog.workers {
        let Some(mount) = worker.mounts.first() else {
            continue;
        };
        let tools = worker.grants.iter().map(|grant| catalog.tool(grant.tool));
        let is_method = |native: &toolc_model::model::native::Native| native.receiver.is_some();
        for tool in tools.filter(|tool| tool.native.as_deref().is_some_and(is_method)) {
            let name = tool.qualified();
            let message = format!(
                "the worker `{}` mounts the toolset `{}`, and `{name}` is a method",
                worker.name, mount.namespace
            );
            let finding = Diagnostic::new(Code::UNFIT_FUNCTION, tool.span, message)
                .about(About::tool(name))
                .label("a worker with mounted toolsets has no value on which it could be called")
                .help("write a function instead, or give the toolset of the method a worker of its own");
            diagnostics.push(finding);
        }
    }
}
