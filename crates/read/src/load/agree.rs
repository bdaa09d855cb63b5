//! Several `toolc.yaml` in one compilation: settings of one would affect the tools of the other, so they must agree.

use std::path::Path;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::{Entry, Node, Value};

/// The settings that apply to every compiled tool.
const GENERAL: &[&str] = &[
    "targets", "exports", "rust", "formats", "lints", "flow", "budgets", "defer",
];

/// The findings on settings that differ from those of the first configuration.
pub(super) fn find_disagreements(first: &Node, second: &Node) -> Vec<Diagnostic> {
    let general = GENERAL
        .iter()
        .map(|key| (*key, entry(first, key), entry(second, key)));
    let engines = |node| entry(&entry(node, "tools")?.value, "engines");
    let engines = (engines(first), engines(second));
    let twins = match engines {
        (Some(first), Some(second)) => twins(&first.value, &second.value),
        _ => Vec::new(),
    };
    let named = twins
        .is_empty()
        .then_some(("engines", engines.0, engines.1));
    let enrichments = |node| entry(&entry(node, "tools")?.value, "enrichments");
    let enrichments = ("enrichments", enrichments(first), enrichments(second));
    let differing = general
        .chain(named)
        .chain([enrichments])
        .filter(|(_, first, second)| text(*first) != text(*second))
        .filter_map(|(key, first, second)| disagreement(key, first, second));
    differing.chain(twins).collect()
}

/// The findings on settings that would also apply to another folder, which has no configuration.
pub(super) fn spread_settings(config: &Node, folder: &Path) -> Vec<Diagnostic> {
    let general = GENERAL.iter().map(|key| (*key, entry(config, key)));
    let engines = entry(config, "tools").and_then(|tools| entry(&tools.value, "engines"));
    let spread = general
        .chain([("engines", engines)])
        .filter_map(|(key, entry)| {
            let folder = folder.display();
            let message = format!(
                "`{key}` would hold for the folder `{folder}` too, which has no `toolc.yaml`"
            );
            let finding =
                Diagnostic::new(Code::CONTRADICTING_CONFIGURATIONS, entry?.key_span, message);
            Some(
                finding
                    .help("list the files of that folder here, or compile the folders one by one"),
            )
        });
    spread.collect()
}

/// The entry of a key; a key without a value counts as absent.
fn entry<'n>(node: &'n Node, key: &str) -> Option<&'n Entry> {
    let entry = node.as_map()?.entry(key)?;
    (!matches!(entry.value.value, Value::Null)).then_some(entry)
}

fn text(entry: Option<&Entry>) -> Option<String> {
    entry.map(|entry| entry.value.to_canonical_json())
}

fn disagreement(key: &str, first: Option<&Entry>, second: Option<&Entry>) -> Option<Diagnostic> {
    let place = second.or(first)?.key_span;
    let message = format!("two `toolc.yaml` that are compiled together disagree about `{key}`");
    let finding = Diagnostic::new(Code::CONTRADICTING_CONFIGURATIONS, place, message).help(
        "write it alike in both, list all files in one of the two, or compile the folders one by one",
    );
    Some(match (first, second) {
        (Some(first), Some(_)) => finding
            .label("this would hold for the files of the other one too")
            .also(first.key_span, "as would this"),
        _ => finding.label("this would hold for the files of the other one, which does not say it"),
    })
}

/// The findings on engines with the same name.
fn twins(first: &Node, second: &Node) -> Vec<Diagnostic> {
    let (Some(first), Some(second)) = (first.as_map(), second.as_map()) else {
        return Vec::new();
    };
    let twins = second.iter().filter_map(|entry| {
        let other = first.entry(&entry.key)?;
        let message = format!("the engine `{}` is defined in two `toolc.yaml`", entry.key);
        let finding = Diagnostic::new(Code::CONTRADICTING_CONFIGURATIONS, entry.key_span, message)
            .label("defined again here")
            .also(other.key_span, "first defined here")
            .help("give one of them another name, or list all files in one `toolc.yaml`");
        Some(finding)
    });
    twins.collect()
}
