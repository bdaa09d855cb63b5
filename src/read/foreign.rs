//! What a description that others wrote says about its own policy: it may tighten, never loosen,
//! and it does not choose its namespace.

use super::{Reading, fields};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::policy::Approval;
use crate::node::Map;
use crate::source::Spanned;

/// Who wrote a definition, where it is not the user.
#[derive(Debug, Clone, Copy)]
pub(super) enum Foreign {
    /// An MCP server.
    Server,
    /// Whoever made a provider's tool list.
    Provider,
    /// The authors of an API.
    Api,
}

impl Foreign {
    fn name(self) -> &'static str {
        match self {
            Foreign::Server => "a snapshot of a server",
            Foreign::Provider => "a provider's tool list",
            Foreign::Api => "the description of an API",
        }
    }
}

/// The tool's own namespace, where the definition may choose it.
pub(super) fn namespace(
    reading: &mut Reading<'_>,
    map: &Map,
    foreign: Option<Foreign>,
) -> Option<Spanned<String>> {
    let Some(foreign) = foreign else {
        return fields::namespace(reading.diagnostics, map);
    };
    let entry = map.entry("namespace")?;
    let message = format!(
        "`{}` is {}: what it says about its own namespace does not count",
        reading.path,
        foreign.name()
    );
    let finding = Diagnostic::new(Code::FOREIGN_POLICY, entry.key_span, message)
        .help("put `namespace` on the registry entry");
    reading.diagnostics.push(finding);
    None
}

/// The tool's own approval; `preApproved` only where the user wrote it.
pub(super) fn approval(
    reading: &mut Reading<'_>,
    map: &Map,
    foreign: Option<Foreign>,
    tool: &str,
) -> Option<Spanned<Approval>> {
    let node = map.get("approval")?;
    let found = fields::approval(reading.diagnostics, node, "`approval`")?;
    let Some(foreign) = foreign.filter(|_| found.value == Approval::PreApproved) else {
        return Some(found);
    };
    let message = format!(
        "`{}` is {}: what it says about its own approval does not count",
        reading.path,
        foreign.name()
    );
    let finding = Diagnostic::new(Code::FOREIGN_POLICY, found.span, message).help(format!(
        "grant it in the worker: `approval: {{ tools: {{ {tool}: preApproved }} }}`"
    ));
    reading.diagnostics.push(finding);
    None
}

/// The approval of an operation, where it has one in toolc's words. OpenAPI knows no such key, so
/// any other value there means something else.
pub(super) fn operation_approval(
    reading: &mut Reading<'_>,
    operation: &Map,
    name: &str,
) -> Option<Spanned<Approval>> {
    let word = operation.get("approval")?.as_str()?;
    Approval::from_name(word)?;
    approval(reading, operation, Some(Foreign::Api), name)
}
