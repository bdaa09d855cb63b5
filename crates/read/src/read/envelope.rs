//! What is beside the tools in a provider's request or in a server's response.

use super::Reading;
use toolc_base::diagnostic::Severity;
use toolc_base::node::Map;
use toolc_base::restriction::BESIDE_TOOLS;
use toolc_model::reading::restricted::restriction_finding;

/// Reports keys that seem to restrict all tools, and are not read. They are warnings, because others wrote them.
pub(super) fn report_restrictions(reading: &mut Reading<'_>, envelope: &Map, owner: &str) {
    for entry in envelope.iter() {
        let Some(mut finding) = restriction_finding(entry, BESIDE_TOOLS, owner) else {
            continue;
        };
        if finding.severity == Severity::Error {
            finding.severity = Severity::Warning;
        }
        reading.diagnostics.push(finding);
    }
}
