//! Artifacts that are to be constants, and are not there or were made of other tools.

use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_enrich::file::{artifact_path, is_of_tools};
use toolc_model::model::Catalog;
use toolc_model::model::enrichment::{StoredArtifact, list_proposers};

/// Reports them. Whether an answer of a model is out of date, or what was made of schemas that a model proposed, takes more
/// than the tools: `toolc check` says it.
pub fn report_stored(diagnostics: &mut Diagnostics, catalog: &Catalog, stored: &[StoredArtifact]) {
    for one in stored {
        let mut entries = catalog.enrichments.iter();
        let Some(entry) = entries.find(|entry| entry.name.value == one.name) else {
            continue;
        };
        let is_of_tools_alone = entry.kind.endpoint().is_none()
            && list_proposers(&catalog.enrichments, entry).is_empty();
        let what = match &one.text {
            None => "is missing",
            Some(text) if is_of_tools_alone && !is_of_tools(catalog, entry, &one.made_of, text) => {
                "was made of other tools or settings"
            }
            Some(_) => continue,
        };
        let message = format!(
            "the artifact `{}`, which generated code has, {what}",
            artifact_path(&one.name)
        );
        let finding = Diagnostic::new(Code::STALE_ARTIFACT, entry.name.span, message)
            .label("this makes it")
            .help("run `toolc enrich` with the same paths, and commit the file");
        diagnostics.push(finding);
    }
}
