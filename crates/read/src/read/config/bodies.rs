//! `content` and `body` of a `rest` entry: how request bodies become arguments.

use crate::read::fields;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::Map;
use toolc_model::config::BodyOptions;

/// The values of `body`, and whether each asks for a single argument.
const LAYOUTS: &[(&str, bool)] = &[("flatten", false), ("nested", true)];

/// Reads both keys.
pub(super) fn read_bodies(diagnostics: &mut Diagnostics, map: &Map) -> BodyOptions {
    let nested = map
        .get("body")
        .and_then(|node| fields::one_of(diagnostics, node, "`body`", "layout of bodies", LAYOUTS));
    let content = map
        .get("content")
        .and_then(|node| fields::read_strings(diagnostics, node, "`content`"));
    let mut content = content.unwrap_or_default();
    content.retain(|name| {
        let is_media = name.value.contains('/');
        if !is_media {
            let message = format!("`{}` is not a media type", name.value);
            let finding = Diagnostic::new(Code::WRONG_SHAPE, name.span, message);
            diagnostics.push(finding.help("write one such as `application/json`"));
        }
        is_media
    });
    BodyOptions {
        content,
        nested: nested.is_some_and(|nested| nested.value),
    }
}
