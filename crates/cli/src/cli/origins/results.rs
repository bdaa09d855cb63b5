//! What models and clients are shown of the results of a tool, and who says so.

use super::{Policy, null};
use toolc_base::diagnostic::render::Places;
use toolc_base::json_text::{write_array, write_object, write_string};
use toolc_model::model::Catalog;
use toolc_model::model::results::{Projection, write_usual_limit};
use toolc_runtime::v1::USUAL_BYTES;

/// `keep /id; 50 items (specs/workers/support.yaml:9:3)`, for each entry that counts; `None` if results are shown whole.
pub(in crate::cli) fn write_results(
    catalog: &Catalog,
    places: &Places<'_>,
    policy: &Policy<'_>,
) -> Option<String> {
    let grant = policy.grant?;
    let results = catalog.find_results(grant).unwrap_or_default();
    let entries = results.levels.iter().flatten();
    let words = entries.map(|entry| {
        let words = entry.settings.words();
        format!("{words} ({})", places.show(entry.span))
    });
    let mut words: Vec<String> = words.collect();
    if results.budget().is_none() && catalog.has_usual_limit(catalog.tool(grant.tool)) {
        words.push(write_usual_limit());
    }
    (!words.is_empty()).then(|| words.join(", "))
}

/// The same as a JSON object, with what holds of all entries together; `null` if results are shown whole.
pub(super) fn write_shown_results(
    catalog: &Catalog,
    places: &Places<'_>,
    policy: &Policy<'_>,
) -> String {
    let Some(grant) = policy.grant else {
        return null();
    };
    let tool = catalog.tool(grant.tool);
    let results = catalog.find_results(grant).unwrap_or_default();
    let usual = catalog.has_usual_limit(tool).then_some(USUAL_BYTES);
    let bytes = results
        .budget()
        .map(|budget| budget.value.bytes())
        .or(usual);
    if results.levels.is_empty() && bytes.is_none() {
        return null();
    }
    let parts = match catalog.project_results(tool, &results) {
        Projection::Whole => "all",
        Projection::Nothing => "none",
        Projection::Parts(_) => "some",
    };
    let number = |number: Option<u64>| number.map_or_else(null, |number| number.to_string());
    let rest = if results.pages { "page" } else { "cut" };
    let entries = results.levels.iter().flatten();
    write_object(&[
        ("parts", write_string(parts)),
        ("items", number(results.items().map(|items| items.value))),
        ("bytes", number(bytes)),
        ("rest", write_string(rest)),
        (
            "places",
            write_array(entries.map(|entry| write_string(&places.show(entry.span)))),
        ),
    ])
}
